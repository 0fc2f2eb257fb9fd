// Turns raw handles into objects. Nothing else in Cleave turns a handle into a pointer.
#pragma once

#include <CL/cl.h>

#include <functional>
#include <vector>

#include "model/command/command_buffer.h"
#include "model/command/event.h"
#include "model/command/queue.h"
#include "model/command/semaphore.h"
#include "model/context.h"
#include "model/device.h"
#include "model/memory/memory.h"
#include "model/program/kernel.h"
#include "model/program/program.h"
#include "model/sampler.h"
#include "support/mutable_dispatch_cl.h"
#include "support/result.h"

namespace cleave::api::check {

// The error code that names a bad handle of each kind.
template <class T>
inline constexpr cl_int invalid_handle = CL_INVALID_VALUE;
template <>
inline constexpr cl_int invalid_handle<model::Device> = CL_INVALID_DEVICE;
template <>
inline constexpr cl_int invalid_handle<model::Context> = CL_INVALID_CONTEXT;
template <>
inline constexpr cl_int invalid_handle<model::command::Queue> = CL_INVALID_COMMAND_QUEUE;
template <>
inline constexpr cl_int invalid_handle<model::memory::MemoryObject> = CL_INVALID_MEM_OBJECT;
template <>
inline constexpr cl_int invalid_handle<model::Sampler> = CL_INVALID_SAMPLER;
template <>
inline constexpr cl_int invalid_handle<model::program::Program> = CL_INVALID_PROGRAM;
template <>
inline constexpr cl_int invalid_handle<model::program::Kernel> = CL_INVALID_KERNEL;
template <>
inline constexpr cl_int invalid_handle<model::command::Event> = CL_INVALID_EVENT;
template <>
inline constexpr cl_int invalid_handle<model::command::CommandBuffer> =
    CL_INVALID_COMMAND_BUFFER_KHR;
template <>
inline constexpr cl_int invalid_handle<model::command::MutableCommand> =
    CL_INVALID_MUTABLE_COMMAND_KHR;
template <>
inline constexpr cl_int invalid_handle<model::command::Semaphore> = CL_INVALID_SEMAPHORE_KHR;

/// The live object behind a handle, or the code that says what is wrong. Any pointer may come in:
/// null, released, of another kind, or garbage. Other threads may let go of the object at any time:
/// it is held from here on.
template <class T>
[[nodiscard]] support::Result<support::Ref<T>> object(const void* handle) {
  support::Ref<T> found = T::find(handle);
  if (!found) return support::Status(invalid_handle<T>);
  return found;
}

/// Checks a handle as object() does, for callers that do not use the object.
template <class T>
[[nodiscard]] support::Status is_object(const void* handle) {
  return T::is_live(handle) ? CL_SUCCESS : invalid_handle<T>;
}

/// A queue that takes commands: one on the device is invalid too.
[[nodiscard]] inline support::Result<support::Ref<model::command::Queue>> host_queue(
    cl_command_queue handle) {
  auto queue = object<model::command::Queue>(handle);
  if (queue.ok() && queue.value()->on_device() != nullptr) return CL_INVALID_COMMAND_QUEUE;
  return queue;
}

/// A wait list (5.11): CL_INVALID_EVENT_WAIT_LIST when count and list contradict each other or an
/// event is none, CL_INVALID_CONTEXT when an event belongs to another context.
[[nodiscard]] support::Result<std::vector<support::Ref<model::command::Event>>> wait_list(
    const model::Context& context, cl_uint count, const cl_event* events);

/// True for the devices that a list may name.
using DeviceRule = std::function<bool(const model::Device&)>;

/// The rule of device lists in 5.8: null with zero entries means all there are (and gives an empty
/// list), otherwise both are given (CL_INVALID_VALUE) and every entry may be named
/// (CL_INVALID_DEVICE).
[[nodiscard]] support::Result<model::Devices> optional_device_list(const DeviceRule& may_be_named,
                                                                   cl_uint count,
                                                                   const cl_device_id* devices);

/// A device list that must be there.
[[nodiscard]] support::Result<model::Devices> device_list(const DeviceRule& may_be_named,
                                                          cl_uint count,
                                                          const cl_device_id* devices);

/// The devices that queues and programs of a context may use.
[[nodiscard]] inline DeviceRule devices_of(const model::Context& context) {
  return [&context](const model::Device& device) { return context.has_device(device); };
}

/// A notification function may come without user data, user data not without it.
[[nodiscard]] inline support::Status notification(bool has_function, const void* user_data) {
  return !has_function && user_data != nullptr ? CL_INVALID_VALUE : CL_SUCCESS;
}

}  // namespace cleave::api::check
