// Describes a launch as it is asked for: sizes, objects, and the local memory of its arguments.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "compiler/interface/bindings.h"

namespace cleave::backend {

/// The work-items of a launch. Unused dimensions hold size 1 and offset 0; no global size is zero.
struct LaunchRange {
  cl_uint work_dimensions = 1;
  std::array<uint64_t, 3> global_offset = {0, 0, 0};
  std::array<uint64_t, 3> global_size = {1, 1, 1};
  std::array<uint64_t, 3> local_size = {0, 0, 0};  // zeros: the device chooses
  bool requires_uniform_groups = true;             // a chosen local size divides the global size

  friend bool operator==(const LaunchRange&, const LaunchRange&) = default;
};

/// Memory that a launch may access: a memory object, addressed memory, or memory of the system.
struct LaunchObject {
  enum class Access : uint8_t { read, read_write };
  static constexpr uint64_t unknown_bytes = UINT64_MAX;
  static constexpr uint32_t no_argument = UINT32_MAX;

  const void* identity = nullptr;  // the same for all that share memory; only compared
  uint64_t bytes = unknown_bytes;
  Access access = Access::read_write;
  // The offset in the argument block at which its address is, in an argument or in a value;
  // no_argument: the kernel reaches it some other way.
  uint32_t offset = no_argument;

  friend bool operator==(const LaunchObject&, const LaunchObject&) = default;
};

/// All that a device is told of a launch beside the bytes of its argument block. `objects` live as
/// long as the call that it is passed to.
struct LaunchDescription {
  LaunchRange range = {};
  uint64_t local_bytes = 0;   // LocalMemoryLayout::bytes(), with the local arguments
  uint64_t local_stride = 0;  // LocalMemoryLayout::stride(); likewise
  compiler::interface::Bindings bindings = {};  // of the images and samplers among the arguments
  std::span<const LaunchObject> objects = {};
  bool distinct_objects = false;  // see LaunchShape, and backend/distinct_objects.h
};

}  // namespace cleave::backend
