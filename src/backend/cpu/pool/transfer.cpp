#include "backend/cpu/pool/transfer.h"

#include <algorithm>
#include <cstring>

#include "os/x86.h"

namespace cleave::backend::cpu::pool {
namespace {

/// A second thread pays from about 2 MiB, those that sleep included, and from 512 KiB if it spins:
/// one thread copies so much in 10 µs where the caches hold it (least_shared_with_spinning of
/// launches).
constexpr size_t least_shared_with_sleeping = size_t{2} << 20;
constexpr size_t least_shared_bytes = size_t{512} << 10;
constexpr size_t line = os::cache_line;

std::byte* first_byte(const Endpoint& endpoint) {
  std::byte* const base =
      endpoint.allocation != nullptr ? endpoint.allocation->host_address : endpoint.host;
  return base + endpoint.box.first_byte();
}

/// Rows of a box, those of all slices one after another. Rows that follow each other without a gap
/// on both sides are one.
struct TransferRows {
  explicit TransferRows(const Transfer& transfer);
  [[nodiscard]] size_t bytes() const { return extent[0] * count(); }
  [[nodiscard]] size_t count() const { return extent[1] * extent[2]; }
  [[nodiscard]] std::byte* to_row(size_t row) const {
    return to + row % extent[1] * to_box.row_pitch + row / extent[1] * to_box.slice_pitch;
  }
  [[nodiscard]] const std::byte* from_row(size_t row) const {
    return from + row % extent[1] * from_box.row_pitch + row / extent[1] * from_box.slice_pitch;
  }
  [[nodiscard]] bool overlaps() const {
    const auto begin = reinterpret_cast<uintptr_t>(to), other = reinterpret_cast<uintptr_t>(from);
    return from != nullptr && begin < other + from_box.span(extent) &&
           other < begin + to_box.span(extent);
  }

  std::byte* to;
  const std::byte* from;  // nullptr: a pattern
  Box to_box, from_box;
  Extent extent;

 private:
  /// Makes one row of all rows, or one of each slice, where they lie without gaps.
  void join(const Transfer& transfer);
};

TransferRows::TransferRows(const Transfer& transfer)
    : to(first_byte(transfer.to)),
      from(transfer.pattern_bytes == 0 ? first_byte(transfer.from) : nullptr),
      to_box(transfer.to.box),
      from_box(transfer.from.box),
      extent(transfer.extent) {
  if (count() > 1) join(transfer);
}

void TransferRows::join(const Transfer& transfer) {
  const auto are_dense = [&](size_t Box::* pitch, size_t bytes) {
    return transfer.to.box.*pitch == bytes &&
           (from == nullptr || transfer.from.box.*pitch == bytes);
  };
  if (extent[1] > 1 && !are_dense(&Box::row_pitch, extent[0])) return;
  const size_t slice = extent[0] * extent[1];
  const bool is_line = extent[2] == 1 || are_dense(&Box::slice_pitch, slice);
  extent = is_line ? Extent{slice * extent[2], 1, 1} : Extent{slice, 1, extent[2]};
}

/// Bytes from `to` to the next cache line.
size_t to_next_line(const std::byte* to, size_t bytes) {
  return std::min(bytes, -reinterpret_cast<uintptr_t>(to) % line);
}

void stream_copy(std::byte* to, const std::byte* from, size_t bytes) {
  const size_t head = to_next_line(to, bytes);
  std::memcpy(to, from, head);
  size_t at = head;
  for (; at + line <= bytes; at += line) os::stream_line(to + at, from + at);
  std::memcpy(to + at, from + at, bytes - at);
  os::end_streaming();
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
    os::stream_line(to + at, pattern.bytes + (phase + at) % Transfer::most_pattern_bytes);
  }
  std::memcpy(to + at, pattern.bytes + (phase + at) % Transfer::most_pattern_bytes, bytes - at);
  os::end_streaming();
}

/// Copies the bytes that have been written behind themselves, in blocks that stay in the first
/// cache.
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

/// Fills lines of bytes that begin with the pattern.
class Filler {
 public:
  Filler(const Transfer& transfer, bool is_streamed)
      : pattern_(transfer), is_one_byte_(is_one_byte(transfer)), is_streamed_(is_streamed) {}
  void fill(std::byte* to, size_t bytes) const {
    if (is_streamed_) {
      stream_fill(to, pattern_, 0, bytes);
    } else if (is_one_byte_) {
      std::memset(to, std::to_integer<int>(pattern_.bytes[0]), bytes);
    } else {
      repeat(to, pattern_, bytes);
    }
  }

