// cl_khr_command_buffer: command-buffers as objects, their queries, and how they are finalized and
// enqueued.
#include <array>

#include "src/support/multi_device_cl.h"
#include "src/support/mutable_dispatch_cl.h"
#include "support/command_buffers.h"
#include "support/notified.h"
#include "support/reported.h"

namespace cleave::test {
namespace {

using Properties = std::vector<cl_command_buffer_properties_khr>;

class CommandBuffers : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    buffer_ = make_command_buffer(queue_);
  }

  template <class T>
  [[nodiscard]] T of_device(cl_device_info name) const {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    });
  }
  [[nodiscard]] static auto query(cl_command_buffer_khr buffer, cl_command_buffer_info_khr name) {
    return [=](size_t size, void* value, size_t* returned) {
      return command_buffers().info(buffer, name, size, value, returned);
    };
  }
  [[nodiscard]] static cl_command_buffer_state_khr state_of(cl_command_buffer_khr buffer) {
    return value_of<cl_command_buffer_state_khr>(query(buffer, CL_COMMAND_BUFFER_STATE_KHR));
  }
  [[nodiscard]] static cl_uint references(cl_command_buffer_khr buffer) {
    return value_of<cl_uint>(query(buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR));
  }
  [[nodiscard]] static cl_int creation(cl_uint count, const cl_command_queue* queues,
                                       const Properties& properties = {}) {
    return error_of([&](cl_int* error) {
      const auto made = command_buffers().create(
          count, queues, properties.empty() ? nullptr : properties.data(), error);
      if (made != nullptr) EXPECT_EQ(CL_SUCCESS, command_buffers().release(made));
      return made;
    });
  }
  [[nodiscard]] cl_int creation(const Properties& properties) {
    const cl_command_queue queue = queue_;
    return creation(1, &queue, properties);
  }
  /// Enqueues on one queue, or on those of the buffer.
  [[nodiscard]] cl_int enqueue_on(cl_command_queue queue) const {
    return command_buffers().enqueue(1, &queue, buffer_, 0, nullptr, nullptr);
  }
  void finalize() const { ASSERT_EQ(CL_SUCCESS, command_buffers().finalize(buffer_)); }
  [[nodiscard]] cl_event marker() const {
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue_, 0, nullptr, &event));
    return event;
  }
  [[nodiscard]] Queue device_queue() const {
    return make_queue(CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }

  CommandBuffer buffer_;
};

TEST_F(CommandBuffers, AreReported) {
  expect_reported(device_, "cl_khr_command_buffer", CL_MAKE_VERSION(1, 0, 0));
}

// "CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR": kernels of command-buffers may print and enqueue
// kernels.
TEST_F(CommandBuffers, DevicesTellWhatTheyMayHold) {
  const cl_device_command_buffer_capabilities_khr of_several_queues =
      offers_several_queues() ? CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR : 0;
  EXPECT_EQ(
      cl_device_command_buffer_capabilities_khr{
          CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
          CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
          CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR} |
          of_several_queues,
      of_device<cl_device_command_buffer_capabilities_khr>(
          CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR));
}

TEST_F(CommandBuffers, DevicesTellOnWhichQueuesTheyRun) {
  EXPECT_EQ(0U, of_device<cl_command_queue_properties>(
                    CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR));
  EXPECT_EQ(cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                        CL_QUEUE_PROFILING_ENABLE},
            of_device<cl_command_queue_properties>(
                CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR));
}

// "Upon creation a command-buffer is in the Recording state."
TEST_F(CommandBuffers, BeginInTheStateRecording) {
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_RECORDING_KHR}, state_of(buffer_));
}

// "Executable:: State after command recording has finished with clFinalizeCommandBufferKHR".
TEST_F(CommandBuffers, AreExecutableOnceTheyAreFinalized) {
  finalize();
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state_of(buffer_));
  EXPECT_EQ(CL_SUCCESS, command_buffers().enqueue(0, nullptr, buffer_, 0, nullptr, nullptr));
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state_of(buffer_));
}

TEST_F(CommandBuffers, TellTheirQueuesAndContext) {
  EXPECT_EQ(1U, value_of<cl_uint>(query(buffer_, CL_COMMAND_BUFFER_NUM_QUEUES_KHR)));
  EXPECT_EQ(std::vector<cl_command_queue>{queue_},
            list_of<cl_command_queue>(query(buffer_, CL_COMMAND_BUFFER_QUEUES_KHR)));
  EXPECT_EQ(static_cast<cl_context>(context_),
            value_of<cl_context>(query(buffer_, CL_COMMAND_BUFFER_CONTEXT_KHR)));
}

