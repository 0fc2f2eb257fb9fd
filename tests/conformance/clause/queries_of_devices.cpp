// Table 4.3, with what OpenCL 3.1 says of features that a device lacks:
// on-device queues nor intermediate languages.
#include "queries.h"
#include "support/newer_cl.h"

namespace cleave::test {
namespace {

template <class T>
T of_device(Queried& on, cl_device_info name) {
  return value_of<T>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(on.device_, name, size, value, returned);
  });
}

std::string text_of_device(Queried& on, cl_device_info name) {
  return text_of([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(on.device_, name, size, value, returned);
  });
}

bool extends(Queried& on, const std::string& extension) {
  const std::string all = " " + text_of_device(on, CL_DEVICE_EXTENSIONS) + " ";
  return all.find(" " + extension + " ") != std::string::npos;
}

constexpr bool is_power_of_two(cl_ulong value) {
  return value != 0 && (value & (value - 1)) == 0;
}

bool is_zero(const cl_device_integer_dot_product_acceleration_properties_khr& flags) {
  return !flags.signed_accelerated && !flags.unsigned_accelerated &&
         !flags.mixed_signedness_accelerated && !flags.accumulating_saturating_signed_accelerated &&
         !flags.accumulating_saturating_unsigned_accelerated &&
         !flags.accumulating_saturating_mixed_signedness_accelerated;
}

constexpr cl_device_affinity_domain all_domains =
    CL_DEVICE_AFFINITY_DOMAIN_NUMA | CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE |
    CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE |
    CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
constexpr cl_device_fp_config ieee_double = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN |
                                            CL_FP_DENORM | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF;

using Name = const char*;

/// cl_intel_unified_shared_memory defines these capabilities.
constexpr cl_device_unified_shared_memory_capabilities_intel all_accesses =
    CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
    CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
    CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;

}  // namespace

