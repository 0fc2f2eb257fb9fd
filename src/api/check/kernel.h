// Checks the arguments of 5.9: kernels, and arguments that are given by value or as objects.
#pragma once

#include <CL/cl.h>

#include <vector>

#include "model/program/kernel.h"
#include "model/program/program.h"
#include "support/result.h"

namespace cleave::api::check {

struct KernelRequest {
  support::Ref<model::program::Program> program;
  model::program::KernelBuilds builds;  // not empty
};
/// CL_INVALID_KERNEL_DEFINITION when the arguments differ from one device to another.
[[nodiscard]] support::Result<KernelRequest> create_kernel(cl_program program, const char* name);

struct KernelsRequest {
  support::Ref<model::program::Program> program;
  std::vector<model::program::KernelBuilds> kernels;  // without those that differ among the devices
};
[[nodiscard]] support::Result<KernelsRequest> create_kernels(cl_program program, cl_uint count,
                                                             const cl_kernel* kernels);

struct ArgumentRequest {
  support::Ref<model::program::Kernel> kernel;
  size_t index;
  model::program::ArgumentValue value;
};
[[nodiscard]] support::Result<ArgumentRequest> set_argument(cl_kernel kernel, cl_uint index,
                                                            size_t size, const void* value);
/// The value that an argument of the kernel is given.
[[nodiscard]] support::Result<model::program::ArgumentValue> argument_value(
    const model::program::Kernel& kernel, cl_uint index, size_t size, const void* value);

}  // namespace cleave::api::check