// "the implementation must return the values specified in the properties argument."
TEST_F(CommandBuffers, TellTheirProperties) {
  const auto list = [](cl_command_buffer_khr buffer) {
    return list_of<cl_command_buffer_properties_khr>(
        query(buffer, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR));
  };
  EXPECT_TRUE(list(buffer_).empty());
  for (const Properties& properties :
       {Properties{0}, Properties{CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}}) {
    const cl_command_queue queue = queue_;
    cl_int error = 1;
    const CommandBuffer made(command_buffers().create(1, &queue, properties.data(), &error));
    ASSERT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(properties, list(made));
  }
}

TEST_F(CommandBuffers, CountTheirReferences) {
  EXPECT_EQ(1U, references(buffer_));
  EXPECT_EQ(CL_SUCCESS, command_buffers().retain(buffer_));
  EXPECT_EQ(2U, references(buffer_));
  EXPECT_EQ(CL_SUCCESS, command_buffers().release(buffer_));
  EXPECT_EQ(1U, references(buffer_));
}

TEST_F(CommandBuffers, AreInvalidOnceTheyAreReleased) {
  CommandBuffer made = make_command_buffer(queue_);
  const cl_command_buffer_khr buffer = made;
  made = CommandBuffer();
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, command_buffers().retain(buffer));
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, command_buffers().release(buffer));
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, command_buffers().finalize(buffer));
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR,
            command_buffers().enqueue(0, nullptr, buffer, 0, nullptr, nullptr));
  cl_uint count = 0;
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR,
            command_buffers().info(buffer, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof count, &count,
                                   nullptr));
}

TEST_F(CommandBuffers, AreInvalidWhereTheHandleIsNone) {
  auto* const queue =
      reinterpret_cast<cl_command_buffer_khr>(static_cast<cl_command_queue>(queue_));
  for (cl_command_buffer_khr bad : {cl_command_buffer_khr{nullptr}, queue}) {
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, command_buffers().retain(bad));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, command_buffers().release(bad));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, command_buffers().finalize(bad));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR,
              command_buffers().enqueue(0, nullptr, bad, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR,
              command_buffers().info(bad, CL_COMMAND_BUFFER_STATE_KHR, 0, nullptr, nullptr));
  }
}

TEST_F(CommandBuffers, QueriesOfOtherNamesAndTooSmallAreInvalidValue) {
  cl_uint value = 4711;
  EXPECT_EQ(CL_INVALID_VALUE,
            command_buffers().info(buffer_, CL_QUEUE_CONTEXT, sizeof value, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, command_buffers().info(buffer_, CL_COMMAND_BUFFER_STATE_KHR,
                                                     sizeof value - 1, &value, nullptr));
  EXPECT_EQ(4711U, value);
}

// "CL_INVALID_VALUE … if the cl_khr_command_buffer_multi_device extension is not supported and
// num_queues is not one", "if queues is NULL."
TEST_F(CommandBuffers, AreMadeForOneQueue) {
  const std::array<cl_command_queue, 2> queues = {queue_, queue_};
  EXPECT_EQ(CL_INVALID_VALUE, creation(0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, creation(0, queues.data()));
  EXPECT_EQ(CL_INVALID_VALUE, creation(1, nullptr));
  EXPECT_EQ(offers_several_queues() ? CL_SUCCESS : CL_INVALID_VALUE, creation(2, queues.data()));
  EXPECT_EQ(CL_SUCCESS, creation(1, queues.data()));
}

// "CL_INVALID_COMMAND_QUEUE if any command-queue in queues is not a valid command-queue."
TEST_F(CommandBuffers, AreMadeForQueuesOfTheHost) {
  const cl_command_queue none = nullptr;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, creation(1, &none));
  const auto buffer = reinterpret_cast<cl_command_queue>(static_cast<cl_context>(context_));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, creation(1, &buffer));
  const Queue on_device = device_queue();
  const cl_command_queue queue = on_device;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, creation(1, &queue));
}

