#include "backend/cpu/transfer.h"

#include <algorithm>
#include <cstring>

#include "support/x86.h"

namespace cleave::backend::cpu {
namespace {

/// A second thread pays from about 2 MiB, parked ones included. A part is short enough for the
/// workers to end at about the same time.
constexpr size_t least_shared = size_t{2} << 20;
constexpr size_t part_bytes = size_t{512} << 10;
/// Beyond this the target does not stay in a cache, and reading it there first costs bandwidth.
constexpr size_t least_streamed = size_t{128} << 20;
constexpr size_t line = support::cache_line;

bool overlaps(const Transfer& transfer) {
  const auto to = reinterpret_cast<uintptr_t>(transfer.to);
  const auto from = reinterpret_cast<uintptr_t>(transfer.from);
  return transfer.from != nullptr && to < from + transfer.bytes && from < to + transfer.bytes;
}

/// Bytes from `to` to the next cache line.
size_t to_next_line(const std::byte* to, size_t bytes) {
  return std::min(bytes, -reinterpret_cast<uintptr_t>(to) % line);
}

void stream_copy(std::byte* to, const std::byte* from, size_t bytes) {
  const size_t head = to_next_line(to, bytes);
  std::memcpy(to, from, head);
  size_t at = head;
  for (; at + line <= bytes; at += line) support::stream_line(to + at, from + at);
  std::memcpy(to + at, from + at, bytes - at);
  support::end_streaming();
}

/// Two times the longest pattern: from every position within a pattern a line can be read.
struct RepeatedPattern {
  explicit RepeatedPattern(const Transfer& transfer) {
    for (size_t at = 0; at < sizeof bytes; at += transfer.pattern_bytes) {
      std::memcpy(bytes + at, transfer.pattern, transfer.pattern_bytes);
    }
  }
  std::byte bytes[2 * Transfer::most_pattern_bytes];
};

/// `phase`: the position in the pattern of the first byte.
void stream_fill(std::byte* to, const RepeatedPattern& pattern, size_t phase, size_t bytes) {
  const size_t head = to_next_line(to, bytes);
  std::memcpy(to, pattern.bytes + phase, head);
  size_t at = head;
  for (; at + line <= bytes; at += line) {
    support::stream_line(to + at, pattern.bytes + (phase + at) % Transfer::most_pattern_bytes);
  }
  std::memcpy(to + at, pattern.bytes + (phase + at) % Transfer::most_pattern_bytes, bytes - at);
  support::end_streaming();
}

/// What has been written is the source of what comes next, in blocks that stay in the first cache.
void repeat(std::byte* to, const RepeatedPattern& pattern, size_t bytes) {
  constexpr size_t block_bytes = 4096;
  size_t filled = std::min(bytes, sizeof pattern.bytes);
  std::memcpy(to, pattern.bytes, filled);
  while (filled < bytes) {
    const size_t next = std::min({filled, bytes - filled, block_bytes});
    std::memcpy(to + filled, to, next);
    filled += next;
  }
}

bool is_one_byte(const Transfer& transfer) {
  return std::all_of(transfer.pattern, transfer.pattern + transfer.pattern_bytes,
                     [&](std::byte byte) { return byte == transfer.pattern[0]; });
}

/// Bytes `at` … `at + bytes - 1`, where `at` is a multiple of the longest pattern.
void fill(const Transfer& transfer, size_t at, size_t bytes) {
  std::byte* to = transfer.to + at;
  if (transfer.bytes >= least_streamed) {
    stream_fill(to, RepeatedPattern(transfer), 0, bytes);
  } else if (is_one_byte(transfer)) {
    std::memset(to, std::to_integer<int>(transfer.pattern[0]), bytes);
  } else {
    repeat(to, RepeatedPattern(transfer), bytes);
  }
}

}  // namespace

uint64_t transfer_parts(const Transfer& transfer) {
  if (transfer.bytes == 0) return 0;
  if (transfer.bytes < least_shared || overlaps(transfer)) return 1;
  return (transfer.bytes + part_bytes - 1) / part_bytes;
}

void run_transfer(const Transfer& transfer, uint64_t begin, uint64_t end) {
  const bool is_whole = transfer_parts(transfer) == 1;
  const size_t first = is_whole ? 0 : begin * part_bytes;
  const size_t bytes =
      is_whole ? transfer.bytes : std::min(end * part_bytes, transfer.bytes) - first;
  if (transfer.from == nullptr) {
    fill(transfer, first, bytes);
  } else if (is_whole) {
    std::memmove(transfer.to, transfer.from, bytes);
  } else if (transfer.bytes >= least_streamed) {
    stream_copy(transfer.to + first, transfer.from + first, bytes);
  } else {
    std::memcpy(transfer.to + first, transfer.from + first, bytes);
  }
}

}  // namespace cleave::backend::cpu
