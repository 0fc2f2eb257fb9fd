// Finds the devices that ONEAPI_DEVICE_SELECTOR leaves: root devices and parts of them, which programs see as roots.
#pragma once

#include <string>
#include <vector>

#include "sycl/device.h"
#include "sycl/device_filter.h"

namespace cleave::sycl {

/// Returns the devices that the filters leave, in the order of the roots and of their parts. Roots are numbered as they are
/// given: those of the first platform first. A part is a compute slice where there are such, else one by
/// next_partitionable. `warn` is told of each device that is asked for and not there.
[[nodiscard]] std::vector<Ref<Device>> visible_devices(const std::vector<Device*>& roots,
                                                       const DeviceFilters& filters,
                                                       void (*warn)(const std::string& text));

}  // namespace cleave::sycl
