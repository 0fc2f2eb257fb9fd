// cl_khr_semaphore: semaphores as objects, their queries, and what their calls refuse.
#include <cstdlib>

#include "support/reported.h"
#include "support/semaphore_fixture.h"

namespace cleave::test {
namespace {

// Before the first call of OpenCL, which reads it.
[[maybe_unused]] const int topology = setenv("CLEAVE_TOPOLOGY", "core:4 pu:1", 1);

using Properties = std::vector<cl_semaphore_properties_khr>;

cl_semaphore_properties_khr value(cl_device_id device) {
  return reinterpret_cast<cl_semaphore_properties_khr>(device);
}

/// Properties with a list of devices.
Properties for_devices(const std::vector<cl_device_id>& devices) {
  Properties list = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                     CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR};
  for (cl_device_id device : devices) list.push_back(value(device));
  list.insert(list.end(), {CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR, 0});
  return list;
}

cl_int creation(cl_context context, const Properties& properties) {
  return error_of([&](cl_int* error) {
    const auto made =
        semaphores().create(context, properties.empty() ? nullptr : properties.data(), error);
    if (made != nullptr) EXPECT_EQ(CL_SUCCESS, semaphores().release(made));
    return made;
  });
}

TEST_F(Semaphores, AreReported) {
  expect_reported(device_, "cl_khr_semaphore", CL_MAKE_VERSION(1, 0, 1));
}

// "It is mandatory to support CL_SEMAPHORE_TYPE_BINARY_KHR."
TEST_F(Semaphores, OfPlatformAndDevicesAreBinary) {
  const std::vector<cl_semaphore_type_khr> types = {CL_SEMAPHORE_TYPE_BINARY_KHR};
  EXPECT_EQ(types, list_of<cl_semaphore_type_khr>([&](size_t size, void* value, size_t* returned) {
              return clGetDeviceInfo(device_, CL_DEVICE_SEMAPHORE_TYPES_KHR, size, value, returned);
            }));
  EXPECT_EQ(types, list_of<cl_semaphore_type_khr>([](size_t size, void* value, size_t* returned) {
              return clGetPlatformInfo(find_platform(), CL_PLATFORM_SEMAPHORE_TYPES_KHR, size,
                                       value, returned);
            }));
}

// "clCreateSemaphoreWithPropertiesKHR returns a valid semaphore object in an un-signaled state".
TEST_F(Semaphores, BeginUnsignalled) {
  EXPECT_EQ(0U, payload_of(semaphore_));
}

// "The implementation must return the values specified in the properties argument in the same order
// and without including additional properties."
TEST_F(Semaphores, TellTheirContextTypeAndProperties) {
  EXPECT_EQ(static_cast<cl_context>(context_),
            value_of<cl_context>(query(semaphore_, CL_SEMAPHORE_CONTEXT_KHR)));
  EXPECT_EQ(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR},
            value_of<cl_semaphore_type_khr>(query(semaphore_, CL_SEMAPHORE_TYPE_KHR)));
  EXPECT_EQ(Properties(std::begin(binary), std::end(binary)),
            list_of<cl_semaphore_properties_khr>(query(semaphore_, CL_SEMAPHORE_PROPERTIES_KHR)));
  const Properties other_order = {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                  value(device_),
                                  CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
                                  CL_SEMAPHORE_TYPE_KHR,
                                  CL_SEMAPHORE_TYPE_BINARY_KHR,
                                  0};
  const Semaphore made(semaphores().create(context_, other_order.data(), nullptr));
  EXPECT_EQ(other_order,
            list_of<cl_semaphore_properties_khr>(query(made, CL_SEMAPHORE_PROPERTIES_KHR)));
}

// "If CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is not specified as part of sema_props, the semaphore
// object … is by default associated with all devices in the context."
TEST_F(Semaphores, TellTheirDevices) {
  const std::vector<Device> parts = make_parts();
  const auto devices_of = [](cl_semaphore_khr semaphore) {
    return list_of<cl_device_id>(query(semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR));
  };
  EXPECT_EQ(std::vector<cl_device_id>{device_}, devices_of(semaphore_));
  // A part of a device of the context is one too (cl_ext_device_fission).
  const Semaphore of_part = make_semaphore(context_, parts[1]);
  EXPECT_EQ(std::vector<cl_device_id>{parts[1]}, devices_of(of_part));
  const Context several = make_context({parts[0], parts[1]});
  const Semaphore of_one = make_semaphore(several, parts[0]);
  EXPECT_EQ(std::vector<cl_device_id>{parts[0]}, devices_of(of_one));
}

TEST_F(Semaphores, CountTheirReferences) {
  const auto references = [&] {
    return value_of<cl_uint>(query(semaphore_, CL_SEMAPHORE_REFERENCE_COUNT_KHR));
  };
  EXPECT_EQ(1U, references());
  EXPECT_EQ(CL_SUCCESS, semaphores().retain(semaphore_));
  EXPECT_EQ(2U, references());
  EXPECT_EQ(CL_SUCCESS, semaphores().release(semaphore_));
  EXPECT_EQ(1U, references());
}

