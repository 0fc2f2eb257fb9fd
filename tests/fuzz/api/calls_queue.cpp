// Command-queues, events, markers and barriers: 5.1, 5.11, 5.12 and 5.15.
#include <CL/cl_ext.h>

#include "calls.h"

namespace cleave::test::fuzz::api {
namespace {

std::vector<cl_queue_properties> device_queue_properties(Random& random) {
  constexpr cl_uint sizes[] = {1 << 20, 1 << 14, 124, 64 << 20, 1U << 31};
  cl_queue_properties bits = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if (random.chance(50)) bits |= CL_QUEUE_ON_DEVICE_DEFAULT;
  if (random.chance(30)) bits |= CL_QUEUE_PROFILING_ENABLE;
  std::vector<cl_queue_properties> list = {CL_QUEUE_PROPERTIES, bits};
  if (random.chance(30)) list.insert(list.end(), {CL_QUEUE_SIZE, random.pick(sizes)});
  list.push_back(0);
  return list;
}

std::vector<cl_queue_properties> queue_properties(Random& random) {
  const cl_queue_properties bits[] = {
      0,
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
      CL_QUEUE_PROFILING_ENABLE,
      CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
      CL_QUEUE_ON_DEVICE,
      random.next()};
  std::vector<cl_queue_properties> list;
  if (random.chance(12)) return device_queue_properties(random);
  if (random.chance(80)) {
    list.insert(list.end(), {CL_QUEUE_PROPERTIES, bits[random.below(random.chance(90) ? 4 : 6)]});
  }
  if (random.chance(15)) {
    list.insert(list.end(), {CL_QUEUE_FAMILY_INTEL, random.below(4)});
    list.insert(list.end(), {CL_QUEUE_INDEX_INTEL, random.below(3)});
  }
  if (random.chance(20)) {
    list.insert(list.end(),
                {CL_QUEUE_PRIORITY_KHR, random.chance(95) ? 1U << random.below(3) : random.next()});
  }
  if (random.chance(4)) list.insert(list.end(), {CL_QUEUE_SIZE, 64});
  if (random.chance(4)) list.insert(list.end(), {random.next() | 1, 0});
  list.push_back(0);
  return list;
}

void create_queue(Caller& caller) {
  if (!caller.world.may_make(Kind::queue)) return;
  Random& random = caller.random;
  const auto device = caller.device();
  const auto context = caller.object<cl_context>();
  Created<cl_command_queue> made;
  if (random.chance(30)) {
    const cl_command_queue_properties bits = random.chance(90) ? random.below(4) : random.next();
    made = FUZZ_CREATE(caller, clCreateCommandQueue, context, device, bits);
  } else {
    const auto list = queue_properties(random);
    const cl_queue_properties* const properties = random.chance(80) ? list.data() : nullptr;
    made = random.chance(80) ? FUZZ_CREATE(caller, clCreateCommandQueueWithProperties, context,
                                           device, properties)
                             : FUZZ_EXTENSION_CREATE(caller, clCreateCommandQueueWithPropertiesKHR,
                                                     context, device, properties);
  }
  if (made.handle != nullptr) caller.world.add(Kind::queue, made.handle, context);
}

void flush(Caller& caller) {
  const auto queue = caller.object<cl_command_queue>();
  FUZZ_CALL(caller, clFlush, queue);
}

void finish(Caller& caller) {
  caller.may_block();
  const auto queue = caller.object<cl_command_queue>();
  FUZZ_CALL(caller, clFinish, queue);
}

void set_queue(Caller& caller) {
  cl_command_queue_properties before = 0;
  const auto queue = caller.object<cl_command_queue>();
  FUZZ_CALL(caller, clSetCommandQueueProperty, queue, caller.random.below(4), CL_TRUE, &before);
}

void set_default_queue(Caller& caller) {
  const auto queue = caller.object<cl_command_queue>();
  const auto context = caller.random.chance(80)
                           ? static_cast<cl_context>(context_of(caller, Kind::queue, queue))
                           : caller.object<cl_context>();
  const auto device = caller.device();
  FUZZ_CALL(caller, clSetDefaultDeviceCommandQueue, context, device, queue);
}

void create_user_event(Caller& caller) {
  if (!caller.world.may_make(Kind::event)) return;
  const auto context = caller.object<cl_context>();
  const auto made = FUZZ_CREATE(caller, clCreateUserEvent, context);
  if (made.handle == nullptr) return;
  caller.world.add_gate(made.handle, caller.random.chance(70) ? CL_COMPLETE : -1);
  caller.world.add(Kind::event, made.handle, context);
}

void set_user_event(Caller& caller) {
  const cl_int statuses[] = {CL_COMPLETE, CL_COMPLETE, -1, -1000, CL_RUNNING, CL_SUBMITTED, 77};
  const auto event = caller.object<cl_event>();
  const cl_int status = caller.random.pick(statuses);
  if (status > CL_COMPLETE) caller.must_fail();
  FUZZ_CALL(caller, clSetUserEventStatus, event, status);
}

void wait_for_events(Caller& caller) {
  Shared* context = caller.some_context();
  cl_event events[3];
  const cl_uint count = 1 + caller.random.below(3);
  for (cl_uint i = 0; i < count; ++i) {
    events[i] = caller.object<cl_event>(context == nullptr ? nullptr : context->context);
  }
  caller.may_block();
  const bool is_given = caller.random.chance(95);
  if (!is_given) caller.must_fail();
  FUZZ_CALL(caller, clWaitForEvents, is_given ? count : caller.random.below(2),
            is_given ? events : nullptr);
}

void set_event_callback(Caller& caller) {
  Notice& notice = caller.world.make_notice("the callback of an event");
  const cl_int steps[] = {CL_COMPLETE,  CL_COMPLETE, CL_COMPLETE, CL_RUNNING,
                          CL_SUBMITTED, CL_QUEUED,   -1,          4};
  notice.status = caller.random.pick(steps);
  const auto event = caller.object<cl_event>();
  const bool has_function = caller.random.chance(95);
  if (!has_function) caller.must_fail();
  const cl_int code = FUZZ_CALL(caller, clSetEventCallback, event, notice.status,
                                has_function ? on_event : nullptr, &notice);
  notice.is_expected = code == CL_SUCCESS;
}

void enqueue_marker(Caller& caller) {
  const auto queue = caller.object<cl_command_queue>();
  void* context = context_of(caller, Kind::queue, queue);
  const WaitList after(caller, context);
  EventPlace event(caller, context);
  if (caller.random.chance(50)) {
    event.keep(FUZZ_CALL(caller, clEnqueueMarkerWithWaitList, queue, after.count, after.list(),
                         event.place()));
  } else {
    event.keep(FUZZ_CALL(caller, clEnqueueBarrierWithWaitList, queue, after.count, after.list(),
                         event.place()));
  }
}

void enqueue_deprecated(Caller& caller) {
  const auto queue = caller.object<cl_command_queue>();
  void* context = context_of(caller, Kind::queue, queue);
  switch (caller.random.below(3)) {
    case 0: {
      EventPlace event(caller, context);
      event.keep(FUZZ_CALL(caller, clEnqueueMarker, queue, event.place()));
      break;
    }
    case 1:
      FUZZ_CALL(caller, clEnqueueBarrier, queue);
      break;
    default: {
      const WaitList after(caller, context);
      if (after.count == 0) caller.must_fail();
      FUZZ_CALL(caller, clEnqueueWaitForEvents, queue, after.count, after.list());
    }
  }
}

constexpr Action actions[] = {
    {7, create_queue},
    {4, flush},
    {2, finish},
    {1, set_queue},
    {2, set_default_queue},
    {6, create_user_event},
    {7, set_user_event},
    {3, wait_for_events},
    {6, set_event_callback},
    {8, enqueue_marker},
    {3, enqueue_deprecated},
};

}  // namespace

std::span<const Action> queue_actions() {
  return actions;
}

}  // namespace cleave::test::fuzz::api
