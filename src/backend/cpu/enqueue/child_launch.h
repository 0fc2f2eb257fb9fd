// Makes the launch of a block that a kernel enqueues, as the host would make one of a kernel.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "backend/cpu/code/block_table.h"
#include "backend/launch.h"
#include "compiler/interface/launch_context.h"

namespace cleave::backend::cpu {

/// Limits that a device sets to any launch.
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

/// Sets the local size of the request's work-groups; chosen where it leaves that open.
void set_local_size(const ChildRequest& request, bool uniform, const LaunchLimits& limits,
                    uint64_t (&local_size)[3]);

/// A request that waits: short, since there may be many, and with copies of what the kernel passed.
class Child {
 public:
  Child() = default;
  /// Takes the request of that launch. Throws std::bad_alloc. Precondition: check_child().
  void set(const ChildRequest& request, const Launch& parent, const LaunchLimits& limits);
  /// Returns false for what is no block, and for a range without work-items.
  [[nodiscard]] bool runs() const { return block_ != nullptr; }
  /// Bytes that it takes beside its own.
  [[nodiscard]] size_t more_bytes() const { return large_ ? literal_bytes_ + local_bytes() : 0; }

  /// A launch that one thread uses for one child after another, and what was last found for it.
  struct Reused {
    support::Ref<Launch> launch;  // null: none yet
    const BlockTable::Block* block = nullptr;
  };
  /// Makes a launch of it, the same as `reused` last made if nobody has taken that. What children
  /// of a tree have in common is taken from the launch of the host. Throws std::bad_alloc.
  void make_launch(const Launch& of_host, Reused& reused) const;

 private:
  [[nodiscard]] size_t local_bytes() const { return local_sizes_ * sizeof(uint64_t); }
  [[nodiscard]] const std::byte* copies() const { return large_ ? large_.get() : small_; }

  const BlockTable::Block* block_ = nullptr;
  std::unique_ptr<std::byte[]> large_;  // copies that `small_` is too small for
  uint64_t largest_object_bytes_ = 0;
  uint64_t offset_[3] = {}, global_size_[3] = {}, local_size_[3] = {};
  uint32_t dimensions_ = 1;
  uint32_t literal_bytes_ = 0;
  uint32_t local_sizes_ = 0;        // how many
  alignas(8) std::byte small_[92];  // sizes of local arguments, then the literal
};

}  // namespace cleave::backend::cpu
