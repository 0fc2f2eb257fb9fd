// Tells of devices (SYCL 2020, A.3), and which aspects they have.
#include <algorithm>
#include <sstream>

#include "sycl/device.h"
#include "sycl/division.h"
#include "sycl/failure.h"

namespace cleave::sycl {
namespace {

/// The numbers of descriptors.
enum Number : uint32_t {
#define CLEAVE_DEVICE_INFO(name, number, type, kind, query) info_##name = number,
#include "sycl/detail/info.def"
};

// These put OpenCL's answers, by the kinds of info.def.
void put_number(const Device& device, cl_device_info query, const cleave_sycl_sink& sink) {
  put(sink, device.value<cl_uint>(query));
}
void put_size(const Device& device, cl_device_info query, const cleave_sycl_sink& sink) {
  put(sink, device.value<size_t>(query));
}
void put_wide(const Device& device, cl_device_info query, const cleave_sycl_sink& sink) {
  put(sink, device.value<cl_ulong>(query));
}
void put_flag(const Device& device, cl_device_info query, const cleave_sycl_sink& sink) {
  put(sink, device.value<cl_bool>(query) != CL_FALSE);
}
void put_words(const Device& device, cl_device_info query, const cleave_sycl_sink& sink) {
  put_text(sink, device.text(query));
}

/// Puts the numbers of the bits that are set, where a bit's number is that of SYCL's enumerator.
void put_bits(cl_bitfield bits, const cleave_sycl_sink& sink) {
  std::vector<int32_t> numbers;
  for (int32_t i = 0; i < 64; ++i) {
    if ((bits >> i & 1) != 0) numbers.push_back(i);
  }
  put_all(sink, numbers);
}

int32_t device_type(const Device& device) {
  const auto type = device.value<cl_device_type>(CL_DEVICE_TYPE);
  if ((type & CL_DEVICE_TYPE_CPU) != 0) return 0;
  if ((type & CL_DEVICE_TYPE_GPU) != 0) return 1;
  return (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? 2 : 3;
}

/// The numbers of sycl::memory_order.
std::vector<int32_t> orders(cl_device_atomic_capabilities offered) {
  enum Order : int32_t { relaxed, acquire, release, acq_rel, seq_cst };
  std::vector<int32_t> found;
  if ((offered & CL_DEVICE_ATOMIC_ORDER_RELAXED) != 0) found.push_back(relaxed);
  if ((offered & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0) {
    found.insert(found.end(), {acquire, release, acq_rel});
  }
  if ((offered & CL_DEVICE_ATOMIC_ORDER_SEQ_CST) != 0) found.push_back(seq_cst);
  return found;
}

/// The numbers of sycl::memory_scope. OpenCL has no bit of its own for sub-groups.
std::vector<int32_t> scopes(cl_device_atomic_capabilities offered) {
  enum Scope : int32_t { work_item, sub_group, work_group, device, system };
  std::vector<int32_t> found{work_item};
  if ((offered & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP) != 0) {
    found.insert(found.end(), {sub_group, work_group});
  }
  if ((offered & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0) found.push_back(device);
  if ((offered & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES) != 0) found.push_back(system);
  return found;
}

/// OpenCL's first dimension varies fastest, SYCL's last one does.
template <size_t Dimensions>
void put_sizes(const Device& device, const cleave_sycl_sink& sink) {
  std::vector<size_t> sizes = device.values<size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  sizes.resize(Dimensions, 1);
  std::ranges::reverse(sizes);
  put_all(sink, sizes);
}

void put_parent(Device& device, const cleave_sycl_sink& sink) {
  if (device.parent() == nullptr || !device.root_name().empty()) {
    fail(Code::invalid, "parent_device: the device is no part of another one");
  }
  put(sink, give<cleave_sycl_device>(Ref(device.parent())));
}

void put_aspects(const Device& device, const cleave_sycl_sink& sink) {
  std::vector<int32_t> found;
#define CLEAVE_ASPECT(name, number) \
  if (device.has(Aspect::name)) found.push_back(number);
#include "sycl/detail/aspects.def"
  put_all(sink, found);
}

/// Puts what no single query answers.
void put_own(Device& device, uint32_t what, const cleave_sycl_sink& sink) {
  const auto atomics = [&](cl_device_info query) {
    return device.value<cl_device_atomic_capabilities>(query);
  };
  switch (what) {
    case info_device_type:
      return put(sink, device_type(device));
    case info_max_compute_units:
      return put(sink, device.unit_count());
    case info_partition_max_sub_devices:
      return put(sink, device.slice() ? cl_uint{0}
                                      : device.value<cl_uint>(CL_DEVICE_PARTITION_MAX_SUB_DEVICES));
    case info_sub_group_sizes:
      return put_all(sink, device.values<size_t>(CL_DEVICE_SUB_GROUP_SIZES_INTEL));
    case info_half_fp_config:
      return put_bits(device.value<cl_device_fp_config>(CL_DEVICE_HALF_FP_CONFIG), sink);
    case info_single_fp_config:
      return put_bits(device.value<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG), sink);
    case info_double_fp_config:
      return put_bits(device.value<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG), sink);
    case info_global_mem_cache_type:
      return put(sink, static_cast<int32_t>(device.value<cl_device_mem_cache_type>(
                           CL_DEVICE_GLOBAL_MEM_CACHE_TYPE)));
    case info_local_mem_type:
      return put(sink, static_cast<int32_t>(
                           device.value<cl_device_local_mem_type>(CL_DEVICE_LOCAL_MEM_TYPE)));
    case info_atomic_memory_order_capabilities:
      return put_all(sink, orders(atomics(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES)));
    case info_atomic_fence_order_capabilities:
      return put_all(sink, orders(atomics(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES)));
    case info_atomic_memory_scope_capabilities:
      return put_all(sink, scopes(atomics(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES)));
    case info_atomic_fence_scope_capabilities:
      return put_all(sink, scopes(atomics(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES)));
    case info_execution_capabilities:
      return put_bits(device.value<cl_device_exec_capabilities>(CL_DEVICE_EXECUTION_CAPABILITIES),
                      sink);
    case info_queue_profiling:
      return put(sink, device.has(Aspect::queue_profiling));
    case info_image_support:
      return put(sink, device.has(Aspect::image));
    case info_built_in_kernels: {
      std::string names = device.text(CL_DEVICE_BUILT_IN_KERNELS);
      std::ranges::replace(names, ';', ' ');
      return put_text(sink, words_as_texts(names));
    }
    case info_built_in_kernel_ids:
      if (!device.text(CL_DEVICE_BUILT_IN_KERNELS).empty()) {
        fail(Code::feature_not_supported, "built_in_kernel_ids: kernels of drivers have no ids");
      }
      return put_all(sink, std::vector<cleave_sycl_kernel_id*>());
    case info_platform:
      return put(sink, handle_of<cleave_sycl_platform>(&device.platform()));
    case info_backend_version: {
      // "OpenCL 3.0 words": the version.
      std::istringstream words(device.text(CL_DEVICE_VERSION));
      std::string opencl;
      std::string version;
      words >> opencl >> version;
      return put_text(sink, version);
    }
    case info_aspects:
      return put_aspects(device, sink);
    case info_extensions:
      return put_text(sink, words_as_texts(device.text(CL_DEVICE_EXTENSIONS)));
    case info_parent_device:
      return put_parent(device, sink);
    case info_partition_properties:
      return put_all(sink, partition_properties(device));
    case info_partition_affinity_domains:
      return put_all(sink, affinity_domains(device));
    case info_partition_type_property:
      return put(sink, device.division().property);
    case info_partition_type_affinity_domain:
      return put(sink, device.division().affinity_domain);
    case info_max_work_item_sizes_1:
      return put_sizes<1>(device, sink);
    case info_max_work_item_sizes_2:
      return put_sizes<2>(device, sink);
    case info_max_work_item_sizes_3:
      return put_sizes<3>(device, sink);
    default:
      fail(Code::invalid, "this libcleave-sycl.so.1 knows less of devices than the program asks");
  }
}

bool has_unified_memory(const Device& device, cl_device_info query, cl_bitfield wanted) {
  return (device.value<cl_device_unified_shared_memory_capabilities_intel>(query) & wanted) ==
         wanted;
}

}  // namespace

bool Device::has(Aspect aspect) const {
  constexpr cl_bitfield access = CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL;
  constexpr cl_bitfield concurrent_atomics =
      access | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;
  switch (aspect) {
    case Aspect::cpu:
      return device_type(*this) == 0;
    case Aspect::gpu:
      return device_type(*this) == 1;
    case Aspect::accelerator:
      return device_type(*this) == 2;
    case Aspect::custom:
      return device_type(*this) == 3;
    case Aspect::emulated:
      return false;  // no OpenCL device says so of itself
    case Aspect::host_debuggable:
      return takes_images_;  // gdb stops in kernels of Cleave's devices, with their lines
    case Aspect::fp16:
      return has_extension("cl_khr_fp16");
    case Aspect::fp64:
      return has_extension("cl_khr_fp64");
    case Aspect::atomic64:
      return has_extension("cl_khr_int64_base_atomics") &&
             has_extension("cl_khr_int64_extended_atomics");
    case Aspect::image:
      // Kernels find images as they find buffers.
      return has_buffer_addresses_ && value<cl_bool>(CL_DEVICE_IMAGE_SUPPORT) != CL_FALSE;
    case Aspect::online_compiler:
      return value<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE) != CL_FALSE;
    case Aspect::online_linker:
      return value<cl_bool>(CL_DEVICE_LINKER_AVAILABLE) != CL_FALSE;
    case Aspect::queue_profiling:
      return (value<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) &
              CL_QUEUE_PROFILING_ENABLE) != 0;
    case Aspect::usm_device_allocations:
      return has_unified_memory(*this, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, access);
    case Aspect::usm_host_allocations:
      return has_unified_memory(*this, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, access);
    case Aspect::usm_atomic_host_allocations:
      return has_unified_memory(*this, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, concurrent_atomics);
    case Aspect::usm_shared_allocations:
      return has_unified_memory(*this, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
                                access);
    case Aspect::usm_atomic_shared_allocations:
      return has_unified_memory(*this, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
                                concurrent_atomics);
    case Aspect::usm_system_allocations:
      return has_unified_memory(*this, CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, access);
  }
  return false;
}

// How each kind of info.def is put.
#define CLEAVE_PUT_number(number, query) put_number(device, query, sink)
#define CLEAVE_PUT_size(number, query) put_size(device, query, sink)
#define CLEAVE_PUT_wide(number, query) put_wide(device, query, sink)
#define CLEAVE_PUT_flag(number, query) put_flag(device, query, sink)
#define CLEAVE_PUT_text(number, query) put_words(device, query, sink)
#define CLEAVE_PUT_own(number, query) put_own(device, number, sink)

void put_device_info(Device& device, uint32_t what, const cleave_sycl_sink& sink) {
  switch (what) {
#define CLEAVE_DEVICE_INFO(name, number, type, kind, query) \
  case number:                                              \
    return CLEAVE_PUT_##kind(number, query);
#include "sycl/detail/info.def"
    default:
      return put_own(device, what, sink);
  }
}

std::string words_as_texts(const std::string& words) {
  std::istringstream all(words);
  std::string texts;
  for (std::string word; all >> word;) texts += word + '\0';
  return texts;
}

}  // namespace cleave::sycl
