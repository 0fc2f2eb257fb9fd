#include <cstring>

#include "api/check/buffer.h"
#include "support/checked_size.h"

namespace cleave::api::check {
namespace {

using support::CheckedSize;
using support::Ref;
using support::Result;
using support::Status;

Result<Range> range_in(const EnqueueTarget& target, cl_mem handle, size_t offset, size_t size) {
  auto buffer = buffer_for(target, handle);
  if (!buffer.ok()) return buffer.status();
  if (!(CheckedSize(offset) + size).fits(buffer.value()->size())) return CL_INVALID_VALUE;
  return Range{std::move(buffer).value(), offset, size};
}

/// cl_ext_immutable_memory_objects: CL_INVALID_OPERATION when nobody may write to the buffer.
Status check_destination(const model::MemoryObject& buffer) {
  return buffer.is_immutable() ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/// 5.2.2: CL_INVALID_OPERATION when the buffer was made with flags that forbid the access.
Status check_host_access(const model::MemoryObject& buffer, HostAccess access) {
  const cl_mem_flags flags = buffer.flags();
  cl_mem_flags forbidding = 0;
  if (access == HostAccess::read) forbidding = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
  if (access == HostAccess::write) {
    if (Status status = check_destination(buffer); !status.ok()) return status;
    forbidding = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
  }
  return (flags & forbidding) != 0 ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/// CL_MEM_COPY_OVERLAP is about memory, so sub-buffers are looked at inside their buffer.
const model::MemoryObject* storage(const model::MemoryObject& buffer) {
  return buffer.parent() != nullptr ? buffer.parent() : &buffer;
}

}  // namespace

Result<Range> transfer(const EnqueueTarget& target, cl_mem buffer, size_t offset, size_t size,
                       const void* host, HostAccess access) {
  auto range = range_in(target, buffer, offset, size);
  if (!range.ok()) return range;
  if (host == nullptr) return CL_INVALID_VALUE;
  if (Status status = check_host_access(*range.value().buffer, access); !status.ok()) return status;
  return range;
}

Result<Copy> copy(const EnqueueTarget& target, cl_mem from_handle, cl_mem to_handle,
                  size_t from_offset, size_t to_offset, size_t size) {
  auto from = range_in(target, from_handle, from_offset, size);
  if (!from.ok()) return from.status();
  auto to = range_in(target, to_handle, to_offset, size);
  if (!to.ok()) return to.status();
  const model::MemoryObject& source = *from.value().buffer;
  const model::MemoryObject& destination = *to.value().buffer;
  if (Status status = check_destination(destination); !status.ok()) return status;
  if (storage(source) == storage(destination)) {
    const size_t first = source.origin() + from_offset;
    const size_t second = destination.origin() + to_offset;
    if (first < second + size && second < first + size) return CL_MEM_COPY_OVERLAP;
  }
  return Copy{std::move(from).value(), std::move(to).value()};
}

Result<Fill> fill(const EnqueueTarget& target, cl_mem buffer, const void* pattern,
                  size_t pattern_size, size_t offset, size_t size) {
  auto range = range_in(target, buffer, offset, size);
  if (!range.ok()) return range.status();
  const bool is_power_of_two = pattern_size != 0 && (pattern_size & (pattern_size - 1)) == 0;
  if (pattern == nullptr || !is_power_of_two || pattern_size > 128) return CL_INVALID_VALUE;
  if (offset % pattern_size != 0 || size % pattern_size != 0) return CL_INVALID_VALUE;
  if (Status status = check_destination(*range.value().buffer); !status.ok()) return status;
  Fill request{std::move(range).value(), std::vector<std::byte>(pattern_size)};
  std::memcpy(request.pattern.data(), pattern, pattern_size);
  return request;
}

Result<Range> map(const EnqueueTarget& target, cl_mem buffer, cl_map_flags flags, size_t offset,
                  size_t size) {
  auto range = range_in(target, buffer, offset, size);
  if (!range.ok()) return range;
  constexpr cl_map_flags read_write = CL_MAP_READ | CL_MAP_WRITE;
  constexpr cl_map_flags invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
  if (size == 0 || (flags & ~(read_write | invalidate)) != 0) return CL_INVALID_VALUE;
  if ((flags & invalidate) != 0 && (flags & read_write) != 0) return CL_INVALID_VALUE;
  const model::MemoryObject& memory = *range.value().buffer;
  if ((flags & CL_MAP_READ) != 0) {
    if (Status status = check_host_access(memory, HostAccess::read); !status.ok()) return status;
  }
  if ((flags & (CL_MAP_WRITE | invalidate)) != 0) {
    if (Status status = check_host_access(memory, HostAccess::write); !status.ok()) return status;
  }
  return range;
}

Result<Buffer> unmap(const EnqueueTarget& target, cl_mem handle, const void* pointer) {
  auto memory = buffer_for(target, handle);
  if (!memory.ok()) return memory;
  if (!memory.value()->has_map(pointer)) return CL_INVALID_VALUE;
  return memory;
}

Result<std::vector<Buffer>> migrate(const EnqueueTarget& target, cl_uint count,
                                    const cl_mem* objects, cl_mem_migration_flags flags) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  if (count == 0 || objects == nullptr || (flags & ~known) != 0) return CL_INVALID_VALUE;
  std::vector<Buffer> found;
  for (cl_uint i = 0; i < count; ++i) {
    auto memory = memory_for(target, objects[i]);
    if (!memory.ok()) return memory.status();
    found.push_back(std::move(memory).value());
  }
  return found;
}

namespace {

/// How strictly a slice pitch that is given must fit the rows: 5.2.2 asks less of reads and writes
/// than of copies.
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

Result<BoxOf> box_in(const EnqueueTarget& target, cl_mem handle, RawBox raw,
                     const std::array<size_t, 3>& region, SlicePitchRule rule) {
  auto buffer = buffer_for(target, handle);
  if (!buffer.ok()) return buffer.status();
  if (raw.origin == nullptr) return CL_INVALID_VALUE;
  auto box = resolve_box(raw, region, rule);
  if (!box.ok()) return box.status();
  if (!end_of(box.value(), region).fits(buffer.value()->size())) return CL_INVALID_VALUE;
  return BoxOf{std::move(buffer).value(), box.value()};
}

/// Walks over the rows of a box in the order of their addresses.
class Rows {
 public:
  Rows(const BoxOf& of, const std::array<size_t, 3>& region)
      : box_(of.box), region_(region), base_(of.buffer->origin() + of.box.origin[0]) {}