/// Every call with a handle that is none.
void expect_invalid(cl_command_queue queue, cl_semaphore_khr bad) {
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, semaphores().retain(bad));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, semaphores().release(bad));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR,
            semaphores().info(bad, CL_SEMAPHORE_TYPE_KHR, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR,
            semaphores().wait(queue, 1, &bad, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR,
            semaphores().signal(queue, 1, &bad, nullptr, 0, nullptr, nullptr));
}

TEST_F(Semaphores, AreInvalidWhereTheHandleIsNone) {
  expect_invalid(queue_, nullptr);
  expect_invalid(queue_, reinterpret_cast<cl_semaphore_khr>(static_cast<cl_command_queue>(queue_)));
  int host = 0;
  expect_invalid(queue_, reinterpret_cast<cl_semaphore_khr>(&host));
}

TEST_F(Semaphores, AreInvalidOnceTheyAreReleased) {
  const cl_semaphore_khr handle = semaphore_;
  semaphore_ = Semaphore();
  expect_invalid(queue_, handle);
}

// "CL_INVALID_CONTEXT if context is not a valid context."
TEST_F(Semaphores, AreMadeInAContext) {
  EXPECT_EQ(CL_INVALID_CONTEXT, creation(nullptr, {std::begin(binary), std::end(binary)}));
  auto* const queue = reinterpret_cast<cl_context>(static_cast<cl_command_queue>(queue_));
  EXPECT_EQ(CL_INVALID_CONTEXT, creation(queue, {std::begin(binary), std::end(binary)}));
}

