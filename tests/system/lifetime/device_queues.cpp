#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

const char* const endless_source = R"(
void go_on(volatile global int* state, int children) {
  atomic_inc(&state[0]);
  if (atomic_add(&state[1], 0) != 0) return;
  for (int i = 0; i < children; ++i)
    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
          go_on(state, children);
        }) != CLK_SUCCESS) atomic_inc(&state[2]);
}
kernel void start(volatile global int* state, int children) { go_on(state, children); })";

/// Eight children, each of a ninth of the work-items, down to nine of them.
const char* const carpet_source = R"(
kernel void carpet(volatile global uint* state) {
  const uint x = get_global_id(0), y = get_global_id(1), third = get_global_size(0) / 3;
  if (x / third == 1 && y / third == 1) {
    if (third == 1) atomic_inc(&state[0]);
  } else if (third > 1 && x % third == 0 && y % third == 0) {
    const size_t size[2] = {third, third};
    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(size), ^{
          carpet(state);
        }) != CLK_SUCCESS) atomic_inc(&state[1]);
  }
})";

constexpr size_t queue_bytes = 1 << 20;

/// The queue that kernels get as the default one.
class DefaultQueue {
 public:
  explicit DefaultQueue(const Session& session) {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES,
        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        CL_QUEUE_SIZE, queue_bytes, 0};
    cl_int error = CL_SUCCESS;
    queue_ =
        clCreateCommandQueueWithProperties(session.context, session.device, properties, &error);
    check(error, "clCreateCommandQueueWithProperties");
  }
  void release() const { check(clReleaseCommandQueue(queue_), "clReleaseCommandQueue"); }

 private:
  cl_command_queue queue_ = nullptr;
};

/// Trees that grow until they are told to end. What they know lies in memory of the system, so
/// that it is there whoever has released what.
class EndlessTrees {
 public:
  explicit EndlessTrees(const Session& session)
      : session_(session),
        program_(session.build(endless_source, "-cl-std=CL3.0")),
        device_queue_(session) {
    cl_int error = CL_SUCCESS;
    kernel_ = clCreateKernel(program_, "start", &error);
    check(error, "clCreateKernel");
    check(clSetKernelArgSVMPointer(kernel_, 0, state_), "clSetKernelArgSVMPointer");
  }
  /// The numbers of the trees remain.
  void release() const {
    check(clReleaseKernel(kernel_), "clReleaseKernel");
    check(clReleaseProgram(program_), "clReleaseProgram");
    device_queue_.release();
  }
  /// `children`: of each kernel.
  void start(cl_int children) const {
    const size_t one = 1;
    check(clSetKernelArg(kernel_, 1, sizeof children, &children), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(session_.queue, kernel_, 1, nullptr, &one, nullptr, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFlush(session_.queue), "clFlush");
  }
  void wait_until_ran(int kernels) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(40);
    while (state_[0] < kernels) {
      require(std::chrono::steady_clock::now() < end, "the tree does not grow");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  [[nodiscard]] int refused() const { return state_[2]; }
  void end() const { state_[1] = 1; }

 private:
  const Session& session_;
  cl_program program_;
  DefaultQueue device_queue_;
  cl_kernel kernel_ = nullptr;
  // Kernels that ran, whether it is enough, and children that were refused.
  std::atomic<int>* const state_ = new std::atomic<int>[3]();
};

/// Grows a tree of so many children a kernel, and looks how much memory it takes.
void grow(cl_int children, int kernels, bool is_refused, size_t most_kibibytes) {
  skip_if_sanitized();
  const Session session;
  const EndlessTrees trees(session);
  trees.start(children);
  trees.wait_until_ran(10000);
  const size_t before = resident_kibibytes();
  trees.wait_until_ran(kernels);
  const size_t more = resident_kibibytes() - std::min(before, resident_kibibytes());
  trees.end();
  check(clFinish(session.queue), "clFinish");
  require((trees.refused() != 0) == is_refused,
          "children refused:", std::to_string(trees.refused()));
  require(more <= most_kibibytes, "kibibytes more:", std::to_string(more));
  session.compute();
}

}  // namespace

int endless_chain_of_kernels() {
  grow(1, 2000000, false, 512);
  return 0;
}

int endless_tree_of_kernels() {
  // Better code may arrive meanwhile. A leak would be more than two bytes a kernel.
  grow(4, 2000000, true, 2 * queue_bytes / 1024 + (4 << 10));
  return 0;
}

int tree_of_large_kernels() {
  skip_if_sanitized();
  const Session session;
  const cl_program program = session.build(carpet_source, "-cl-std=CL3.0");
  const DefaultQueue device_queue(session);
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, "carpet", &error);
  check(error, "clCreateKernel");
  std::atomic<unsigned>* const state = new std::atomic<unsigned>[2]();
  check(clSetKernelArgSVMPointer(kernel, 0, state), "clSetKernelArgSVMPointer");
  const auto weave = [&](size_t size) {
    const size_t sizes[] = {size, size};
    check(clEnqueueNDRangeKernel(session.queue, kernel, 2, nullptr, sizes, nullptr, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(session.queue), "clFinish");
  };
  weave(243);
  const size_t before = resident_kibibytes();
  weave(6561);
  const size_t more = resident_kibibytes() - std::min(before, resident_kibibytes());
  require(state[1] == 0, "children refused:", std::to_string(state[1]));
  require(state[0] == (1U << 12) + (1U << 21), "holes:", std::to_string(state[0]));
  require(more <= 16 << 10, "kibibytes more:", std::to_string(more));
  return 0;
}

int return_from_main_while_trees_grow() {
  Session session;
  const EndlessTrees trees(session);
  trees.start(1);
  trees.start(4);
  trees.wait_until_ran(10000);
  return 12;
}

int exit_while_trees_grow() {
  for (int delay = 0; delay < 20; delay += 2) {
    const int code = exit_code_of_child([delay]() -> int {
      static Session session;
      static const EndlessTrees trees(session);
      trees.start(1);
      trees.start(4);
      std::this_thread::sleep_for(std::chrono::milliseconds(delay));
      std::exit(13);
    });
    require(code == 13, "after so many milliseconds:",
            std::to_string(delay) + ", exit code " + std::to_string(code));
  }
  return 0;
}

int fork_while_trees_grow() {
  Session session;
  const EndlessTrees trees(session);
  trees.start(3);
  for (int child = 0; child < 25; ++child) {
    const int code = exit_code_of_child([&] {
      require(session.try_to_compute() != CL_SUCCESS, "a child without workers computes");
      clFinish(session.queue);  // an error or not: it must return
      trees.release();
      session.release();
      return 0;
    });
    require(code == 0, "a child fails with", std::to_string(code));
  }
  trees.end();
  session.compute();
  return 0;
}

int release_while_trees_grow() {
  for (int round = 0; round < 20; ++round) {
    Session session;
    const EndlessTrees trees(session);
    trees.start(1);
    trees.start(4);
    if (round % 2 == 0) trees.wait_until_ran(1000);
    trees.release();
    session.release();
    if (round % 4 < 2) std::this_thread::sleep_for(std::chrono::milliseconds(round));
    trees.end();
  }
  const Session session;
  session.compute();
  return 0;
}

}  // namespace cleave::test::lifetime
