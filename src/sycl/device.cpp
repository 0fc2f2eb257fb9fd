// Reads what devices are, and divides them.
#include "sycl/device.h"

#include <algorithm>
#include <atomic>

#include "device_image/image.h"
#include "sycl/failure.h"
#include "sycl/program.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {
namespace {

std::atomic<uint64_t> device_count{0};

/// The numbers of sycl::info::partition_property.
enum Property : int32_t {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain
};

/// The bits of OpenCL in the order of sycl::info::partition_affinity_domain, from 1 on.
constexpr cl_device_affinity_domain domain_bits[] = {
    CL_DEVICE_AFFINITY_DOMAIN_NUMA,     CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE};

bool can_divide(const Device& device, cl_device_partition_property how) {
  return std::ranges::count(
             device.values<cl_device_partition_property>(CL_DEVICE_PARTITION_PROPERTIES), how) != 0;
}

using Properties = std::vector<cl_device_partition_property>;

Properties equal_parts(const Device& device, size_t count) {
  const size_t units = device.value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  if (count == 0 || count > units) {
    fail(Code::invalid, "create_sub_devices: parts of " + std::to_string(count) +
                            " compute units of a device that has " + std::to_string(units));
  }
  return {CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(count), 0};
}

Properties parts_by_counts(const Device& device, const cleave_sycl_partition& partition) {
  const size_t units = device.value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  const size_t most_parts = device.value<cl_uint>(CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
  size_t sum = 0;
  Properties properties{CL_DEVICE_PARTITION_BY_COUNTS};
  for (size_t i = 0; i < partition.count_count; ++i) {
    const size_t count = partition.counts[i];
    sum = count > units ? units + 1 : sum + count;
    if (count == 0 || sum > units) break;
    properties.push_back(static_cast<cl_device_partition_property>(count));
  }
  if (properties.size() != partition.count_count + 1 || partition.count_count == 0) {
    fail(Code::invalid,
         "create_sub_devices: the counts are none, or one is 0, or their sum is more than the " +
             std::to_string(units) + " compute units of the device");
  }
  if (partition.count_count > most_parts) {
    fail(Code::invalid,
         "create_sub_devices: the device has at most " + std::to_string(most_parts) + " parts");
  }
  properties.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  properties.push_back(0);
  return properties;
}

Properties parts_by_domain(const Device& device, int32_t domain) {
  const auto offered = device.value<cl_device_affinity_domain>(CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  if (domain < 1 || domain > static_cast<int32_t>(std::size(domain_bits)) ||
      (offered & domain_bits[domain - 1]) == 0) {
    fail(Code::feature_not_supported,
         "create_sub_devices: the device cannot be divided by this affinity domain");
  }
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
          static_cast<cl_device_partition_property>(domain_bits[domain - 1]), 0};
}

Properties properties_of(const Device& device, const cleave_sycl_partition& partition) {
  const cl_device_partition_property hows[] = {0, CL_DEVICE_PARTITION_EQUALLY,
                                               CL_DEVICE_PARTITION_BY_COUNTS,
                                               CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN};
  if (partition.property < partition_equally || partition.property > partition_by_affinity_domain ||
      !can_divide(device, hows[partition.property])) {
    fail(Code::feature_not_supported, "create_sub_devices: the device cannot be divided so");
  }
  switch (partition.property) {
    case partition_equally:
      return equal_parts(device, *partition.counts);
    case partition_by_counts:
      return parts_by_counts(device, partition);
    default:
      return parts_by_domain(device, partition.affinity_domain);
  }
}

}  // namespace

Device::Device(Platform& platform, cl_device_id id)
    : id_(id), number_(++device_count), platform_(platform) {
  read_facts();
}

Device::Device(Ref<Device> parent, cl_device_id id, Division division)
    : id_(id),
      number_(++device_count),
      platform_(parent->platform()),
      parent_(std::move(parent)),
      division_(division) {
  read_facts();
}

Device::~Device() {
  if (!parent_) return;
  forget_programs_of(number_);
  end_kernel_generation();
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
  return (device.takes_images() && has_image_code(unit)) ||
         (device.takes_spirv() && unit.spirv != nullptr);
}

std::vector<Ref<Device>> divide(Device& device, const cleave_sycl_partition& partition) {
  const Properties properties = properties_of(device, partition);
  cl_uint count = 0;
  check(clCreateSubDevices(device.id(), properties.data(), 0, nullptr, &count),
        "clCreateSubDevices");
  std::vector<cl_device_id> ids(count);
  check(clCreateSubDevices(device.id(), properties.data(), count, ids.data(), nullptr),
        "clCreateSubDevices");
  std::vector<Ref<Device>> parts;
  for (cl_device_id id : ids) {
    parts.push_back(support::make_ref<Device>(
        Ref(&device), id, Division{partition.property, partition.affinity_domain}));
  }
  return parts;
}

}  // namespace cleave::sycl
