#include "session.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "tests/fuzz/campaign/application.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::source {
namespace {

constexpr size_t buffer_bytes = 4096;
constexpr size_t longest_log = (size_t{1} << 20) + (size_t{64} << 10);

Verdict judge_failure(cl_int status, const std::string& log) {
  if (status != CL_BUILD_PROGRAM_FAILURE) {
    return {Ending::wrong, "the build answers " + std::to_string(status)};
  }
  if (log.empty()) return {Ending::wrong, "a failed build says nothing"};
  const auto says = [&](std::string_view words) { return log.find(words) != log.npos; };
  const std::string first = log.substr(0, std::min<size_t>(log.find('\n'), 200));
  if (says("the compiler crashed")) return {Ending::crashed, first};
  const bool is_stopped = says("the compiler was stopped") || says("CLEAVE_COMPILER_MEMORY") ||
                          says("the compiler has filled its stack") || says("the compiler gave up");
  return {is_stopped ? Ending::stopped : Ending::refused, first};
}

/// Sets every argument to something: a buffer, local memory, or bytes of whatever size fits.
bool set_arguments(cl_kernel kernel, cl_mem buffer) {
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
  const std::vector<char> zeros(4096);
  for (cl_uint i = 0; i < count; ++i) {
    bool is_set = clSetKernelArg(kernel, i, sizeof buffer, &buffer) == CL_SUCCESS ||
                  clSetKernelArg(kernel, i, 256, nullptr) == CL_SUCCESS;
    for (size_t bytes = 1; !is_set && bytes <= zeros.size(); ++bytes) {
      is_set = clSetKernelArg(kernel, i, bytes, zeros.data()) == CL_SUCCESS;
    }
    if (!is_set) return false;
  }
  return true;
}

}  // namespace

Session::Session() {
  cl_platform_id platform = find_platform();
  require_to_begin(platform != nullptr, "no platform");
  require_to_begin(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr) == CL_SUCCESS,
                   "no device");
  context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
  queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, nullptr);
  buffer_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, buffer_bytes, nullptr, nullptr);
  require_to_begin(queue_ != nullptr && buffer_ != nullptr, "no queue");
}

Session::~Session() {
  clReleaseMemObject(buffer_);
  clReleaseCommandQueue(queue_);
  clReleaseContext(context_);
}

Verdict Session::build(const std::string& source, const std::string& options) {
  return build(source, options, nullptr);
}

Verdict Session::build_expected(const std::string& source, const std::string& options,
                                const Expected& expected) {
  Verdict verdict = build(source, options, &expected);
  const auto contradict = [&](const char* what) {
    if (verdict.ending != Ending::wrong) verdict = {Ending::wrong, what + (": " + verdict.text)};
  };
  if (verdict.ending == Ending::crashed) contradict("the compiler crashed");
  if (verdict.ending == Ending::stopped && expected.ends) contradict("a small source stopped it");
  if (verdict.ending == Ending::built && !expected.result) contradict("what is wrong is built");
  if (verdict.ending == Ending::refused && expected.result && expected.ends) {
    contradict("what is right is refused");
  }
  return verdict;
}

