// Chooses devices (SYCL 2020, 4.6.1).
#pragma once

#include "sycl/device.h"

namespace cleave::sycl {

/// Negative where the device lacks a wanted aspect, has an unwanted one, or has no code of a unit of the
/// program. A graphics processor goes before others, and then the device with more compute units.
[[nodiscard]] int32_t score(const Device& device, const cleave_sycl_selection& selection);

/// The root device with the best score. Fails with errc::runtime, and the reason.
[[nodiscard]] Ref<Device> select(const cleave_sycl_selection& selection);

/// True when each unit of the program has code for the device.
[[nodiscard]] bool runs_program(const Device& device);

}  // namespace cleave::sycl
