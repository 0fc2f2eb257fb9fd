#include "api/check/handle.h"

namespace cleave::api::check {
namespace {

using support::Result;

Result<model::Devices> devices_among(const DeviceRule& may_be_named, cl_uint count,
                                     const cl_device_id* devices) {
  model::Devices found;
  for (cl_uint i = 0; i < count; ++i) {
    auto named = device(devices[i]);
    if (!named.ok()) return named.status();
    if (!may_be_named(*named.value())) return CL_INVALID_DEVICE;
    found.push_back(std::move(named).value());
  }
  return found;
}

}  // namespace

Result<support::Ref<model::Device>> device(const void* handle) {
  auto found = model::Device::find(handle);
  if (!found) return CL_INVALID_DEVICE;
  return found;
}

Result<std::vector<support::Ref<model::Event>>> wait_list(const model::Context& context,
                                                          cl_uint count, const cl_event* events) {
  std::vector<support::Ref<model::Event>> list;
  if ((events == nullptr) != (count == 0)) return CL_INVALID_EVENT_WAIT_LIST;
  list.reserve(count);
  for (cl_uint i = 0; i < count; ++i) {
    auto* event = model::find_object<model::Event>(events[i]);
    if (event == nullptr) return CL_INVALID_EVENT_WAIT_LIST;
    if (&event->context() != &context) return CL_INVALID_CONTEXT;
    list.emplace_back(event);
  }
  return list;
}

Result<model::Devices> optional_device_list(const DeviceRule& may_be_named, cl_uint count,
                                            const cl_device_id* devices) {
  if ((devices == nullptr) != (count == 0)) return CL_INVALID_VALUE;
  return devices_among(may_be_named, count, devices);
}

Result<model::Devices> device_list(const DeviceRule& may_be_named, cl_uint count,
                                   const cl_device_id* devices) {
  if (devices == nullptr || count == 0) return CL_INVALID_VALUE;
  return devices_among(may_be_named, count, devices);
}

}  // namespace cleave::api::check
