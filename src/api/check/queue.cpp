#include "api/check/queue.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "api/check/handle.h"
#include "model/command/device_queues.h"
#include "model/queue_family.h"
#include "options/without.h"

namespace cleave::api::check {
namespace {

using support::Result;
using support::Status;

constexpr cl_command_queue_properties host_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties device_properties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// Values that OpenCL does not know are invalid; those it knows may not be supported by the device.
Status check_bits(cl_command_queue_properties bits, const backend::DeviceFacts& facts) {
  if ((bits & ~(host_properties | device_properties)) != 0) return CL_INVALID_VALUE;
  const bool on_device = (bits & CL_QUEUE_ON_DEVICE) != 0;
  if (on_device && (bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0) return CL_INVALID_VALUE;
  if (!on_device && (bits & CL_QUEUE_ON_DEVICE_DEFAULT) != 0) return CL_INVALID_VALUE;
  return on_device && !facts.enqueues_kernels ? CL_INVALID_QUEUE_PROPERTIES : CL_SUCCESS;
}

Result<model::command::Queue::Request> on_device_of_context(cl_context context_handle,
                                                            cl_device_id device_handle) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  auto its_device = object<model::Device>(device_handle);
  if (!its_device.ok()) return its_device.status();
  if (!context.value()->has_device(*its_device.value())) return CL_INVALID_DEVICE;
  model::command::Queue::Request request;
  request.context = std::move(context).value();
  request.device = std::move(its_device).value();
  return request;
}

using QueueProperties = std::map<cl_queue_properties, cl_queue_properties>;

constexpr cl_queue_properties known_properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE,
                                                    CL_QUEUE_FAMILY_INTEL, CL_QUEUE_INDEX_INTEL,
                                                    CL_QUEUE_PRIORITY_KHR};

bool is_known(cl_queue_properties property, const backend::DeviceFacts& facts) {
  const bool is_of_family = property == CL_QUEUE_FAMILY_INTEL || property == CL_QUEUE_INDEX_INTEL;
  if (is_of_family && options::is_without("cl_intel_command_queue_families")) return false;
  const bool has_priorities = facts.has_priorities && !options::is_without("cl_khr_priority_hints");
  if (property == CL_QUEUE_PRIORITY_KHR && !has_priorities) return false;
  return std::ranges::find(known_properties, property) != std::end(known_properties);
}

/// cl_khr_priority_hints: only of queues of the host.
Status check_priority(const QueueProperties& properties, model::command::Queue::Request& request) {
  const auto priority = properties.find(CL_QUEUE_PRIORITY_KHR);
  if (priority == properties.end()) return CL_SUCCESS;
  switch (priority->second) {
    case CL_QUEUE_PRIORITY_LOW_KHR:
      request.priority = backend::Priority::low;
      break;
    case CL_QUEUE_PRIORITY_MED_KHR:
      break;
    case CL_QUEUE_PRIORITY_HIGH_KHR:
      request.priority = backend::Priority::high;
      break;
    default:
      return CL_INVALID_VALUE;
  }
  const bool is_on_device = (request.properties & CL_QUEUE_ON_DEVICE) != 0;
  return is_on_device ? CL_INVALID_QUEUE_PROPERTIES : CL_SUCCESS;
}

/// CL_QUEUE_SIZE: only of queues on the device.
Status check_size(const QueueProperties& properties, model::command::Queue::Request& request) {
  const auto size = properties.find(CL_QUEUE_SIZE);
  const backend::DeviceFacts& facts = request.device->hardware().facts();
  if ((request.properties & CL_QUEUE_ON_DEVICE) == 0) {
    return size == properties.end() ? CL_SUCCESS : CL_INVALID_VALUE;
  }
  request.size = facts.preferred_queue_size;
  if (size == properties.end()) return CL_SUCCESS;
  if (size->second > facts.maximum_queue_size) return CL_INVALID_QUEUE_PROPERTIES;
  request.size = static_cast<cl_uint>(size->second);
  return CL_SUCCESS;
}

/// cl_intel_command_queue_families: a family and an index of the device, both or neither.
Status check_family(const QueueProperties& properties, model::command::Queue::Request& request) {
  const auto family = properties.find(CL_QUEUE_FAMILY_INTEL);
  const auto index = properties.find(CL_QUEUE_INDEX_INTEL);
  if (family == properties.end() && index == properties.end()) return CL_SUCCESS;
  if (family == properties.end() || index == properties.end()) return CL_INVALID_VALUE;
  const auto families = model::queue_families(*request.device);
  if (family->second >= families.size()) return CL_INVALID_VALUE;
  if (index->second >= families[family->second].count()) return CL_INVALID_VALUE;
  // The properties of a family are those of queues of the host.
  if ((request.properties & CL_QUEUE_ON_DEVICE) != 0) return CL_INVALID_QUEUE_PROPERTIES;
  request.family = static_cast<cl_uint>(family->second);
  request.index = static_cast<cl_uint>(index->second);
  return CL_SUCCESS;
}

}  // namespace

Result<model::command::Queue::Request> create_queue(cl_context context, cl_device_id device,
                                                    cl_command_queue_properties properties) {
  auto request = on_device_of_context(context, device);
  if (!request.ok()) return request;
  if ((properties & ~host_properties) != 0) return CL_INVALID_VALUE;
  request.value().properties = properties;
  return request;
}

Result<model::command::Queue::Request> create_queue_with_properties(
    cl_context context, cl_device_id device, const cl_queue_properties* properties) {
  auto request = on_device_of_context(context, device);
  if (!request.ok() || properties == nullptr) return request;
  const backend::DeviceFacts& facts = request.value().device->hardware().facts();
  QueueProperties seen;
  const cl_queue_properties* property = properties;
  for (; *property != 0; property += 2) {
    if (!is_known(*property, facts) || !seen.emplace(*property, property[1]).second) {
      return CL_INVALID_VALUE;
    }
  }
  if (seen.contains(CL_QUEUE_PROPERTIES)) request.value().properties = seen[CL_QUEUE_PROPERTIES];
  if (Status status = check_bits(request.value().properties, facts); !status.ok()) return status;
  if (Status status = check_size(seen, request.value()); !status.ok()) return status;
  if (Status status = check_family(seen, request.value()); !status.ok()) return status;
  if (Status status = check_priority(seen, request.value()); !status.ok()) return status;
  request.value().property_list.assign(properties, property + 1);
  return request;
}

Result<support::Ref<model::command::Queue>> default_queue(cl_context context, cl_device_id device,
                                                          cl_command_queue queue) {
  const auto where = on_device_of_context(context, device);
  if (!where.ok()) return where.status();
  const model::Device& its_device = *where.value().device;
  if (!its_device.hardware().facts().enqueues_kernels) return CL_INVALID_OPERATION;
  auto found = model::command::find_device_queue(queue, *where.value().context);
  if (!found || &found->device() != &its_device) return CL_INVALID_COMMAND_QUEUE;
  return found;
}

}  // namespace cleave::api::check
