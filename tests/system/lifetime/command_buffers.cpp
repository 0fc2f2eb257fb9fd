// Command-buffers of a parent in a forked child, which may come amid a call of another thread.
#include <atomic>
#include <thread>
#include <vector>

#include "scenario.h"
#include "session.h"
#include "src/support/mutable_dispatch_cl.h"
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
  cl_int(CL_API_CALL* launch)(
      Handle, cl_command_queue, const cl_command_properties_khr*, cl_kernel, cl_uint, const size_t*,
      const size_t*, const size_t*, cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
      cl_mutable_command_khr*) = find<decltype(launch)>("clCommandNDRangeKernelKHR");
  cl_int(CL_API_CALL* update)(Handle, cl_uint, const cl_uint*,
                              const void**) = find<decltype(update)>("clUpdateMutableCommandsKHR");
  cl_int(CL_API_CALL* command_info)(cl_mutable_command_khr, cl_mutable_command_info_khr, size_t,
                                    void*, size_t*) =
      find<decltype(command_info)>("clGetMutableCommandInfoKHR");
};

/// A launch of no work-items that other threads change.
struct Changed {
  Changed(const Functions& of, const Session& session) : functions(of) {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                     CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    cl_int error = CL_SUCCESS;
    buffer = functions.create(1, &session.queue, list, &error);
    check(error, "clCreateCommandBufferKHR");
    memory = session.make_buffer(64);
    check(clSetKernelArg(session.square, 0, sizeof memory, &memory), "clSetKernelArg");
    check(functions.launch(buffer, nullptr, nullptr, session.square, 1, nullptr, &none, nullptr, 0,
                           nullptr, nullptr, &command),
          "clCommandNDRangeKernelKHR");
    check(functions.finalize(buffer), "clFinalizeCommandBufferKHR");
  }
  void release() const {
    check(functions.release(buffer), "clReleaseCommandBufferKHR");
    check(clReleaseMemObject(memory), "clReleaseMemObject");
  }
  [[nodiscard]] cl_int change() const {
    support::MutableDispatchConfig config = {};
    config.command = command;
    config.global_work_offset = &none;
    const cl_uint type = support::mutable_dispatch_config_type;
    const void* configs[] = {&config};
    return functions.update(buffer, 1, &type, configs);
  }
  const Functions& functions;
  const size_t none = 0;
  cl_mem memory = nullptr;
  Handle buffer = nullptr;
  cl_mutable_command_khr command = nullptr;
};

Handle create(const Functions& functions, cl_command_queue queue) {
  cl_int error = CL_SUCCESS;
  const Handle made = functions.create(1, &queue, nullptr, &error);
  check(error, "clCreateCommandBufferKHR");
  return made;
}

/// Every call comes back: with an error where it would have to compute.
int use_in_child(Session& session, const Functions& functions, Handle recorded, Handle finalized,
                 const Changed& changed) {
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
  is_refused(changed.change(), "an update in a child gives");
  size_t size = 0;
  is_refused(functions.command_info(changed.command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR,
                                    sizeof size, &size, nullptr),
             "a size in a child is");
  changed.release();
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
  const Changed changed(functions, session);
  std::atomic<bool> enough{false};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      while (!enough) {
        check(functions.barrier(recorded, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
              "clCommandBarrierWithWaitListKHR");
        check(functions.enqueue(0, nullptr, finalized, 0, nullptr, nullptr),
              "clEnqueueCommandBufferKHR");
        check(changed.change(), "clUpdateMutableCommandsKHR");
      }
    });
  }
  for (int child = 0; child < 25; ++child) {
    const int code = exit_code_of_child(
        [&] { return use_in_child(session, functions, recorded, finalized, changed); });
    require(code == 0, "a child fails with", std::to_string(code));
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  check(functions.finalize(recorded), "clFinalizeCommandBufferKHR");
  check(functions.enqueue(0, nullptr, recorded, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
  changed.release();
  for (Handle buffer : {recorded, finalized}) {
    check(functions.release(buffer), "clReleaseCommandBufferKHR");
  }
  session.compute();
  return 0;
}

}  // namespace cleave::test::lifetime
