#include "session.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "tests/fuzz/campaign/application.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::binary {
namespace {

constexpr size_t buffer_bytes = 8192;
constexpr size_t work_items = 64;
/// More than any answer about these programs has.
constexpr size_t longest_answer = size_t{64} << 20;

/// The bytes of a query of variable length; `problem` when it breaks a rule.
template <class Query>
std::string answer_of(Query query, std::string& problem, const char* what) {
  size_t bytes = 0;
  const cl_int status = query(0, nullptr, &bytes);
  if (status == CL_KERNEL_ARG_INFO_NOT_AVAILABLE) return {};
  if (status != CL_SUCCESS || bytes > longest_answer) {
    problem = std::string(what) + " answers " + std::to_string(status) + " with " +
              std::to_string(bytes) + " bytes";
    return {};
  }
  std::string answer(bytes, '\0');
  if (query(bytes, answer.data(), nullptr) != CL_SUCCESS) problem = what;
  return answer;
}

std::string log_of(cl_program program, cl_device_id device) {
  std::string problem;
  std::string log = answer_of(
      [&](size_t room, void* to, size_t* bytes) {
        return clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, room, to, bytes);
      },
      problem, "the log");
  while (!log.empty() && log.back() == '\0') log.pop_back();
  return log;
}

Bytes binary_of(cl_program program) {
  size_t bytes = 0;
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr);
  Bytes binary(bytes);
  auto* place = reinterpret_cast<unsigned char*>(binary.data());
  clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr);
  return binary;
}

cl_program with_source(cl_context context, const char* text) {
  return clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
}

}  // namespace

Session::Session() {
  cl_platform_id platform = find_platform();
  require_to_begin(platform != nullptr, "no platform");
  require_to_begin(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr) == CL_SUCCESS,
                   "no device");
  context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
  queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, nullptr);
  for (cl_mem& buffer : buffers_) {
    buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE, buffer_bytes, nullptr, nullptr);
  }
  require_to_begin(queue_ != nullptr && buffers_[1] != nullptr, "no queue");
}

Session::~Session() {
  for (cl_mem buffer : buffers_) clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue_);
  clReleaseContext(context_);
}

Made Session::make(const Source& source) {
  Made made;
  cl_program program = with_source(context_, source.text);
  if (clBuildProgram(program, 1, &device_, source.options, nullptr, nullptr) != CL_SUCCESS) {
    made.problem = log_of(program, device_);
    return made;
  }
  made.program = binary_of(program);
  made.problem = use(program, nullptr);
  made.results = record(program, made.problem);
  clReleaseProgram(program);
  const auto* data = reinterpret_cast<const unsigned char*>(made.program.data());
  const size_t size = made.program.size();
  cl_program loaded =
      clCreateProgramWithBinary(context_, 1, &device_, &size, &data, nullptr, nullptr);
  clBuildProgram(loaded, 1, &device_, nullptr, nullptr, nullptr);
  made.loaded = record(loaded, made.problem);
  clReleaseProgram(loaded);
  cl_program object = with_source(context_, source.text);
  if (clCompileProgram(object, 1, &device_, source.options, 0, nullptr, nullptr, nullptr,
                       nullptr) != CL_SUCCESS) {
    made.problem += log_of(object, device_);
  }
  made.object = binary_of(object);
  cl_program library = clLinkProgram(context_, 1, &device_, "-create-library", 1, &object, nullptr,
                                     nullptr, nullptr);
  if (library == nullptr) made.problem += "no library";
  made.library = binary_of(library);
  clReleaseProgram(library);
  clReleaseProgram(object);
  return made;
}

Bytes Session::record(cl_program program, std::string& problem) {
  Bytes results;
  cl_uint count = 0;
  clCreateKernelsInProgram(program, 0, nullptr, &count);
  std::vector<cl_kernel> kernels(count);
  clCreateKernelsInProgram(program, count, kernels.data(), nullptr);
  for (cl_kernel kernel : kernels) {
    if (problem.empty()) problem = record(kernel, results);
    clReleaseKernel(kernel);
  }
  return results;
}

