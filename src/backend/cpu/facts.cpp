#include "backend/cpu/facts.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "options/instruction_set.h"
#include "options/options.h"
#include "options/without.h"
#include "topology/permission.h"

namespace cleave::backend::cpu {
namespace {

using options::InstructionSet;
using topology::Level;

constexpr cl_uint vendor_id = 0xC1EA;  // no PCI vendor has it
constexpr cl_ulong kibibyte = 1024;
constexpr cl_ulong mebibyte = 1024 * kibibyte;

/// A vector register of 32-bit elements.
uint32_t usual_sub_group_size() {
  return 4U << static_cast<unsigned>(options::instruction_set());
}

/// Returns the size that CLEAVE_SUB_GROUP_SIZE asks for, or 0 if it leaves the choice to Cleave.
uint32_t wanted_sub_group_size() {
  const uint64_t wanted = options::options().sub_group_size;
  if (wanted == 0) return 0;
  if (std::ranges::find(compiler::interface::sub_group_sizes, wanted) !=
      compiler::interface::sub_group_sizes.end()) {
    return static_cast<uint32_t>(wanted);
  }
  std::fprintf(stderr,
               "cleave: CLEAVE_SUB_GROUP_SIZE=%llu is no size of a sub-group (4, 8, 16, 32 or 64); "
               "what suits each kernel is used\n",
               static_cast<unsigned long long>(wanted));
  return 0;
}

cl_uint vector_register_bytes() {
  return 16U << static_cast<unsigned>(options::instruction_set());
}

void report_instruction_set() {
  const std::string problem = options::instruction_set_problem();
  if (problem.empty()) return;
  std::fprintf(stderr, "cleave: CLEAVE_INSTRUCTION_SET=%s: %s; native is used\n",
               options::options().instruction_set.c_str(), problem.c_str());
}

/// A system that refuses is no reason not to work; that parts are not confined then is said once.
bool can_bind_workers(const topology::Machine& machine) {
  const std::string problem = topology::why_unbound(machine);
  if (!problem.empty() && machine.is_this_system && options::options().bind) {
    std::fprintf(stderr, "cleave: kernels of a part may run on any processor: %s\n",
                 problem.c_str());
  }
  return problem.empty();
}

/// The largest cache is the one that kernels see as the device's.
cl_ulong cache_bytes(const topology::Machine& machine) {
  for (Level level : {Level::l4, Level::l3, Level::l2, Level::l1}) {
    if (machine.largest(level) != 0) return machine.largest(level);
  }
  return 0;
}

/// A virtual machine reports the cache of the whole processor, of which others have their parts.
/// Two processors of a Xeon that reports 480 MiB, natively with plain and with nontemporal stores:
/// triads of arrays of 16 MiB take 2.0 and 1.7 ms, of 32 MiB 5.3 and 3.9, of 64 MiB 11.5 and 9.3;
/// fills of 16 MiB take 0.75 and 1.1 ms, of 32 MiB 2.2 and 2.5, of 64 MiB 7.0 and 5.8, of 256 MiB
/// 24 and 13.
cl_ulong streamed_bytes(const topology::Machine& machine) {
  const cl_ulong share = 32 * mebibyte * machine.units.size();
  for (Level level : {Level::l4, Level::l3, Level::l2, Level::l1}) {
    cl_ulong bytes = 0;
    for (const topology::Group& cache : machine.at(level)) bytes += cache.bytes;
    if (bytes != 0) return std::min(bytes, share);
  }
  return never_streamed;
}

constexpr cl_ulong most_local_memory = 512 * kibibyte;

/// Section 4.2, CL_DEVICE_LOCAL_MEM_SIZE: the least of the profile.
cl_ulong least_local_memory() {
  return options::is_embedded_profile() ? kibibyte : 32 * kibibyte;
}

/// Local memory is ordinary memory that should stay in a core's own cache: half of the L2, within
/// what kernels written for GPUs expect.
cl_ulong usual_local_memory(const topology::Machine& machine) {
  if (options::is_embedded_profile()) return least_local_memory();
  return std::clamp<cl_ulong>(machine.largest(Level::l2) / 2, 64 * kibibyte, most_local_memory);
}

/// Returns what CLEAVE_LOCAL_MEMORY asks for where a device may have that, and says so where it may
/// not.
cl_ulong local_memory_bytes(const topology::Machine& machine) {
  const cl_ulong wanted = options::options().local_memory;
  if (wanted == 0) return usual_local_memory(machine);
  const cl_ulong bytes = std::clamp(wanted, least_local_memory(), most_local_memory);
  if (bytes != wanted) {
    std::fprintf(stderr,
                 "cleave: CLEAVE_LOCAL_MEMORY=%llu: local memory has %llu to %llu bytes; %llu are "
                 "used\n",
                 static_cast<unsigned long long>(wanted),
                 static_cast<unsigned long long>(least_local_memory()),
                 static_cast<unsigned long long>(most_local_memory),
                 static_cast<unsigned long long>(bytes));
  }
  return bytes;
}

/// Keeps `facts` to what CLEAVE_MAX_WORK_GROUP_SIZE asks for, and says so where a device cannot
/// have that.
void keep_to_wanted_work_groups(DeviceFacts& facts) {
  const uint64_t wanted = options::options().max_work_group_size;
  if (wanted == 0) return;
  if (wanted > facts.maximum_work_group_size) {
    std::fprintf(stderr,
                 "cleave: CLEAVE_MAX_WORK_GROUP_SIZE=%llu: work-groups have 1 to %zu work-items; "
                 "%zu are allowed\n",
                 static_cast<unsigned long long>(wanted), facts.maximum_work_group_size,
                 facts.maximum_work_group_size);
    return;
  }
  facts.maximum_work_group_size = wanted;
  std::ranges::fill(facts.maximum_work_item_sizes, wanted);
}

/// Returns the name that the user has set, or else the usual one.
std::string wanted_or(const std::string& wanted, const std::string& usual) {
  return wanted.empty() ? usual : wanted;
}

/// All that depends on images asks DeviceFacts::images, which this decides.
bool supports_images() {
  return !options::is_without("images");
}

constexpr std::string_view names_of_language[] = {
#define CLEAVE_EXTENSION(name) name,
#define CLEAVE_FEATURE(name) name,
#define CLEAVE_REQUIRED_FEATURE(name)
#define CLEAVE_IMAGE_EXTENSION(name) name,
#define CLEAVE_IMAGE_FEATURE(name) name,
#include "backend/cpu/extensions.def"
#undef CLEAVE_EXTENSION
#undef CLEAVE_FEATURE
#undef CLEAVE_REQUIRED_FEATURE
#undef CLEAVE_IMAGE_EXTENSION
#undef CLEAVE_IMAGE_FEATURE
};

void report_unknown_names() {
  for (const std::string& name : options::unknown_in_without(names_of_language)) {
    std::fprintf(stderr,
                 "cleave: CLEAVE_WITHOUT: %s is no extension, feature or capability that can be "
                 "taken away\n",
                 name.c_str());
  }
}

compiler::interface::LanguageTarget language() {
  compiler::interface::LanguageTarget target;
  const auto add = [](std::vector<std::string>& names, const char* name, bool is_there) {
    if (is_there && !options::is_without(name)) names.emplace_back(name);
  };
#define CLEAVE_EXTENSION(name) add(target.extensions, name, true);
#define CLEAVE_FEATURE(name) add(target.features, name, true);
#define CLEAVE_REQUIRED_FEATURE(name) target.features.emplace_back(name);
#define CLEAVE_IMAGE_EXTENSION(name) add(target.extensions, name, supports_images());
#define CLEAVE_IMAGE_FEATURE(name) add(target.features, name, supports_images());
#include "backend/cpu/extensions.def"
#undef CLEAVE_EXTENSION
#undef CLEAVE_FEATURE
#undef CLEAVE_REQUIRED_FEATURE
#undef CLEAVE_IMAGE_EXTENSION
#undef CLEAVE_IMAGE_FEATURE
  const uint32_t wanted = wanted_sub_group_size();
  target.default_sub_group_size = wanted != 0 ? wanted : usual_sub_group_size();
  target.fits_sub_groups_to_types = wanted == 0;
  target.opencl_version = options::opencl_version();
  target.fused_multiply_add = options::instruction_set() >= InstructionSet::avx2;
  target.settings = options::settings_that_touch(options::Touches::binaries);
  return target;
}

/// Returns the type that programs are told: they may ask for GPUs only.
cl_device_type device_type() {
  const std::string& type = options::options().device_type;
  if (type == "gpu") return CL_DEVICE_TYPE_GPU;
  return type == "accelerator" ? CL_DEVICE_TYPE_ACCELERATOR : CL_DEVICE_TYPE_CPU;
}

/// Section 7: the least that the profile demands, so that a program which keeps to it is seen to.
/// Reduces the limits alone: arithmetic stays that of the full profile, so results are the same.
void keep_to_embedded_profile(DeviceFacts& facts) {
  facts.maximum_parameter_size = 256;
  facts.maximum_constant_buffer_size = kibibyte;
  facts.maximum_constant_arguments = 4;
  facts.maximum_pipe_arguments = 16;
  facts.maximum_pipe_reservations = 1;
  facts.maximum_pipe_packet_size = kibibyte;
  facts.preferred_queue_size = 16 * kibibyte;
  // The least, 64 KiB, holds 150 commands; Khronos' suite enqueues 1,000 at once in this profile
  // too.
  facts.maximum_queue_size = 1024 * kibibyte;
  facts.maximum_device_queues = 16;  // more than 1, so that a kernel may have some as arguments
  facts.maximum_device_events = 1024;
  facts.images.most_2d_width = facts.images.most_2d_height = 2048;
  facts.images.most_layers = 256;
  facts.images.most_buffer_width = 2048;
  facts.images.most_read = facts.images.most_written = facts.images.most_read_and_written = 8;
  facts.images.most_samplers = 8;
  if (facts.images.are_supported) {
    // So are writes to arrays of 2D images.
    facts.language.extensions.emplace_back("cles_khr_2d_image_array_writes");
  }
  // 64-bit integers are an extension there, which double demands.
  facts.language.extensions.emplace_back("cles_khr_int64");
  facts.language.embedded_profile = true;
}

}  // namespace

DeviceFacts read_facts(const topology::Machine& machine) {
  report_instruction_set();
  report_unknown_names();
  DeviceFacts facts;
  facts.name = wanted_or(options::options().device_name, machine.processor_name);
  facts.vendor = wanted_or(options::options().vendor, "Cleave");
  facts.vendor_id = vendor_id;
  facts.maximum_clock_frequency = machine.maximum_clock_frequency;
  facts.global_memory_size = machine.memory_bytes;
  // One buffer may not take everything: programs that allocate the largest one still need more.
  facts.maximum_allocation_size = std::max(machine.memory_bytes / 2, 128 * mebibyte);
  facts.global_memory_cache_size = cache_bytes(machine);
  facts.global_memory_cache_line_size = machine.cache_line_bytes;
  facts.streamed_bytes = streamed_bytes(machine);
  facts.local_memory_size = local_memory_bytes(machine);
  keep_to_wanted_work_groups(facts);
  facts.maximum_constant_buffer_size = facts.maximum_allocation_size;
  facts.images.are_supported = supports_images();
  if (options::is_without("cl_khr_image2d_from_buffer")) {
    facts.images.pitch_alignment = facts.images.base_alignment = 0;
  }
  facts.offers_svm = !options::is_without("svm");
  facts.takes_spirv = !options::is_without("spirv");
  facts.enqueues_kernels = !options::is_without("device_enqueue");
  facts.native_vector_width_bytes = vector_register_bytes();
  facts.language = language();
  facts.type = device_type();
  if (options::is_embedded_profile()) keep_to_embedded_profile(facts);
  facts.has_priorities = true;
  facts.workers_bound = can_bind_workers(machine);
  return facts;
}

compiler::interface::CodegenMode codegen_mode() {
  using compiler::interface::CodegenMode;
  return options::options().codegen == "scalar" ? CodegenMode::scalar : CodegenMode::vector;
}

}  // namespace cleave::backend::cpu
