// Contexts that the application makes of a cl_context of its own.
#pragma once

#include <sycl/sycl.hpp>

#include <CL/cl.h>

/// A context of the default device's cl_context that nothing else has.
inline sycl::context context_of_its_own(const sycl::async_handler& handler = {}) {
  const cl_device_id device = sycl::get_native<sycl::backend::opencl>(sycl::device());
  const cl_context native = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  auto made = sycl::make_context<sycl::backend::opencl>(native, handler);
  clReleaseContext(native);
  clReleaseDevice(device);
  return made;
}
