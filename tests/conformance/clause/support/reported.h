// Expects that a device reports an extension, once, with a version.
#pragma once

#include "tests/support/on_device.h"

namespace cleave::test {

inline void expect_reported(cl_device_id device, const std::string& extension, cl_version version) {
  const std::string names = text_of([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, value, returned);
  });
  EXPECT_NE(std::string::npos, (" " + names + " ").find(" " + extension + " "));
  const auto all = list_of<cl_name_version>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, value, returned);
  });
  size_t found = 0;
  for (const cl_name_version& one : all) {
    if (one.name != extension) continue;
    ++found;
    EXPECT_EQ(version, one.version);
  }
  EXPECT_EQ(1U, found);
}

}  // namespace cleave::test