Verdict Session::judge_failure(cl_program program, cl_int status, bool is_link) const {
  const cl_int of_builds[] = {CL_INVALID_BINARY, CL_BUILD_PROGRAM_FAILURE, CL_OUT_OF_RESOURCES,
                              CL_OUT_OF_HOST_MEMORY};
  const cl_int of_links[] = {CL_LINK_PROGRAM_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY};
  const bool is_allowed = is_link ? std::ranges::find(of_links, status) != std::end(of_links)
                                  : std::ranges::find(of_builds, status) != std::end(of_builds);
  if (!is_allowed) return {Ending::wrong, "the build answers " + std::to_string(status)};
  const std::string log = program == nullptr ? "none" : log_of(program, device_);
  if (log.empty()) return {Ending::wrong, "a failed build says nothing"};
  const auto says = [&](std::string_view words) { return log.find(words) != std::string::npos; };
  const bool is_stopped = says("the compiler crashed") || says("the compiler was stopped") ||
                          says("CLEAVE_COMPILER_MEMORY") || says("out of memory") ||
                          says("the compiler has filled its stack") || says("the compiler gave up");
  return {is_stopped ? Ending::stopped : Ending::refused,
          log.substr(0, std::min<size_t>(log.find('\n'), 200))};
}

Verdict Session::use_binary(const Bytes& binary, BinaryKind kind, const Bytes* results) {
  const auto* data = reinterpret_cast<const unsigned char*>(binary.data());
  const size_t size = binary.size();
  if (size == 0) return {Ending::refused, "nothing"};
  cl_int of_binary = CL_SUCCESS, status = CL_SUCCESS;
  cl_program program =
      clCreateProgramWithBinary(context_, 1, &device_, &size, &data, &of_binary, &status);
  if (program == nullptr) {
    const bool is_allowed = status == CL_INVALID_BINARY || status == CL_OUT_OF_HOST_MEMORY;
    if (!is_allowed) return {Ending::wrong, "clCreateProgramWithBinary: " + std::to_string(status)};
    return {Ending::refused, "when it is given"};
  }
  Verdict verdict;
  std::string problem = ask(program);
  cl_program built = program;
  if (kind == BinaryKind::program) {
    status = clBuildProgram(program, 1, &device_, nullptr, nullptr, nullptr);
  } else {
    built = clLinkProgram(context_, 1, &device_, "", 1, &program, nullptr, nullptr, &status);
    // An input that says that it is an executable is refused by the call itself.
    if (status == CL_INVALID_OPERATION) status = CL_LINK_PROGRAM_FAILURE;
  }
  if (problem.empty() && built != nullptr) problem = ask(built);
  if (status != CL_SUCCESS) verdict = judge_failure(built, status, kind == BinaryKind::open);
  if (problem.empty() && status == CL_SUCCESS) problem = use(built, results);
  if (!problem.empty()) verdict = {Ending::wrong, problem};
  if (built != program && built != nullptr) clReleaseProgram(built);
  clReleaseProgram(program);
  return verdict;
}

Verdict Session::build(const Source& source, const Bytes* results) {
  cl_program program = with_source(context_, source.text);
  const cl_int status = clBuildProgram(program, 1, &device_, source.options, nullptr, nullptr);
  Verdict verdict;
  if (status != CL_SUCCESS) {
    verdict = {Ending::wrong, "the source is not built: " + std::to_string(status) + ", " +
                                  log_of(program, device_)};
  } else {
    std::string problem = ask(program);
    if (problem.empty()) problem = use(program, results);
    if (!problem.empty()) verdict = {Ending::wrong, problem};
  }
  clReleaseProgram(program);
  return verdict;
}

