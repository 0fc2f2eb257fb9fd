#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "api/info/features.h"
#include "api/info/handles.h"
#include "api/info/info.h"
#include "api/info/modules.h"
#include "api/info/names.h"
#include "api/info/platform_handle.h"
#include "builtins/named_barrier_memory.h"
#include "compiler/interface/program_image.h"
#include "model/program/printf_output.h"
#include "model/queue_family.h"
#include "options/options.h"
#include "support/multi_device_cl.h"
#include "support/newer_cl.h"
#include "topology/fission.h"
#include "topology/uuid.h"

namespace cleave::api::info {
namespace {

using backend::DeviceFacts;

constexpr cl_device_fp_config ieee_arithmetic = CL_FP_DENORM | CL_FP_INF_NAN |
                                                CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                                CL_FP_ROUND_TO_INF | CL_FP_FMA;

constexpr cl_command_queue_properties queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

/// Returns the answer of a query about queues on the device: 0 where a device has none.
template <class T>
T if_enqueuing(const DeviceFacts& facts, T value) {
  return facts.enqueues_kernels ? value : 0;
}

/// Loads, stores and atomics of the host and of a device that shares its memory meet there.
cl_device_svm_capabilities svm_capabilities(const DeviceFacts& facts) {
  if (!facts.shares_host_memory || !facts.offers_svm) return 0;
  return CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
         CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;
}
/// Returns the capabilities, which are the same for every kind of memory.
cl_device_unified_shared_memory_capabilities_intel unified_capabilities(const DeviceFacts& facts) {
  if (!facts.shares_host_memory) return 0;
  return CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
         CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
         CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;
}

/// Work-items run as vectors already: filters of 5 taps computed 3890, 1153, 1677 and 2810 million
/// floats a second in code for 1, 4, 8 and 16 at once, 4768, 1053, 1809 and 2499 million shorts,
/// 2720, 1633, 2626 and 2895 million chars (two processors of an EPYC with AVX2, in use by others
/// too).
constexpr cl_uint preferred_vector_width = 1;
/// A hash is one chain of operations, and several of them hide its latency: there MD5 took 31, 70,
/// 33 and 56 million hashes a second, hashcat's with 1, 4 and 16 at once 32, 54 and 48 million.
/// Filters of ints lose less: 1701, 1454 and 2386 million with 1, 4 and 8.
constexpr cl_uint preferred_int_vector_width = 4;

bool has_doubles(const DeviceFacts& facts) {
  return has(facts.language.extensions, "cl_khr_fp64");
}
bool has_halves(const DeviceFacts& facts) {
  return has(facts.language.extensions, "cl_khr_fp16");
}
bool has_program_variables(const DeviceFacts& facts) {
  return has(facts.language.features, "__opencl_c_program_scope_global_variables");
}

/// A limit of images, where there are images.
template <class Limit>
Limit of_images(const DeviceFacts& facts, Limit limit) {
  return facts.images.are_supported ? limit : Limit{0};
}

/// The query comes from cl_khr_fp16 and does not exist without it.
support::Result<cl_device_fp_config> half_arithmetic(const DeviceFacts& facts) {
  if (!has_halves(facts)) return CL_INVALID_VALUE;
  return ieee_arithmetic;
}

/// A number that stands for the settings, which may be long: programs have little room for the
/// text.
std::string number_of(const std::vector<std::string>& settings) {
  uint32_t sum = 0x811c9dc5;  // FNV-1a
  for (const std::string& setting : settings) {
    for (const char c : setting + '\n') sum = (sum ^ static_cast<uint8_t>(c)) * 0x01000193;
  }
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", sum);
  return digits;
}

std::string driver_version() {
  const auto settings = options::settings_that_touch(options::Touches::code);
  return std::string(CLEAVE_VERSION) + " (" + compiler::interface::image_format() +
         (settings.empty() ? "" : ", settings " + number_of(settings)) + ")";
}

/// Returns the root devices whose commands wait for those of the device without the host
/// (cl_khr_command_buffer_multi_device): those of one hardware.
std::vector<cl_device_id> sync_devices(model::Device& device) {
  model::Devices together{support::Ref(device.root())};
  for (const support::Ref<model::Device>& other : model::Platform::instance().devices()) {
    const bool is_of_one_hardware = &other->hardware() == &device.hardware();
    if (is_of_one_hardware && other.get() != device.root()) together.push_back(other);
  }
  return device_handles(together);
}

using topology::Uuid;
static_assert(sizeof(Uuid) == CL_UUID_SIZE_KHR);
using Luid = std::array<cl_uchar, CL_LUID_SIZE_KHR>;

Uuid uuid_of_device(const model::Device& device) {
  static const std::string& machine = *new std::string(topology::read_machine_id("/"));
  return topology::device_uuid(machine, options::options().topology, device.hardware().machine(),
                               device.units());
}

/// Says which driver it is: of another version, or with other binaries, it is another one.
Uuid uuid_of_driver() {
  return topology::uuid_of("cleave driver\n" CLEAVE_VERSION "\n" +
                           compiler::interface::image_format());
}

/// OpenCL 2.x comes with OpenCL C 2.0 as the newest.
bool is_version_2() {
  return options::opencl_version() < 300;
}

/// OpenCL C 2.0 demands what is optional in 3.0, but of images where there are none.
bool has_language_2(const DeviceFacts& facts) {
  constexpr const char* demanded[] = {"__opencl_c_atomic_order_acq_rel",
                                      "__opencl_c_atomic_order_seq_cst",
                                      "__opencl_c_atomic_scope_device",
                                      "__opencl_c_atomic_scope_all_devices",
                                      "__opencl_c_device_enqueue",
                                      "__opencl_c_generic_address_space",
                                      "__opencl_c_pipes",
                                      "__opencl_c_program_scope_global_variables",
                                      "__opencl_c_work_group_collective_functions"};
  const auto& features = facts.language.features;
  if (facts.images.are_supported && !has(features, "__opencl_c_read_write_images")) return false;
  return std::ranges::all_of(demanded, [&](const char* name) { return has(features, name); });
}

list<cl_name_version> language_versions(const DeviceFacts& facts) {
  list<cl_name_version> versions;
  const auto add = [&](cl_version version) { versions.push_back(versioned("OpenCL C", version)); };
  add(CL_MAKE_VERSION(1, 0, 0));
  add(CL_MAKE_VERSION(1, 1, 0));
  add(CL_MAKE_VERSION(1, 2, 0));
  if (is_version_2() || has_language_2(facts)) add(CL_MAKE_VERSION(2, 0, 0));
  if (!is_version_2()) add(CL_MAKE_VERSION(3, 0, 0));
  if (options::opencl_version() >= 310) add(CL_MAKE_VERSION(3, 1, 0));
  return versions;
}

/// Returns as many barriers as local memory holds: each takes a few bytes of it, and nothing else.
cl_uint most_named_barriers(const DeviceFacts& facts) {
  return static_cast<cl_uint>(facts.local_memory_size / sizeof(builtins::NamedBarrier));
}

cl_uint maximum_sub_groups(const DeviceFacts& facts) {
  if (!has_sub_groups(facts)) return 0;
  const size_t smallest = compiler::interface::sub_group_sizes.front();
  return static_cast<cl_uint>((facts.maximum_work_group_size + smallest - 1) / smallest);
}

/// OpenCL 3.0 demands relaxed order and work-group scope; the rest are features of the language.
cl_device_atomic_capabilities atomic_capabilities(const DeviceFacts& facts) {
  cl_device_atomic_capabilities all =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  const auto& features = facts.language.features;
  if (has(features, "__opencl_c_atomic_order_acq_rel")) all |= CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  if (has(features, "__opencl_c_atomic_order_seq_cst")) all |= CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
  if (has(features, "__opencl_c_atomic_scope_device")) all |= CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  if (has(features, "__opencl_c_atomic_scope_all_devices")) {
    all |= CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
  }
  return all;
}

/// No dot product is accelerated: they are composed of multiplications and additions, as a program
/// would.
constexpr cl_device_integer_dot_product_acceleration_properties_khr dot_product_acceleration{};

cl_device_integer_dot_product_capabilities_khr dot_product_capabilities(const DeviceFacts& facts) {
  const auto& features = facts.language.features;
  cl_device_integer_dot_product_capabilities_khr all = 0;
  if (has(features, "__opencl_c_integer_dot_product_input_4x8bit")) {
    all |= CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR;
  }
  if (has(features, "__opencl_c_integer_dot_product_input_4x8bit_packed")) {
    all |= CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR;
  }
  return all;
}

cl_device_kernel_clock_capabilities_khr clock_capabilities(const DeviceFacts& facts) {
  const auto& features = facts.language.features;
  cl_device_kernel_clock_capabilities_khr all = 0;
  if (has(features, "__opencl_c_kernel_clock_scope_device")) {
    all |= CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR;
  }
  if (has(features, "__opencl_c_kernel_clock_scope_work_group")) {
    all |= CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR;
  }
  if (has(features, "__opencl_c_kernel_clock_scope_sub_group")) {
    all |= CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR;
  }
  return all;
}

/// Reads the capabilities off the features of a type ("fp32"); loads and stores of fp32 and fp64
/// need no feature.
cl_device_fp_atomic_capabilities_ext real_atomic_capabilities(const DeviceFacts& facts,
                                                              const std::string& type) {
  const auto& features = facts.language.features;
  const auto bit = [&](const char* feature, cl_device_fp_atomic_capabilities_ext capability) {
    return has(features, "__opencl_c_ext_" + type + feature)
               ? capability
               : cl_device_fp_atomic_capabilities_ext{0};
  };
  cl_device_fp_atomic_capabilities_ext all =
      bit("_global_atomic_load_store", CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT) |
      bit("_local_atomic_load_store", CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT) |
      bit("_global_atomic_add", CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT) |
      bit("_local_atomic_add", CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT) |
      bit("_global_atomic_min_max", CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT) |
      bit("_local_atomic_min_max", CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT);
  const bool is_of_core = type == "fp32" || (type == "fp64" && has_doubles(facts));
  if (is_of_core) {
    all |= CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT;
  }
  return all;
}

cl_uint compute_units(const model::Device& device) {
  return static_cast<cl_uint>(device.units().count());
}

/// 0 when no scheme gives two parts.
cl_uint maximum_sub_devices(const model::Device& device) {
  return compute_units(device) > 1 ? compute_units(device) : 0;
}

cl_device_affinity_domain affinity_domains(const model::Device& device) {
  return topology::affinity_domains(device.hardware().machine(), device.units());
}

list<cl_device_partition_property> partition_schemes(const model::Device& device) {
  if (maximum_sub_devices(device) == 0) return {0};
  list<cl_device_partition_property> schemes = {CL_DEVICE_PARTITION_EQUALLY,
                                                CL_DEVICE_PARTITION_BY_COUNTS};
  if (affinity_domains(device) != 0) schemes.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  return schemes;
}

/// Returns an empty list for a root device.
list<cl_device_partition_property> partition_type(const model::Device& device) {
  if (device.partition() == nullptr) return {};
  return topology::partition_properties(device.partition()->how);
}

/// Returns nothing but the end of the list for a root device.
list<cl_device_partition_property_ext> partition_style(const model::Device& device) {
  if (device.partition() == nullptr) return {CL_PROPERTIES_LIST_END_EXT};
  return topology::fission_properties(device.partition()->how);
}

/// All that are offered, also where a device can no longer be split: the extension wants one at
/// least, and does not want each to work in every case.
list<cl_device_partition_property_ext> fission_schemes() {
  return {CL_DEVICE_PARTITION_EQUALLY_EXT, CL_DEVICE_PARTITION_BY_COUNTS_EXT,
          CL_DEVICE_PARTITION_BY_NAMES_EXT, CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT};
}

/// The queues of a family differ only in where they run.
list<cl_queue_family_properties_intel> family_records(const model::Device& device) {
  list<cl_queue_family_properties_intel> families;
  for (const model::QueueFamily& family : model::queue_families(device)) {
    cl_queue_family_properties_intel record{};
    record.properties = queue_properties;
    record.capabilities = CL_QUEUE_DEFAULT_CAPABILITIES_INTEL;
    record.count = family.count();
    std::strncpy(record.name, family.name, sizeof record.name - 1);
    families.push_back(record);
  }
  return families;
}

cl_uint reference_count(const model::Device& device) {
  return device.is_root() ? 1 : device.api_references();
}

}  // namespace

support::Status device(model::Device& device, cl_device_info name, const Destination& to) {
  const DeviceFacts& facts = device.hardware().facts();
  switch (name) {
#define CLEAVE_QUERY(token, type, ...) \
  case token:                          \
    return answer<type>(to, __VA_ARGS__);
#include "api/info/device.def"
#undef CLEAVE_QUERY
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace cleave::api::info
