#include "api/check/unified_memory.h"

#include <algorithm>
#include <bit>

namespace cleave::api::check {
namespace {

using support::Ref;
using support::Result;
using support::Status;
using MemoryKind = model::AddressedMemory::Kind;

constexpr cl_mem_alloc_flags_intel placements =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

/// The flags in a list of properties, which may hold nothing else, and them once.
Result<cl_mem_alloc_flags_intel> flags_in(const cl_mem_properties_intel* properties,
                                          MemoryKind kind) {
  cl_mem_alloc_flags_intel flags = 0;
  for (bool is_first = true; properties != nullptr && properties[0] != 0; properties += 2) {
    if (properties[0] != CL_MEM_ALLOC_FLAGS_INTEL || !is_first) return CL_INVALID_PROPERTY;
    is_first = false;
    flags = properties[1];
  }
  const cl_mem_alloc_flags_intel known =
      CL_MEM_ALLOC_WRITE_COMBINED_INTEL | (kind == MemoryKind::shared ? placements : 0);
  if ((flags & ~known) != 0 || (flags & placements) == placements) return CL_INVALID_PROPERTY;
  return flags;
}

/// Memory of one device is of no interest to the others.
bool fits(const model::Context& context, const model::Device* device, size_t size) {
  const auto is_enough = [size](const model::Device& one) {
    return size <= one.hardware().facts().maximum_allocation_size;
  };
  if (device != nullptr) return is_enough(*device);
  return std::ranges::all_of(context.devices(),
                             [&](const Ref<model::Device>& one) { return is_enough(*one); });
}

Result<AllocationRequest> checked(Ref<model::Context> context, Ref<model::Device> device,
                                  MemoryKind kind, const RawAllocation& raw) {
  const bool shares =
      device ? device->hardware().facts().shares_host_memory : context->shares_addresses();
  if (!shares) return CL_INVALID_OPERATION;
  if (raw.alignment != 0 && !std::has_single_bit(raw.alignment)) return CL_INVALID_VALUE;
  if (raw.alignment > model::largest_type_bytes) return CL_INVALID_VALUE;
  const auto flags = flags_in(raw.properties, kind);
  if (!flags.ok()) return flags.status();
  if (raw.size == 0 || !fits(*context, device.get(), raw.size)) return CL_INVALID_BUFFER_SIZE;
  return AllocationRequest{std::move(context),
                           {.kind = kind,
                            .bytes = raw.size,
                            .alignment = raw.alignment,
                            .flags = flags.value(),
                            .device = std::move(device)}};
}

Result<AllocationRequest> with_device(const RawAllocation& raw, cl_device_id handle,
                                      MemoryKind kind) {
  auto context = object<model::Context>(raw.context);
  if (!context.ok()) return context.status();
  auto device = object<model::Device>(handle);
  if (!device.ok()) return device.status();
  if (!context.value()->has_device(*device.value())) return CL_INVALID_DEVICE;
  return checked(std::move(context).value(), std::move(device).value(), kind, raw);
}

Result<AllocationRequest> without_device(const RawAllocation& raw, MemoryKind kind) {
  auto context = object<model::Context>(raw.context);
  if (!context.ok()) return context.status();
  return checked(std::move(context).value(), nullptr, kind, raw);
}

}  // namespace

Result<AllocationRequest> allocate_for_host(const RawAllocation& raw) {
  return without_device(raw, MemoryKind::host);
}

Result<AllocationRequest> allocate_for_device(const RawAllocation& raw, cl_device_id device) {
  return with_device(raw, device, MemoryKind::device);
}

Result<AllocationRequest> allocate_shared(const RawAllocation& raw, cl_device_id device) {
  return device == nullptr ? without_device(raw, MemoryKind::shared)
                           : with_device(raw, device, MemoryKind::shared);
}

Result<std::vector<model::command::AddressedRange>> migrate_unified(const EnqueueTarget& target,
                                                                    const void* pointer,
                                                                    size_t size,
                                                                    cl_mem_migration_flags flags) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  if ((flags & ~known) != 0) return CL_INVALID_VALUE;
  std::vector<model::command::AddressedRange> ranges;
  const auto address = reinterpret_cast<uint64_t>(pointer);
  auto memory = target.queue->context().addresses().find(address);
  if (!memory || memory->kind() == MemoryKind::buffer || size == 0) return ranges;
  const size_t offset = address - memory->begin();
  const size_t bytes = std::min(size, memory->allocation().bytes - offset);
  ranges.push_back({std::move(memory), offset, bytes});
  return ranges;
}

Status advise(cl_mem_advice_intel advice) {
  return advice == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
}

}  // namespace cleave::api::check