std::string Session::ask(cl_program program) const {
  std::string problem;
  for (const cl_program_info what : {CL_PROGRAM_NUM_DEVICES, CL_PROGRAM_SOURCE,
                                     CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_REFERENCE_COUNT}) {
    static_cast<void>(
        answer_of([&](size_t room, void* to,
                      size_t* bytes) { return clGetProgramInfo(program, what, room, to, bytes); },
                  problem, "clGetProgramInfo"));
  }
  for (const cl_program_build_info what :
       {CL_PROGRAM_BUILD_STATUS, CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG,
        CL_PROGRAM_BINARY_TYPE, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE}) {
    static_cast<void>(answer_of(
        [&](size_t room, void* to, size_t* bytes) {
          return clGetProgramBuildInfo(program, device_, what, room, to, bytes);
        },
        problem, "clGetProgramBuildInfo"));
  }
  cl_program_binary_type type = 0;
  clGetProgramBuildInfo(program, device_, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
  if (type > CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    problem = "the binary is of type " + std::to_string(type);
  }
  return problem;
}

std::string Session::ask(cl_kernel kernel, std::string& answers) const {
  std::string problem;
  for (const cl_kernel_info what : {CL_KERNEL_FUNCTION_NAME, CL_KERNEL_NUM_ARGS,
                                    CL_KERNEL_REFERENCE_COUNT, CL_KERNEL_ATTRIBUTES}) {
    answers +=
        answer_of([&](size_t room, void* to,
                      size_t* bytes) { return clGetKernelInfo(kernel, what, room, to, bytes); },
                  problem, "clGetKernelInfo");
  }
  for (const cl_kernel_work_group_info what :
       {CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_LOCAL_MEM_SIZE,
        CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE}) {
    answers += answer_of(
        [&](size_t room, void* to, size_t* bytes) {
          return clGetKernelWorkGroupInfo(kernel, device_, what, room, to, bytes);
        },
        problem, "clGetKernelWorkGroupInfo");
  }
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
  for (cl_uint i = 0; i < count; ++i) {
    for (const cl_kernel_arg_info what :
         {CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME,
          CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME}) {
      answers += answer_of(
          [&](size_t room, void* to, size_t* bytes) {
            return clGetKernelArgInfo(kernel, i, what, room, to, bytes);
          },
          problem, "clGetKernelArgInfo");
    }
  }
  return problem;
}

std::string Session::use(cl_program program, const Bytes* results) {
  cl_uint count = 0;
  const cl_int status = clCreateKernelsInProgram(program, 0, nullptr, &count);
  if (status == CL_INVALID_PROGRAM_EXECUTABLE) return {};  // a library
  if (status != CL_SUCCESS) return "kernels cannot be counted: " + std::to_string(status);
  std::vector<cl_kernel> kernels(count);
  if (count != 0 &&
      clCreateKernelsInProgram(program, count, kernels.data(), nullptr) != CL_SUCCESS) {
    return "kernels cannot be made";
  }
  std::string problem;
  Bytes written;
  for (cl_kernel kernel : kernels) {
    if (problem.empty()) problem = use_kernel(kernel, results == nullptr ? nullptr : &written);
    clReleaseKernel(kernel);
  }
  if (problem.empty() && results != nullptr && written != *results) {
    problem = "the kernels write or say something else";
  }
  return problem;
}

std::string Session::use_kernel(cl_kernel kernel, Bytes* results) {
  std::string answers;
  std::string problem = ask(kernel, answers);
  if (problem.empty()) problem = launch_never(kernel);
  if (problem.empty() && results != nullptr) problem = record(kernel, *results);
  return problem;
}

void Session::clear_buffers() {
  const cl_int pattern = 0;
  for (cl_mem buffer : buffers_) {
    clEnqueueFillBuffer(queue_, buffer, &pattern, sizeof pattern, 0, buffer_bytes, 0, nullptr,
                        nullptr);
  }
}

/// Every argument to something: a buffer, local memory, or bytes of whatever size fits.
bool Session::set_arguments(cl_kernel kernel) {
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
  const std::vector<char> zeros(4096);
  for (cl_uint i = 0; i < count; ++i) {
    cl_mem& buffer = buffers_[i % std::size(buffers_)];
    bool is_set = clSetKernelArg(kernel, i, sizeof buffer, &buffer) == CL_SUCCESS;
    // A value of as many bytes takes whatever is no buffer, too.
    const std::vector<char> ones(sizeof buffer, '\1');
    if (is_set && clSetKernelArg(kernel, i, sizeof buffer, ones.data()) == CL_SUCCESS) {
      is_set = clSetKernelArg(kernel, i, sizeof buffer, zeros.data()) == CL_SUCCESS;
    }
    if (!is_set) is_set = clSetKernelArg(kernel, i, 4 * work_items, nullptr) == CL_SUCCESS;
    for (size_t bytes = 1; !is_set && bytes <= zeros.size(); ++bytes) {
      is_set = clSetKernelArg(kernel, i, bytes, zeros.data()) == CL_SUCCESS;
    }
    if (!is_set) return false;
  }
  return true;
}

std::string Session::launch_never(cl_kernel kernel) {
  if (!set_arguments(kernel)) return {};
  return fuzz::launch_never(context_, queue_, kernel, work_items);
}

std::string Session::run(cl_kernel kernel, Bytes& results) {
  clear_buffers();
  if (!set_arguments(kernel)) return "an argument cannot be set";
  const cl_int status =
      clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &work_items, nullptr, 0, nullptr, nullptr);
  if (status != CL_SUCCESS) return "a launch of the right kernel answers " + std::to_string(status);
  for (cl_mem buffer : buffers_) {
    Bytes read(buffer_bytes);
    clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, read.size(), read.data(), 0, nullptr, nullptr);
    results.insert(results.end(), read.begin(), read.end());
  }
  return {};
}

