#include "api/check/handle.h"

#include <algorithm>

namespace cleave::api::check {
namespace {

using support::Result;

Result<std::vector<model::Device*>> devices_among(
    const std::vector<support::Ref<model::Device>>& all, cl_uint count,
    const cl_device_id* devices) {
  std::vector<model::Device*> found;
  for (cl_uint i = 0; i < count; ++i) {
    Result<model::Device*> device = object<model::Device>(devices[i]);
    if (!device.ok()) return device.status();
    const auto is_it = [&](const auto& other) { return other.get() == device.value(); };
    if (std::none_of(all.begin(), all.end(), is_it)) return CL_INVALID_DEVICE;
    found.push_back(device.value());
  }
  return found;
}

}  // namespace

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

Result<std::vector<model::Device*>> optional_device_list(
    const std::vector<support::Ref<model::Device>>& all, cl_uint count,
    const cl_device_id* devices) {
  if ((devices == nullptr) != (count == 0)) return CL_INVALID_VALUE;
  return devices_among(all, count, devices);
}

Result<std::vector<model::Device*>> device_list(const std::vector<support::Ref<model::Device>>& all,
                                                cl_uint count, const cl_device_id* devices) {
  if (devices == nullptr || count == 0) return CL_INVALID_VALUE;
  return devices_among(all, count, devices);
}

}  // namespace cleave::api::check
