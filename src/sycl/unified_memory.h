// Allocates memory that host and devices address alike (SYCL 2020, 4.8).
#pragma once

#include "sycl/context.h"

namespace cleave::sycl {

/// Null where there is no memory of the size and alignment; errc::feature_not_supported where the
/// device has no memory of the kind.
[[nodiscard]] void* allocate(const cleave_sycl_usm_request& request);
/// Null is no mistake.
void free_memory(const Context& context, void* memory);
/// CLEAVE_SYCL_USM_*.
[[nodiscard]] uint32_t kind_of(const Context& context, const void* memory);
/// errc::invalid for memory that is none of the context's.
[[nodiscard]] Ref<Device> device_of(const Context& context, const void* memory);

}  // namespace cleave::sycl
