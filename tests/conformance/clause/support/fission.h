// Gives tests of cl_ext_device_fission its functions, as an application finds them, and its
// property lists.
#pragma once

#include <vector>

#include "tests/support/on_device.h"

namespace cleave::test {

using FissionProperties = std::vector<cl_device_partition_property_ext>;

/// By clGetExtensionFunctionAddressForPlatform.
struct FissionFunctions {
  clCreateSubDevicesEXT_fn create;
  clRetainDeviceEXT_fn retain;
  clReleaseDeviceEXT_fn release;
};
const FissionFunctions& fission();

FissionProperties equally_ext(cl_uint each);
FissionProperties by_counts_ext(const std::vector<cl_uint>& counts);
FissionProperties by_names_ext(const std::vector<cl_uint>& names);
FissionProperties by_domain_ext(cl_device_partition_property_ext domain);

/// A sub-device that is released by the extension's function.
class FissionDevice {
 public:
  explicit FissionDevice(cl_device_id handle) : handle_(handle) {}
  FissionDevice(FissionDevice&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  FissionDevice& operator=(FissionDevice&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~FissionDevice() { release(); }
  void release();
  operator cl_device_id() const { return handle_; }  // NOLINT: it stands for its handle

 private:
  cl_device_id handle_;
};

/// All parts; a refusal fails the test.
std::vector<FissionDevice> split_ext(cl_device_id device, const FissionProperties& properties);
/// The code of a split into at most 16 places. A refusal must leave all places untouched.
cl_int code_ext(cl_device_id device, const FissionProperties& properties);

inline auto device_query(cl_device_id device, cl_device_info name) {
  return [device, name](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device, name, size, value, returned);
  };
}
inline cl_uint units_of(cl_device_id device) {
  return value_of<cl_uint>(device_query(device, CL_DEVICE_MAX_COMPUTE_UNITS));
}
/// Returns what clGetDeviceInfo says to the handle: CL_SUCCESS, or CL_INVALID_DEVICE once it is
/// gone.
inline cl_int validity_of(cl_device_id device) {
  return clGetDeviceInfo(device, CL_DEVICE_TYPE, 0, nullptr, nullptr);
}

}  // namespace cleave::test
