// Makes the launch of a block that a kernel enqueues, as the host would make one of a kernel.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "backend/cpu/code/block_table.h"
#include "backend/cpu/enqueue/tree_objects.h"
#include "backend/launch.h"
#include "compiler/interface/launch_context.h"
#include "compiler/interface/local_memory_layout.h"

namespace cleave::backend::cpu::enqueue {

/// Limits that a device sets to any launch.
struct LaunchLimits {
  uint64_t work_group_size = 0;
  uint64_t item_sizes[3] = {};
  uint64_t local_memory = 0;  // bytes
  uint64_t units = 1;         // where it runs
};

/// A block that is enqueued, with its range. Pointers are those of the kernel.
struct ChildRequest {
  const code::BlockTable::BlockCode& block;
  const compiler::interface::BlockRange& range;
  const compiler::interface::BlockLiteral& literal;
  std::span<const uint64_t> local_sizes;  // of its local arguments, in bytes
};

/// Returns why the request is refused, as enqueue_kernel does (OpenCL C 3.0, 6.15.18):
/// CLK_INVALID_NDRANGE, CLK_INVALID_ARG_SIZE, CLK_OUT_OF_RESOURCES; CL_SUCCESS: it is not.
[[nodiscard]] cl_int check_child(const ChildRequest& request, const Launch& parent,
                                 const LaunchLimits& limits);

/// Returns the range as launches have it. `uniform`: local sizes divide global ones.
[[nodiscard]] LaunchRange launch_range(const compiler::interface::BlockRange& range, bool uniform);

/// A request that waits: short, since there may be many, and with copies of the kernel's arguments.
class Child {
 public:
  Child() = default;
  /// Takes the request of that launch. Throws std::bad_alloc. Precondition: check_child(), and it
  /// has none yet.
  void set(const ChildRequest& request, const Launch& parent);
  /// Returns false for a marker, which has no block, and for a range without work-items.
  [[nodiscard]] bool runs() const { return block_ != nullptr; }
  /// Bytes that a request takes beside its own.
  [[nodiscard]] static size_t more_bytes(const ChildRequest& request);

  /// The range in one dimension, as the request has it.
  struct Extent {
    uint64_t offset, global_size, local_size;
    friend bool operator==(const Extent&, const Extent&) = default;
  };
  /// A launch that one thread uses for one child after another, and what it was last planned for.
  struct Reused {
    support::Ref<Launch> launch;  // null: none yet
    const code::BlockTable::BlockCode* block = nullptr;
    uint64_t dimensions = 0;
    std::array<Extent, 3> extents;  // of its dimensions
    uint64_t largest_object_bytes = 0;
    uint64_t local_bytes = 0;
    CapturedObjects captured;
    code::BoundCaptures formats;
  };
  /// Makes a launch of it on so many units, the same as `reused` last made if nobody has taken
  /// that. Fields that the children of a tree have in common are taken from the launch of the host.
  /// Throws std::bad_alloc, if `reused` has no launch or the literal is large.
  void make_launch(const Launch& of_host, const TreeObjects& objects, uint64_t units,
                   Reused& reused) const;

 private:
  [[nodiscard]] static size_t copied_bytes(const ChildRequest& request);
  [[nodiscard]] const std::byte* copies() const { return large_ ? large_.get() : small_; }
  [[nodiscard]] bool is_planned(const Reused& reused, uint64_t local_bytes) const;
  /// Sets the captures of `reused`, whose launch has its arguments. Returns true if they were
  /// these.
  [[nodiscard, gnu::noinline]] bool note_captures(const TreeObjects& objects, Reused& reused) const;
  /// Plans the launch of `reused`, whose captures are set.
  void plan(const Launch& of_host, uint64_t units,
            const compiler::interface::LocalMemoryLayout& local, Reused& reused) const;

  const code::BlockTable::BlockCode* block_ = nullptr;
  std::unique_ptr<std::byte[]> large_;  // copies that `small_` is too small for
  uint64_t largest_object_bytes_;
  uint32_t literal_bytes_;
  uint32_t local_sizes_;  // how many
  uint64_t dimensions_;
  // An Extent for each dimension, the sizes of local arguments, then the literal.
  alignas(8) std::byte small_[104];
};

}  // namespace cleave::backend::cpu::enqueue
