// Checks and orders the sizes of a launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sycl/opencl.h"
#include "sycl/queue.h"

namespace cleave::sycl {

/// The sizes of a launch in SYCL's order, in which the last dimension varies fastest. `local` and `offset` may be null.
struct LaunchExtent {
  uint32_t dimensions;
  const size_t* global;
  const size_t* local;
  const size_t* offset;
};

/// Sizes in OpenCL's order, in which the first dimension varies fastest.
class SizesOfOpenCl {
 public:
  SizesOfOpenCl(const size_t* sizes, uint32_t dimensions) : are_given_(sizes != nullptr) {
    if (!are_given_) return;
    for (uint32_t i = 0; i < dimensions; ++i) values_[i] = sizes[dimensions - 1 - i];
  }
  [[nodiscard]] const size_t* data() const { return are_given_ ? values_ : nullptr; }

 private:
  size_t values_[3];
  bool are_given_;
};

/// Fails with errc::nd_range, and says what would be right, for local sizes that do not divide the global ones.
void check_sizes(const LaunchExtent& sizes);

/// Nothing runs of a launch in which a dimension has no work-items, but what comes after waits.
[[nodiscard]] bool is_empty(const LaunchExtent& sizes);

/// The sizes of the work-groups of a parallel_for_work_group. `local` has `dimensions` numbers.
struct HierarchicalSizes {
  uint32_t dimensions;
  size_t* local;
  bool are_chosen;  // by the program; else they are put out
};
/// Fails with errc::nd_range where the device has no work-groups of these sizes, or where the kernel requires others, with
/// errc::kernel_not_supported where it requires what the device lacks. OpenCL knows nothing of these sizes: one work-item runs
/// for all of a work-group.
void choose_hierarchical_sizes(const Queue& queue, const cleave_sycl_unit& unit, const char* kernel,
                               const HierarchicalSizes& sizes);

/// Fails with the code of a driver's refusal, and why it refuses the launch, as far as that can be known.
[[noreturn]] void fail_to_launch(const Queue& queue, cl_kernel kernel, const LaunchExtent& sizes,
                                 size_t local_bytes, cl_int error);

}  // namespace cleave::sycl
