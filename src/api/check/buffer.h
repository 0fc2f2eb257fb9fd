// Checks the arguments of 5.2 and 5.5: buffers, sub-buffers and the commands on them, and what
// commands on images have in common with those. All devices
// of the platform share one base address alignment, which is checked when a sub-buffer is made;
// CL_MISALIGNED_SUB_BUFFER_OFFSET cannot arise later.
#pragma once

#include <CL/cl.h>

#include <array>
#include <vector>

#include "api/check/enqueue.h"
#include "model/command/requests.h"
#include "model/memory/memory.h"

namespace cleave::api::check {

[[nodiscard]] support::Result<model::memory::MemoryObject::Request> create_buffer(
    cl_context context, const cl_mem_properties* properties, cl_mem_flags flags, size_t size,
    void* host_pointer);
[[nodiscard]] support::Result<model::memory::MemoryObject::Request> create_sub_buffer(
    cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* create_info);

using BufferRef = support::Ref<model::memory::MemoryObject>;

/// An access of the host to a buffer, which decides which of the CL_MEM_HOST_… flags forbid it.
enum class HostAccessMode : uint8_t { none, read, write };
/// CL_INVALID_OPERATION when the object was made with flags that forbid the access; to write is
/// forbidden to everybody where it is immutable.
[[nodiscard]] support::Status host_access(const model::memory::MemoryObject& object,
                                          HostAccessMode access);
/// cl_ext_immutable_memory_objects: CL_INVALID_OPERATION when nobody may write to the object.
[[nodiscard]] support::Status destination(const model::memory::MemoryObject& object);
/// CL_INVALID_VALUE for unknown flags and those that exclude each other; else as host_access().
[[nodiscard]] support::Status map_access(const model::memory::MemoryObject& object,
                                         cl_map_flags flags);

/// A part of a buffer.
struct BufferRange {
  BufferRef buffer;
  size_t offset = 0;
  size_t size = 0;
};
/// A region of a buffer, pitches resolved.
struct RegionOf {
  BufferRef buffer;
  model::memory::MemoryRegion region;
};

/// Read, write: CL_INVALID_VALUE out of bounds or for a null pointer, CL_INVALID_OPERATION when the
/// buffer's flags forbid it.
[[nodiscard]] support::Result<BufferRange> transfer(const EnqueueTarget& target, cl_mem buffer,
                                                    size_t offset, size_t size, const void* host,
                                                    HostAccessMode access);

struct RectTransfer {
  RegionOf in_buffer;
  backend::Box in_host;
};
/// The arguments of a rectangle as the application gives them; any pointer may be null.
struct RawBox {
  const size_t* origin;
  size_t row_pitch;
  size_t slice_pitch;
};
[[nodiscard]] support::Result<RectTransfer> rect_transfer(const EnqueueTarget& target,
                                                          cl_mem buffer, RawBox in_buffer,
                                                          RawBox in_host, const size_t* region,
                                                          const void* host, HostAccessMode access);

struct BufferCopy {
  BufferRange from;
  BufferRange to;
};
[[nodiscard]] support::Result<BufferCopy> copy(const EnqueueTarget& target, cl_mem from, cl_mem to,
                                               size_t from_offset, size_t to_offset, size_t size);

struct RectCopy {
  RegionOf from;
  RegionOf to;
};
[[nodiscard]] support::Result<RectCopy> rect_copy(const EnqueueTarget& target, cl_mem from,
                                                  cl_mem to, RawBox from_box, RawBox to_box,
                                                  const size_t* region);

struct Fill {
  BufferRange range;
  std::vector<std::byte> pattern;
};
[[nodiscard]] support::Result<Fill> fill(const EnqueueTarget& target, cl_mem buffer,
                                         const void* pattern, size_t pattern_size, size_t offset,
                                         size_t size);

[[nodiscard]] support::Result<BufferRange> map(const EnqueueTarget& target, cl_mem buffer,
                                               cl_map_flags flags, size_t offset, size_t size);
/// Takes buffers and images.
[[nodiscard]] support::Result<BufferRef> unmap(const EnqueueTarget& target, cl_mem memory,
                                               const void* pointer);
[[nodiscard]] support::Result<std::vector<BufferRef>> migrate(const EnqueueTarget& target,
                                                              cl_uint count, const cl_mem* objects,
                                                              cl_mem_migration_flags flags);

}  // namespace cleave::api::check
