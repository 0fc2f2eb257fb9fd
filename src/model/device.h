// Implements the platform and its devices: the root devices of this process and the sub-devices
// made of them.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "backend/hardware.h"
#include "model/handle.h"
#include "support/result.h"
#include "topology/partition.h"
#include "topology/slices.h"

namespace cleave::model {

/// A device (4.2): compute units of one back end. A sub-device keeps its parent alive. Immutable.
class Device : public ClObject<Device> {
 public:
  Device(backend::Hardware& hardware, support::Ref<Device> parent, const topology::UnitSet& units,
         std::shared_ptr<const topology::Partition> partition);

  [[nodiscard]] backend::Hardware& hardware() const { return hardware_; }
  [[nodiscard]] const backend::ResourceSet& resources() const { return *resources_; }
  [[nodiscard]] const topology::UnitSet& units() const { return resources_->units(); }
  [[nodiscard]] Device* parent() const { return parent_.get(); }  // null: a root device
  [[nodiscard]] bool is_root() const { return !parent_; }
  [[nodiscard]] Device* root();
  [[nodiscard]] const Device* root() const { return const_cast<Device*>(this)->root(); }
  /// The partition that it is a part of; null: a root device.
  [[nodiscard]] const topology::Partition* partition() const { return partition_.get(); }
  /// Its units in the order of their names (cl_ext_device_fission); empty: ascending.
  [[nodiscard]] std::span<const uint32_t> order() const {
    return partition_ ? std::span<const uint32_t>(partition_->order) : std::span<const uint32_t>();
  }
  /// True for the device itself and everything it is a part of.
  [[nodiscard]] bool is_within(const Device* ancestor) const;

 private:
  backend::Hardware& hardware_;
  support::Ref<Device> parent_;
  support::Ref<backend::ResourceSet> resources_;
  std::shared_ptr<const topology::Partition> partition_;  // its parts share it
};

using Devices = std::vector<support::Ref<Device>>;

/// The first `count` sub-devices of a partition of the device; the request has been checked.
/// Either all of them or an error.
[[nodiscard]] support::Result<Devices> create_sub_devices(Device& parent,
                                                          topology::Partition partition,
                                                          size_t count);

/// The one platform. Made when first asked for; reads the topology, starts no thread.
/// Root devices never alias compute units; with CLEAVE_SPLIT they are the parts of the machine.
class Platform {
 public:
  [[nodiscard]] static Platform& instance();
  [[nodiscard]] const Devices& devices() const { return devices_; }
  /// Returns how many compute slices the tiles of a root device are divided into; 0 or 1: they are
  /// not divided.
  [[nodiscard]] uint32_t slice_count(const Device& root) const;
  /// Says why there is no device: the topology or a split does not parse. Empty when all is well.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  Platform();
  void read_slices(const std::vector<topology::UnitSet>& roots);
  std::unique_ptr<backend::Hardware> hardware_;
  Devices devices_;
  topology::SliceCounts slice_counts_;
  std::string problem_;
};

}  // namespace cleave::model
