// Gives the handles of the objects that a query names.
#pragma once

#include <vector>

#include "model/device.h"

namespace cleave::api::info {

/// `objects`: references to them, in a row.
template <class Handle, class Objects>
[[nodiscard]] std::vector<Handle> handles_of(const Objects& objects) {
  std::vector<Handle> handles;
  handles.reserve(objects.size());
  for (const auto& object : objects) handles.push_back(model::handle_of<Handle>(object.get()));
  return handles;
}

[[nodiscard]] inline std::vector<cl_device_id> device_handles(const model::Devices& devices) {
  return handles_of<cl_device_id>(devices);
}

}  // namespace cleave::api::info
