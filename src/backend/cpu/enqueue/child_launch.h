// Makes the launch of a block that a kernel enqueues, as the host would make one of a kernel.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <span>

#include "backend/cpu/code/block_table.h"
#include "backend/launch.h"
#include "compiler/interface/launch_context.h"

namespace cleave::backend::cpu {

/// What a device allows of any launch.
struct LaunchLimits {
  uint64_t work_group_size = 0;
  uint64_t item_sizes[3] = {};
  uint64_t local_memory = 0;  // bytes
  uint64_t units = 1;         // where it runs
};

/// A block that is enqueued, with its range. Pointers are those of the kernel.
struct ChildRequest {
  const BlockTable::Block& block;
  const compiler::BlockRange& range;
  const compiler::BlockLiteral& literal;
  std::span<const uint64_t> local_sizes;  // of its local arguments, in bytes
};

/// Returns why the request is refused, as enqueue_kernel does (OpenCL C 3.0, 6.15.18):
/// CLK_INVALID_NDRANGE, CLK_INVALID_ARG_SIZE, CLK_OUT_OF_RESOURCES; CL_SUCCESS: it is not.
[[nodiscard]] cl_int check_child(const ChildRequest& request, const Launch& parent,
                                 const LaunchLimits& limits);

/// The local size of the request's work-groups; chosen where it leaves that open.
void set_local_size(const ChildRequest& request, const Launch& parent, const LaunchLimits& limits,
                    uint64_t (&local_size)[3]);

/// Makes the launch. nullptr: it has no work-items. Throws std::bad_alloc. Precondition:
/// check_child().
[[nodiscard]] support::Ref<Launch> make_child(const ChildRequest& request, const Launch& parent,
                                              const LaunchLimits& limits);

}  // namespace cleave::backend::cpu
