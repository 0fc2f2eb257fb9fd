// Holds devices: those of OpenCL, and parts of them (SYCL 2020, 4.6.4).
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sycl/object.h"
#include "sycl/opencl.h"
#include "sycl/platform.h"

namespace cleave::sycl {

/// The numbers of sycl::aspect.
enum class Aspect : uint32_t {
#define CLEAVE_ASPECT(name, number) name = number,
#include "sycl/detail/aspects.def"
};

/// How a device was made of its parent, by the numbers of sycl::info.
struct Division {
  int32_t property = 0;         // info::partition_property; 0: it is a root
  int32_t affinity_domain = 0;  // info::partition_affinity_domain
};

/// A family of queues whose queues are compute slices, each a share of the device.
struct SliceFamily {
  cl_uint number = 0;
  cl_uint count = 0;  // of slices, at least 2
};
/// One of them, which a queue is made for.
struct Slice {
  SliceFamily family;
  cl_uint index = 0;
};

class Device final : public Object {
 public:
  /// A root, which lives for ever.
  Device(Platform& platform, cl_device_id id);
  /// A part, whose reference to the OpenCL device it takes over. `units`: which of its root's it has;
  /// empty where that is not known.
  Device(Ref<Device> parent, cl_device_id id, Division division, std::vector<uint32_t> units);
  /// A compute slice of a tile. To OpenCL it is the tile; queues run on the slice.
  Device(Ref<Device> tile, Slice slice);
  ~Device() override;

  [[nodiscard]] cl_device_id id() const { return id_; }
  /// No other device ever has it.
  [[nodiscard]] uint64_t number() const { return number_; }
  /// Equal for devices that are equal: the same one, and slices of one index of tiles with the same units.
  [[nodiscard]] uint64_t identity() const { return identity_; }
  [[nodiscard]] Platform& platform() const { return platform_; }
  /// The device that it is a part of; of a part that programs see as a root, too.
  [[nodiscard]] Device* parent() const { return parent_.get(); }
  /// Makes programs see it as a root, by a name that ONEAPI_DEVICE_SELECTOR takes. Called before programs see it.
  void show_as_root(std::string name) { root_name_ = std::move(name); }
  /// "opencl:0.1"; empty unless programs see it as a root.
  [[nodiscard]] const std::string& root_name() const { return root_name_; }
  [[nodiscard]] Device& root() { return parent_ ? parent_->root() : *this; }
  [[nodiscard]] const Division& division() const { return division_; }
  [[nodiscard]] const std::optional<Slice>& slice() const { return slice_; }
  /// The slices that it can be divided into, if there are two at least.
  [[nodiscard]] std::optional<SliceFamily> slice_family() const;
  /// How many compute units it has: of a slice, its share.
  [[nodiscard]] cl_uint unit_count() const;
  /// The numbers that its units have in its root; empty where they are not known.
  [[nodiscard]] std::vector<uint32_t> units() const;
  /// Keeps the first queue that a slice is given, as long as the device lives: the driver leaves the slice to
  /// other processes when its last queue goes, and another queue could get another one.
  void claim_slice(cl_command_queue queue);
  /// These say what it takes of programs.
  [[nodiscard]] bool takes_images() const { return takes_images_; }
  [[nodiscard]] bool takes_spirv() const { return takes_spirv_; }
  [[nodiscard]] bool has_buffer_addresses() const { return has_buffer_addresses_; }
  [[nodiscard]] bool has_parts_in_contexts() const { return has_parts_in_contexts_; }
  [[nodiscard]] bool has(Aspect aspect) const;

  /// Returns what clGetDeviceInfo says; of a query that the device does not know the default.
  template <class Value>
  [[nodiscard]] Value value(cl_device_info what, Value otherwise = {}) const {
    Value found{};
    return clGetDeviceInfo(id_, what, sizeof found, &found, nullptr) == CL_SUCCESS ? found
                                                                                   : otherwise;
  }
  template <class Value>
  [[nodiscard]] std::vector<Value> values(cl_device_info what) const {
    size_t bytes = 0;
    if (clGetDeviceInfo(id_, what, 0, nullptr, &bytes) != CL_SUCCESS) return {};
    std::vector<Value> found(bytes / sizeof(Value));
    if (clGetDeviceInfo(id_, what, bytes, found.data(), nullptr) != CL_SUCCESS) return {};
    return found;
  }
  [[nodiscard]] std::string text(cl_device_info what) const;
  [[nodiscard]] bool has_extension(const std::string& name) const;

 private:
  void read_facts();

  cl_device_id id_;
  uint64_t number_;
  Platform& platform_;
  Ref<Device> parent_;
  Division division_;
  std::optional<Slice> slice_;
  std::vector<uint32_t> units_;  // of a part
  uint64_t identity_;
  std::mutex mutex_;
  cl_command_queue claim_ = nullptr;
  std::string root_name_;
  std::string extensions_;  // with a space before and behind each
  bool takes_images_ = false;
  bool takes_spirv_ = false;
  bool has_buffer_addresses_ = false;
  bool has_parts_in_contexts_ = false;
};

/// True when the device takes the unit's image, or its SPIR-V.
[[nodiscard]] bool runs(const Device& device, const cleave_sycl_unit& unit);

/// device::get_info, by the numbers of info.def.
void put_device_info(Device& device, uint32_t what, const cleave_sycl_sink& sink);

/// "a b" as "a\0b\0", which is how lists of texts cross the border.
[[nodiscard]] std::string words_as_texts(const std::string& words);

}  // namespace cleave::sycl
