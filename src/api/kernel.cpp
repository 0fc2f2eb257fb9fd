// 5.9: kernels.
#include "model/program/kernel.h"

#include "api/check/handle.h"
#include "api/check/kernel.h"
#include "api/check/kernel_pointers.h"
#include "api/check/program.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/features.h"
#include "api/info/info.h"
#include "api/lifetime.h"

namespace cleave::api {

using support::Ref;
using support::Result;
using support::Status;

namespace {

Status set(Result<check::ArgumentRequest> checked) {
  if (!checked.ok()) return checked.status();
  check::ArgumentRequest& request = checked.value();
  request.kernel->set_argument(request.index, std::move(request.value));
  return CL_SUCCESS;
}

}  // namespace

cl_kernel clCreateKernel(cl_program program, const char* kernel_name, cl_int* errcode_ret) {
  return guarded_create<cl_kernel>(errcode_ret, [&]() -> Result<Ref<model::program::Kernel>> {
    auto checked = check::create_kernel(program, kernel_name);
    if (!checked.ok()) return checked.status();
    check::KernelRequest& request = checked.value();
    return model::program::Kernel::create(std::move(request.program), std::move(request.builds));
  });
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel* kernels,
                                cl_uint* num_kernels_ret) {
  return guarded([&]() -> Status {
    const auto checked = check::create_kernels(program, num_kernels, kernels);
    if (!checked.ok()) return checked.status();
    const check::KernelsRequest& request = checked.value();
    const size_t count = request.kernels.size();
    std::vector<Ref<model::program::Kernel>> created;
    for (size_t index = 0; kernels != nullptr && index < count; ++index) {
      auto kernel = model::program::Kernel::create(request.program, request.kernels[index]);
      if (!kernel.ok()) return kernel.status();
      created.push_back(std::move(kernel).value());
    }
    for (size_t index = 0; index < created.size(); ++index) {
      kernels[index] = model::give_handle<cl_kernel>(std::move(created[index]));
    }
    if (num_kernels_ret != nullptr) *num_kernels_ret = static_cast<cl_uint>(count);
    return CL_SUCCESS;
  });
}

cl_int clRetainKernel(cl_kernel kernel) {
  return retain<model::program::Kernel>(kernel);
}

cl_int clReleaseKernel(cl_kernel kernel) {
  return release<model::program::Kernel>(kernel);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void* arg_value) {
  return guarded([&] { return set(check::set_argument(kernel, arg_index, arg_size, arg_value)); });
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void* arg_value) {
  return guarded([&] { return set(check::set_svm_argument(kernel, arg_index, arg_value)); });
}

cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, const void* arg_value) {
  return guarded([&] { return set(check::set_unified_argument(kernel, arg_index, arg_value)); });
}

cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                      support::mem_device_address arg_value) {
  return guarded([&] { return set(check::set_device_argument(kernel, arg_index, arg_value)); });
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                           size_t param_value_size, const void* param_value) {
  return guarded([&]() -> Status {
    auto checked = check::execution_info(kernel, param_name, param_value_size, param_value);
    if (!checked.ok()) return checked.status();
    auto& [changed, change] = checked.value();
    changed->change_indirect_accesses(std::move(change));
    return CL_SUCCESS;
  });
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int* errcode_ret) {
  return guarded_create<cl_kernel>(errcode_ret, [&]() -> Result<Ref<model::program::Kernel>> {
    const auto source = check::object<model::program::Kernel>(source_kernel);
    if (!source.ok()) return source.status();
    return model::program::Kernel::clone(*source.value());
  });
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                       void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::program::Kernel>(kernel);
    if (!found.ok()) return found.status();
    return info::kernel(*found.value(), param_name,
                        {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name,
                          size_t param_value_size, void* param_value,
                          size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::program::Kernel>(kernel);
    if (!found.ok()) return found.status();
    if (arg_index >= found.value()->facts().arguments.size()) return CL_INVALID_ARG_INDEX;
    if (!info::tells_arguments(*found.value())) return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    return info::kernel_argument(*found.value(), arg_index, param_name,
                                 {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info param_name, size_t param_value_size,
                                void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::program::Kernel>(kernel);
    if (!found.ok()) return found.status();
    const auto its_device = check::device_of(found.value()->program(), device, true);
    if (!its_device.ok()) return its_device.status();
    return info::kernel_work_group(*found.value(), *its_device.value(), param_name,
                                   {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                               cl_kernel_sub_group_info param_name, size_t input_value_size,
                               const void* input_value, size_t param_value_size, void* param_value,
                               size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::program::Kernel>(kernel);
    if (!found.ok()) return found.status();
    const auto its_device = check::device_of(found.value()->program(), device, true);
    if (!its_device.ok()) return its_device.status();
    if (!info::has_sub_groups(its_device.value()->hardware().facts())) return CL_INVALID_OPERATION;
    return info::kernel_sub_group(*found.value(), *its_device.value(), param_name,
                                  {input_value_size, input_value},
                                  {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                  cl_kernel_sub_group_info param_name, size_t input_value_size,
                                  const void* input_value, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return api::clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value,
                                      param_value_size, param_value, param_value_size_ret);
}

}  // namespace cleave::api
