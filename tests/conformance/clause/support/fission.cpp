#include "support/fission.h"

#include <algorithm>

namespace cleave::test {
namespace {

template <class Function>
Function address_of(const char* name) {
  void* address = clGetExtensionFunctionAddressForPlatform(find_platform(), name);
  EXPECT_NE(nullptr, address) << name;
  return reinterpret_cast<Function>(address);
}

FissionProperties list(cl_device_partition_property_ext scheme, const std::vector<cl_uint>& values,
                       cl_device_partition_property_ext end) {
  FissionProperties properties = {scheme};
  properties.insert(properties.end(), values.begin(), values.end());
  properties.insert(properties.end(), {end, CL_PROPERTIES_LIST_END_EXT});
  return properties;
}

}  // namespace

const FissionFunctions& fission() {
  static const FissionFunctions functions = {
      address_of<clCreateSubDevicesEXT_fn>("clCreateSubDevicesEXT"),
      address_of<clRetainDeviceEXT_fn>("clRetainDeviceEXT"),
      address_of<clReleaseDeviceEXT_fn>("clReleaseDeviceEXT")};
  return functions;
}

FissionProperties equally_ext(cl_uint each) {
  return {CL_DEVICE_PARTITION_EQUALLY_EXT, each, CL_PROPERTIES_LIST_END_EXT};
}
FissionProperties by_counts_ext(const std::vector<cl_uint>& counts) {
  return list(CL_DEVICE_PARTITION_BY_COUNTS_EXT, counts, CL_PARTITION_BY_COUNTS_LIST_END_EXT);
}
FissionProperties by_names_ext(const std::vector<cl_uint>& names) {
  return list(CL_DEVICE_PARTITION_BY_NAMES_EXT, names, CL_PARTITION_BY_NAMES_LIST_END_EXT);
}
FissionProperties by_domain_ext(cl_device_partition_property_ext domain) {
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, domain, CL_PROPERTIES_LIST_END_EXT};
}

void FissionDevice::release() {
  if (handle_ == nullptr) return;
  EXPECT_EQ(CL_SUCCESS, fission().release(std::exchange(handle_, nullptr)));
}

std::vector<FissionDevice> split_ext(cl_device_id device, const FissionProperties& properties) {
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, fission().create(device, properties.data(), 0, nullptr, &count));
  std::vector<cl_device_id> handles(count);
  EXPECT_EQ(CL_SUCCESS,
            fission().create(device, properties.data(), count, handles.data(), nullptr));
  std::vector<FissionDevice> parts;
  for (cl_device_id handle : handles) parts.emplace_back(handle);
  return parts;
}

cl_int code_ext(cl_device_id device, const FissionProperties& properties) {
  const auto untouched = reinterpret_cast<cl_device_id>(&device);
  cl_device_id out[16];
  std::fill(std::begin(out), std::end(out), untouched);
  cl_uint count = 4711;
  const cl_int code = fission().create(device, properties.data(), 16, out, &count);
  if (code == CL_SUCCESS) {
    for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(CL_SUCCESS, fission().release(out[i]));
    return code;
  }
  for (cl_device_id handle : out) EXPECT_EQ(untouched, handle) << "output touched on error";
  EXPECT_EQ(4711U, count) << "count touched on error";
  return code;
}

}  // namespace cleave::test
