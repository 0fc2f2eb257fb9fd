#include <cstring>

#include "api/check/buffer.h"
#include "support/checked_size.h"

namespace cleave::api::check {
namespace {

using support::CheckedSize;
using support::Ref;
using support::Result;
using support::Status;

Result<BufferRange> range_in(const EnqueueTarget& target, cl_mem handle, size_t offset,
                             size_t size) {
  auto buffer = buffer_for(target, handle);
  if (!buffer.ok()) return buffer.status();
  if (!(CheckedSize(offset) + size).fits(buffer.value()->size())) return CL_INVALID_VALUE;
  return BufferRange{std::move(buffer).value(), offset, size};
}

}  // namespace

Status destination(const model::memory::MemoryObject& object) {
  return object.is_immutable() ? CL_INVALID_OPERATION : CL_SUCCESS;
}

// 5.2.2 and 5.3.3.
Status host_access(const model::memory::MemoryObject& object, HostAccessMode access) {
  const cl_mem_flags flags = object.flags();
  cl_mem_flags forbidding = 0;
  if (access == HostAccessMode::read) forbidding = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
  if (access == HostAccessMode::write) {
    if (Status status = destination(object); !status.ok()) return status;
    forbidding = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
  }
  return (flags & forbidding) != 0 ? CL_INVALID_OPERATION : CL_SUCCESS;
}

Status map_access(const model::memory::MemoryObject& object, cl_map_flags flags) {
  constexpr cl_map_flags read_write = CL_MAP_READ | CL_MAP_WRITE;
  constexpr cl_map_flags invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
  if ((flags & ~(read_write | invalidate)) != 0) return CL_INVALID_VALUE;
  if ((flags & invalidate) != 0 && (flags & read_write) != 0) return CL_INVALID_VALUE;
  if ((flags & CL_MAP_READ) != 0) {
    if (Status status = host_access(object, HostAccessMode::read); !status.ok()) return status;
  }
  const bool is_written = (flags & (CL_MAP_WRITE | invalidate)) != 0;
  return is_written ? host_access(object, HostAccessMode::write) : CL_SUCCESS;
}

Result<BufferRange> transfer(const EnqueueTarget& target, cl_mem buffer, size_t offset, size_t size,
                             const void* host, HostAccessMode access) {
  auto range = range_in(target, buffer, offset, size);
  if (!range.ok()) return range;
  if (host == nullptr) return CL_INVALID_VALUE;
  if (Status status = host_access(*range.value().buffer, access); !status.ok()) return status;
  return range;
}

Result<BufferCopy> copy(const EnqueueTarget& target, cl_mem from_handle, cl_mem to_handle,
                        size_t from_offset, size_t to_offset, size_t size) {
  auto from = range_in(target, from_handle, from_offset, size);
  if (!from.ok()) return from.status();
  auto to = range_in(target, to_handle, to_offset, size);
  if (!to.ok()) return to.status();
  const model::memory::MemoryObject& source = *from.value().buffer;
  const model::memory::MemoryObject& other = *to.value().buffer;
  if (Status status = destination(other); !status.ok()) return status;
  if (&source.storage() == &other.storage()) {
    const size_t first = source.origin() + from_offset;
    const size_t second = other.origin() + to_offset;
    if (first < second + size && second < first + size) return CL_MEM_COPY_OVERLAP;
  }
  return BufferCopy{std::move(from).value(), std::move(to).value()};
}

Result<Fill> fill(const EnqueueTarget& target, cl_mem buffer, const void* pattern,
                  size_t pattern_size, size_t offset, size_t size) {
  auto range = range_in(target, buffer, offset, size);
  if (!range.ok()) return range.status();
  const bool is_power_of_two = pattern_size != 0 && (pattern_size & (pattern_size - 1)) == 0;
  if (pattern == nullptr || !is_power_of_two || pattern_size > 128) return CL_INVALID_VALUE;
  if (offset % pattern_size != 0 || size % pattern_size != 0) return CL_INVALID_VALUE;
  if (Status status = destination(*range.value().buffer); !status.ok()) return status;
  Fill request{std::move(range).value(), std::vector<std::byte>(pattern_size)};
  std::memcpy(request.pattern.data(), pattern, pattern_size);
  return request;
}

Result<BufferRange> map(const EnqueueTarget& target, cl_mem buffer, cl_map_flags flags,
                        size_t offset, size_t size) {
  auto range = range_in(target, buffer, offset, size);
  if (!range.ok()) return range;
  if (size == 0) return CL_INVALID_VALUE;
  if (Status status = map_access(*range.value().buffer, flags); !status.ok()) return status;
  return range;
}

Result<BufferRef> unmap(const EnqueueTarget& target, cl_mem handle, const void* pointer) {
  auto memory = memory_for(target, handle);
  if (!memory.ok()) return memory;
  if (memory.value()->type() == CL_MEM_OBJECT_PIPE) return CL_INVALID_MEM_OBJECT;
  if (!memory.value()->has_map(pointer)) return CL_INVALID_VALUE;
  return memory;
}

Result<std::vector<BufferRef>> migrate(const EnqueueTarget& target, cl_uint count,
                                       const cl_mem* objects, cl_mem_migration_flags flags) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  if (count == 0 || objects == nullptr || (flags & ~known) != 0) return CL_INVALID_VALUE;
  std::vector<BufferRef> found;
  for (cl_uint i = 0; i < count; ++i) {
    auto memory = memory_for(target, objects[i]);
    if (!memory.ok()) return memory.status();
    found.push_back(std::move(memory).value());
  }
  return found;
}

