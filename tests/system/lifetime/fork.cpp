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

/// What a child may do with the objects of its parent: everything but compute.
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
