// Declares the descriptors that get_info takes (SYCL 2020, appendix A).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "aspects.hpp"
#include "memory_enums.hpp"
#include "range.hpp"

namespace sycl {
inline namespace _v1 {

class platform;
class device;
class context;
class event;
class kernel;
class kernel_id;

namespace info {

enum class device_type : int { cpu, gpu, accelerator, custom, automatic, host, all };
enum class partition_property : int {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain,
  ext_intel_partition_by_cslice,  // sycl_ext_intel_cslice
  ext_cleave_partition_by_names   // cl_ext_device_fission: one part of the units that are named
};
enum class partition_affinity_domain : int {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable
};
enum class local_mem_type : int { none, local, global };
enum class fp_config : int {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float
};
enum class global_mem_cache_type : int { none, read_only, read_write };
enum class execution_capability : int { exec_kernel, exec_native_kernel };
enum class event_command_status : int {
  submitted,
  running,
  complete,
  ext_oneapi_unknown  // sycl_ext_oneapi_discard_queue_events
};

namespace platform {
#define CLEAVE_PLATFORM_INFO(name, number_, type)    \
  struct name {                                      \
    using return_type = type;                        \
    static constexpr std::uint32_t number = number_; \
  };
#include "detail/info.def"
}  // namespace platform

namespace context {
struct platform {
  using return_type = sycl::platform;
};
struct devices {
  using return_type = std::vector<sycl::device>;
};
struct atomic_memory_order_capabilities {
  using return_type = std::vector<memory_order>;
};
struct atomic_fence_order_capabilities {
  using return_type = std::vector<memory_order>;
};
struct atomic_memory_scope_capabilities {
  using return_type = std::vector<memory_scope>;
};
struct atomic_fence_scope_capabilities {
  using return_type = std::vector<memory_scope>;
};
}  // namespace context

namespace device {
#define CLEAVE_DEVICE_INFO(name, number_, type, kind, query) \
  struct name {                                              \
    using return_type = type;                                \
    static constexpr std::uint32_t number = number_;         \
  };
#include "detail/info.def"
template <int Dimensions = 3>
struct max_work_item_sizes;
template <>
struct max_work_item_sizes<1> : max_work_item_sizes_1 {};
template <>
struct max_work_item_sizes<2> : max_work_item_sizes_2 {};
template <>
struct max_work_item_sizes<3> : max_work_item_sizes_3 {};
}  // namespace device

// Kernels, and kernels on a device.
namespace detail_of_kernels {
#define CLEAVE_KERNEL_INFO(name, number_, type)      \
  struct name {                                      \
    using return_type = type;                        \
    static constexpr std::uint32_t number = number_; \
  };
#include "detail/info.def"
}  // namespace detail_of_kernels
namespace kernel {
using detail_of_kernels::attributes;
using detail_of_kernels::num_args;
}  // namespace kernel
namespace kernel_device_specific {
using detail_of_kernels::compile_num_sub_groups;
using detail_of_kernels::compile_sub_group_size;
using detail_of_kernels::compile_work_group_size;
using detail_of_kernels::global_work_size;
using detail_of_kernels::max_num_sub_groups;
using detail_of_kernels::max_sub_group_size;
using detail_of_kernels::preferred_work_group_size_multiple;
using detail_of_kernels::private_mem_size;
using detail_of_kernels::work_group_size;
}  // namespace kernel_device_specific

namespace queue {
struct context {
  using return_type = sycl::context;
};
struct device {
  using return_type = sycl::device;
};
}  // namespace queue

namespace event {
struct command_execution_status {
  using return_type = event_command_status;
};
}  // namespace event

namespace event_profiling {
struct command_submit {
  using return_type = std::uint64_t;
  static constexpr std::uint32_t number = 0;
};
struct command_start {
  using return_type = std::uint64_t;
  static constexpr std::uint32_t number = 1;
};
struct command_end {
  using return_type = std::uint64_t;
  static constexpr std::uint32_t number = 2;
};
}  // namespace event_profiling

}  // namespace info
}  // namespace _v1
}  // namespace sycl
