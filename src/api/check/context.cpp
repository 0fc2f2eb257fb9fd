#include "api/check/context.h"

#include <algorithm>
#include <set>

#include "api/check/handle.h"
#include "api/check/platform.h"

namespace cleave::api::check {
namespace {

using support::Ref;
using support::Result;
using support::Status;

/// Table 4.5: CL_CONTEXT_PLATFORM and CL_CONTEXT_INTEROP_USER_SYNC, each once at most.
Status check_properties(const cl_context_properties* properties) {
  std::set<cl_context_properties> seen;
  for (; properties != nullptr && *properties != 0; properties += 2) {
    const cl_context_properties value = properties[1];
    if (!seen.insert(*properties).second) return CL_INVALID_PROPERTY;
    switch (*properties) {
      case CL_CONTEXT_PLATFORM: {
        const Status status = is_platform(reinterpret_cast<cl_platform_id>(value));
        if (!status.ok()) return status;
        break;
      }
      case CL_CONTEXT_INTEROP_USER_SYNC:
        if (value != CL_TRUE && value != CL_FALSE) return CL_INVALID_PROPERTY;
        break;
      default:
        return CL_INVALID_PROPERTY;
    }
  }
  return CL_SUCCESS;
}

/// The list with its terminator.
std::vector<cl_context_properties> copy_of(const cl_context_properties* properties) {
  if (properties == nullptr) return {};
  const cl_context_properties* end = properties;
  while (*end != 0) end += 2;
  return {properties, end + 1};
}

Result<model::Context::Request> with_devices(const cl_context_properties* properties,
                                             model::Devices devices, model::ContextNotify notify,
                                             void* user_data) {
  model::Context::Request request;
  request.devices = std::move(devices);
  request.properties = copy_of(properties);
  request.notify = notify;
  request.user_data = user_data;
  return request;
}

}  // namespace

Result<model::Context::Request> create_context(const cl_context_properties* properties,
                                               cl_uint count, const cl_device_id* devices,
                                               model::ContextNotify notify, void* user_data) {
  if (Status status = check_properties(properties); !status.ok()) return status;
  if (devices == nullptr || count == 0) return CL_INVALID_VALUE;
  if (Status status = notification(notify != nullptr, user_data); !status.ok()) return status;
  model::Devices found;
  for (cl_uint i = 0; i < count; ++i) {
    auto entry = object<model::Device>(devices[i]);
    if (!entry.ok()) return entry.status();
    // 4.4: duplicate devices are ignored.
    if (std::ranges::find(found, entry.value()) == found.end()) found.push_back(entry.value());
  }
  return with_devices(properties, std::move(found), notify, user_data);
}

Result<model::Context::Request> create_context_from_type(const cl_context_properties* properties,
                                                         cl_device_type type,
                                                         model::ContextNotify notify,
                                                         void* user_data) {
  if (Status status = check_properties(properties); !status.ok()) return status;
  if (Status status = notification(notify != nullptr, user_data); !status.ok()) return status;
  auto devices = devices_of_type(type);
  if (!devices.ok()) return devices.status();
  return with_devices(properties, std::move(devices).value(), notify, user_data);
}

}  // namespace cleave::api::check