/// Sizes a launch that never runs; its last work-group is smaller than the others.
cl_int Session::status_with_rests(cl_kernel kernel) {
  const cl_event never = clCreateUserEvent(context_, nullptr);
  const size_t group_items = work_items - 1;
  const cl_int status = clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &work_items,
                                               &group_items, 1, &never, nullptr);
  clSetUserEventStatus(never, -1);
  clReleaseEvent(never);
  return status;
}

std::string Session::record(cl_kernel kernel, Bytes& results) {
  std::string answers;
  std::string problem = run(kernel, results);
  if (problem.empty()) problem = ask(kernel, answers);
  answers += "; with rests " + std::to_string(status_with_rests(kernel));
  const auto* begin = reinterpret_cast<const std::byte*>(answers.data());
  results.insert(results.end(), begin, begin + answers.size());
  return problem;
}

Verdict Session::run_ordinary() {
  const cl_int wanted = static_cast<cl_int>(++number_ % 4);
  const std::string source =
      "kernel void store(global int* out) { out[get_global_id(0)] = " + std::to_string(wanted) +
      " * (int)get_local_size(0); }";
  cl_program program = with_source(context_, source.c_str());
  const cl_int built = clBuildProgram(program, 1, &device_, "", nullptr, nullptr);
  const cl_kernel kernel = clCreateKernel(program, "store", nullptr);
  clSetKernelArg(kernel, 0, sizeof buffers_[0], &buffers_[0]);
  const size_t items = 16;
  cl_int result = 0;
  const cl_int launched =
      clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue_, buffers_[0], CL_TRUE, 15 * sizeof result, sizeof result, &result, 0,
                      nullptr, nullptr);
  const std::string log = log_of(program, device_);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  if (built == CL_SUCCESS && launched == CL_SUCCESS && result == 16 * wanted) return {};
  return {Ending::wrong, "an ordinary program answers " + std::to_string(built) + ", " +
                             std::to_string(launched) + ", " + std::to_string(result) + "; " + log};
}

}  // namespace cleave::test::fuzz::binary
