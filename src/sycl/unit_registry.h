// Knows the units of translation whose code is loaded.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sycl/detail/unit.h"

namespace cleave::sycl {

/// A device's code of a unit: the checksum of its image, or of its SPIR-V where the image has none.
using Checksum = uint64_t;

/// Equal for equal code. Precondition: the unit has an image with code, or SPIR-V.
[[nodiscard]] Checksum checksum_of(const cleave_sycl_unit& unit);

/// Whether the unit's image has code for Cleave's devices: that of --image=spirv has the table alone.
[[nodiscard]] bool has_image_code(const cleave_sycl_unit& unit);

/// Thread-safe; waits for no launch.
void register_unit(const cleave_sycl_unit& unit);
void unregister_unit(const cleave_sycl_unit& unit);

/// Grows when a unit or a part of a device goes: what was known of kernels is of no use then.
[[nodiscard]] uint64_t kernel_generation();
void end_kernel_generation();

/// True when `accepts` is true of each unit. Calls it under the registry's lock.
[[nodiscard]] bool all_units(const std::function<bool(const cleave_sycl_unit& unit)>& accepts);

/// Returns the units that are registered, in that order.
[[nodiscard]] std::vector<const cleave_sycl_unit*> registered_units();

/// The unit, and behind it those that it wants, directly or not; each once.
[[nodiscard]] std::vector<const cleave_sycl_unit*> units_of_program(const cleave_sycl_unit& unit);

}  // namespace cleave::sycl