  [[nodiscard]] bool at_end() const { return slice_ == region_[2]; }
  [[nodiscard]] size_t begin() const {
    return base_ + (box_.origin[2] + slice_) * box_.slice_pitch +
           (box_.origin[1] + row_) * box_.row_pitch;
  }
  [[nodiscard]] size_t end() const { return begin() + region_[0]; }
  void next() {
    if (++row_ < region_[1]) return;
    row_ = 0;
    ++slice_;
  }

 private:
  const backend::Box& box_;
  const std::array<size_t, 3>& region_;
  size_t base_;
  size_t row_ = 0;
  size_t slice_ = 0;
};

/// Exact, for pitches that differ too: rows of either box ascend, so one pass over both finds a
/// pair of rows that overlap.
bool overlap(const BoxOf& first, const BoxOf& second, const std::array<size_t, 3>& region) {
  Rows left(first, region);
  Rows right(second, region);
  while (!left.at_end() && !right.at_end()) {
    if (left.end() <= right.begin()) {
      left.next();
    } else if (right.end() <= left.begin()) {
      right.next();
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<RectTransfer> rect_transfer(const EnqueueTarget& target, cl_mem buffer, RawBox in_buffer,
                                   RawBox in_host, const size_t* raw_region, const void* host,
                                   HostAccess access) {
  auto region = region_of(raw_region);
  if (!region.ok()) return region.status();
  auto box = box_in(target, buffer, in_buffer, region.value(), SlicePitchRule::transfer);
  if (!box.ok()) return box.status();
  if (host == nullptr || in_host.origin == nullptr) return CL_INVALID_VALUE;
  auto host_box = resolve_box(in_host, region.value(), SlicePitchRule::transfer);
  if (!host_box.ok()) return host_box.status();
  if (end_of(host_box.value(), region.value()).overflowed()) return CL_INVALID_VALUE;
  if (Status status = check_host_access(*box.value().buffer, access); !status.ok()) return status;
  return RectTransfer{std::move(box).value(), host_box.value(), region.value()};
}

Result<RectCopy> rect_copy(const EnqueueTarget& target, cl_mem from_handle, cl_mem to_handle,
                           RawBox from_box, RawBox to_box, const size_t* raw_region) {
  auto region = region_of(raw_region);
  if (!region.ok()) return region.status();
  auto from = box_in(target, from_handle, from_box, region.value(), SlicePitchRule::copy);
  if (!from.ok()) return from.status();
  auto to = box_in(target, to_handle, to_box, region.value(), SlicePitchRule::copy);
  if (!to.ok()) return to.status();
  const BoxOf& source = from.value();
  const BoxOf& destination = to.value();
  if (Status status = check_destination(*destination.buffer); !status.ok()) return status;
  if (source.buffer == destination.buffer &&
      source.box.slice_pitch != destination.box.slice_pitch &&
      source.box.row_pitch != destination.box.row_pitch) {
    return CL_INVALID_VALUE;
  }
  if (storage(*source.buffer) == storage(*destination.buffer) &&
      overlap(source, destination, region.value())) {
    return CL_MEM_COPY_OVERLAP;
  }
  return RectCopy{std::move(from).value(), std::move(to).value(), region.value()};
}

}  // namespace cleave::api::check
