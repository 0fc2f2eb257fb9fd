#include "api/check/semaphore.h"

#include <algorithm>

#include "support/semaphore_cl.h"

namespace cleave::api::check {
namespace {

using model::command::Semaphore;
using support::Ref;
using support::Result;
using support::Status;
using SemaphoreProperties = const cl_semaphore_properties_khr*;

/// Reads the list of devices that begins at `list`, of which there must be one, and gives its end.
Result<SemaphoreProperties> read_semaphore_devices(SemaphoreProperties list,
                                                   Semaphore::Request& request) {
  for (; *list != CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR; ++list) {
    auto device = object<model::Device>(reinterpret_cast<const void*>(*list));
    if (!device.ok()) return device.status();
    if (!request.context->has_device(*device.value())) return CL_INVALID_DEVICE;
    request.devices.push_back(std::move(device).value());
  }
  if (request.devices.size() != 1) return CL_INVALID_DEVICE;
  return list + 1;
}

/// Reads the properties, each of which comes once, into `request`.
Status read_semaphore_properties(SemaphoreProperties properties, Semaphore::Request& request) {
  bool has_type = false, has_devices = false;
  SemaphoreProperties next = properties;
  while (*next != 0) {
    const cl_semaphore_properties_khr name = *next++;
    if (name == CL_SEMAPHORE_TYPE_KHR) {
      if (std::exchange(has_type, true)) return CL_INVALID_PROPERTY;
      if (*next++ != CL_SEMAPHORE_TYPE_BINARY_KHR) return CL_INVALID_PROPERTY;
    } else if (name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR) {
      if (std::exchange(has_devices, true)) return CL_INVALID_PROPERTY;
      const auto end = read_semaphore_devices(next, request);
      if (!end.ok()) return end.status();
      next = end.value();
    } else {
      return CL_INVALID_PROPERTY;
    }
  }
  if (!has_type) return CL_INVALID_VALUE;
  if (!has_devices) {
    if (request.context->devices().size() > 1) return CL_INVALID_PROPERTY;
    request.devices = request.context->devices();
  }
  request.property_list.assign(properties, next + 1);
  return CL_SUCCESS;
}

Result<Ref<Semaphore>> semaphore_for(const model::command::Queue& queue, cl_semaphore_khr handle) {
  auto semaphore = object<Semaphore>(handle);
  if (!semaphore.ok()) return semaphore;
  if (!semaphore.value()->is_for(queue.device())) return CL_INVALID_COMMAND_QUEUE;
  if (&semaphore.value()->context() != &queue.context()) return CL_INVALID_CONTEXT;
  if (semaphore.value()->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  return semaphore;
}

}  // namespace

Result<Semaphore::Request> create_semaphore(cl_context context, SemaphoreProperties properties) {
  auto found = object<model::Context>(context);
  if (!found.ok()) return found.status();
  if (properties == nullptr) return CL_INVALID_VALUE;
  Semaphore::Request request;
  request.context = std::move(found).value();
  if (Status status = read_semaphore_properties(properties, request); !status.ok()) return status;
  return request;
}

Result<SemaphoreCommand> semaphore_command(const RawSemaphoreCommand& raw) {
  auto target = enqueue_target(raw.queue, raw.event_count, raw.events);
  if (!target.ok()) return target.status();
  if (raw.semaphore_count == 0 || raw.semaphores == nullptr) return CL_INVALID_VALUE;
  model::command::Semaphores semaphores;
  semaphores.reserve(raw.semaphore_count);
  for (cl_uint i = 0; i < raw.semaphore_count; ++i) {
    auto semaphore = semaphore_for(*target.value().queue, raw.semaphores[i]);
    if (!semaphore.ok()) return semaphore.status();
    semaphores.push_back(std::move(semaphore).value());
  }
  const bool has_failed = std::ranges::any_of(
      target.value().wait_list,
      [](const Ref<model::command::Event>& event) { return event->status() < CL_COMPLETE; });
  if (has_failed) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return SemaphoreCommand{std::move(target).value(), std::move(semaphores)};
}

}  // namespace cleave::api::check
