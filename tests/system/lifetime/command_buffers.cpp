// Command-buffers of a parent in a forked child, which may come amid a call of another thread.
#include <atomic>
#include <thread>
#include <vector>

#include "scenario.h"
#include "session.h"
#include "src/support/command_buffer_cl.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

using Handle = cl_command_buffer_khr;

template <class Function>
Function find(const char* name) {
  return reinterpret_cast<Function>(
      clGetExtensionFunctionAddressForPlatform(find_platform(), name));
}

struct Functions {
  Handle(CL_API_CALL* create)(cl_uint, const cl_command_queue*,
                              const cl_command_buffer_properties_khr*,
                              cl_int*) = find<decltype(create)>("clCreateCommandBufferKHR");
  cl_int(CL_API_CALL* release)(Handle) = find<decltype(release)>("clReleaseCommandBufferKHR");
  cl_int(CL_API_CALL* finalize)(Handle) = find<decltype(finalize)>("clFinalizeCommandBufferKHR");
  cl_int(CL_API_CALL* enqueue)(cl_uint, cl_command_queue*, Handle, cl_uint, const cl_event*,
                               cl_event*) = find<decltype(enqueue)>("clEnqueueCommandBufferKHR");
  cl_int(CL_API_CALL* info)(Handle, cl_command_buffer_info_khr, size_t, void*,
                            size_t*) = find<decltype(info)>("clGetCommandBufferInfoKHR");
  cl_int(CL_API_CALL* barrier)(Handle, cl_command_queue, const cl_command_properties_khr*, cl_uint,
                               const cl_sync_point_khr*, cl_sync_point_khr*,
                               cl_mutable_command_khr*) =
      find<decltype(barrier)>("clCommandBarrierWithWaitListKHR");
};

Handle create(const Functions& functions, cl_command_queue queue) {
  cl_int error = CL_SUCCESS;
  const Handle made = functions.create(1, &queue, nullptr, &error);
  check(error, "clCreateCommandBufferKHR");
  return made;
}

/// Every call comes back: with an error where it would have to compute.
int use_in_child(Session& session, const Functions& functions, Handle recorded, Handle finalized) {
  const auto is_refused = [](cl_int code, const char* call) {
    require(code == CL_OUT_OF_RESOURCES, call, std::to_string(code));
  };
  is_refused(functions.barrier(recorded, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
             "to record in a child gives");
  is_refused(functions.finalize(recorded), "to finalize in a child gives");
  is_refused(functions.enqueue(0, nullptr, finalized, 0, nullptr, nullptr),
             "to enqueue in a child gives");
  cl_command_buffer_state_khr state = 0;
  is_refused(functions.info(recorded, CL_COMMAND_BUFFER_STATE_KHR, sizeof state, &state, nullptr),
             "the state in a child is");
  cl_int error = CL_SUCCESS;
  require(functions.create(1, &session.queue, nullptr, &error) == nullptr &&
              error == CL_OUT_OF_RESOURCES,
          "a command-buffer in a child");
  cl_uint queues = 0;
  check(functions.info(recorded, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof queues, &queues, nullptr),
        "clGetCommandBufferInfoKHR");
  check(functions.release(recorded), "clReleaseCommandBufferKHR");
  check(functions.release(finalized), "clReleaseCommandBufferKHR");
  session.release();
  return 0;
}

}  // namespace

int fork_while_threads_record() {
  Session session;
  session.compute();
  const Functions functions;
  const Handle recorded = create(functions, session.queue);
  const Handle finalized = create(functions, session.queue);
  check(functions.barrier(finalized, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
        "clCommandBarrierWithWaitListKHR");
  check(functions.finalize(finalized), "clFinalizeCommandBufferKHR");
  std::atomic<bool> enough{false};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      while (!enough) {
        check(functions.barrier(recorded, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
              "clCommandBarrierWithWaitListKHR");
        check(functions.enqueue(0, nullptr, finalized, 0, nullptr, nullptr),
              "clEnqueueCommandBufferKHR");
      }
    });
  }
  for (int child = 0; child < 25; ++child) {
    const int code =
        exit_code_of_child([&] { return use_in_child(session, functions, recorded, finalized); });
    require(code == 0, "a child fails with", std::to_string(code));
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  check(functions.finalize(recorded), "clFinalizeCommandBufferKHR");
  check(functions.enqueue(0, nullptr, recorded, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
  check(functions.release(recorded), "clReleaseCommandBufferKHR");
  check(functions.release(finalized), "clReleaseCommandBufferKHR");
  session.compute();
  return 0;
}

}  // namespace cleave::test::lifetime
