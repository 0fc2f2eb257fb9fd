// Commands that move bytes between buffers and host memory: read, write, copy, fill.
#include <algorithm>
#include <cstring>

#include "model/requests.h"

namespace cleave::model {

namespace {

Access access(MemoryObject& object, size_t offset, size_t bytes, Access::Kind kind) {
  return {support::Ref<MemoryObject>(&object), offset, bytes, kind};
}

/// A block of whole patterns is copied again and again instead of the pattern.
void fill(std::byte* to, size_t bytes, const std::vector<std::byte>& pattern) {
  if (std::ranges::all_of(pattern, [&](std::byte byte) { return byte == pattern.front(); })) {
    std::memset(to, std::to_integer<int>(pattern.front()), bytes);
    return;
  }
  constexpr size_t block_bytes = 4096;
  size_t filled = std::min(bytes, pattern.size());
  std::memcpy(to, pattern.data(), filled);
  while (filled < bytes) {
    const size_t next =
        std::min({filled, bytes - filled, block_bytes / pattern.size() * pattern.size()});
    std::memcpy(to + filled, to, next);
    filled += next;
  }
}

}  // namespace

Queue::Submission read_submission(MemoryObject& buffer, size_t offset, size_t bytes, void* to) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_READ_BUFFER;
  submission.accesses = {access(buffer, offset, bytes, Access::Kind::read)};
  submission.action = [from = buffer.address() + offset, to, bytes]() -> cl_int {
    std::memmove(to, from, bytes);  // reading a mapped range into itself is allowed
    return CL_COMPLETE;
  };
  return submission;
}

Queue::Submission write_submission(MemoryObject& buffer, size_t offset, size_t bytes,
                                   const void* from) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_WRITE_BUFFER;
  submission.accesses = {access(buffer, offset, bytes, Access::Kind::write)};
  submission.action = [from, to = buffer.address() + offset, bytes]() -> cl_int {
    std::memmove(to, from, bytes);
    return CL_COMPLETE;
  };
  return submission;
}

Queue::Submission copy_submission(MemoryObject& from, size_t from_offset, MemoryObject& to,
                                  size_t to_offset, size_t bytes) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_COPY_BUFFER;
  submission.accesses = {access(from, from_offset, bytes, Access::Kind::read),
                         access(to, to_offset, bytes, Access::Kind::write)};
  submission.action = [source = from.address() + from_offset, target = to.address() + to_offset,
                       bytes]() -> cl_int {
    std::memmove(target, source, bytes);
    return CL_COMPLETE;
  };
  return submission;
}

Queue::Submission fill_submission(MemoryObject& buffer, std::vector<std::byte> pattern,
                                  size_t offset, size_t bytes) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_FILL_BUFFER;
  submission.accesses = {access(buffer, offset, bytes, Access::Kind::write)};
  submission.action = [to = buffer.address() + offset, pattern = std::move(pattern),
                       bytes]() -> cl_int {
    fill(to, bytes, pattern);
    return CL_COMPLETE;
  };
  return submission;
}

}  // namespace cleave::model