// "CL_INVALID_VALUE if sema_props is NULL, or if sema_props do not specify <property, value> pairs
// for minimum set of properties (i.e. CL_SEMAPHORE_TYPE_KHR)".
TEST_F(Semaphores, NeedAType) {
  EXPECT_EQ(CL_INVALID_VALUE, creation(context_, {}));
  EXPECT_EQ(CL_INVALID_VALUE, creation(context_, {0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            creation(context_, {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, value(device_),
                                CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR, 0}));
}

// "CL_INVALID_PROPERTY if a property name in sema_props is not a supported property name, if the
// value specified for a supported property name is not valid, or if the same property name is
// specified more than once."
TEST_F(Semaphores, BadPropertiesAreInvalidProperty) {
  const auto with = [](Properties more) {
    Properties list = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
    list.insert(list.end(), more.begin(), more.end());
    list.push_back(0);
    return list;
  };
  EXPECT_EQ(CL_INVALID_PROPERTY, creation(context_, with({CL_QUEUE_PROPERTIES, 0})));
  // cl_khr_external_semaphore, which is not reported.
  EXPECT_EQ(CL_INVALID_PROPERTY,
            creation(context_, with({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 0})));
  EXPECT_EQ(CL_INVALID_PROPERTY, creation(context_, {CL_SEMAPHORE_TYPE_KHR, 0, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, creation(context_, {CL_SEMAPHORE_TYPE_KHR, 2, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY,
            creation(context_, with({CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR})));
  Properties twice = for_devices({device_});
  twice.pop_back();
  twice.insert(twice.end(), {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, value(device_),
                             CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR, 0});
  EXPECT_EQ(CL_INVALID_PROPERTY, creation(context_, twice));
}

// "CL_INVALID_PROPERTY … if context is a multiple device context and sema_props does not specify
// CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR."
TEST_F(Semaphores, OfSeveralDevicesNeedAList) {
  const std::vector<Device> parts = make_parts();
  const Context several = make_context({parts[0], parts[1]});
  EXPECT_EQ(CL_INVALID_PROPERTY, creation(several, {std::begin(binary), std::end(binary)}));
  EXPECT_EQ(CL_SUCCESS, creation(several, for_devices({parts[1]})));
}

// "CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is specified …, but it does not identify
// exactly one valid device; or if a device identified by [it] is not one of the devices within
// context."
TEST_F(Semaphores, AreForOneDeviceOfTheirContext) {
  const std::vector<Device> parts = make_parts();
  const Context of_part = make_context({parts[0]});
  EXPECT_EQ(CL_INVALID_DEVICE, creation(context_, for_devices({})));
  EXPECT_EQ(CL_INVALID_DEVICE, creation(context_, for_devices({device_, parts[0]})));
  EXPECT_EQ(CL_INVALID_DEVICE, creation(context_, for_devices({device_, device_})));
  EXPECT_EQ(CL_INVALID_DEVICE, creation(context_, for_devices({reinterpret_cast<cl_device_id>(
                                                      static_cast<cl_command_queue>(queue_))})));
  EXPECT_EQ(CL_INVALID_DEVICE, creation(of_part, for_devices({device_})));
  EXPECT_EQ(CL_INVALID_DEVICE, creation(of_part, for_devices({parts[1]})));
}

// "CL_INVALID_VALUE if param_name is not one of the supported values, or if the size in bytes
// specified by param_value_size is less than size of the return type … and param_value is not NULL."
TEST_F(Semaphores, QueriesOfOtherNamesAndTooSmallAreInvalidValue) {
  cl_semaphore_payload_khr value = 4711;
  EXPECT_EQ(CL_INVALID_VALUE,
            semaphores().info(semaphore_, CL_QUEUE_CONTEXT, sizeof value, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, semaphores().info(semaphore_, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
                                                sizeof value, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, semaphores().info(semaphore_, CL_SEMAPHORE_PAYLOAD_KHR,
                                                sizeof value - 1, &value, nullptr));
  EXPECT_EQ(4711U, value);
}

// "CL_INVALID_VALUE if num_sema_objects is 0."
TEST_F(Semaphores, CommandsNameOne) {
  const cl_semaphore_khr list[] = {semaphore_};
  for (const auto call : both_calls()) {
    EXPECT_EQ(CL_INVALID_VALUE, call(queue_, 0, list, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue_, 0, nullptr, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue_, 1, nullptr, nullptr, 0, nullptr, nullptr));
  }
  EXPECT_EQ(0U, payload_of(semaphore_));
}

// "CL_INVALID_SEMAPHORE_KHR if any of the semaphore objects specified by sema_objects is not valid."
// None of the others is signalled, or waited for.
TEST_F(Semaphores, CommandsNameValidOnes) {
  const cl_semaphore_khr list[] = {semaphore_, nullptr};
  cl_event event = nullptr;
  for (const auto call : both_calls()) {
    EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, call(queue_, 2, list, nullptr, 0, nullptr, &event));
    EXPECT_EQ(nullptr, event);
  }
  EXPECT_EQ(0U, payload_of(semaphore_));
  wait(enqueue_signal(queue_, semaphore_));
  EXPECT_EQ(1U, payload_of(semaphore_));
}

// "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue".
TEST_F(Semaphores, CommandsNeedAQueueOfTheHost) {
  const cl_semaphore_khr list[] = {semaphore_};
  const Queue on_device = make_queue(CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (const auto call : both_calls()) {
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(nullptr, 1, list, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(on_device, 1, list, nullptr, 0, nullptr, nullptr));
  }
}

// "CL_INVALID_COMMAND_QUEUE … if the device associated with command_queue is not same as one of the
// devices specified by CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR … or if one or more of sema_objects
// belong to a context that does not contain a device associated with command_queue."
TEST_F(Semaphores, CommandsNeedAQueueOfTheirDevice) {
  const std::vector<Device> parts = make_parts();
  const Context several = make_context({parts[0], parts[1]});
  const Queue of_first = make_queue_on(several, parts[0]);
  const Queue of_second = make_queue_on(several, parts[1]);
  const Semaphore first = make_semaphore(several, parts[0]);
  const cl_semaphore_khr list[] = {first};
  for (const auto call : both_calls()) {
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(of_second, 1, list, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(queue_, 1, list, nullptr, 0, nullptr, nullptr));
  }
  wait(enqueue_signal(of_first, first));
  wait(enqueue_wait(of_first, first));
}

// "CL_INVALID_CONTEXT if the context associated with command_queue and any of the semaphore objects
// in sema_objects are not the same, or if the context associated with command_queue and that
// associated with events in event_wait_list are not the same."
TEST_F(Semaphores, CommandsNeedAQueueAndEventsOfTheirContext) {
  const Context other = make_context({device_});
  const Queue queue = make_queue_on(other, device_);
  cl_int error = 1;
  const Event event(clCreateUserEvent(other, &error));
  const cl_event events[] = {event};
  const cl_semaphore_khr list[] = {semaphore_};
  for (const auto call : both_calls()) {
    EXPECT_EQ(CL_INVALID_CONTEXT, call(queue, 1, list, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_CONTEXT, call(queue_, 1, list, nullptr, 1, events, nullptr));
  }
  EXPECT_EQ(0U, payload_of(semaphore_));
}

// "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list is not 0, or if
// event_wait_list is not NULL and num_events_in_wait_list is 0, or if event objects in
// event_wait_list are not valid events."
TEST_F(Semaphores, WaitListsAreChecked) {
  const Event event = make_user_event();
  const cl_event events[] = {event, nullptr};
  const cl_semaphore_khr list[] = {semaphore_};
  for (const auto call : both_calls()) {
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, call(queue_, 1, list, nullptr, 1, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, call(queue_, 1, list, nullptr, 0, events, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, call(queue_, 1, list, nullptr, 2, events, nullptr));
  }
}

// "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events in
// event_wait_list is a negative integer value."
TEST_F(Semaphores, CommandsAreRefusedAfterEventsThatHaveFailed) {
  const Event event = make_user_event();
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(event, -7));
  const cl_event events[] = {event};
  const cl_semaphore_khr list[] = {semaphore_};
  for (const auto call : both_calls()) {
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
              call(queue_, 1, list, nullptr, 1, events, nullptr));
  }
  EXPECT_EQ(0U, payload_of(semaphore_));
}

}  // namespace
}  // namespace cleave::test
