#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

void sleep_for_milliseconds(int count) {
  std::this_thread::sleep_for(std::chrono::milliseconds(count));
}

/// Lets a session go when it is destroyed itself, after some last work.
struct Owner {
  std::unique_ptr<Session> session;
  bool ends_process = false;
  ~Owner() {
    if (!session) return;
    session->compute();
    check(session->try_to_build("kernel void late(global int *p) { *p = 1; }"), "a late build");
    session->release();
    if (ends_process) _exit(9);  // says that this was reached
  }
};

// Made before main, so destroyed after all that the driver made in it.
Owner static_owner;

Session* released_at_exit = nullptr;

/// A source that keeps clang busy for a while.
std::string long_source() {
  std::string text;
  for (int kernel = 0; kernel < 60; ++kernel) {
    text += "kernel void k" + std::to_string(kernel) +
            "(global float4 *p) { for (int i = 0; i < 100; ++i) p[i] = sin(p[i]) * pow(p[i + 1], " +
            std::to_string(kernel) + ".0f); }\n";
  }
  return text;
}

}  // namespace

int return_from_main_while_kernels_run() {
  Session session;
  session.occupy();
  return 3;
}

int exit_from_a_thread_while_kernels_run() {
  Session session;
  session.occupy();
  std::thread([] { std::exit(4); }).detach();
  while (true) pause();
}

int exit_from_a_callback() {
  Session session;
  cl_int error = CL_SUCCESS;
  const cl_event gate = clCreateUserEvent(session.context, &error);
  check(error, "clCreateUserEvent");
  cl_event marker = nullptr;
  check(clEnqueueMarkerWithWaitList(session.queue, 1, &gate, &marker), "clEnqueueMarker");
  check(clSetEventCallback(
            marker, CL_COMPLETE, [](cl_event, cl_int, void*) { std::exit(5); }, nullptr),
        "clSetEventCallback");
  check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
  while (true) pause();
}

int exit_while_another_thread_builds() {
  // Many moments of a build, each in a process of its own.
  for (int delay = 0; delay < 120; delay += 12) {
    const int code = exit_code_of_child([delay]() -> int {
      static Session session;
      static const std::string source = long_source();
      std::thread([] { static_cast<void>(session.try_to_build(source.c_str())); }).detach();
      sleep_for_milliseconds(delay);
      std::exit(10);
    });
    require(code == 10, "with a build of so many milliseconds:",
            std::to_string(delay) + ", exit code " + std::to_string(code));
  }
  return 0;
}

int exit_with_everything_unreleased() {
  Session session;
  session.compute();
  cl_int error = CL_SUCCESS;
  const cl_event gate = clCreateUserEvent(session.context, &error);
  check(error, "clCreateUserEvent");
  check(clEnqueueMarkerWithWaitList(session.queue, 1, &gate, nullptr), "clEnqueueMarker");
  return 0;
}

int quick_exit_while_kernels_run() {
  released_at_exit = new Session;
  released_at_exit->compute();
  std::at_quick_exit([] { released_at_exit->release(); });
  const Session other;
  other.occupy();
  std::quick_exit(6);
}

int main_leaves_before_its_threads() {
  static Session session;
  session.compute();
  std::thread([] {
    sleep_for_milliseconds(50);
    session.compute();
    check(session.try_to_build("kernel void k(global int *p) { *p = 1; }"), "clBuildProgram");
    std::exit(7);
  }).detach();
  pthread_exit(nullptr);
}

int release_in_atexit_handlers() {
  // Registered before the driver is loaded, so called after all of its own destructors.
  std::atexit([] {
    released_at_exit->compute();
    released_at_exit->release();
    _exit(8);
  });
  released_at_exit = new Session;
  std::atexit([] {
    released_at_exit->compute();
    Session another;
    another.compute();
    another.release();
  });
  released_at_exit->compute();
  return 1;
}

int use_in_static_destructors() {
  static_owner.session = std::make_unique<Session>();
  static_owner.session->compute();
  static_owner.ends_process = true;
  return 1;
}

int release_in_thread_local_destructors() {
  static thread_local Owner owner;
  owner.session = std::make_unique<Session>();
  std::thread([] {
    owner.session = std::make_unique<Session>();
    owner.session->compute();
  }).join();
  owner.session->compute();
  return 0;
}

}  // namespace cleave::test::lifetime
