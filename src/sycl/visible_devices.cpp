// Matches devices and their parts with filters.
#include "sycl/visible_devices.h"

#include <algorithm>
#include <map>
#include <utility>

#include "sycl/division.h"

namespace cleave::sycl {
namespace {

/// The number of a root, and behind it those of parts.
using Path = std::vector<size_t>;

class Finder {
 public:
  explicit Finder(const std::vector<Device*>& roots) {
    for (Device* root : roots) roots_.emplace_back(root);
  }

  /// Adds what the filter names; false where it names nothing.
  bool add(const DeviceFilter& filter, std::map<Path, Ref<Device>>& found) {
    const size_t before = added_;
    for (size_t i = 0; i < roots_.size(); ++i) {
      if (matches(filter, i)) add_parts({i}, roots_[i], filter.parts, found);
    }
    return added_ != before;
  }

  /// True when the filter names the device, or what it is a part of.
  [[nodiscard]] bool names(const DeviceFilter& filter, const Path& path) const {
    if (!matches(filter, path.front()) || filter.parts.size() + 1 > path.size()) return false;
    for (size_t i = 0; i < filter.parts.size(); ++i) {
      if (filter.parts[i] && *filter.parts[i] != path[i + 1]) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool matches(const DeviceFilter& filter, size_t root) const {
    using enum DeviceFilter::Kind;
    switch (filter.kind) {
      case any:
        return true;
      case index:
        return filter.index == root;
      case cpu:
        return roots_[root]->has(Aspect::cpu);
      case gpu:
        return roots_[root]->has(Aspect::gpu);
      default:
        return roots_[root]->has(Aspect::accelerator);
    }
  }

  void add_parts(Path path, const Ref<Device>& device, std::span<const DeviceFilter::Part> parts,
                 std::map<Path, Ref<Device>>& found) {
    if (parts.empty()) {
      found.emplace(std::move(path), device);
      ++added_;
      return;
    }
    const std::vector<Ref<Device>>& all = parts_of(path, *device);
    for (size_t i = 0; i < all.size(); ++i) {
      if (parts.front() && *parts.front() != i) continue;
      Path its_path = path;
      its_path.push_back(i);
      add_parts(std::move(its_path), all[i], parts.subspan(1), found);
    }
  }

  /// Compute slices go before other parts.
  const std::vector<Ref<Device>>& parts_of(const Path& path, Device& device) {
    if (const auto known = divided_.find(path); known != divided_.end()) return known->second;
    cleave_sycl_partition partition{sizeof partition, ext_intel_partition_by_cslice, 0, nullptr, 0};
    std::vector<Ref<Device>> parts;
    if (device.slice_family()) {
      parts = divide(device, partition);
    } else if (std::ranges::count(affinity_domains(device), next_partitionable)) {
      partition.property = partition_by_affinity_domain;
      partition.affinity_domain = next_partitionable;
      parts = divide(device, partition);
    }
    return divided_[path] = std::move(parts);
  }

  std::vector<Ref<Device>> roots_;
  std::map<Path, std::vector<Ref<Device>>> divided_;
  size_t added_ = 0;
};

DeviceFilters with_all_roots(DeviceFilters filters) {
  if (filters.accepted.empty()) filters.accepted.push_back({true, {DeviceFilter{}}});
  return filters;
}

std::string name_of(const Path& path) {
  std::string name = "opencl:" + std::to_string(path.front());
  for (size_t i = 1; i < path.size(); ++i) name += "." + std::to_string(path[i]);
  return name;
}

/// "opencl:0 (CPU, 8 units)" of each root.
std::string list(const std::vector<Device*>& roots) {
  std::string text;
  for (size_t i = 0; i < roots.size(); ++i) {
    text += (i == 0 ? "" : ", ") + name_of({i}) + " ('" + roots[i]->text(CL_DEVICE_NAME) + "', " +
            std::to_string(roots[i]->unit_count()) + " units)";
  }
  return text.empty() ? "no devices at all" : text;
}

}  // namespace

std::vector<Ref<Device>> visible_devices(const std::vector<Device*>& roots,
                                         const DeviceFilters& filters,
                                         void (*warn)(const std::string& text)) {
  Finder finder(roots);
  std::map<Path, Ref<Device>> found;
  for (const FilterTerm& term : with_all_roots(filters).accepted) {
    for (const DeviceFilter& filter : term.devices) {
      if (term.is_opencl && finder.add(filter, found)) continue;
      if (filter.text.empty()) continue;  // nobody asked for it
      warn(std::string(filter_variable) + ": '" + filter.text +
           "' selects nothing: " + (term.is_opencl ? "" : "that backend has no devices here; ") +
           "there are " + list(roots) + "; `sycl-ls --verbose` lists their parts, too");
    }
  }
  for (const FilterTerm& term : filters.discarded) {
    if (!term.is_opencl) continue;
    for (const DeviceFilter& filter : term.devices) {
      std::erase_if(found, [&](const auto& each) { return finder.names(filter, each.first); });
    }
  }
  std::vector<Ref<Device>> devices;
  for (auto& [path, device] : found) {
    device->show_as_root(name_of(path));
    devices.push_back(std::move(device));
  }
  return devices;
}

}  // namespace cleave::sycl
