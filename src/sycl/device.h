// Holds devices: those of OpenCL, and parts of them (SYCL 2020, 4.6.4).
#pragma once

#include <cstdint>
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

class Device final : public Object {
 public:
  /// A root, which lives for ever.
  Device(Platform& platform, cl_device_id id);
  /// A part, whose reference to the OpenCL device it takes over.
  Device(Ref<Device> parent, cl_device_id id, Division division);
  ~Device() override;

  [[nodiscard]] cl_device_id id() const { return id_; }
  /// No other device ever has it.
  [[nodiscard]] uint64_t number() const { return number_; }
  [[nodiscard]] Platform& platform() const { return platform_; }
  [[nodiscard]] Device* parent() const { return parent_.get(); }
  [[nodiscard]] Device& root() { return parent_ ? parent_->root() : *this; }
  [[nodiscard]] const Division& division() const { return division_; }
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
  std::string extensions_;  // with a space before and behind each
  bool takes_images_ = false;
  bool takes_spirv_ = false;
  bool has_buffer_addresses_ = false;
  bool has_parts_in_contexts_ = false;
};

/// True when the device takes the unit's image, or its SPIR-V.
[[nodiscard]] bool runs(const Device& device, const cleave_sycl_unit& unit);

/// device::create_sub_devices.
[[nodiscard]] std::vector<Ref<Device>> divide(Device& device,
                                              const cleave_sycl_partition& partition);

/// device::get_info, by the numbers of info.def.
void put_device_info(Device& device, uint32_t what, const cleave_sycl_sink& sink);

/// "a b" as "a\0b\0", which is how lists of texts cross the border.
[[nodiscard]] std::string words_as_texts(const std::string& words);

}  // namespace cleave::sycl