namespace {

/// Says how strictly a slice pitch that is given must fit the rows: 5.2.2 asks less of reads and
/// writes than of copies.
enum class SlicePitchRule : uint8_t { transfer, copy };

Result<backend::Box> resolve_box(RawBox raw, const std::array<size_t, 3>& region,
                                 SlicePitchRule rule) {
  backend::Box box;
  std::memcpy(box.origin.data(), raw.origin, sizeof box.origin);
  if (raw.row_pitch != 0 && raw.row_pitch < region[0]) return CL_INVALID_VALUE;
  box.row_pitch = raw.row_pitch != 0 ? raw.row_pitch : region[0];
  const CheckedSize least = CheckedSize(region[1]) * box.row_pitch;
  if (least.overflowed()) return CL_INVALID_VALUE;
  if (raw.slice_pitch != 0) {
    const bool too_small = raw.slice_pitch < least.value();
    const bool uneven = raw.slice_pitch % box.row_pitch != 0;
    const bool wrong = rule == SlicePitchRule::copy ? too_small || uneven : too_small && uneven;
    if (wrong) return CL_INVALID_VALUE;
  }
  box.slice_pitch = raw.slice_pitch != 0 ? raw.slice_pitch : least.value();
  return box;
}

/// Bytes from the start of the memory to the end of the box.
CheckedSize end_of(const backend::Box& box, const std::array<size_t, 3>& region) {
  const CheckedSize slice = CheckedSize(box.origin[2]) + (region[2] - 1);
  const CheckedSize row = CheckedSize(box.origin[1]) + (region[1] - 1);
  return slice * box.slice_pitch + row * box.row_pitch + box.origin[0] + region[0];
}

Result<std::array<size_t, 3>> region_of(const size_t* raw) {
  if (raw == nullptr) return CL_INVALID_VALUE;
  std::array<size_t, 3> region = {raw[0], raw[1], raw[2]};
  if (region[0] == 0 || region[1] == 0 || region[2] == 0) return CL_INVALID_VALUE;
  return region;
}

Result<RegionOf> region_in(const EnqueueTarget& target, cl_mem handle, RawBox raw,
                           const std::array<size_t, 3>& region, SlicePitchRule rule) {
  auto buffer = buffer_for(target, handle);
  if (!buffer.ok()) return buffer.status();
  if (raw.origin == nullptr) return CL_INVALID_VALUE;
  auto box = resolve_box(raw, region, rule);
  if (!box.ok()) return box.status();
  if (!end_of(box.value(), region).fits(buffer.value()->size())) return CL_INVALID_VALUE;
  return RegionOf{std::move(buffer).value(), {.box = box.value(), .extent = region}};
}

/// The region in the storage, which other objects may share.
model::memory::MemoryRegion in_storage(const RegionOf& of) {
  model::memory::MemoryRegion region = of.region;
  region.base += of.buffer->origin();
  return region;
}

}  // namespace

Result<RectTransfer> rect_transfer(const EnqueueTarget& target, cl_mem buffer, RawBox in_buffer,
                                   RawBox in_host, const size_t* raw_region, const void* host,
                                   HostAccessMode access) {
  auto region = region_of(raw_region);
  if (!region.ok()) return region.status();
  auto found = region_in(target, buffer, in_buffer, region.value(), SlicePitchRule::transfer);
  if (!found.ok()) return found.status();
  if (host == nullptr || in_host.origin == nullptr) return CL_INVALID_VALUE;
  auto host_box = resolve_box(in_host, region.value(), SlicePitchRule::transfer);
  if (!host_box.ok()) return host_box.status();
  if (end_of(host_box.value(), region.value()).overflowed()) return CL_INVALID_VALUE;
  if (Status status = host_access(*found.value().buffer, access); !status.ok()) return status;
  return RectTransfer{std::move(found).value(), host_box.value()};
}

Result<RectCopy> rect_copy(const EnqueueTarget& target, cl_mem from_handle, cl_mem to_handle,
                           RawBox from_box, RawBox to_box, const size_t* raw_region) {
  auto region = region_of(raw_region);
  if (!region.ok()) return region.status();
  auto from = region_in(target, from_handle, from_box, region.value(), SlicePitchRule::copy);
  if (!from.ok()) return from.status();
  auto to = region_in(target, to_handle, to_box, region.value(), SlicePitchRule::copy);
  if (!to.ok()) return to.status();
  const RegionOf& source = from.value();
  const RegionOf& other = to.value();
  if (Status status = destination(*other.buffer); !status.ok()) return status;
  if (source.buffer == other.buffer &&
      source.region.box.slice_pitch != other.region.box.slice_pitch &&
      source.region.box.row_pitch != other.region.box.row_pitch) {
    return CL_INVALID_VALUE;
  }
  if (&source.buffer->storage() == &other.buffer->storage() &&
      model::memory::overlap(in_storage(source), in_storage(other))) {
    return CL_MEM_COPY_OVERLAP;
  }
  return RectCopy{std::move(from).value(), std::move(to).value()};
}

}  // namespace cleave::api::check
