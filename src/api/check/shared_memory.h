// Checks the arguments of 5.6: memory that host and kernels name by addresses, and the commands on
// it.
#pragma once

#include <CL/cl.h>

#include <vector>

#include "api/check/enqueue.h"
#include "model/addressed_memory.h"
#include "model/command/requests.h"

namespace cleave::api::check {

/// An allocation that an application asks for.
struct AllocationRequest {
  support::Ref<model::Context> context;
  model::AddressedMemory::Request memory;
};

/// clSVMAlloc has no codes: it gives null for each of them.
[[nodiscard]] support::Result<AllocationRequest> allocate_svm(cl_context context,
                                                              cl_svm_mem_flags flags, size_t size,
                                                              cl_uint alignment);

/// CL_INVALID_OPERATION when the queue's device has no shared virtual memory.
[[nodiscard]] support::Status offers_svm(const EnqueueTarget& target);
/// Checks as enqueue_target() and offers_svm() do.
[[nodiscard]] support::Result<EnqueueTarget> svm_target(cl_command_queue queue, cl_uint event_count,
                                                        const cl_event* events);

/// Checks as enqueue_target() does; CL_INVALID_OPERATION when the queue's device does not share the
/// host's memory.
[[nodiscard]] support::Result<EnqueueTarget> address_target(cl_command_queue queue,
                                                            cl_uint event_count,
                                                            const cl_event* events);

/// CL_INVALID_VALUE for a null pointer, CL_MEM_COPY_OVERLAP.
[[nodiscard]] support::Status copy_addresses(const void* to, const void* from, size_t size);
/// The pattern; CL_INVALID_VALUE.
[[nodiscard]] support::Result<std::vector<std::byte>> fill_address(const void* to,
                                                                   const void* pattern,
                                                                   size_t pattern_size,
                                                                   size_t size);
[[nodiscard]] support::Status map_svm(cl_map_flags flags, const void* pointer, size_t size);
[[nodiscard]] support::Result<std::vector<void*>> free_svm(cl_uint count, void* const* pointers);
/// CL_INVALID_VALUE when a range is not inside one allocation of clSVMAlloc.
[[nodiscard]] support::Result<std::vector<model::command::AddressedRange>> migrate_svm(
    const EnqueueTarget& target, cl_uint count, const void* const* pointers, const size_t* sizes,
    cl_mem_migration_flags flags);

}  // namespace cleave::api::check
