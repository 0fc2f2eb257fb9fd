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
Queue::Submission copy(const Queue& queue, cl_command_type type, const Endpoint& from,
                       const Endpoint& to, const backend::Extent& extent,
                       std::vector<ObjectAccess> accesses) {
  Queue::Submission submission;
  submission.type = type;
  submission.memory = queue.memory();
  submission.accesses = std::move(accesses);
  auto transfer = std::make_unique<PooledTransfer>();
  transfer->to = to;
  transfer->from = from;
  transfer->extent = extent;
  submission.action = std::move(transfer);
  return submission;
}

/// A transfer that fills the region, without its pattern.
Queue::Submission fill(const Queue& queue, cl_command_type type, memory::MemoryObject& object,
                       const memory::MemoryRegion& region) {
  return copy(queue, type, {}, endpoint(queue, object, region), region.extent,
              {access(object, region, written(region))});
}

void set_pattern(Queue::Submission& submission, const std::byte* pattern, size_t bytes) {
  PooledTransfer& filling = *std::get<std::unique_ptr<PooledTransfer>>(submission.action);
  filling.pattern_bytes = bytes;
  std::copy_n(pattern, bytes, filling.pattern);
}

}  // namespace

// Reading a mapped range into itself is allowed.
Queue::Submission read_region_submission(const Queue& queue, cl_command_type type,
                                         memory::MemoryObject& object,
                                         const memory::MemoryRegion& from, void* host,
                                         const Box& to) {
  return copy(queue, type, endpoint(queue, object, from), Endpoint::of_host(host, to), from.extent,
              {access(object, from, ObjectAccess::Kind::read)});
}

Queue::Submission write_region_submission(const Queue& queue, cl_command_type type,
                                          memory::MemoryObject& object,
                                          const memory::MemoryRegion& to, const void* host,
                                          const Box& from) {
  return copy(queue, type, Endpoint::of_host(host, from), endpoint(queue, object, to), to.extent,
              {access(object, to, written(to))});
}

Queue::Submission copy_region_submission(const Queue& queue, cl_command_type type,
                                         const PlacedRegion& from, const PlacedRegion& to) {
  return copy(queue, type, endpoint(queue, from.object, from.region),
              endpoint(queue, to.object, to.region), to.region.extent,
              {access(from.object, from.region, ObjectAccess::Kind::read),
               access(to.object, to.region, written(to.region))});
}

Queue::Submission read_submission(const Queue& queue, memory::MemoryObject& buffer, size_t offset,
                                  size_t bytes, void* to) {
  return read_region_submission(queue, CL_COMMAND_READ_BUFFER, buffer,
                                memory::MemoryRegion::line(offset, bytes), to, {});
}

Queue::Submission write_submission(const Queue& queue, memory::MemoryObject& buffer, size_t offset,
                                   size_t bytes, const void* from) {
  return write_region_submission(queue, CL_COMMAND_WRITE_BUFFER, buffer,
                                 memory::MemoryRegion::line(offset, bytes), from, {});
}

Queue::Submission copy_submission(const Queue& queue, memory::MemoryObject& from,
                                  size_t from_offset, memory::MemoryObject& to, size_t to_offset,
                                  size_t bytes) {
  return copy_region_submission(queue, CL_COMMAND_COPY_BUFFER,
                                {from, memory::MemoryRegion::line(from_offset, bytes)},
                                {to, memory::MemoryRegion::line(to_offset, bytes)});
}

Queue::Submission fill_submission(const Queue& queue, memory::MemoryObject& buffer,
                                  const std::vector<std::byte>& pattern, size_t offset,
                                  size_t bytes) {
  auto submission =
      fill(queue, CL_COMMAND_FILL_BUFFER, buffer, memory::MemoryRegion::line(offset, bytes));
  set_pattern(submission, pattern.data(), pattern.size());
  return submission;
}

Queue::Submission fill_image_submission(const Queue& queue, memory::MemoryObject& image,
                                        const memory::MemoryRegion& region,
                                        const memory::Texel& texel) {
  auto submission = fill(queue, CL_COMMAND_FILL_IMAGE, image, region);
  set_pattern(submission, texel.data(), image.image().texel_bytes());
  return submission;
}

}  // namespace cleave::model::command
