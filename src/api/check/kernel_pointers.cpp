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
  return context.addresses().pointer(value);
}

model::program::ArgumentValue pointer_value(const model::program::Kernel& kernel,
                                            uint64_t address) {
  model::program::ArgumentValue value;
  value.address = address_in(kernel.context(), address);
  return value;
}

ArgumentRequest pointer_argument(support::Ref<model::program::Kernel> kernel, cl_uint index,
                                 uint64_t address) {
  model::program::ArgumentValue value = pointer_value(*kernel, address);
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

/// The list that a name sets.
auto list_of(cl_kernel_exec_info name) {
  using model::program::IndirectAccesses;
  if (name == CL_KERNEL_EXEC_INFO_SVM_PTRS) return &IndirectAccesses::svm;
  if (name == CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL) return &IndirectAccesses::unified;
  return &IndirectAccesses::buffers;
}

/// The memory that an indirect access of this name is to. Memory of the system is never told of.
model::AddressedKinds kinds_of(cl_kernel_exec_info name) {
  using Kind = model::AddressedMemory::Kind;
  switch (name) {
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
      return only(Kind::host);
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
      return only(Kind::device);
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
      return only(Kind::shared);
    default:
      return 0;
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
  auto value = svm_argument_value(*kernel.value(), index, pointer);
  if (!value.ok()) return value.status();
  return ArgumentRequest{std::move(kernel).value(), index, std::move(value).value()};
}

Result<model::program::ArgumentValue> svm_argument_value(const model::program::Kernel& kernel,
                                                         cl_uint index, const void* pointer) {
  if (!kernel.context().offers_svm()) return CL_INVALID_OPERATION;
  const auto& arguments = kernel.facts().arguments;
  if (index >= arguments.size()) return CL_INVALID_ARG_INDEX;
  const auto address = reinterpret_cast<uint64_t>(pointer);
  if (!is_pointer(arguments[index]) || address % arguments[index].alignment != 0) {
    return CL_INVALID_ARG_VALUE;
  }
  return pointer_value(kernel, address);
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
  auto change = indirect_access_change(*kernel.value(), name, size, value);
  if (!change.ok()) return change.status();
  return ExecutionInfo{std::move(kernel).value(), std::move(change).value()};
}

Result<model::program::IndirectAccessChange> indirect_access_change(
    const model::program::Kernel& kernel, cl_kernel_exec_info name, size_t size,
    const void* value) {
  const model::Context& context = kernel.context();
  if (options::is_without(extension_of(name))) return CL_INVALID_VALUE;
  const bool shares = is_of_svm(name) ? context.offers_svm() : context.shares_addresses();
  model::program::IndirectAccessChange change;
  switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
    case support::kernel_exec_info_device_ptrs_ext: {
      if (!shares) return CL_INVALID_OPERATION;
      auto addresses = addresses_in(context, size, value);
      if (!addresses.ok()) return addresses.status();
      change.list = list_of(name);
      change.addresses = std::move(addresses).value();
      return change;
    }
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL: {
      const auto flag = flag_in(size, value);
      if (!flag.ok()) return flag.status();
      // A kernel that is not to access such memory does not need the device to have it.
      const bool needs_memory = flag.value() || name != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM;
      if (needs_memory && !shares) return CL_INVALID_OPERATION;
      (flag.value() ? change.added : change.removed) = kinds_of(name);
      return change;
    }
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace cleave::api::check