// "CL_INVALID_VALUE if values specified in properties are not valid, or if the same property name
// is specified more than once."
TEST_F(CommandBuffers, BadPropertiesAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, creation({CL_QUEUE_PROPERTIES, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            creation({CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            creation({CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR,
                      CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, creation({CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 3, 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            creation({CL_COMMAND_BUFFER_FLAGS_KHR, ~cl_command_buffer_properties_khr{0}, 0}));
}

// "CL_INVALID_PROPERTY if values specified in properties are valid but are not supported by all the
// devices".
TEST_F(CommandBuffers, FlagsOfOtherExtensionsAreInvalidProperty) {
  EXPECT_EQ(offers_several_queues() ? CL_SUCCESS : CL_INVALID_PROPERTY,
            creation({CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, 0}));
}

// "CL_INVALID_OPERATION if command_buffer is not in the Recording state."
TEST_F(CommandBuffers, AreFinalizedOnce) {
  finalize();
  EXPECT_EQ(CL_INVALID_OPERATION, command_buffers().finalize(buffer_));
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state_of(buffer_));
}

// "CL_INVALID_OPERATION if command_buffer is not in the Executable state."
TEST_F(CommandBuffers, AreEnqueuedOnceTheyAreFinalized) {
  cl_event event = nullptr;
  EXPECT_EQ(CL_INVALID_OPERATION,
            command_buffers().enqueue(0, nullptr, buffer_, 0, nullptr, &event));
  EXPECT_EQ(nullptr, event);
  finalize();
  const Queue queue = make_queue(0);
  EXPECT_EQ(CL_SUCCESS, enqueue_on(queue));
}

// "CL_INVALID_VALUE if queues is NULL and num_queues is > 0, or queues is not NULL and num_queues
// is 0", "if num_queues is > 0 and not the same value as num_queues set on command_buffer
// creation."
TEST_F(CommandBuffers, AreEnqueuedOnAsManyQueues) {
  finalize();
  std::array<cl_command_queue, 2> queues = {queue_, queue_};
  const auto enqueue = [&](cl_uint count, cl_command_queue* list) {
    return command_buffers().enqueue(count, list, buffer_, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(1, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(0, queues.data()));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(2, queues.data()));
  EXPECT_EQ(CL_SUCCESS, enqueue(1, queues.data()));
  EXPECT_EQ(CL_SUCCESS, enqueue(0, nullptr));
}

// "CL_INVALID_COMMAND_QUEUE if any element of queues is not a valid command-queue."
TEST_F(CommandBuffers, AreEnqueuedOnQueues) {
  finalize();
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, enqueue_on(nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            enqueue_on(reinterpret_cast<cl_command_queue>(static_cast<cl_context>(context_))));
}

// "CL_INCOMPATIBLE_COMMAND_QUEUE_KHR if the properties of any command-queue in queues contains a
// property not specified by CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR."
TEST_F(CommandBuffers, QueuesOnTheDeviceAreIncompatible) {
  finalize();
  const Queue on_device = device_queue();
  EXPECT_EQ(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR, enqueue_on(on_device));
}

// "CL_INVALID_CONTEXT if any element of queues does not have the same context as the command-queue
// set on command_buffer creation at the same list index", "if context associated with
// command_buffer and events in event_wait_list are not the same."
TEST_F(CommandBuffers, AreEnqueuedInTheirContext) {
  finalize();
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Queue queue(clCreateCommandQueueWithProperties(other, device_, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_INVALID_CONTEXT, enqueue_on(queue));
  const Event event(clCreateUserEvent(other, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const cl_event list = event;
  EXPECT_EQ(CL_INVALID_CONTEXT, command_buffers().enqueue(0, nullptr, buffer_, 1, &list, nullptr));
}

// "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list > 0, or
// event_wait_list is not NULL and num_events_in_wait_list is 0, or if event objects in
// event_wait_list are not valid events."
TEST_F(CommandBuffers, WaitListsAreChecked) {
  finalize();
  const Event event(marker());
  const cl_event list[] = {event, nullptr};
  const auto enqueue = [&](cl_uint count, const cl_event* events) {
    return command_buffers().enqueue(0, nullptr, buffer_, count, events, nullptr);
  };
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(1, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(0, list));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(2, list));
  EXPECT_EQ(CL_SUCCESS, enqueue(1, list));
}

// 4.4: the context's notification function hears what is wrong, of which call.
using NotifiedOfCommandBuffers = Notified;

TEST_F(NotifiedOfCommandBuffers, ARefusedRecordingIsExplained) {
  const CommandBuffer buffer = make_command_buffer(queue_);
  const Kernel kernel = make_kernel("kernel void k(global int *out) { out[0] = 1; }", "k");
  const size_t items = 1;
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS,
            command_buffers().launch(buffer, nullptr, nullptr, kernel, 1, nullptr, &items, nullptr,
                                     0, nullptr, nullptr, nullptr));
  EXPECT_TRUE(
      heard("clCommandNDRangeKernelKHR: CL_INVALID_KERNEL_ARGS: kernel k: argument 0 (out) "
            "is not set"))
      << heard();
}

TEST_F(NotifiedOfCommandBuffers, AReplayThatFailsIsNamed) {
  const Recorder recorder(queue_);
  recorder.barrier();
  recorder.finalize();
  const Event start = make_user_event();
  const Event event = recorder.enqueue({start});
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, -7));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  EXPECT_TRUE(
      heard("clEnqueueCommandBufferKHR failed after it was enqueued: "
            "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"))
      << heard();
}

}  // namespace
}  // namespace cleave::test
