#include "api/check/buffer.h"

#include <algorithm>
#include <cstring>

#include "api/check/memory_flags.h"
#include "options/without.h"
#include "support/checked_size.h"
#include "support/newer_cl.h"

namespace cleave::api::check {
namespace {

using support::CheckedSize;
using support::Ref;
using support::Result;
using support::Status;

/// Reads the properties of a buffer, of which there is one: CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
Result<bool> wants_device_address(const model::Context& context,
                                  const cl_mem_properties* properties) {
  bool wants = false;
  for (bool is_first = true; properties != nullptr && properties[0] != 0; properties += 2) {
    const bool is_known = properties[0] == support::mem_device_private_address_ext &&
                          !options::is_without("cl_ext_buffer_device_address");
    if (!is_known || !is_first || properties[1] > CL_TRUE) return CL_INVALID_PROPERTY;
    is_first = false;
    wants = properties[1] == CL_TRUE;
    if (!context.shares_addresses()) return CL_INVALID_OPERATION;
  }
  return wants;
}

/// The memory of clSVMAlloc that the pointer points into; null: none.
model::AddressedMemoryRef svm_at(const model::Context& context, const void* pointer) {
  auto memory = context.addresses().find(reinterpret_cast<uint64_t>(pointer));
  const bool is_svm = memory && memory->kind() == model::AddressedMemory::Kind::svm;
  return is_svm ? memory : nullptr;
}

bool is_aligned(const model::Context& context, size_t origin) {
  const auto suits = [&](const Ref<model::Device>& device) {
    return origin % (device->hardware().facts().memory_base_address_alignment / 8) == 0;
  };
  return std::any_of(context.devices().begin(), context.devices().end(), suits);
}

}  // namespace

Result<model::memory::MemoryObject::Request> create_buffer(cl_context context_handle,
                                                           const cl_mem_properties* properties,
                                                           cl_mem_flags flags, size_t size,
                                                           void* host_pointer) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  const auto with_address = wants_device_address(*context.value(), properties);
  if (!with_address.ok()) return with_address.status();
  if (Status status = check_flags(flags); !status.ok()) return status;
  const bool wants_pointer = wants_host_pointer(flags);
  if ((flags & immutable_flag) != 0 && !wants_pointer) return CL_INVALID_VALUE;
  if (size == 0 || size > maximum_allocation(*context.value())) return CL_INVALID_BUFFER_SIZE;
  if (wants_pointer != (host_pointer != nullptr)) return CL_INVALID_HOST_PTR;

  model::memory::MemoryObject::Request request;
  if ((flags & CL_MEM_USE_HOST_PTR) != 0) {
    request.svm = svm_at(*context.value(), host_pointer);
    const auto begin = reinterpret_cast<uint64_t>(host_pointer);
    if (request.svm && !request.svm->contains(begin, size)) return CL_INVALID_BUFFER_SIZE;
  }
  request.context = context.value();
  request.flags = with_access(flags);
  request.size = size;
  request.host_pointer = host_pointer;
  request.has_device_address = with_address.value();
  for (const cl_mem_properties* next = properties; next != nullptr; next += 2) {
    request.properties.push_back(next[0]);
    if (next[0] == 0) break;
    request.properties.push_back(next[1]);
  }
  return request;
}

Result<model::memory::MemoryObject::Request> create_sub_buffer(cl_mem buffer_handle,
                                                               cl_mem_flags flags,
                                                               cl_buffer_create_type type,
                                                               const void* create_info) {
  auto buffer = object<model::memory::MemoryObject>(buffer_handle);
  if (!buffer.ok()) return buffer.status();
  const model::memory::MemoryObject& parent = *buffer.value();
  if (parent.type() != CL_MEM_OBJECT_BUFFER || parent.parent() != nullptr) {
    return CL_INVALID_MEM_OBJECT;
  }
  auto resolved = inherited_flags(parent.flags(), flags);
  if (!resolved.ok()) return resolved.status();
  if (type != CL_BUFFER_CREATE_TYPE_REGION || create_info == nullptr) return CL_INVALID_VALUE;
  cl_buffer_region region;
  std::memcpy(&region, create_info, sizeof region);
  if (region.size == 0) return CL_INVALID_BUFFER_SIZE;
  if (!(CheckedSize(region.origin) + region.size).fits(parent.size())) return CL_INVALID_VALUE;
  if (!is_aligned(parent.context(), region.origin)) return CL_MISALIGNED_SUB_BUFFER_OFFSET;

  model::memory::MemoryObject::Request request;
  request.context = Ref<model::Context>(&parent.context());
  request.flags = resolved.value();
  request.size = region.size;
  request.parent = buffer.value();
  request.origin = region.origin;
  if (parent.host_pointer() != nullptr) {
    request.host_pointer = static_cast<std::byte*>(parent.host_pointer()) + region.origin;
  }
  return request;
}

}  // namespace cleave::api::check
