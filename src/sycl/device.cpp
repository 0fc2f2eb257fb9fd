// Reads what devices are, and divides them.
#include "sycl/device.h"

#include <atomic>
#include <map>
#include <numeric>
#include <tuple>

#include "device_image/image.h"
#include "sycl/division.h"
#include "sycl/program.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {
namespace {

std::atomic<uint64_t> device_count{0};

/// Parts that are known: several devices may stand for one, which are equal.
struct KnownPart {
  uint64_t identity = 0;
  std::vector<uint32_t> units;
  size_t devices = 0;
};
struct KnownParts {
  std::mutex mutex;
  std::map<cl_device_id, KnownPart> by_id;
};
KnownParts& known_parts() {
  static auto* const made = new KnownParts;
  return *made;
}

/// Returns the identity of a part, and replaces `units` by those that are known of it.
uint64_t enter_part(cl_device_id id, uint64_t number, std::vector<uint32_t>& units) {
  KnownParts& all = known_parts();
  const std::lock_guard lock(all.mutex);
  KnownPart& part = all.by_id[id];
  if (part.devices++ == 0) part = {number, units, 1};
  units = part.units;
  return part.identity;
}
void leave_part(cl_device_id id) {
  KnownParts& all = known_parts();
  const std::lock_guard lock(all.mutex);
  const auto part = all.by_id.find(id);
  if (--part->second.devices == 0) all.by_id.erase(part);
}

/// Slices are equal by what they are: the root, the units of the tile (or the tile's number, where those are not known),
/// how many slices it has, and which one it is.
using SliceKey = std::tuple<uint64_t, std::vector<uint32_t>, uint64_t, cl_uint, cl_uint>;

uint64_t identity_of_slice(Device& tile, const Slice& slice) {
  static std::mutex mutex;
  static auto* const identities = new std::map<SliceKey, uint64_t>;
  std::vector<uint32_t> units = tile.units();
  const uint64_t number_of_tile = units.empty() ? tile.identity() : 0;
  const std::lock_guard lock(mutex);
  uint64_t& identity = (*identities)[{tile.root().number(), std::move(units), number_of_tile,
                                      slice.family.count, slice.index}];
  if (identity == 0) identity = ++device_count;
  return identity;
}

}  // namespace

Device::Device(Platform& platform, cl_device_id id)
    : id_(id), number_(++device_count), platform_(platform), identity_(number_) {
  read_facts();
}

Device::Device(Ref<Device> parent, cl_device_id id, Division division, std::vector<uint32_t> units)
    : id_(id),
      number_(++device_count),
      platform_(parent->platform()),
      parent_(std::move(parent)),
      division_(division),
      units_(std::move(units)),
      identity_(enter_part(id, number_, units_)) {
  read_facts();
}

Device::Device(Ref<Device> tile, Slice slice)
    : id_(tile->id()),
      number_(++device_count),
      platform_(tile->platform()),
      parent_(std::move(tile)),
      division_{ext_intel_partition_by_cslice, 0},
      slice_(slice),
      identity_(identity_of_slice(*parent_, slice)) {
  read_facts();
}

Device::~Device() {
  if (claim_ != nullptr) clReleaseCommandQueue(claim_);
  if (!parent_ || slice_) return;
  forget_programs_of(number_);
  end_kernel_generation();
  leave_part(id_);
  clReleaseDevice(id_);
}

void Device::read_facts() {
  extensions_ = " " + text(CL_DEVICE_EXTENSIONS) + " ";
  const std::string languages = text(CL_DEVICE_IL_VERSION);
  takes_images_ = languages.find(device_image::language_name) != std::string::npos;
  takes_spirv_ = languages.find("SPIR-V") != std::string::npos;
  has_buffer_addresses_ = has_extension("cl_ext_buffer_device_address");
  has_parts_in_contexts_ = has_extension("cl_ext_device_fission");
}

std::optional<SliceFamily> Device::slice_family() const {
  if (slice_ || !has_extension("cl_intel_command_queue_families")) return std::nullopt;
  const auto families =
      values<cl_queue_family_properties_intel>(CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL);
  for (cl_uint i = 0; i < families.size(); ++i) {
    const cl_bitfield able = families[i].capabilities;
    const bool runs_kernels = able == CL_QUEUE_DEFAULT_CAPABILITIES_INTEL ||
                              (able & CL_QUEUE_CAPABILITY_KERNEL_INTEL) != 0;
    if (runs_kernels && families[i].count >= 2) return SliceFamily{i, families[i].count};
  }
  return std::nullopt;
}

cl_uint Device::unit_count() const {
  const auto units = value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  return slice_ ? units / slice_->family.count : units;
}

std::vector<uint32_t> Device::units() const {
  if (parent_) return units_;
  std::vector<uint32_t> all(unit_count());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void Device::claim_slice(cl_command_queue queue) {
  const std::lock_guard lock(mutex_);
  if (claim_ != nullptr) return;
  clRetainCommandQueue(queue);
  claim_ = queue;
}

std::string Device::text(cl_device_info what) const {
  const std::vector<char> found = values<char>(what);
  std::string text(found.begin(), found.end());
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

bool Device::has_extension(const std::string& name) const {
  return extensions_.find(" " + name + " ") != std::string::npos;
}

bool runs(const Device& device, const cleave_sycl_unit& unit) {
  return (device.takes_images() && unit.image != nullptr) ||
         (device.takes_spirv() && unit.spirv != nullptr);
}

}  // namespace cleave::sycl
