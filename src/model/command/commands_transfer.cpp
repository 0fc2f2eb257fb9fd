// Commands that move bytes between buffers and host memory: read, write, copy and fill, of lines
// and of boxes.
#include <algorithm>

#include "model/command/requests.h"

namespace cleave::model {

namespace {

using backend::Box;
using backend::Endpoint;
using backend::Extent;

Box line(size_t offset) {
  return {.origin = {offset}};
}

Access access(MemoryObject& object, const Box& box, const Extent& extent, Access::Kind kind) {
  return {support::Ref<MemoryObject>(&object), box.first_byte(), box.span(extent), kind};
}

/// Between the rows of a box lie bytes that stay.
Access::Kind written(const Box& box, const Extent& extent) {
  const bool is_dense = box.span(extent) == extent[0] * extent[1] * extent[2];
  return is_dense ? Access::Kind::write : Access::Kind::read_write;
}

/// The box of the object, as commands of the queue find it.
Endpoint endpoint(const Queue& queue, const MemoryObject& object, Box box) {
  box.origin[0] += object.origin();
  return Endpoint::in(object.storage().allocation(queue.memory()), box);
}

/// A transfer between endpoints, where `accesses` tells what the command does to objects.
Queue::Submission copy(const Queue& queue, cl_command_type type, const Endpoint& from,
                       const Endpoint& to, const Extent& extent, std::vector<Access> accesses) {
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

// Reading a mapped range into itself is allowed.
Queue::Submission read(const Queue& queue, cl_command_type type, MemoryObject& buffer,
                       const Box& from, const void* host, const Box& to, const Extent& extent) {
  return copy(queue, type, endpoint(queue, buffer, from), Endpoint::of_host(host, to), extent,
              {access(buffer, from, extent, Access::Kind::read)});
}

Queue::Submission write(const Queue& queue, cl_command_type type, MemoryObject& buffer,
                        const Box& to, const void* host, const Box& from, const Extent& extent) {
  return copy(queue, type, Endpoint::of_host(host, from), endpoint(queue, buffer, to), extent,
              {access(buffer, to, extent, written(to, extent))});
}

Queue::Submission copy_objects(const Queue& queue, cl_command_type type, MemoryObject& from,
                               const Box& from_box, MemoryObject& to, const Box& to_box,
                               const Extent& extent) {
  return copy(queue, type, endpoint(queue, from, from_box), endpoint(queue, to, to_box), extent,
              {access(from, from_box, extent, Access::Kind::read),
               access(to, to_box, extent, written(to_box, extent))});
}

}  // namespace

Queue::Submission read_submission(const Queue& queue, MemoryObject& buffer, size_t offset,
                                  size_t bytes, void* to) {
  return read(queue, CL_COMMAND_READ_BUFFER, buffer, line(offset), to, {}, {bytes, 1, 1});
}

Queue::Submission write_submission(const Queue& queue, MemoryObject& buffer, size_t offset,
                                   size_t bytes, const void* from) {
  return write(queue, CL_COMMAND_WRITE_BUFFER, buffer, line(offset), from, {}, {bytes, 1, 1});
}

Queue::Submission copy_submission(const Queue& queue, MemoryObject& from, size_t from_offset,
                                  MemoryObject& to, size_t to_offset, size_t bytes) {
  return copy_objects(queue, CL_COMMAND_COPY_BUFFER, from, line(from_offset), to, line(to_offset),
                      {bytes, 1, 1});
}

Queue::Submission fill_submission(const Queue& queue, MemoryObject& buffer,
                                  const std::vector<std::byte>& pattern, size_t offset,
                                  size_t bytes) {
  const Extent extent = {bytes, 1, 1};
  auto submission = copy(queue, CL_COMMAND_FILL_BUFFER, {}, endpoint(queue, buffer, line(offset)),
                         extent, {access(buffer, line(offset), extent, Access::Kind::write)});
  PooledTransfer& filling = *std::get<std::unique_ptr<PooledTransfer>>(submission.action);
  filling.pattern_bytes = pattern.size();
  std::ranges::copy(pattern, filling.pattern);
  return submission;
}

Queue::Submission read_rect_submission(const Queue& queue, MemoryObject& buffer, const Box& from,
                                       void* host, const Box& to, const Extent& extent) {
  return read(queue, CL_COMMAND_READ_BUFFER_RECT, buffer, from, host, to, extent);
}

Queue::Submission write_rect_submission(const Queue& queue, MemoryObject& buffer, const Box& to,
                                        const void* host, const Box& from, const Extent& extent) {
  return write(queue, CL_COMMAND_WRITE_BUFFER_RECT, buffer, to, host, from, extent);
}

Queue::Submission copy_rect_submission(const Queue& queue, MemoryObject& from, const Box& from_box,
                                       MemoryObject& to, const Box& to_box, const Extent& extent) {
  return copy_objects(queue, CL_COMMAND_COPY_BUFFER_RECT, from, from_box, to, to_box, extent);
}

}  // namespace cleave::model
