// Says what kernels ask of devices (SYCL 2020, 5.7 and 5.8.1).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "sycl/device.h"
#include "sycl/kernel_id.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {

/// Fails with errc::kernel_not_supported where the device cannot run the kernel, whatever code it takes. Thread-safe, as all
/// here.
void check_needs(const cleave_sycl_unit& unit, const std::string& symbol, const Device& device);

/// Returns the size that the kernel requires of its work-groups, in the order of OpenCL; zeros: any.
[[nodiscard]] std::array<uint32_t, 3> required_work_group_size(const cleave_sycl_unit& unit,
                                                               const std::string& symbol);

/// True where the device can run all functions of the unit, so that one program may have them all.
[[nodiscard]] bool meets_all_needs(const cleave_sycl_unit& unit, const Device& device);

/// True when the device takes the kernel's code, and has what the kernel needs.
[[nodiscard]] bool runs(const Device& device, const KernelId& kernel);

/// Forgets what was read of an image.
void forget_needs(Checksum image);

}  // namespace cleave::sycl
