#include <CL/cl_ext.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

int compute_once() {
  const Session session;
  session.compute();
  return 0;
}

/// Does what a child may do with the objects of its parent: everything but compute.
int use_in_child(Session& session) {
  require(session.try_to_compute() != CL_SUCCESS, "a child without workers computes");
  cl_int error = CL_SUCCESS;
  clCreateContext(nullptr, 1, &session.device, nullptr, nullptr, &error);
  require(error == CL_OUT_OF_RESOURCES, "a context in a child gives", std::to_string(error));
  cl_uint units = 0;
  check(clGetDeviceInfo(session.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  clFinish(session.queue);  // an error or not: it must return
  session.release();
  return 0;
}

}  // namespace

int fork_before_any_call() {
  require(exit_code_of_child(compute_once) == 0, "the child fails");
  return compute_once();
}

int fork_after_listing() {
  static_cast<void>(first_device());
  require(exit_code_of_child(compute_once) == 0, "the child fails");
  return compute_once();
}

int fork_after_a_context() {
  Session session;
  session.compute();
  require(exit_code_of_child([&] { return use_in_child(session); }) == 0, "the child fails");
  session.compute();
  session.release();
  return 0;
}

int fork_while_threads_compute() {
  Session session;
  std::atomic<bool> enough{false};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      const Session own;
      while (!enough) {
        own.compute();
        check(own.try_to_build("kernel void k(global int *p) { *p = 1; }"), "clBuildProgram");
      }
    });
  }
  for (int child = 0; child < 25; ++child) {
    const int code = exit_code_of_child([&] { return use_in_child(session); });
    require(code == 0, "a child fails with", std::to_string(code));
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  session.compute();
  return 0;
}

namespace {

template <class Function>
Function extension_function(const char* name) {
  return reinterpret_cast<Function>(
      clGetExtensionFunctionAddressForPlatform(find_platform(), name));
}

/// Allocates, finds and frees without end.
void share_memory(const Session& session, const std::atomic<bool>& enough) {
  const auto free_unified = extension_function<clMemFreeINTEL_fn>("clMemFreeINTEL");
  const auto allocate = extension_function<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL");
  while (!enough) {
    void* const svm = clSVMAlloc(session.context, CL_MEM_READ_WRITE, 100, 0);
    void* const unified = allocate(session.context, nullptr, 100, 0, nullptr);
    check(clReleaseCommandQueue(clCreateCommandQueueWithProperties(session.context, session.device,
                                                                   nullptr, nullptr)),
          "clReleaseCommandQueue");
    check(free_unified(session.context, unified), "clMemFreeINTEL");
    clSVMFree(session.context, svm);
  }
}

/// The memory of the parent is there; calls on it come back with errors.
int share_in_child(Session& session, int* memory) {
  require(*memory == 7, "the memory has gone");
  require(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 100, 0) == nullptr,
          "there is memory for kernels that nobody runs");
  clSVMFree(session.context, memory);
  require(*memory == 7, "it has been freed");
  const auto free_unified = extension_function<clMemFreeINTEL_fn>("clMemFreeINTEL");
  const auto blocking_free =
      extension_function<clMemBlockingFreeINTEL_fn>("clMemBlockingFreeINTEL");
  require(free_unified(session.context, memory) == CL_OUT_OF_RESOURCES, "clMemFreeINTEL");
  require(blocking_free(session.context, memory) == CL_OUT_OF_RESOURCES, "clMemBlockingFreeINTEL");
  check(clSetKernelArgSVMPointer(session.square, 0, memory), "clSetKernelArgSVMPointer");
  require(clEnqueueSVMMemFill(session.queue, memory, memory, 4, 4, 0, nullptr, nullptr) ==
              CL_OUT_OF_RESOURCES,
          "a fill in a child");
  session.release();
  return 0;
}

}  // namespace

int fork_while_threads_share_memory() {
  Session session;
  auto* const memory = static_cast<int*>(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0));
  require(memory != nullptr, "there is no shared virtual memory");
  *memory = 7;
  std::atomic<bool> enough{false};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] { share_memory(session, enough); });
  }
  for (int child = 0; child < 50; ++child) {
    const int code = exit_code_of_child([&] { return share_in_child(session, memory); });
    require(code == 0, "a child fails with", std::to_string(code));
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  clSVMFree(session.context, memory);
  session.compute();
  return 0;
}

int forked_child_runs_another_program() {
  Session session;
  session.occupy();
  for (int child = 0; child < 3; ++child) {
    require(exit_code_of_child([]() -> int { become("compute"); }) == 0, "the program fails");
  }
  require(std::system("true") == 0, "system() fails");
  return 0;
}

int forked_child_exits_with_destructors() {
  Session session;
  session.compute();
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    std::exit(11);
  }
  require(wait_for_exit_code(child) == 11, "the child ends otherwise");
  session.compute();
  return 0;
}

int exec_while_kernels_run() {
  Session session;
  session.occupy();
  become("compute");
}

}  // namespace cleave::test::lifetime
