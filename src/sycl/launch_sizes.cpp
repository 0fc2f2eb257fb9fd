// Explains what is wrong with the sizes of a launch.
#include "sycl/launch_sizes.h"

#include <algorithm>
#include <array>
#include <limits>

#include "support/error_name.h"
#include "sycl/failure.h"
#include "sycl/kernel_needs.h"
#include "sycl/program.h"

namespace cleave::sycl {
namespace {

std::string text_of(const size_t* sizes, uint32_t dimensions) {
  std::string text = "{";
  for (uint32_t i = 0; i < dimensions; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(sizes[i]);
  }
  return text + "}";
}

/// The global sizes, each rounded up to a multiple of the local one; empty where there is none.
std::string right_sizes(const LaunchExtent& sizes) {
  size_t right[3] = {};
  for (uint32_t i = 0; i < sizes.dimensions; ++i) {
    const size_t local = sizes.local[i];
    if (local == 0) return {};
    const size_t rest = sizes.global[i] % local;
    if (rest != 0 && sizes.global[i] > std::numeric_limits<size_t>::max() - local) return {};
    right[i] = sizes.global[i] + (rest == 0 ? 0 : local - rest);
  }
  return text_of(right, sizes.dimensions);
}

/// `wanted` is in the order of OpenCL.
template <class Sizes>
std::string text_of_required(const Sizes& wanted, uint32_t dimensions) {
  const size_t in_order[] = {wanted[2], wanted[1], wanted[0]};
  return "reqd_work_group_size says " + text_of(in_order + (3 - dimensions), dimensions);
}

std::string work_group_limits(const Queue& queue, cl_kernel kernel, uint32_t dimensions) {
  std::string text;
  const cl_device_id device = queue.device().id();
  size_t most = 0;
  if (clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                               nullptr) == CL_SUCCESS) {
    text += "; the kernel's work-groups have at most " + std::to_string(most) + " work-items";
  }
  size_t wanted[3] = {};
  if (clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof wanted,
                               wanted, nullptr) == CL_SUCCESS &&
      wanted[0] != 0) {
    text += ", and " + text_of_required(wanted, dimensions);
  }
  return text;
}

}  // namespace

void check_sizes(const LaunchExtent& sizes) {
  if (sizes.local == nullptr) return;
  for (uint32_t i = 0; i < sizes.dimensions; ++i) {
    if (sizes.local[i] != 0 && sizes.global[i] % sizes.local[i] == 0) continue;
    const std::string right = right_sizes(sizes);
    fail(Code::nd_range, "the global range " + text_of(sizes.global, sizes.dimensions) +
                             " is no multiple of the local range " +
                             text_of(sizes.local, sizes.dimensions) + " in dimension " +
                             std::to_string(i) +
                             (right.empty() ? std::string() : "; " + right + " would be"));
  }
}

bool is_empty(const LaunchExtent& sizes) {
  return std::any_of(sizes.global, sizes.global + sizes.dimensions,
                     [](size_t size) { return size == 0; });
}

void choose_hierarchical_sizes(const Queue& queue, const cleave_sycl_unit& unit, const char* kernel,
                               const HierarchicalSizes& sizes) {
  const auto required = required_work_group_size(unit, kernel);
  const bool is_required = required[0] != 0;
  std::array<size_t, 3> local = {1, 1, 1};  // in the order of OpenCL, too
  for (uint32_t i = 0; i < sizes.dimensions; ++i) {
    const size_t in_order = sizes.dimensions - 1 - i;
    if (!sizes.are_chosen) sizes.local[i] = is_required ? required[in_order] : 1;
    local[in_order] = sizes.local[i];
  }
  const auto most = queue.device().value<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  size_t room = most;
  for (const size_t size : local) room = size == 0 ? 0 : room / size;
  const bool is_other = is_required && !std::ranges::equal(local, required);
  if (room != 0 && !is_other) return;
  // A kernel that the device cannot run in any size is refused for that (SYCL 2020, 5.7).
  check_needs(unit, kernel, queue.device());
  fail(Code::nd_range,
       describe_kernel(unit, kernel) + ": parallel_for_work_group: local range " +
           text_of(sizes.local, sizes.dimensions) + "; work-groups of the device have 1 to " +
           std::to_string(most) + " work-items" +
           (is_required ? ", and " + text_of_required(required, sizes.dimensions) : ""));
}

void fail_to_launch(const Queue& queue, cl_kernel kernel, const LaunchExtent& sizes,
                    size_t local_bytes, cl_int error) {
  std::string text = "clEnqueueNDRangeKernel: " + support::error_name(error) + ": global range " +
                     text_of(sizes.global, sizes.dimensions);
  if (sizes.local != nullptr) text += ", local range " + text_of(sizes.local, sizes.dimensions);
  if (local_bytes != 0) {
    text += ", " + std::to_string(local_bytes) +
            " bytes of local memory, of which the device has " +
            std::to_string(queue.device().value<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
  }
  text += work_group_limits(queue, kernel, sizes.dimensions);
  throw Failure{code_of(error), std::move(text), error};
}

}  // namespace cleave::sycl
