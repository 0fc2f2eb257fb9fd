// Commands that move bytes between buffers, images and host memory: read, write, copy and fill, of
// lines and of regions.
#include <algorithm>

#include "model/command/requests.h"

namespace cleave::model::command {

namespace {

using backend::Box;
using backend::Endpoint;

ObjectAccess access(memory::MemoryObject& object, const memory::MemoryRegion& region,
                    ObjectAccess::Kind kind) {
  return {support::Ref<memory::MemoryObject>(&object), region.begin(),
          region.end() - region.begin(), kind};
}

/// Between the rows of a region lie bytes that stay.
ObjectAccess::Kind written(const memory::MemoryRegion& region) {
  return region.is_dense() ? ObjectAccess::Kind::write : ObjectAccess::Kind::read_write;
}

/// The region of the object, as commands of the queue find it.
Endpoint endpoint(const Queue& queue, const memory::MemoryObject& object,
                  const memory::MemoryRegion& region) {
  Box box = region.box;
  box.origin[0] += object.origin() + region.base;
  return Endpoint::in(object.storage().allocation(queue.memory()), box);
}

/// A transfer between endpoints, where `accesses` tells what the command does to objects.
Work copy(const Queue& queue, cl_command_type type, const Endpoint& from, const Endpoint& to,
          const backend::Extent& extent, std::vector<ObjectAccess> accesses) {
  Work work;
  work.type = type;
  work.memory = queue.memory();
  work.accesses = std::move(accesses);
  auto transfer = std::make_unique<PooledTransfer>();
  transfer->to = to;
  transfer->from = from;
  transfer->extent = extent;
  work.action = std::move(transfer);
  return work;
}

/// A transfer that fills the region, without its pattern.
Work fill(const Queue& queue, cl_command_type type, memory::MemoryObject& object,
          const memory::MemoryRegion& region) {
  return copy(queue, type, {}, endpoint(queue, object, region), region.extent,
              {access(object, region, written(region))});
}

void set_pattern(Work& work, const std::byte* pattern, size_t bytes) {
  PooledTransfer& filling = *std::get<std::unique_ptr<PooledTransfer>>(work.action);
  filling.pattern_bytes = bytes;
  std::copy_n(pattern, bytes, filling.pattern);
}

}  // namespace

// Reading a mapped range into itself is allowed.
Work read_region_work(const Queue& queue, cl_command_type type, memory::MemoryObject& object,
                      const memory::MemoryRegion& from, void* host, const Box& to) {
  return copy(queue, type, endpoint(queue, object, from), Endpoint::of_host(host, to), from.extent,
              {access(object, from, ObjectAccess::Kind::read)});
}

Work write_region_work(const Queue& queue, cl_command_type type, memory::MemoryObject& object,
                       const memory::MemoryRegion& to, const void* host, const Box& from) {
  return copy(queue, type, Endpoint::of_host(host, from), endpoint(queue, object, to), to.extent,
              {access(object, to, written(to))});
}

Work copy_region_work(const Queue& queue, cl_command_type type, const PlacedRegion& from,
                      const PlacedRegion& to) {
  return copy(queue, type, endpoint(queue, from.object, from.region),
              endpoint(queue, to.object, to.region), to.region.extent,
              {access(from.object, from.region, ObjectAccess::Kind::read),
               access(to.object, to.region, written(to.region))});
}

Work read_work(const Queue& queue, memory::MemoryObject& buffer, size_t offset, size_t bytes,
               void* to) {
  return read_region_work(queue, CL_COMMAND_READ_BUFFER, buffer,
                          memory::MemoryRegion::line(offset, bytes), to, {});
}

Work write_work(const Queue& queue, memory::MemoryObject& buffer, size_t offset, size_t bytes,
                const void* from) {
  return write_region_work(queue, CL_COMMAND_WRITE_BUFFER, buffer,
                           memory::MemoryRegion::line(offset, bytes), from, {});
}

Work copy_work(const Queue& queue, memory::MemoryObject& from, size_t from_offset,
               memory::MemoryObject& to, size_t to_offset, size_t bytes) {
  return copy_region_work(queue, CL_COMMAND_COPY_BUFFER,
                          {from, memory::MemoryRegion::line(from_offset, bytes)},
                          {to, memory::MemoryRegion::line(to_offset, bytes)});
}

Work fill_work(const Queue& queue, memory::MemoryObject& buffer,
               const std::vector<std::byte>& pattern, size_t offset, size_t bytes) {
  auto work =
      fill(queue, CL_COMMAND_FILL_BUFFER, buffer, memory::MemoryRegion::line(offset, bytes));
  set_pattern(work, pattern.data(), pattern.size());
  return work;
}

Work fill_image_work(const Queue& queue, memory::MemoryObject& image,
                     const memory::MemoryRegion& region, const memory::Texel& texel) {
  auto work = fill(queue, CL_COMMAND_FILL_IMAGE, image, region);
  set_pattern(work, texel.data(), image.image().texel_bytes());
  return work;
}

}  // namespace cleave::model::command
