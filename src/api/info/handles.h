// Gives the handles of the objects that a query names.
#pragma once

#include <vector>

#include "model/device.h"

namespace cleave::api::info {

[[nodiscard]] inline std::vector<cl_device_id> device_handles(const model::Devices& devices) {
  std::vector<cl_device_id> handles;
  handles.reserve(devices.size());
  for (const auto& device : devices) {
    handles.push_back(model::handle_of<cl_device_id>(device.get()));
  }
  return handles;
}

}  // namespace cleave::api::info
