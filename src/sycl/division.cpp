// Divides devices by clCreateSubDevices, and tiles into the slices of a queue family.
#include "sycl/division.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

#include "sycl/failure.h"

namespace cleave::sycl {
namespace {

/// The bits of OpenCL in the order of sycl::info::partition_affinity_domain, from 1 on.
constexpr cl_device_affinity_domain domain_bits[] = {
    CL_DEVICE_AFFINITY_DOMAIN_NUMA,     CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
    CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE};
constexpr const char* domain_names[] = {"numa",     "L4_cache", "L3_cache",
                                        "L2_cache", "L1_cache", "next_partitionable"};
constexpr const char* property_names[] = {"no_partition",
                                          "partition_equally",
                                          "partition_by_counts",
                                          "partition_by_affinity_domain",
                                          "ext_intel_partition_by_cslice",
                                          "ext_cleave_partition_by_names"};

/// OpenCL's properties, by the numbers of sycl::info::partition_property; 0: it has none.
constexpr cl_device_partition_property opencl_properties[] = {
    0,
    CL_DEVICE_PARTITION_EQUALLY,
    CL_DEVICE_PARTITION_BY_COUNTS,
    CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
    0,
    CL_DEVICE_PARTITION_BY_NAMES_EXT};

using Properties = std::vector<cl_device_partition_property>;

Properties equal_parts(const Device& device, size_t count) {
  const size_t units = device.unit_count();
  if (count == 0 || count > units) {
    fail(Code::invalid, "create_sub_devices: parts of " + std::to_string(count) +
                            " compute units of a device that has " + std::to_string(units));
  }
  const auto units_of_part = static_cast<cl_device_partition_property>(count);
  if (count > units / 2) {  // one part, which OpenCL's drivers may refuse to make equally
    return {CL_DEVICE_PARTITION_BY_COUNTS, units_of_part, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
            0};
  }
  return {CL_DEVICE_PARTITION_EQUALLY, units_of_part, 0};
}

/// Empty where no part is asked for: each count that is not 0 makes one.
Properties parts_by_counts(const Device& device, const cleave_sycl_partition& partition) {
  const size_t units = device.unit_count();
  const size_t most_parts = device.value<cl_uint>(CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
  size_t left = units;
  Properties properties{CL_DEVICE_PARTITION_BY_COUNTS};
  for (size_t i = 0; i < partition.count_count; ++i) {
    const size_t count = partition.counts[i];
    if (count == 0) continue;
    if (count > left) {
      fail(Code::invalid, "create_sub_devices: the sum of the counts is more than the " +
                              std::to_string(units) + " compute units of the device");
    }
    left -= count;
    properties.push_back(static_cast<cl_device_partition_property>(count));
  }
  if (properties.size() == 1) return {};
  if (properties.size() - 1 > most_parts) {
    fail(Code::invalid,
         "create_sub_devices: the device has at most " + std::to_string(most_parts) + " parts");
  }
  properties.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  properties.push_back(0);
  return properties;
}

Properties parts_by_domain(const Device& device, int32_t domain) {
  if (!std::ranges::count(affinity_domains(device), domain)) {
    const bool is_known = domain >= 1 && domain <= std::ssize(domain_names);
    fail(Code::feature_not_supported,
         std::string("create_sub_devices: the device cannot be divided by the affinity domain ") +
             (is_known ? domain_names[domain - 1] : "not_applicable"));
  }
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
          static_cast<cl_device_partition_property>(domain_bits[domain - 1]), 0};
}

Properties properties_of(const Device& device, const cleave_sycl_partition& partition) {
  switch (partition.property) {
    case partition_equally:
      return equal_parts(device, *partition.counts);
    case partition_by_counts:
      return parts_by_counts(device, partition);
    default:
      return parts_by_domain(device, partition.affinity_domain);
  }
}

/// Returns the numbers of the units that the next part has: parts follow one another in the order of the
/// units of what they are parts of, which Cleave promises. Empty where the whole's are not known.
std::vector<uint32_t> take_units(std::vector<uint32_t>& left, size_t count) {
  if (left.size() < count) {
    left.clear();
    return {};
  }
  std::vector<uint32_t> taken(left.begin(), left.begin() + static_cast<ptrdiff_t>(count));
  left.erase(left.begin(), left.begin() + static_cast<ptrdiff_t>(count));
  return taken;
}

std::vector<Ref<Device>> make_parts(Device& device, int32_t property,
                                    const Properties& properties) {
  std::vector<Ref<Device>> parts;
  if (properties.empty()) return parts;
  cl_uint count = 0;
  check(clCreateSubDevices(device.id(), properties.data(), 0, nullptr, &count),
        "clCreateSubDevices");
  std::vector<cl_device_id> ids(count);
  check(clCreateSubDevices(device.id(), properties.data(), count, ids.data(), nullptr),
        "clCreateSubDevices");
  std::vector<uint32_t> left = device.units();
  for (cl_device_id id : ids) {
    cl_uint units = 0;
    check(clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
          "clGetDeviceInfo");
    const Division division{property, division_of(id).affinity_domain};
    parts.push_back(support::make_ref<Device>(Ref(&device), id, division, take_units(left, units)));
  }
  return parts;
}

/// Returns the one part that has the units with these numbers.
std::vector<Ref<Device>> make_part_by_names(Device& device,
                                            const cleave_sycl_partition& partition) {
  const std::span names(partition.counts, partition.count_count);
  const std::vector<uint32_t> units = device.units();
  std::vector<uint32_t> its_units;
  std::vector<cl_device_partition_property_ext> properties{CL_DEVICE_PARTITION_BY_NAMES_EXT};
  for (const size_t name : names) {
    if (name >= device.unit_count() || std::ranges::count(names, name) != 1) {
      fail(Code::invalid,
           "create_sub_devices: of the " + std::to_string(device.unit_count()) +
               " compute units of the device each is named at most once, by a number "
               "from 0 on, which " +
               std::to_string(name) + " is not");
    }
    properties.push_back(name);
    if (name < units.size()) its_units.push_back(units[name]);
  }
  if (names.empty()) fail(Code::invalid, "create_sub_devices: no compute unit is named");
  properties.push_back(CL_PARTITION_BY_NAMES_LIST_END_EXT);
  properties.push_back(CL_PROPERTIES_LIST_END_EXT);
  const auto create = reinterpret_cast<clCreateSubDevicesEXT_fn>(
      clGetExtensionFunctionAddressForPlatform(device.platform().id(), "clCreateSubDevicesEXT"));
  if (create == nullptr) fail(Code::feature_not_supported, "there is no clCreateSubDevicesEXT");
  cl_device_id id = nullptr;
  check(create(device.id(), properties.data(), 1, &id, nullptr), "clCreateSubDevicesEXT");
  return {support::make_ref<Device>(Ref(&device), id, Division{ext_cleave_partition_by_names, 0},
                                    std::move(its_units))};
}

bool offers_names(const Device& device) {
  if (device.unit_count() < 2 || !device.has_extension("cl_ext_device_fission")) return false;
  const auto types = device.values<cl_device_partition_property_ext>(CL_DEVICE_PARTITION_TYPES_EXT);
  return std::ranges::count(types, CL_DEVICE_PARTITION_BY_NAMES_EXT) != 0;
}

std::vector<Ref<Device>> make_slices(Device& tile) {
  const std::optional<SliceFamily> family = tile.slice_family();
  std::vector<Ref<Device>> slices;
  for (cl_uint i = 0; i < family->count; ++i) {
    slices.push_back(support::make_ref<Device>(Ref(&tile), Slice{*family, i}));
  }
  return slices;
}

}  // namespace

Division division_of(cl_device_id part) {
  cl_device_partition_property how[3] = {};
  size_t bytes = 0;
  if (clGetDeviceInfo(part, CL_DEVICE_PARTITION_TYPE, 0, nullptr, &bytes) != CL_SUCCESS) return {};
  std::vector<cl_device_partition_property> all(std::max(bytes / sizeof *how, std::size(how)));
  if (clGetDeviceInfo(part, CL_DEVICE_PARTITION_TYPE, bytes, all.data(), nullptr) != CL_SUCCESS) {
    return {};
  }
  for (const int32_t property : {partition_equally, partition_by_counts,
                                 partition_by_affinity_domain, ext_cleave_partition_by_names}) {
    if (all[0] != opencl_properties[property]) continue;
    if (property != partition_by_affinity_domain) return {property, 0};
    for (int32_t domain = 0; domain < std::ssize(domain_bits); ++domain) {
      if (static_cast<cl_device_affinity_domain>(all[1]) == domain_bits[domain]) {
        return {property, domain + 1};
      }
    }
  }
  return {};
}

std::vector<Ref<Device>> divide(Device& device, const cleave_sycl_partition& partition) {
  const int32_t property = partition.property;
  if (!std::ranges::count(partition_properties(device), property)) {
    const bool is_known = property > 0 && property < std::ssize(property_names);
    const std::string name = is_known ? property_names[property] : "no known property";
    const char* const why = device.slice() ? ", which is a compute slice"
                            : property == ext_intel_partition_by_cslice
                                ? ": it is no tile, or CLEAVE_COMPUTE_SLICES names no slices of it"
                                : "";
    fail(Code::feature_not_supported,
         "create_sub_devices: " + name + " does not divide the device" + why);
  }
  if (property == ext_intel_partition_by_cslice) return make_slices(device);
  if (property == ext_cleave_partition_by_names) return make_part_by_names(device, partition);
  return make_parts(device, property, properties_of(device, partition));
}

std::vector<int32_t> partition_properties(const Device& device) {
  std::vector<int32_t> found;
  if (device.slice()) return found;
  const auto offered = device.values<cl_device_partition_property>(CL_DEVICE_PARTITION_PROPERTIES);
  for (int32_t property = partition_equally; property <= partition_by_affinity_domain; ++property) {
    if (std::ranges::count(offered, opencl_properties[property])) found.push_back(property);
  }
  if (device.slice_family()) found.push_back(ext_intel_partition_by_cslice);
  if (offers_names(device)) found.push_back(ext_cleave_partition_by_names);
  return found;
}

std::vector<int32_t> affinity_domains(const Device& device) {
  std::vector<int32_t> found;
  if (device.slice()) return found;
  const auto offered = device.value<cl_device_affinity_domain>(CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  for (int32_t i = 0; i < std::ssize(domain_bits); ++i) {
    if ((offered & domain_bits[i]) != 0) found.push_back(i + 1);
  }
  return found;
}

}  // namespace cleave::sycl
