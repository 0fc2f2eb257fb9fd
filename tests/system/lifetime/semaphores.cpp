// Semaphores of a parent in a forked child, which may come amid a call of another thread.
#include <CL/cl_ext.h>

#include <atomic>
#include <thread>
#include <vector>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

template <class Function>
Function find_function(const char* name) {
  return reinterpret_cast<Function>(
      clGetExtensionFunctionAddressForPlatform(find_platform(), name));
}

struct SemaphoreCalls {
  clCreateSemaphoreWithPropertiesKHR_fn create =
      find_function<decltype(create)>("clCreateSemaphoreWithPropertiesKHR");
  clEnqueueWaitSemaphoresKHR_fn wait = find_function<decltype(wait)>("clEnqueueWaitSemaphoresKHR");
  clEnqueueSignalSemaphoresKHR_fn signal =
      find_function<decltype(signal)>("clEnqueueSignalSemaphoresKHR");
  clGetSemaphoreInfoKHR_fn info = find_function<decltype(info)>("clGetSemaphoreInfoKHR");
  clReleaseSemaphoreKHR_fn release = find_function<decltype(release)>("clReleaseSemaphoreKHR");
};

/// Every call comes back: with an error where it would have to wait or to signal.
int use_semaphores_in_child(Session& session, const SemaphoreCalls& calls,
                            const std::vector<cl_semaphore_khr>& of_parent) {
  const auto is_refused = [](cl_int code, const char* call) {
    require(code == CL_OUT_OF_RESOURCES, call, std::to_string(code));
  };
  for (cl_semaphore_khr semaphore : of_parent) {
    is_refused(calls.wait(session.queue, 1, &semaphore, nullptr, 0, nullptr, nullptr),
               "to wait in a child gives");
    is_refused(calls.signal(session.queue, 1, &semaphore, nullptr, 0, nullptr, nullptr),
               "to signal in a child gives");
    cl_semaphore_payload_khr payload = 0;
    is_refused(calls.info(semaphore, CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload, &payload, nullptr),
               "the payload in a child is");
    cl_context context = nullptr;
    check(calls.info(semaphore, CL_SEMAPHORE_CONTEXT_KHR, sizeof context, &context, nullptr),
          "clGetSemaphoreInfoKHR");
    check(calls.release(semaphore), "clReleaseSemaphoreKHR");
  }
  session.release();
  return 0;
}

}  // namespace

int fork_while_threads_signal() {
  Session session;
  session.compute();
  const SemaphoreCalls calls;
  const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                              0};
  std::vector<cl_semaphore_khr> semaphores;
  for (int i = 0; i < 3; ++i) {
    cl_int error = CL_SUCCESS;
    semaphores.push_back(calls.create(session.context, list, &error));
    check(error, "clCreateSemaphoreWithPropertiesKHR");
  }
  std::atomic<bool> enough{false};
  std::vector<std::thread> threads;
  for (cl_semaphore_khr semaphore : semaphores) {
    threads.emplace_back([&, semaphore] {
      while (!enough) {
        check(calls.signal(session.queue, 1, &semaphore, nullptr, 0, nullptr, nullptr),
              "clEnqueueSignalSemaphoresKHR");
        check(calls.wait(session.queue, 1, &semaphore, nullptr, 0, nullptr, nullptr),
              "clEnqueueWaitSemaphoresKHR");
      }
    });
  }
  for (int child = 0; child < 25; ++child) {
    const int code =
        exit_code_of_child([&] { return use_semaphores_in_child(session, calls, semaphores); });
    require(code == 0, "a child fails with", std::to_string(code));
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  session.compute();
  for (cl_semaphore_khr semaphore : semaphores) {
    check(calls.release(semaphore), "clReleaseSemaphoreKHR");
  }
  return 0;
}

}  // namespace cleave::test::lifetime
