#include "api/check/buffer.h"

#include <algorithm>
#include <cstring>

#include "support/checked_size.h"
#include "support/newer_cl.h"

namespace cleave::api::check {
namespace {

using support::CheckedSize;
using support::Ref;
using support::Result;
using support::Status;

constexpr cl_mem_flags access_flags = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags host_access_flags =
    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags host_pointer_flags =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

constexpr cl_mem_flags immutable_flag = support::mem_immutable_ext;

bool more_than_one(cl_mem_flags bits) {
  return (bits & (bits - 1)) != 0;
}

/// Does it let somebody write what nobody may?
bool writes_immutable(cl_mem_flags flags) {
  constexpr cl_mem_flags writing = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY;
  return (flags & immutable_flag) != 0 && (flags & writing) != 0;
}

/// Table 5.3: known flags, and none that exclude each other.
Status check_flags(cl_mem_flags flags) {
  if ((flags & ~(access_flags | host_access_flags | host_pointer_flags | immutable_flag)) != 0) {
    return CL_INVALID_VALUE;
  }
  if (writes_immutable(flags)) return CL_INVALID_VALUE;
  if (more_than_one(flags & access_flags)) return CL_INVALID_VALUE;
  if (more_than_one(flags & host_access_flags)) return CL_INVALID_VALUE;
  const bool uses = (flags & CL_MEM_USE_HOST_PTR) != 0;
  if (uses && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0) {
    return CL_INVALID_VALUE;
  }
  return CL_SUCCESS;
}

/// The flags of a sub-buffer: its own where given, else the buffer's. CL_INVALID_VALUE when they
/// would widen the access that the buffer grants.
Result<cl_mem_flags> inherited_flags(cl_mem_flags of_buffer, cl_mem_flags flags) {
  if (Status status = check_flags(flags); !status.ok()) return status;
  if ((flags & host_pointer_flags) != 0) return CL_INVALID_VALUE;

  const cl_mem_flags access = flags & access_flags;
  // What is immutable is there to be read.
  const bool is_read = (access & ~CL_MEM_WRITE_ONLY) != 0 || (flags & immutable_flag) != 0;
  if ((of_buffer & CL_MEM_WRITE_ONLY) != 0 && is_read) return CL_INVALID_VALUE;
  if ((of_buffer & CL_MEM_READ_ONLY) != 0 && (access & ~CL_MEM_READ_ONLY) != 0) {
    return CL_INVALID_VALUE;
  }
  const cl_mem_flags host = flags & host_access_flags;
  if ((of_buffer & CL_MEM_HOST_WRITE_ONLY) != 0 && host == CL_MEM_HOST_READ_ONLY) {
    return CL_INVALID_VALUE;
  }
  if ((of_buffer & CL_MEM_HOST_READ_ONLY) != 0 && host == CL_MEM_HOST_WRITE_ONLY) {
    return CL_INVALID_VALUE;
  }
  if ((of_buffer & CL_MEM_HOST_NO_ACCESS) != 0 && host != 0 && host != CL_MEM_HOST_NO_ACCESS) {
    return CL_INVALID_VALUE;
  }
  const bool says_access = access != 0 || (flags & immutable_flag) != 0;
  const cl_mem_flags resolved = (says_access ? access : of_buffer & access_flags) |
                                (host != 0 ? host : of_buffer & host_access_flags) |
                                (of_buffer & host_pointer_flags) |
                                ((flags | of_buffer) & immutable_flag);
  if (writes_immutable(resolved)) return CL_INVALID_VALUE;
  return resolved;
}

/// The largest buffer that some device of the context takes.
cl_ulong maximum_allocation(const model::Context& context) {
  cl_ulong maximum = 0;
  for (const auto& device : context.devices()) {
    maximum = std::max(maximum, device->hardware().facts().maximum_allocation_size);
  }
  return maximum;
}

/// Reads the properties of a buffer, of which there is one: CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
Result<bool> wants_device_address(const model::Context& context,
                                  const cl_mem_properties* properties) {
  bool wants = false;
  for (bool is_first = true; properties != nullptr && properties[0] != 0; properties += 2) {
    const bool is_known = properties[0] == support::mem_device_private_address_ext;
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

Result<model::MemoryObject::Request> create_buffer(cl_context context_handle,
                                                   const cl_mem_properties* properties,
                                                   cl_mem_flags flags, size_t size,
                                                   void* host_pointer) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  const auto with_address = wants_device_address(*context.value(), properties);
  if (!with_address.ok()) return with_address.status();
  if (Status status = check_flags(flags); !status.ok()) return status;
  const bool wants_pointer = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  if ((flags & immutable_flag) != 0 && !wants_pointer) return CL_INVALID_VALUE;
  if (size == 0 || size > maximum_allocation(*context.value())) return CL_INVALID_BUFFER_SIZE;
  if (wants_pointer != (host_pointer != nullptr)) return CL_INVALID_HOST_PTR;

  model::MemoryObject::Request request;
  if ((flags & CL_MEM_USE_HOST_PTR) != 0) {
    request.svm = svm_at(*context.value(), host_pointer);
    const auto begin = reinterpret_cast<uint64_t>(host_pointer);
    if (request.svm && !request.svm->contains(begin, size)) return CL_INVALID_BUFFER_SIZE;
  }
  request.context = context.value();
  request.flags =
      (flags & (access_flags | immutable_flag)) == 0 ? flags | CL_MEM_READ_WRITE : flags;
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

Result<model::MemoryObject::Request> create_sub_buffer(cl_mem buffer_handle, cl_mem_flags flags,
                                                       cl_buffer_create_type type,
                                                       const void* create_info) {
  auto buffer = object<model::MemoryObject>(buffer_handle);
  if (!buffer.ok()) return buffer.status();
  const model::MemoryObject& parent = *buffer.value();
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

  model::MemoryObject::Request request;
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
