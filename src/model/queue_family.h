// Lists the families of queues (cl_intel_command_queue_families): the units of a device that their
// queues run on.
#pragma once

#include <CL/cl.h>

#include <vector>

#include "model/device.h"

namespace cleave::model {

/// Queues of a family differ in nothing but where they run: they support every command.
struct QueueFamily {
  const char* name;
  /// The parts of the device for its queues, by index; none: there is one queue, on all units.
  std::vector<topology::UnitSet> slices;
  [[nodiscard]] cl_uint count() const {
    return slices.empty() ? 1 : static_cast<cl_uint>(slices.size());
  }
};

/// Queues that name no family are of the first one.
inline constexpr cl_uint whole_device_family = 0;

/// The families of a device: first that of the whole device; then, where the device is a tile that
/// CLEAVE_COMPUTE_SLICES divides, that of its slices.
[[nodiscard]] std::vector<QueueFamily> queue_families(const Device& device);

}  // namespace cleave::model
