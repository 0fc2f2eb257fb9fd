#include "model/program/device_builds.h"

#include <utility>

namespace cleave::model::program {
namespace {

bool any_executable(const KernelBuilds& builds) {
  return std::ranges::any_of(builds,
                             [](const KernelBuild& of_device) { return bool(of_device.build); });
}

support::Result<std::vector<std::string>> names_in(const KernelBuilds& builds) {
  if (!any_executable(builds)) return CL_INVALID_PROGRAM_EXECUTABLE;
  std::vector<std::string> names;
  for (const KernelBuild& of_device : builds) {
    if (!of_device.build) continue;
    for (const compiler::interface::KernelFacts& kernel : of_device.build->kernels) {
      const bool is_known = std::ranges::find(names, kernel.name) != names.end();
      if (kernel.role == compiler::interface::KernelRole::launched && !is_known)
        names.push_back(kernel.name);
    }
  }
  return names;
}

/// The kernel of that name in these builds; empty: none has it.
KernelBuilds kernel_in(const KernelBuilds& builds, const std::string& name) {
  KernelBuilds found;
  KernelBuilds without;
  for (const KernelBuild& of_device : builds) {
    KernelBuild entry{of_device.device, nullptr};
    if (of_device.build) {
      const auto& kernels = of_device.build->kernels;
      const auto kernel =
          std::ranges::find_if(kernels, [&](const compiler::interface::KernelFacts& one) {
            return one.name == name && one.role == compiler::interface::KernelRole::launched;
          });
      entry.index = static_cast<size_t>(kernel - kernels.begin());
      if (kernel != kernels.end()) entry.build = of_device.build;
    }
    (entry.build ? found : without).push_back(std::move(entry));
  }
  if (!found.empty()) found.insert(found.end(), without.begin(), without.end());
  return found;
}

}  // namespace

void DeviceBuilds::set_binary(const support::Ref<Device>& device, cl_program_binary_type type,
                              ProgramBinary binary) {
  DeviceAndBuild& entry = entries_[device.get()];
  entry.device = device;
  entry.build.binary_type = type;
  entry.build.binary = std::move(binary);
}

void DeviceBuilds::clear() {
  entries_.clear();
}

Devices DeviceBuilds::devices() const {
  Devices all = own_devices_;
  const std::scoped_lock lock(mutex_);
  all.insert(all.end(), built_devices_.begin(), built_devices_.end());
  return all;
}

bool DeviceBuilds::begin(const Devices& devices, const BuildSettings& settings) {
  const std::scoped_lock lock(mutex_);
  for (const support::Ref<Device>& device : devices) {
    const auto entry = entries_.find(device.get());
    if (entry == entries_.end()) continue;
    if (entry->second.build.status == CL_BUILD_IN_PROGRESS) return false;
  }
  built_devices_.reserve(built_devices_.size() + devices.size());  // for keep(), which cannot fail
  for (const support::Ref<Device>& device : devices) entries_[device.get()].device = device;
  for (const support::Ref<Device>& device : devices) {
    DeviceBuild& build = entries_[device.get()].build;
    build.status = CL_BUILD_IN_PROGRESS;
    build.options = settings.options;
    build.constants = settings.constants;
    build.log.clear();
    build.build = nullptr;
    if (keeps_binaries_) continue;
    build.binary = nullptr;
    build.binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
  }
  return true;
}

void DeviceBuilds::cancel(const Devices& devices) {
  const std::scoped_lock lock(mutex_);
  for (const support::Ref<Device>& device : devices) {
    entries_[device.get()].build.status = CL_BUILD_NONE;
  }
}

void DeviceBuilds::keep(const support::Ref<Device>& device, BuildOutcome outcome) {
  const std::scoped_lock lock(mutex_);
  const auto has = [&](const Devices& devices) {
    return std::ranges::find(devices, device) != devices.end();
  };
  if (outcome.status.ok() && !has(own_devices_) && !has(built_devices_)) {
    built_devices_.push_back(device);
  }
  DeviceBuild& build = entries_[device.get()].build;
  build.status = outcome.status.ok() ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  build.log = std::move(outcome.log);
  build.build = std::move(outcome.build);
  if (keeps_binaries_) return;
  build.binary = std::move(outcome.binary);
  build.binary_type = outcome.type;
}

std::vector<DeviceBuilds::DeviceAndBuild> DeviceBuilds::made_for_others(
    const Devices& devices) const {
  std::vector<DeviceAndBuild> made;
  const std::scoped_lock lock(mutex_);
  for (const auto& [device, entry] : entries_) {
    if (entry.build.build && std::ranges::find(devices, entry.device) == devices.end()) {
      made.push_back(entry);
    }
  }
  return made;
}

std::shared_ptr<const ProgramBuild> DeviceBuilds::shared_build(const ProgramBuild& made,
                                                               const Device& device) const {
  const std::scoped_lock lock(mutex_);
  for (const auto& [other, entry] : entries_) {
    const auto& build = entry.build.build;
    if (build && build->code == made.code && other->root() == device.root()) return build;
  }
  return nullptr;
}

DeviceBuild DeviceBuilds::on(const Device& device) const {
  const std::scoped_lock lock(mutex_);
  const auto entry = entries_.find(&device);
  return entry == entries_.end() ? DeviceBuild{} : entry->second.build;
}

DeviceBuild DeviceBuilds::nearest(const Device& device) const {
  const std::scoped_lock lock(mutex_);
  for (const Device* nearest = &device; nearest != nullptr; nearest = nearest->parent()) {
    const auto entry = entries_.find(nearest);
    if (entry == entries_.end()) continue;
    const DeviceBuild& build = entry->second.build;
    if (build.status != CL_BUILD_NONE || build.binary) return build;
  }
  return {};
}

KernelBuilds DeviceBuilds::named() const {
  KernelBuilds builds;
  const std::scoped_lock lock(mutex_);
  const auto add = [&](const DeviceAndBuild& entry) {
    if (entry.build.status != CL_BUILD_NONE)
      builds.push_back({entry.device.get(), entry.build.build});
  };
  for (const Devices* devices : {&own_devices_, &built_devices_}) {
    for (const support::Ref<Device>& device : *devices) {
      if (const auto entry = entries_.find(device.get()); entry != entries_.end())
        add(entry->second);
    }
  }
  for (const auto& [device, entry] : entries_) {
    if (std::ranges::find(builds, device, &KernelBuild::device) == builds.end()) add(entry);
  }
  return builds;
}

support::Result<std::vector<std::string>> DeviceBuilds::kernel_names() const {
  return names_in(named());
}

bool DeviceBuilds::has_kernel_that(compiler::interface::KernelRole role) const {
  return std::ranges::any_of(named(), [&](const KernelBuild& of_device) {
    return of_device.build && of_device.build->has_kernel_that(role);
  });
}

support::Result<KernelBuilds> DeviceBuilds::kernel(const std::string& name) const {
  const KernelBuilds builds = named();
  if (!any_executable(builds)) return CL_INVALID_PROGRAM_EXECUTABLE;
  KernelBuilds found = kernel_in(builds, name);
  if (found.empty()) return CL_INVALID_KERNEL_NAME;
  return found;
}

support::Result<std::vector<KernelBuilds>> DeviceBuilds::all_kernels() const {
  const KernelBuilds builds = named();
  const auto names = names_in(builds);
  if (!names.ok()) return names.status();
  std::vector<KernelBuilds> all;
  for (const std::string& name : names.value()) all.push_back(kernel_in(builds, name));
  return all;
}

}  // namespace cleave::model::program
