#include "model/device.h"

#include <cstdio>

#include "backend/cpu/cpu_hardware.h"
#include "options/options.h"
#include "topology/rank.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLEAVE_LEAKS_ARE_REPORTED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define CLEAVE_LEAKS_ARE_REPORTED
#endif
#ifdef CLEAVE_LEAKS_ARE_REPORTED
// Not from the sanitizer's header: not every compiler that instruments brings it.
extern "C" void __lsan_disable();
extern "C" void __lsan_enable();
#endif

namespace cleave::model {

namespace {

/// While it lives, the leak sanitizer reports nothing that this thread allocates. The platform's
/// own devices need the exemption: they live as long as the process, in slabs, where the leak
/// sanitizer looks for no pointers. Objects of the application lie there too and are to be reported
/// when they leak.
struct LeakExemption {
#ifdef CLEAVE_LEAKS_ARE_REPORTED
  LeakExemption() { __lsan_disable(); }
  ~LeakExemption() { __lsan_enable(); }
#else
  LeakExemption() {}
#endif
  LeakExemption(const LeakExemption&) = delete;
  LeakExemption& operator=(const LeakExemption&) = delete;
};

}  // namespace

Device::Device(backend::Hardware& hardware, support::Ref<Device> parent,
               const topology::UnitSet& units, std::shared_ptr<const topology::Partition> partition)
    : hardware_(hardware),
      parent_(std::move(parent)),
      resources_(hardware.resources(units)),
      partition_(std::move(partition)) {}

Device* Device::root() {
  Device* device = this;
  while (device->parent() != nullptr) device = device->parent();
  return device;
}

bool Device::is_within(const Device* ancestor) const {
  for (const Device* device = this; device != nullptr; device = device->parent()) {
    if (device == ancestor) return true;
  }
  return false;
}

support::Result<Devices> create_sub_devices(Device& parent, topology::Partition partition,
                                            size_t count) {
  Devices devices;
  devices.reserve(count);
  const auto shared = std::make_shared<const topology::Partition>(std::move(partition));
  for (size_t part = 0; part < count; ++part) {
    support::Ref<Device> device =
        Device::make(parent.hardware(), support::Ref<Device>(&parent), shared->parts[part], shared);
    if (!device) return CL_OUT_OF_HOST_MEMORY;
    devices.push_back(std::move(device));
  }
  return devices;
}

Platform& Platform::instance() {
  // Never destroyed: the application may use its devices until the process is gone.
  static Platform& platform = *new Platform;
  return platform;
}

Platform::Platform() {
  const options::Options& options = options::options();
  topology::MachineOrProblem read = topology::read_machine(options.topology);
  problem_ = std::move(read.problem);
  if (!read.note.empty()) std::fprintf(stderr, "cleave: %s\n", read.note.c_str());
  std::vector<topology::UnitSet> roots;
  if (problem_.empty()) {
    topology::RootRequest request{options.split, options.split_as};
    roots = topology::root_devices_here(read.machine, request, problem_);
  }
  if (!problem_.empty()) {
    std::fprintf(stderr, "cleave: %s\n", problem_.c_str());
    return;
  }
  hardware_ = backend::cpu::make_hardware(std::move(read.machine));
  const LeakExemption exemption;
  for (const topology::UnitSet& units : roots) {
    devices_.push_back(Device::make(*hardware_, support::Ref<Device>(), units, nullptr));
    // clGetDeviceIDs counts no references, so the handle is given out once, here.
    static_cast<void>(give_handle<cl_device_id>(devices_.back()));
  }
  read_slices(roots);
}

void Platform::read_slices(const std::vector<topology::UnitSet>& roots) {
  const auto [variable, option] = options::wanted_slices();
  if (option.empty()) return;
  topology::SliceCounts counts;
  std::string problem;
  if (topology::parse_slices(option, counts, problem) &&
      topology::slices_exist(hardware_->machine(), roots, counts, problem)) {
    slice_counts_ = std::move(counts);
  } else {
    std::fprintf(stderr, "cleave: %s=%s: %s; no device has slices\n", variable, option.c_str(),
                 problem.c_str());
  }
}

uint32_t Platform::slice_count(const Device& root) const {
  for (const auto& [index, count] : slice_counts_) {
    if (devices_[index].get() == &root) return count;
  }
  return 0;
}

}  // namespace cleave::model