 private:
  const RepeatedPattern pattern_;
  const bool is_one_byte_;
  const bool is_streamed_;
};

/// A piece is short enough for the workers to end at about the same time: four at least. A multiple
/// of the longest pattern.
size_t piece_bytes(const TransferRows& rows) {
  return (rows.bytes() < least_shared_with_sleeping ? least_shared_bytes
                                                    : least_shared_with_sleeping) /
         4;
}

size_t rows_of_piece(const TransferRows& rows) {
  return std::max<size_t>(1, piece_bytes(rows) / rows.extent[0]);
}

uint64_t pieces_of(const TransferRows& rows) {
  if (rows.bytes() == 0) return 0;
  if (rows.bytes() < least_shared_bytes || rows.overlaps()) return 1;
  if (rows.count() == 1) return (rows.bytes() + piece_bytes(rows) - 1) / piece_bytes(rows);
  return (rows.count() + rows_of_piece(rows) - 1) / rows_of_piece(rows);
}

void run_line(const Transfer& transfer, const TransferRows& rows, bool is_whole, uint64_t begin,
              uint64_t end, uint64_t streamed_bytes) {
  const size_t all = rows.extent[0];
  const size_t first = is_whole ? 0 : begin * piece_bytes(rows);
  const size_t bytes = is_whole ? all : std::min(end * piece_bytes(rows), all) - first;
  if (rows.from == nullptr) {
    // `first` is a multiple of the longest pattern.
    Filler(transfer, all >= streamed_bytes).fill(rows.to + first, bytes);
  } else if (is_whole) {
    std::memmove(rows.to, rows.from, bytes);
  } else if (all >= streamed_bytes) {
    stream_copy(rows.to + first, rows.from + first, bytes);
  } else {
    std::memcpy(rows.to + first, rows.from + first, bytes);
  }
}

/// Calls function(row) for the rows of these pieces.
template <class Function>
void for_each_row(const TransferRows& rows, bool is_whole, uint64_t begin, uint64_t end,
                  const Function& function) {
  const size_t of_piece = rows_of_piece(rows);
  const size_t last = is_whole ? rows.count() : std::min(end * of_piece, rows.count());
  for (size_t row = is_whole ? 0 : begin * of_piece; row < last; ++row) function(row);
}

void run_rows(const Transfer& transfer, const TransferRows& rows, bool is_whole, uint64_t begin,
              uint64_t end, uint64_t streamed_bytes) {
  if (rows.from == nullptr) {
    const Filler filler(transfer, rows.bytes() >= streamed_bytes);
    for_each_row(rows, is_whole, begin, end,
                 [&](size_t row) { filler.fill(rows.to_row(row), rows.extent[0]); });
    return;
  }
  for_each_row(rows, is_whole, begin, end, [&](size_t row) {
    std::memmove(rows.to_row(row), rows.from_row(row), rows.extent[0]);
  });
}

}  // namespace

uint64_t transfer_pieces(const Transfer& transfer) {
  return pieces_of(TransferRows(transfer));
}

Worth worth_of(const Transfer& transfer) {
  const TransferRows rows(transfer);
  if (rows.bytes() >= least_shared_with_sleeping) return {};
  // One thread ends what moves no byte and has no piece.
  const auto threads = static_cast<uint32_t>(std::max<uint64_t>(1, pieces_of(rows)));
  return {.spinning = threads, .sleeping = 1};
}

void run_transfer(const Transfer& transfer, uint64_t begin, uint64_t end, uint64_t streamed_bytes) {
  const TransferRows rows(transfer);
  const bool is_whole = pieces_of(rows) == 1;
  if (rows.count() == 1) {
    run_line(transfer, rows, is_whole, begin, end, streamed_bytes);
  } else {
    run_rows(transfer, rows, is_whole, begin, end, streamed_bytes);
  }
}

}  // namespace cleave::backend::cpu::pool