void Session::leave_at_work(const std::string& source) {
  const char* text = source.data();
  const size_t length = source.size();
  cl_program program = clCreateProgramWithSource(context_, 1, &text, &length, nullptr);
  clBuildProgram(program, 1, &device_, "", [](cl_program, void*) {}, nullptr);
  usleep(300'000);
  _exit(0);
}

Verdict Session::build(const std::string& source, const std::string& options,
                       const Expected* expected) {
  const char* text = source.data();
  const size_t length = source.size();
  if (length == 0) return {Ending::refused, "nothing"};  // no source: what clause tests look at
  cl_program program = clCreateProgramWithSource(context_, 1, &text, &length, nullptr);
  if (program == nullptr) return {Ending::wrong, "the source is not taken"};
  const cl_int status = clBuildProgram(program, 1, &device_, options.c_str(), nullptr, nullptr);
  const std::string log = build_log(program, device_);
  Verdict verdict;
  if (log.size() > longest_log) {
    verdict = {Ending::wrong, "the log has " + std::to_string(log.size()) + " bytes"};
  } else if (status != CL_SUCCESS) {
    verdict = judge_failure(status, log);
  } else {
    std::string problem = make_code(program);
    if (problem.empty() && expected != nullptr && expected->result) {
      problem = run_store(program, *expected);
    }
    if (!problem.empty()) verdict = {Ending::wrong, problem};
  }
  clReleaseProgram(program);
  return verdict;
}

std::string Session::make_code(cl_program program) {
  constexpr cl_uint most_kernels = 3;
  cl_uint count = 0;
  cl_int status = clCreateKernelsInProgram(program, 0, nullptr, &count);
  if (status != CL_SUCCESS) return "kernels cannot be counted: " + std::to_string(status);
  std::vector<cl_kernel> kernels(count);
  status =
      count == 0 ? CL_SUCCESS : clCreateKernelsInProgram(program, count, kernels.data(), nullptr);
  if (status != CL_SUCCESS) return "kernels cannot be made: " + std::to_string(status);
  std::string problem;
  for (cl_uint i = 0; i < count; ++i) {
    if (i < most_kernels && problem.empty()) problem = make_code_of(kernels[i]);
    clReleaseKernel(kernels[i]);
  }
  return problem;
}

std::string Session::run_store(cl_program program, const Expected& expected) {
  cl_int status = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, "store", &status);
  if (kernel == nullptr) return "there is no kernel: " + std::to_string(status);
  if (!expected.ends) {  // it may write beyond the buffer, or need more memory than there is
    clReleaseKernel(kernel);
    return {};
  }
  const cl_int wanted = *expected.result, zero = 0;
  cl_int result = 0;
  const size_t items = 1;
  clEnqueueFillBuffer(queue_, buffer_, &zero, sizeof zero, 0, buffer_bytes, 0, nullptr, nullptr);
  const bool is_set = set_arguments(kernel, buffer_);
  status = clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue_, buffer_, CL_TRUE, 0, sizeof result, &result, 0, nullptr, nullptr);
  clReleaseKernel(kernel);
  if (is_set && status == CL_SUCCESS && result == wanted) return {};
  return "the kernel answers " + std::to_string(status) + " and writes " + std::to_string(result) +
         ", not " + std::to_string(wanted);
}

std::string Session::make_code_of(cl_kernel kernel) {
  if (!set_arguments(kernel, buffer_)) return {};  // a structure of more bytes than are tried
  return launch_never(context_, queue_, kernel, 64);
}

Verdict Session::run_ordinary() {
  const cl_int wanted = static_cast<cl_int>(++number_);
  const std::string source =
      "kernel void store(global int* out) { out[get_global_id(0)] = " + std::to_string(wanted) +
      " * (int)get_local_size(0); }";
  const char* text = source.c_str();
  cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, nullptr);
  const cl_int built = clBuildProgram(program, 1, &device_, "", nullptr, nullptr);
  const cl_kernel kernel = clCreateKernel(program, "store", nullptr);
  clSetKernelArg(kernel, 0, sizeof buffer_, &buffer_);
  const size_t items = 16;
  cl_int result = 0;
  const cl_int launched =
      clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue_, buffer_, CL_TRUE, 15 * sizeof result, sizeof result, &result, 0,
                      nullptr, nullptr);
  const std::string log = build_log(program, device_);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  if (built == CL_SUCCESS && launched == CL_SUCCESS && result == 16 * wanted) return {};
  return {Ending::wrong, "an ordinary program answers " + std::to_string(built) + ", " +
                             std::to_string(launched) + ", " + std::to_string(result) + "; " + log};
}

}  // namespace cleave::test::fuzz::source
