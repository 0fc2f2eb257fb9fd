// Commands that move bytes between buffers and host memory: read, write, copy, fill.
#include <algorithm>
#include <cstring>

#include "model/command/requests.h"

namespace cleave::model {

namespace {

Access access(MemoryObject& object, size_t offset, size_t bytes, Access::Kind kind) {
  return {support::Ref<MemoryObject>(&object), offset, bytes, kind};
}

std::unique_ptr<PooledTransfer> transfer(std::byte* to, const std::byte* from, size_t bytes) {
  auto made = std::make_unique<PooledTransfer>();
  made->to = to;
  made->from = from;
  made->bytes = bytes;
  return made;
}

}  // namespace

Queue::Submission read_submission(MemoryObject& buffer, size_t offset, size_t bytes, void* to) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_READ_BUFFER;
  submission.accesses = {access(buffer, offset, bytes, Access::Kind::read)};
  // Reading a mapped range into itself is allowed.
  submission.action = transfer(static_cast<std::byte*>(to), buffer.address() + offset, bytes);
  return submission;
}

Queue::Submission write_submission(MemoryObject& buffer, size_t offset, size_t bytes,
                                   const void* from) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_WRITE_BUFFER;
  submission.accesses = {access(buffer, offset, bytes, Access::Kind::write)};
  submission.action =
      transfer(buffer.address() + offset, static_cast<const std::byte*>(from), bytes);
  return submission;
}

Queue::Submission copy_submission(MemoryObject& from, size_t from_offset, MemoryObject& to,
                                  size_t to_offset, size_t bytes) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_COPY_BUFFER;
  submission.accesses = {access(from, from_offset, bytes, Access::Kind::read),
                         access(to, to_offset, bytes, Access::Kind::write)};
  submission.action = transfer(to.address() + to_offset, from.address() + from_offset, bytes);
  return submission;
}

Queue::Submission fill_submission(MemoryObject& buffer, const std::vector<std::byte>& pattern,
                                  size_t offset, size_t bytes) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_FILL_BUFFER;
  submission.accesses = {access(buffer, offset, bytes, Access::Kind::write)};
  auto filling = transfer(buffer.address() + offset, nullptr, bytes);
  filling->pattern_bytes = pattern.size();
  std::ranges::copy(pattern, filling->pattern);
  submission.action = std::move(filling);
  return submission;
}

}  // namespace cleave::model
