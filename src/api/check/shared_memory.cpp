#include "api/check/shared_memory.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cleave::api::check {
namespace {

using support::Ref;
using support::Result;
using support::Status;

uint64_t address_of(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// 5.6.1, table 20: known flags, and none that exclude each other.
bool are_svm_flags(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  constexpr cl_svm_mem_flags sharing = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  if ((flags & ~(access | sharing)) != 0) return false;
  if (std::popcount(flags & access) > 1) return false;
  return (flags & sharing) != CL_MEM_SVM_ATOMICS;
}

/// Fine-grained sharing has to be supported by every device.
bool is_fine_grained(const model::Context& context) {
  return std::ranges::all_of(context.devices(), [](const Ref<model::Device>& device) {
    const backend::DeviceFacts& facts = device->hardware().facts();
    return facts.shares_host_memory && facts.offers_svm;
  });
}

bool fits_every_device(const model::Context& context, size_t size) {
  return std::ranges::all_of(context.devices(), [size](const Ref<model::Device>& device) {
    return size <= device->hardware().facts().maximum_allocation_size;
  });
}

}  // namespace

Result<AllocationRequest> allocate_svm(cl_context context_handle, cl_svm_mem_flags flags,
                                       size_t size, cl_uint alignment) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  if (!context.value()->offers_svm()) return CL_INVALID_OPERATION;
  if (!are_svm_flags(flags)) return CL_INVALID_VALUE;
  if ((flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0 && !is_fine_grained(*context.value())) {
    return CL_INVALID_OPERATION;
  }
  if (size == 0 || !fits_every_device(*context.value(), size)) return CL_INVALID_BUFFER_SIZE;
  if (alignment != 0 && !std::has_single_bit(alignment)) return CL_INVALID_VALUE;
  if (alignment > model::largest_type_bytes) return CL_INVALID_VALUE;
  return AllocationRequest{std::move(context).value(),
                           {.kind = model::AddressedMemory::Kind::svm,
                            .bytes = size,
                            .alignment = alignment,
                            .flags = flags}};
}

Status offers_svm(const EnqueueTarget& target) {
  const backend::DeviceFacts& facts = target.queue->device().hardware().facts();
  return facts.shares_host_memory && facts.offers_svm ? CL_SUCCESS : CL_INVALID_OPERATION;
}

Result<EnqueueTarget> svm_target(cl_command_queue queue, cl_uint event_count,
                                 const cl_event* events) {
  auto target = enqueue_target(queue, event_count, events);
  if (!target.ok()) return target;
  if (Status status = offers_svm(target.value()); !status.ok()) return status;
  return target;
}

Result<EnqueueTarget> address_target(cl_command_queue queue, cl_uint event_count,
                                     const cl_event* events) {
  auto target = enqueue_target(queue, event_count, events);
  if (!target.ok()) return target;
  const model::Device& device = target.value().queue->device();
  if (!device.hardware().facts().shares_host_memory) return CL_INVALID_OPERATION;
  return target;
}

Status copy_addresses(const void* to, const void* from, size_t size) {
  if (to == nullptr || from == nullptr) return CL_INVALID_VALUE;
  const uint64_t first = address_of(to), second = address_of(from);
  const uint64_t distance = first < second ? second - first : first - second;
  return distance < size ? CL_MEM_COPY_OVERLAP : CL_SUCCESS;
}

Result<std::vector<std::byte>> fill_address(const void* to, const void* pattern,
                                            size_t pattern_size, size_t size) {
  const bool is_size =
      std::has_single_bit(pattern_size) && pattern_size <= model::largest_type_bytes;
  if (to == nullptr || pattern == nullptr || !is_size) return CL_INVALID_VALUE;
  if (address_of(to) % pattern_size != 0 || size % pattern_size != 0) return CL_INVALID_VALUE;
  std::vector<std::byte> bytes(pattern_size);
  std::memcpy(bytes.data(), pattern, pattern_size);
  return bytes;
}

Status map_svm(cl_map_flags flags, const void* pointer, size_t size) {
  constexpr cl_map_flags read_write = CL_MAP_READ | CL_MAP_WRITE;
  constexpr cl_map_flags invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
  if (pointer == nullptr || size == 0) return CL_INVALID_VALUE;
  if ((flags & ~(read_write | invalidate)) != 0) return CL_INVALID_VALUE;
  const bool excludes = (flags & invalidate) != 0 && (flags & read_write) != 0;
  return excludes ? CL_INVALID_VALUE : CL_SUCCESS;
}

Result<std::vector<void*>> free_svm(cl_uint count, void* const* pointers) {
  if ((count == 0) != (pointers == nullptr)) return CL_INVALID_VALUE;
  return std::vector<void*>(pointers, pointers + count);
}

Result<std::vector<model::command::AddressedRange>> migrate_svm(const EnqueueTarget& target,
                                                                cl_uint count,
                                                                const void* const* pointers,
                                                                const size_t* sizes,
                                                                cl_mem_migration_flags flags) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  if (count == 0 || pointers == nullptr || (flags & ~known) != 0) return CL_INVALID_VALUE;
  std::vector<model::command::AddressedRange> ranges;
  for (cl_uint i = 0; i < count; ++i) {
    const uint64_t address = address_of(pointers[i]);
    auto memory = target.queue->context().addresses().find(address);
    if (!memory || memory->kind() != model::AddressedMemory::Kind::svm) return CL_INVALID_VALUE;
    const size_t size = sizes == nullptr ? 0 : sizes[i];
    if (!memory->contains(address, size)) return CL_INVALID_VALUE;
    model::command::AddressedRange range;
    range.offset = size == 0 ? 0 : address - memory->begin();
    range.bytes = size == 0 ? memory->allocation().bytes : size;
    range.memory = std::move(memory);
    ranges.push_back(std::move(range));
  }
  return ranges;
}

}  // namespace cleave::api::check