const std::vector<Answer>& answers_of_devices() {
  static const std::vector<Answer> all = {
      // These queries say what the device is.
      VALUE(GetDeviceInfo, CL_DEVICE_TYPE, cl_device_type, (value & CL_DEVICE_TYPE_CPU) != 0),
      VALUE(GetDeviceInfo, CL_DEVICE_VENDOR_ID, cl_uint, value != 0),
      VALUE(GetDeviceInfo, CL_DEVICE_PLATFORM, cl_platform_id, value == find_platform()),
      // Programs have 64 bytes for each of these: x264 takes no device where one is longer.
      TEXT(GetDeviceInfo, CL_DEVICE_NAME, !text.empty() && text.size() < 64),
      TEXT(GetDeviceInfo, CL_DEVICE_VENDOR, !text.empty() && text.size() < 64),
      TEXT(GetDeviceInfo, CL_DRIVER_VERSION, text.find('.') != text.npos && text.size() < 64),
      TEXT(GetDeviceInfo, CL_DEVICE_PROFILE, text == "FULL_PROFILE"),
      TEXT(GetDeviceInfo, CL_DEVICE_VERSION, text.rfind("OpenCL 3.1 ", 0) == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_NUMERIC_VERSION, cl_version,
            value == CL_MAKE_VERSION(3, 1, 0)),
      TEXT(GetDeviceInfo, CL_DEVICE_EXTENSIONS, text.find("  ") == text.npos),
      LIST(GetDeviceInfo, CL_DEVICE_EXTENSIONS_WITH_VERSION, cl_name_version, !list.empty()),
      TEXT(GetDeviceInfo, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, text.rfind("v", 0) == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_AVAILABLE, cl_bool, value == CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_REFERENCE_COUNT, cl_uint, value == 1),  // of a root device
      LIST(GetDeviceInfo, CL_DEVICE_UUID_KHR, cl_uchar,
           list.size() == CL_UUID_SIZE_KHR && std::count(list.begin(), list.end(), 0) < 8),
      LIST(GetDeviceInfo, CL_DRIVER_UUID_KHR, cl_uchar,
           list.size() == CL_UUID_SIZE_KHR && std::count(list.begin(), list.end(), 0) < 8),
      VALUE(GetDeviceInfo, CL_DEVICE_LUID_VALID_KHR, cl_bool, value == CL_FALSE),
      LIST(GetDeviceInfo, CL_DEVICE_LUID_KHR, cl_uchar, list.size() == CL_LUID_SIZE_KHR),
      VALUE(GetDeviceInfo, CL_DEVICE_NODE_MASK_KHR, cl_uint, value == 0),
      // Programs.
      VALUE(GetDeviceInfo, CL_DEVICE_COMPILER_AVAILABLE, cl_bool, value == CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_LINKER_AVAILABLE, cl_bool, value == CL_TRUE),
      TEXT(GetDeviceInfo, CL_DEVICE_OPENCL_C_VERSION, text.rfind("OpenCL C 1.2 ", 0) == 0),
      LIST(GetDeviceInfo, CL_DEVICE_OPENCL_C_ALL_VERSIONS, cl_name_version, !list.empty()),
      LIST(GetDeviceInfo, CL_DEVICE_OPENCL_C_FEATURES, cl_name_version, !list.empty()),
      TEXT(GetDeviceInfo, CL_DEVICE_IL_VERSION, text.rfind("SPIR-V_1.", 0) == 0),
      LIST(GetDeviceInfo, CL_DEVICE_ILS_WITH_VERSION, cl_name_version, !list.empty()),
      LIST(GetDeviceInfo, CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR, Name, !list.empty()),
      LIST(GetDeviceInfo, CL_DEVICE_SPIRV_EXTENSIONS_KHR, Name, !list.empty()),
      LIST(GetDeviceInfo, CL_DEVICE_SPIRV_CAPABILITIES_KHR, cl_uint, !list.empty()),
      TEXT(GetDeviceInfo, CL_DEVICE_BUILT_IN_KERNELS, text.empty()),
      LIST(GetDeviceInfo, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, cl_name_version, list.empty()),
      VALUE(GetDeviceInfo, CL_DEVICE_EXECUTION_CAPABILITIES, cl_device_exec_capabilities,
            value == (CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL)),
      VALUE(GetDeviceInfo, CL_DEVICE_PRINTF_BUFFER_SIZE, size_t, value >= 1 << 20),
      // Execution.
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint,
            true),  // 0 where the machine does not say
      VALUE(GetDeviceInfo, CL_DEVICE_ADDRESS_BITS, cl_uint, value == 8 * sizeof(void*)),
      VALUE(GetDeviceInfo, CL_DEVICE_ENDIAN_LITTLE, cl_bool, value == CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint, value == 3),
      LIST(GetDeviceInfo, CL_DEVICE_MAX_WORK_ITEM_SIZES, size_t,
           list.size() == 3 && *std::min_element(list.begin(), list.end()) >= 1),
      LIST(GetDeviceInfo, CL_DEVICE_MAX_WORK_GROUP_SIZES, size_t,
           list.size() == 3 && *std::max_element(list.begin(), list.end()) <=
                                   of_device<size_t>(on, CL_DEVICE_MAX_WORK_GROUP_SIZE)),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_WORK_GROUP_SIZE, size_t, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_bool, value == CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint, true),  // 0 without sub-groups
      VALUE(GetDeviceInfo, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, cl_bool,
            value == cl_bool(extends(on, "cl_khr_subgroups"))),
      VALUE(GetDeviceInfo, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, cl_bool,
            value <= CL_TRUE),
      // Arithmetic. Widths of types that a device lacks are 0.
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint,
            (value >= 1) == extends(on, "cl_khr_fp64")),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint,
            (value >= 1) == extends(on, "cl_khr_fp16")),
      VALUE(GetDeviceInfo, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint,
            (value >= 1) == extends(on, "cl_khr_fp64")),
      VALUE(GetDeviceInfo, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, cl_uint,
            (value >= 1) == extends(on, "cl_khr_fp16")),
      VALUE(GetDeviceInfo, CL_DEVICE_SINGLE_FP_CONFIG, cl_device_fp_config,
            (~value & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN)) == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_DOUBLE_FP_CONFIG, cl_device_fp_config,
            extends(on, "cl_khr_fp64") ? (~value & ieee_double) == 0 : value == 0),
      // cl_ext_float_atomics: load and store, add, least and greatest, in global and local memory.
      VALUE(GetDeviceInfo, CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, cl_bitfield,
            value == 0x70007),
      VALUE(GetDeviceInfo, CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, cl_bitfield,
            value == 0x70007),
      VALUE(GetDeviceInfo, CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, cl_bitfield,
            value == 0x70007),
      // cl_khr_integer_dot_product: vectors and packed words, neither with instructions of its own.
      VALUE(GetDeviceInfo, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR,
            cl_device_integer_dot_product_capabilities_khr, value == 3),
      VALUE(GetDeviceInfo, CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
            cl_device_integer_dot_product_acceleration_properties_khr, is_zero(value)),
      VALUE(GetDeviceInfo, CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR,
            cl_device_integer_dot_product_acceleration_properties_khr, is_zero(value)),
      // cl_khr_kernel_clock: of the device, of work-groups and of sub-groups.
      VALUE(GetDeviceInfo, CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, cl_version,
            value == CL_MAKE_VERSION(1, 0, 0)),
      VALUE(GetDeviceInfo, CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR, cl_bitfield, value == 7),
      // Memory.
      VALUE(GetDeviceInfo, CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong, value >= 32U << 20),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong,
            value >= std::max<cl_ulong>(
                         std::min<cl_ulong>(1U << 30,
                                            of_device<cl_ulong>(on, CL_DEVICE_GLOBAL_MEM_SIZE) / 4),
                         32U << 20)),
      VALUE(GetDeviceInfo, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_device_mem_cache_type,
            value == CL_READ_WRITE_CACHE || value == CL_NONE),
      VALUE(GetDeviceInfo, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cl_ulong,
            (value == 0) == (of_device<cl_device_mem_cache_type>(
                                 on, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE) == CL_NONE)),
      VALUE(GetDeviceInfo, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint,
            value == 0 || is_power_of_two(value)),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong, value >= 64 << 10),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint, value >= 8),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_PARAMETER_SIZE, size_t, value >= 1024),
      VALUE(GetDeviceInfo, CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type, value == CL_GLOBAL),
      VALUE(GetDeviceInfo, CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong, value >= 32 << 10),
      VALUE(GetDeviceInfo, CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint,
            is_power_of_two(value) && value >= 8 * sizeof(cl_long16)),
      VALUE(GetDeviceInfo, CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint, value == sizeof(cl_long16)),
      VALUE(GetDeviceInfo, CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_bool, value == CL_FALSE),
      VALUE(GetDeviceInfo, CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool, value == CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, cl_bool, value <= CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, size_t,
            value == 0 || value >= 64 << 10),
      VALUE(GetDeviceInfo, CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, size_t,
            value >= of_device<size_t>(on, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE)),
      VALUE(GetDeviceInfo, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
            cl_device_unified_shared_memory_capabilities_intel, value == all_accesses),
      VALUE(GetDeviceInfo, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
            cl_device_unified_shared_memory_capabilities_intel, value == all_accesses),
      VALUE(GetDeviceInfo, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
            cl_device_unified_shared_memory_capabilities_intel, value == all_accesses),
      VALUE(GetDeviceInfo, CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
            cl_device_unified_shared_memory_capabilities_intel, value == all_accesses),
      VALUE(GetDeviceInfo, CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL,
            cl_device_unified_shared_memory_capabilities_intel, value == all_accesses),
      VALUE(GetDeviceInfo, CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities,
            value == (CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                      CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS)),
      VALUE(GetDeviceInfo, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, cl_device_atomic_capabilities,
            (~value & (CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP)) == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, cl_device_atomic_capabilities,
            (~value & (CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                       CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP)) == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, cl_uint, value == 64),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, cl_uint, value == 64),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, cl_uint, value == 0),
      // Queues and profiling.
      VALUE(GetDeviceInfo, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_command_queue_properties,
            value == (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)),
      LIST(GetDeviceInfo, CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL, cl_queue_family_properties_intel,
           list.size() == 1 && list[0].count == 1 &&
               list[0].capabilities == CL_QUEUE_DEFAULT_CAPABILITIES_INTEL),
      // cl_khr_semaphore.
      LIST(GetPlatformInfo, CL_PLATFORM_SEMAPHORE_TYPES_KHR, cl_semaphore_type_khr,
           list == std::vector<cl_semaphore_type_khr>{CL_SEMAPHORE_TYPE_BINARY_KHR}),
      LIST(GetDeviceInfo, CL_DEVICE_SEMAPHORE_TYPES_KHR, cl_semaphore_type_khr,
           list == std::vector<cl_semaphore_type_khr>{CL_SEMAPHORE_TYPE_BINARY_KHR}),
      // cl_khr_command_buffer.
      VALUE(GetDeviceInfo, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
            cl_device_command_buffer_capabilities_khr,
            value == (CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                      CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
                      CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
                      CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR)),
      VALUE(GetDeviceInfo, CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR, cl_uint, value == 1),
      LIST(GetDeviceInfo, CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR, cl_device_id,
           list == std::vector<cl_device_id>{on.device_}),
      VALUE(GetDeviceInfo, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, cl_bitfield, value == 31),
      VALUE(GetDeviceInfo, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
            cl_command_queue_properties, value == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
            cl_command_queue_properties,
            value == (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)),
      VALUE(GetDeviceInfo, CL_DEVICE_PROFILING_TIMER_RESOLUTION, size_t, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_bool, value == CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
            cl_device_device_enqueue_capabilities,
            value == (CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT)),
      VALUE(GetDeviceInfo, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_command_queue_properties,
            value == (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)),
      VALUE(GetDeviceInfo, CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, cl_uint, value >= 16 * 1024),
      VALUE(GetDeviceInfo, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, cl_uint, value >= 256 * 1024),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_ON_DEVICE_QUEUES, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_ON_DEVICE_EVENTS, cl_uint, value >= 1024),
      // Partition. A device of one unit can not be divided.
      VALUE(GetDeviceInfo, CL_DEVICE_PARENT_DEVICE, cl_device_id, value == nullptr),
      VALUE(GetDeviceInfo, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint,
            value <= of_device<cl_uint>(on, CL_DEVICE_MAX_COMPUTE_UNITS)),
      LIST(GetDeviceInfo, CL_DEVICE_PARTITION_PROPERTIES, cl_device_partition_property,
           list.front() == 0
               ? list.size() == 1
               : std::count(list.begin(), list.end(), CL_DEVICE_PARTITION_EQUALLY) == 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_device_affinity_domain,
            (value & ~all_domains) == 0),
      LIST(GetDeviceInfo, CL_DEVICE_PARTITION_TYPE, cl_device_partition_property,
           list.empty() || list.front() == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_PARENT_DEVICE_EXT, cl_device_id, value == nullptr),
      LIST(GetDeviceInfo, CL_DEVICE_PARTITION_TYPES_EXT, cl_device_partition_property_ext,
           list.size() == 4),
      LIST(GetDeviceInfo, CL_DEVICE_AFFINITY_DOMAINS_EXT, cl_device_partition_property_ext,
           list.size() <= 5),
      VALUE(GetDeviceInfo, CL_DEVICE_REFERENCE_COUNT_EXT, cl_uint, value == 1),
      LIST(GetDeviceInfo, CL_DEVICE_PARTITION_STYLE_EXT, cl_device_partition_property_ext,
           list.size() == 1 && list.front() == CL_PROPERTIES_LIST_END_EXT),
      // Images and samplers.
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE_SUPPORT, cl_bool, value == CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint, value >= 128),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint, value >= 64),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, cl_uint, value >= 64),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t, value >= 16384),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, value >= 16384),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE3D_MAX_WIDTH, size_t, value >= 2048),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE3D_MAX_HEIGHT, size_t, value >= 2048),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE3D_MAX_DEPTH, size_t, value >= 2048),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size_t, value >= 65536),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size_t, value >= 2048),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint,
            value != 0 && (value & (value - 1)) == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint,
            value != 0 && (value & (value - 1)) == 0),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_SAMPLERS, cl_uint, value >= 16),
      // Pipes.
      VALUE(GetDeviceInfo, CL_DEVICE_PIPE_SUPPORT, cl_bool, value == CL_TRUE),
      VALUE(GetDeviceInfo, CL_DEVICE_MAX_PIPE_ARGS, cl_uint, value >= 16),
      VALUE(GetDeviceInfo, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, cl_uint, value >= 1),
      VALUE(GetDeviceInfo, CL_DEVICE_PIPE_MAX_PACKET_SIZE, cl_uint, value >= 1024),
  };
  return all;
}

}  // namespace cleave::test
