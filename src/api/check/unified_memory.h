// Checks the arguments of cl_intel_unified_shared_memory 1.2.0.
#pragma once

#include <CL/cl_ext.h>

#include <vector>

#include "api/check/shared_memory.h"

namespace cleave::api::check {

/// The arguments of an allocation as the application gives them.
struct RawAllocation {
  cl_context context;
  const cl_mem_properties_intel* properties;
  size_t size;
  cl_uint alignment;
};
/// CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_OPERATION when nothing shares the host's
/// memory that would have to, CL_INVALID_VALUE (the alignment), CL_INVALID_PROPERTY,
/// CL_INVALID_BUFFER_SIZE.
[[nodiscard]] support::Result<AllocationRequest> allocate_for_host(const RawAllocation& raw);
[[nodiscard]] support::Result<AllocationRequest> allocate_for_device(const RawAllocation& raw,
                                                                     cl_device_id device);
/// `device` may be null: the memory is associated with none.
[[nodiscard]] support::Result<AllocationRequest> allocate_shared(const RawAllocation& raw,
                                                                 cl_device_id device);

/// Returns the part of the range that lies inside one allocation, and nothing for other memory, for
/// which hints are ignored. CL_INVALID_VALUE for unknown flags.
[[nodiscard]] support::Result<std::vector<model::command::AddressedRange>> migrate_unified(
    const EnqueueTarget& target, const void* pointer, size_t size, cl_mem_migration_flags flags);

/// No advice is defined yet: CL_INVALID_VALUE for any.
[[nodiscard]] support::Status advise(cl_mem_advice_intel advice);

}  // namespace cleave::api::check
