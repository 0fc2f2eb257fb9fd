#include "execution.h"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "configuration.h"
#include "enqueue_launches.h"
#include "harness/modules.h"
#include "harness/opencl.h"
#include "host_memory.h"
#include "image_launches.h"
#include "module_source.h"
#include "pipe_launches.h"
#include "process.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {
namespace {

constexpr size_t input_bytes = 256 * 128;

uint64_t hash_of(const std::vector<unsigned char>& bytes, uint64_t hash) {
  for (size_t i = 0; i + 8 <= bytes.size(); i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

std::vector<unsigned char> random_bytes(size_t count, uint64_t seed) {
  Random random(seed);
  std::vector<unsigned char> bytes(count);
  for (size_t i = 0; i + 8 <= count; i += 8) {
    const uint64_t word = random.next();
    std::memcpy(bytes.data() + i, &word, 8);
  }
  return bytes;
}

/// Memory that a kernel writes.
class Buffer {
 public:
  Buffer(cl_context context, cl_command_queue queue, std::vector<unsigned char> content)
      : queue_(queue), content_(std::move(content)) {
    cl_int code = CL_SUCCESS;
    memory_ = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, content_.size(),
                             content_.data(), &code);
    check(code, "clCreateBuffer");
  }
  ~Buffer() { clReleaseMemObject(memory_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void set_argument(cl_kernel kernel, cl_uint number) {
    check(clSetKernelArg(kernel, number, sizeof memory_, &memory_), "clSetKernelArg");
  }
  cl_int read() {
    return clEnqueueReadBuffer(queue_, memory_, CL_TRUE, 0, content_.size(), content_.data(), 0,
                               nullptr, nullptr);
  }
  [[nodiscard]] const std::vector<unsigned char>& content() const { return content_; }

 private:
  cl_command_queue queue_;
  std::vector<unsigned char> content_;
  cl_mem memory_ = nullptr;
};

cl_int enqueue(cl_command_queue queue, cl_kernel kernel, const LaunchShape& shape,
               cl_event* event = nullptr) {
  return clEnqueueNDRangeKernel(queue, kernel, shape.dimensions, shape.offset.data(),
                                shape.global.data(), shape.local.data(), 0, nullptr, event);
}

/// The form that this process is told; a module that clang does not make is null.
cl_program create_program(const Session& session, const std::string& source,
                          const std::string& options, std::string* log) {
  cl_int code = CL_SUCCESS;
  const char* form = std::getenv(form_variable);
  if (form == nullptr) {
    const char* text = source.c_str();
    cl_program program = clCreateProgramWithSource(session.context, 1, &text, nullptr, &code);
    check(code, "clCreateProgramWithSource");
    return program;
  }
  if (is_lost_in_modules(source)) return nullptr;
  try {
    const benchmark::Module module =
        benchmark::module_of(source_for_modules(source), options + " -ffp-contract=off");
    cl_program program =
        clCreateProgramWithIL(session.context, module.data(), module.size(), &code);
    check(code, "clCreateProgramWithIL");
    return program;
  } catch (const benchmark::NotSupported& problem) {
    if (log != nullptr) *log += problem.what();
    return nullptr;
  }
}

void set_numbers(cl_kernel kernel) {
  const cl_uint u_a = 11;
  const cl_int u_b = -5;
  const cl_float u_c = 2.5f;
  const cl_ulong u_d = 0x123456789abcdefu;
  clSetKernelArg(kernel, 5, sizeof u_a, &u_a);
  clSetKernelArg(kernel, 6, sizeof u_b, &u_b);
  clSetKernelArg(kernel, 7, sizeof u_c, &u_c);
  clSetKernelArg(kernel, 8, sizeof u_d, &u_d);
  const struct {
    cl_uint a = 19;
    cl_int b = -3;
    cl_ushort4 c = {{1, 2, 300, 40000}};
    cl_float d = 0.75f;
  } given;
  clSetKernelArg(kernel, 10, 256 * sizeof(cl_uint), nullptr);
  clSetKernelArg(kernel, 11, sizeof given, &given);
}

std::vector<unsigned char> initial_atomics() {
  std::vector<unsigned char> bytes((shared_words + 2 * most_work_groups * waiting_words) * 4);
  for (size_t i = 0; i < shared_words * 4; ++i) bytes[i] = static_cast<unsigned char>(i / 4 % 48);
  return bytes;
}

}  // namespace

/// Holds what a launch has written.
struct Executor::Written {
  std::vector<std::vector<unsigned char>> memory;
  std::vector<unsigned char> out;
  std::array<cl_ulong, 3> pipe_sums = {};
  bool is_right = true;  // of what kernels judge themselves
  std::vector<std::string> lines = {};

  void add(ImageLaunches::Result of_images) {
    is_right = is_right && of_images.is_right;
    memory.push_back(std::move(of_images.content));
  }

  [[nodiscard]] std::string result() const {
    uint64_t hash = 0;
    for (const std::vector<unsigned char>& bytes : memory) hash = hash_of(bytes, hash);
    for (const std::string& line : lines) {
      std::vector<unsigned char> bytes(line.begin(), line.end());
      bytes.resize((bytes.size() + 7) / 8 * 8);
      hash = hash_of(bytes, hash);
    }
    char text[32];
    std::snprintf(text, sizeof text, "%016" PRIx64, hash);
    return is_right && pipe_sums == decltype(pipe_sums){} ? text : text + std::string(failed_check);
  }

  [[nodiscard]] std::string describe() const {
    std::string text;
    for (size_t i = 0; i < maximum_work_items; ++i) {
      uint64_t value = 0;
      std::memcpy(&value, out.data() + 8 * i, 8);
      text += "out[" + std::to_string(i) + "] " + std::to_string(value) + "\n";
    }
    for (const auto& bytes : memory) text += std::to_string(hash_of(bytes, 0)) + "\n";
    for (const cl_ulong sum : pipe_sums) text += "sum of pipes " + std::to_string(sum) + "\n";
    for (const std::string& line : lines) text += "printed " + line + "\n";
    return text;
  }
};

/// Holds the kernels of a program that are launched.
struct Executor::Kernels {
  Features features;
  cl_program program = nullptr;
  cl_kernel test = nullptr;
  cl_kernel follow = nullptr;  // after it; may be null
  cl_kernel reach = nullptr;   // after that; may be null
  cl_kernel look = nullptr;    // at images of several formats; may be null
};

Executor::Executor() : input_(random_bytes(input_bytes, 1)) {}

void Executor::run(const std::string& source, uint64_t seed, const std::vector<unsigned>& launches,
                   std::string* log) {
  const std::string options = build_options(seed);
  cl_program program = create_program(session_, source, options, log);
  if (program == nullptr) {
    for (const unsigned number : launches) {
      printed_.report(std::to_string(seed) + " " + std::to_string(number) + " " + no_module);
    }
    return;
  }
  cl_int built = clBuildProgram(program, 1, &session_.device, options.c_str(), nullptr, nullptr);
  Kernels kernels = {features_of(seed), program};
  if (built == CL_SUCCESS) {
    kernels.test = clCreateKernel(program, "test", &built);  // reduction may have left it out
    cl_int found = CL_SUCCESS;
    kernels.follow = clCreateKernel(program, "follow", &found);
    kernels.reach = clCreateKernel(program, "reach", &found);
    kernels.look = clCreateKernel(program, "look", &found);
  }
  std::string failed = "build:" + std::to_string(built);
  if (built != CL_SUCCESS) {
    const std::string said = build_log(program, session_.device);
    if (has_odd_vectors(said)) failed = no_module;
    if (log != nullptr) *log += said;
  }
  const std::vector<LaunchShape> shapes = launches_of(seed, launches_per_kernel);
  for (const unsigned number : launches) {
    if (log != nullptr) *log += describe(shapes[number]) + "\n";
    const std::string result = built == CL_SUCCESS ? launch(kernels, shapes[number], log) : failed;
    printed_.report(std::to_string(seed) + " " + std::to_string(number) + " " + result);
  }
  for (cl_kernel kernel : {kernels.test, kernels.follow, kernels.reach, kernels.look}) {
    if (kernel != nullptr) clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
}

/// Some of the launches are of a clone.
cl_int Executor::look_at(ImageLaunches& images, cl_kernel look, unsigned times,
                         const LaunchShape& shape, Written& written) {
  Buffer answers(session_.context, session_.queue,
                 std::vector<unsigned char>(maximum_work_items * 8));
  cl_kernel clone = nullptr;
  cl_int code = CL_SUCCESS;
  for (unsigned turn = 0; turn < times && code == CL_SUCCESS; ++turn) {
    if (turn > 0) images.change_one(turn - 1);
    if (turn == 2) clone = clCloneKernel(look, &code);
    cl_kernel used = turn % 2 == 0 && clone != nullptr ? clone : look;
    answers.set_argument(used, 0);
    images.set_arguments(used, 1);
    code = enqueue(session_.queue, used, shape);
    if (code == CL_SUCCESS) written.add(images.result());
  }
  if (clone != nullptr) clReleaseKernel(clone);
  if (code == CL_SUCCESS) code = answers.read();
  written.memory.push_back(answers.content());
  return code;
}

std::string Executor::launch(const Kernels& kernels, const LaunchShape& shape, std::string* log) {
  const auto& [features, program, kernel, follow, reach, look] = kernels;
  Buffer input(session_.context, session_.queue, input_);
  Buffer memory(session_.context, session_.queue, random_bytes(memory_bytes, 2));
  Buffer atomics(session_.context, session_.queue, initial_atomics());
  Buffer out(session_.context, session_.queue, std::vector<unsigned char>(maximum_work_items * 8));
  Buffer own(session_.context, session_.queue, random_bytes(maximum_work_items * 4, 3));
  Buffer hidden(session_.context, session_.queue,
                std::vector<unsigned char>(2 * maximum_work_items * hidden_bytes_per_item));
  Buffer* buffers[] = {&input, &memory, &atomics, &out, &own};
  for (cl_uint i = 0; i < 5; ++i) buffers[i]->set_argument(kernel, i);
  hidden.set_argument(kernel, 9);
  set_numbers(kernel);
  cl_uint next = 12;
  std::optional<HostMemory> host;
  if (features.pointers.present) {
    host.emplace(session_, features.pointers);
    next = host->set_arguments(kernel, next);
  }
  std::optional<PipeLaunches> pipes;
  if (features.pipes.present) {
    pipes.emplace(session_, program, features.pipes);
    next = pipes->set_arguments(kernel, next);
  }
  std::optional<EnqueueLaunches> enqueues;
  if (features.enqueues.present) {
    enqueues.emplace(session_);
    next = enqueues->set_arguments(kernel, next);
  }
  std::optional<ImageLaunches> images;
  if (features.images.present) {
    images.emplace(session_, features.images);
    images->set_arguments(kernel, next);
  }
  cl_event launched = nullptr;
  cl_int code = enqueue(session_.queue, kernel, shape, &launched);
  if (code == CL_SUCCESS && host && follow != nullptr) {
    host->set_first_argument(follow);
    code = enqueue(session_.queue, follow, shape);
  }
  if (code == CL_SUCCESS && host && reach != nullptr) {
    host->set_far_arguments(reach);
    code = enqueue(session_.queue, reach, shape);
  }
  if (code != CL_SUCCESS) return "launch:" + std::to_string(code);
  Written written;
  for (Buffer* buffer : buffers) {
    if (cl_int failed = buffer->read(); failed != CL_SUCCESS) {
      return "read:" + std::to_string(failed);
    }
    written.memory.push_back(buffer->content());
  }
  written.out = out.content();
  if (host) {
    HostMemory::Result result = host->result();
    written.is_right = result.is_right;
    written.memory.push_back(std::move(result.content));
  }
  if (pipes) written.pipe_sums = pipes->sums();
  if (enqueues) {
    EnqueueLaunches::Result result = enqueues->result(launched);
    written.is_right = written.is_right && result.is_right;
    written.memory.push_back(std::move(result.content));
  }
  clReleaseEvent(launched);
  if (images) {
    written.add(images->result());
    code = look != nullptr ? look_at(*images, look, features.images.looks, shape, written) : code;
    if (code != CL_SUCCESS) return "look:" + std::to_string(code);
  }
  written.lines = printed_.take_lines();
  if (log != nullptr) *log += written.describe();
  return written.result();
}

}  // namespace cleave::test::fuzz::kernels
