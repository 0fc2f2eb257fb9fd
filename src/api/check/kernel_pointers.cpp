#include "api/check/kernel_pointers.h"

#include <cstring>
#include <string_view>

#include "api/check/handle.h"
#include "options/without.h"
#include "support/newer_cl.h"

namespace cleave::api::check {
namespace {

using compiler::interface::ArgumentFacts;
using compiler::interface::ArgumentKind;
using support::Result;

model::ApplicationPointer address_in(const model::Context& context, uint64_t value) {
  return {value, context.addresses().find(value)};
}

ArgumentRequest pointer_argument(support::Ref<model::program::Kernel> kernel, cl_uint index,
                                 uint64_t address) {
  model::program::ArgumentValue value;
  value.address = address_in(kernel->context(), address);
  return {std::move(kernel), index, std::move(value)};
}

bool is_pointer(const ArgumentFacts& argument) {
  return argument.kind == ArgumentKind::global_pointer ||
         argument.kind == ArgumentKind::constant_pointer;
}

/// The list of pointers that `value` holds; CL_INVALID_VALUE when the size is of none.
Result<std::vector<model::ApplicationPointer>> addresses_in(const model::Context& context,
                                                            size_t size, const void* value) {
  if (size % sizeof(uint64_t) != 0 || (size != 0 && value == nullptr)) return CL_INVALID_VALUE;
  std::vector<model::ApplicationPointer> addresses;
  for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
    uint64_t address = 0;
    std::memcpy(&address, static_cast<const std::byte*>(value) + at, sizeof address);
    addresses.push_back(address_in(context, address));
  }
  return addresses;
}

/// The extension that the name comes from; empty: none.
std::string_view extension_of(cl_kernel_exec_info name) {
  switch (name) {
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
      return "cl_intel_unified_shared_memory";
    case support::kernel_exec_info_device_ptrs_ext:
      return "cl_ext_buffer_device_address";
    default:
      return {};
  }
}

bool is_of_svm(cl_kernel_exec_info name) {
  return name == CL_KERNEL_EXEC_INFO_SVM_PTRS || name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM;
}

/// The memory that an indirect access of this name is to.
model::AddressedKinds kind_of(cl_kernel_exec_info name) {
  using Kind = model::AddressedMemory::Kind;
  if (name == CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL) return only(Kind::host);
  if (name == CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL) return only(Kind::device);
  return only(Kind::shared);
}

void change(model::program::IndirectAccesses& accesses, ExecutionInfo& info) {
  switch (info.name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
      accesses.svm = std::move(info.addresses);
      break;
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
      accesses.unified = std::move(info.addresses);
      break;
    case support::kernel_exec_info_device_ptrs_ext:
      accesses.buffers = std::move(info.addresses);
      break;
    default: {
      const model::AddressedKinds kind = kind_of(info.name);
      accesses.kinds = info.flag ? accesses.kinds | kind : accesses.kinds & ~kind;
    }
  }
}

Result<bool> flag_in(size_t size, const void* value) {
  cl_bool flag = CL_FALSE;
  if (value == nullptr || size != sizeof flag) return CL_INVALID_VALUE;
  std::memcpy(&flag, value, sizeof flag);
  return flag != CL_FALSE;
}

}  // namespace

Result<ArgumentRequest> set_svm_argument(cl_kernel kernel_handle, cl_uint index,
                                         const void* pointer) {
  auto kernel = object<model::program::Kernel>(kernel_handle);
  if (!kernel.ok()) return kernel.status();
  return set_svm_argument(std::move(kernel).value(), index, pointer);
}

Result<ArgumentRequest> set_svm_argument(support::Ref<model::program::Kernel> kernel, cl_uint index,
                                         const void* pointer) {
  if (!kernel->context().offers_svm()) return CL_INVALID_OPERATION;
  const auto& arguments = kernel->facts().arguments;
  if (index >= arguments.size()) return CL_INVALID_ARG_INDEX;
  const auto address = reinterpret_cast<uint64_t>(pointer);
  if (!is_pointer(arguments[index]) || address % arguments[index].alignment != 0) {
    return CL_INVALID_ARG_VALUE;
  }
  return pointer_argument(std::move(kernel), index, address);
}

Result<ArgumentRequest> set_unified_argument(cl_kernel kernel_handle, cl_uint index,
                                             const void* pointer) {
  auto kernel = object<model::program::Kernel>(kernel_handle);
  if (!kernel.ok()) return kernel.status();
  const auto& arguments = kernel.value()->facts().arguments;
  if (index >= arguments.size()) return CL_INVALID_ARG_INDEX;
  if (!is_pointer(arguments[index])) return CL_INVALID_ARG_VALUE;
  return pointer_argument(std::move(kernel).value(), index, reinterpret_cast<uint64_t>(pointer));
}

Result<ArgumentRequest> set_device_argument(cl_kernel kernel_handle, cl_uint index,
                                            uint64_t address) {
  auto kernel = object<model::program::Kernel>(kernel_handle);
  if (!kernel.ok()) return kernel.status();
  if (!kernel.value()->context().shares_addresses()) return CL_INVALID_OPERATION;
  const auto& arguments = kernel.value()->facts().arguments;
  const bool is_global =
      index < arguments.size() && arguments[index].kind == ArgumentKind::global_pointer;
  if (!is_global) return CL_INVALID_ARG_INDEX;
  return pointer_argument(std::move(kernel).value(), index, address);
}

Result<ExecutionInfo> execution_info(cl_kernel kernel_handle, cl_kernel_exec_info name, size_t size,
                                     const void* value) {
  auto kernel = object<model::program::Kernel>(kernel_handle);
  if (!kernel.ok()) return kernel.status();
  return execution_info(std::move(kernel).value(), name, size, value);
}

Result<ExecutionInfo> execution_info(support::Ref<model::program::Kernel> kernel,
                                     cl_kernel_exec_info name, size_t size, const void* value) {
  const model::Context& context = kernel->context();
  if (options::is_without(extension_of(name))) return CL_INVALID_VALUE;
  const bool shares = is_of_svm(name) ? context.offers_svm() : context.shares_addresses();
  ExecutionInfo info{std::move(kernel), name, {}};
  switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
    case support::kernel_exec_info_device_ptrs_ext: {
      if (!shares) return CL_INVALID_OPERATION;
      auto addresses = addresses_in(context, size, value);
      if (!addresses.ok()) return addresses.status();
      info.addresses = std::move(addresses).value();
      return info;
    }
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL: {
      const auto flag = flag_in(size, value);
      if (!flag.ok()) return flag.status();
      info.flag = flag.value();
      // A kernel that is not to access such memory does not need the device to have it.
      const bool needs_memory = info.flag || name != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM;
      if (needs_memory && !shares) return CL_INVALID_OPERATION;
      return info;
    }
    default:
      return CL_INVALID_VALUE;
  }
}

void set_execution_info(ExecutionInfo&& info) {
  // Memory of the system is never told of.
  if (info.name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM) return;
  info.kernel->set_indirect_accesses(
      [&](model::program::IndirectAccesses& accesses) { change(accesses, info); });
}

}  // namespace cleave::api::check
