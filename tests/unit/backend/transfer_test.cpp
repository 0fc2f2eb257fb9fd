// Copies and fills: every byte, whatever the size, the alignment and the pattern.
#include "backend/cpu/transfer.h"

#include <numeric>
#include <span>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

std::byte byte_at(size_t position) {
  return static_cast<std::byte>(position * 31 + position / 251);
}

/// Runs the parts one by one, the last first.
void run_parts(const Transfer& transfer) {
  for (uint64_t part = cpu::transfer_parts(transfer); part-- > 0;) {
    cpu::run_transfer(transfer, part, part + 1);
  }
}

Transfer filling(std::byte* to, size_t bytes, size_t pattern_bytes) {
  Transfer transfer{.to = to, .bytes = bytes, .pattern_bytes = pattern_bytes};
  for (size_t i = 0; i < pattern_bytes; ++i) transfer.pattern[i] = byte_at(i + 1);
  return transfer;
}

constexpr size_t margin = 100;
constexpr std::byte untouched{0xEE};

void expect_untouched(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) ASSERT_EQ(untouched, byte);
}

TEST(Transfer, CopiesEveryByteAndNoOther) {
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{4097}, size_t{3} << 20}) {
    std::vector<std::byte> from(bytes + 1), to(bytes + 2 * margin, untouched);
    for (size_t i = 0; i < from.size(); ++i) from[i] = byte_at(i);
    run_parts({.to = to.data() + margin, .from = from.data() + 1, .bytes = bytes});
    ASSERT_EQ(0, std::memcmp(to.data() + margin, from.data() + 1, bytes)) << bytes;
    expect_untouched(std::span(to).first(margin));
    expect_untouched(std::span(to).last(margin));
  }
}

TEST(Transfer, CopiesOverlappingBytesAsIfThroughAnother) {
  std::vector<std::byte> bytes(size_t{5} << 20);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = byte_at(i);
  const size_t count = bytes.size() - 4096;
  run_parts({.to = bytes.data() + 4096, .from = bytes.data(), .bytes = count});
  for (size_t i = 0; i < count; ++i) ASSERT_EQ(byte_at(i), bytes[i + 4096]);
}

TEST(Transfer, FillsWithEveryPattern) {
  for (size_t pattern_bytes = 1; pattern_bytes <= Transfer::most_pattern_bytes;
       pattern_bytes *= 2) {
    for (const size_t count : {size_t{1}, size_t{3}, size_t{40000}}) {
      const size_t bytes = count * pattern_bytes;
      std::vector<std::byte> to(bytes + 2 * margin, untouched);
      const Transfer transfer = filling(to.data() + margin, bytes, pattern_bytes);
      run_parts(transfer);
      for (size_t i = 0; i < bytes; ++i) {
        ASSERT_EQ(transfer.pattern[i % pattern_bytes], to[margin + i]) << pattern_bytes;
      }
      expect_untouched(std::span(to).first(margin));
      expect_untouched(std::span(to).last(margin));
    }
  }
}

TEST(Transfer, PastTheCachesIsTheSame) {
  const size_t bytes = (size_t{128} << 20) + 16 * 999;
  std::vector<std::byte> from(bytes + 7), to(bytes + 16);
  for (size_t i = 0; i < from.size(); i += 97) from[i] = byte_at(i);
  run_parts({.to = to.data() + 3, .from = from.data() + 7, .bytes = bytes});
  ASSERT_EQ(0, std::memcmp(to.data() + 3, from.data() + 7, bytes));
  const Transfer transfer = filling(to.data() + 8, bytes, 16);
  run_parts(transfer);
  for (size_t i = 0; i < bytes; i += 16) {
    ASSERT_EQ(0, std::memcmp(to.data() + 8 + i, transfer.pattern, 16)) << i;
  }
}

TEST(Transfer, RunsOnWorkersInParts) {
  Device& device = this_machine();
  const auto all = device.resources(device.machine().all_units());
  std::vector<std::byte> from(size_t{9} << 20), to(from.size());
  for (size_t i = 0; i < from.size(); ++i) from[i] = byte_at(i);
  const Transfer transfer{.to = to.data(), .from = from.data(), .bytes = from.size()};
  EXPECT_GT(cpu::transfer_parts(transfer), 4U);
  Waiting by_workers, with_help;
  device.submit(transfer, *all, by_workers);
  ASSERT_TRUE(by_workers.ended());
  EXPECT_EQ(from, to);
  std::ranges::fill(to, std::byte{0});
  ASSERT_TRUE(device.try_run_inline(transfer, *all, with_help));
  ASSERT_TRUE(with_help.ended());
  EXPECT_EQ(from, to);
}

}  // namespace
}  // namespace cleave::backend::test
