#include "api/check/handle.h"

namespace cleave::api::check {
namespace {

using support::Result;

Result<model::Devices> devices_among(const DeviceRule& may_be_named, cl_uint count,
                                     const cl_device_id* devices) {
  model::Devices found;
  for (cl_uint i = 0; i < count; ++i) {
    auto named = object<model::Device>(devices[i]);
    if (!named.ok()) return named.status();
    if (!may_be_named(*named.value())) return CL_INVALID_DEVICE;
    found.push_back(std::move(named).value());
  }
  return found;
}

}  // namespace

Result<std::vector<support::Ref<model::command::Event>>> wait_list(const model::Context& context,
                                                                   cl_uint count,
                                                                   const cl_event* events) {
  std::vector<support::Ref<model::command::Event>> list;
  if ((events == nullptr) != (count == 0)) return CL_INVALID_EVENT_WAIT_LIST;
  list.reserve(count);
  for (cl_uint i = 0; i < count; ++i) {
    auto event = model::command::Event::find(events[i]);
    if (!event) return CL_INVALID_EVENT_WAIT_LIST;
    if (&event->context() != &context) return CL_INVALID_CONTEXT;
    list.push_back(std::move(event));
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
