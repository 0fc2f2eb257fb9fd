// Copies and fills: every byte, whatever the size, the alignment and the pattern.
#include "backend/cpu/pool/transfer.h"

#include <sched.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

std::byte byte_at(size_t position) {
  return static_cast<std::byte>(position * 31 + position / 251);
}

constexpr uint64_t streamed_bytes = uint64_t{8} << 20;

/// Runs the pieces one by one, the last first.
void run_parts(const Transfer& transfer) {
  for (uint64_t piece = cpu::pool::transfer_pieces(transfer); piece-- > 0;) {
    cpu::pool::run_transfer(transfer, piece, piece + 1, streamed_bytes);
  }
}

Transfer copying(std::byte* to, const std::byte* from, size_t bytes) {
  return {.to = Endpoint::of_host(to), .from = Endpoint::of_host(from), .extent = {bytes, 1, 1}};
}

Transfer filling(std::byte* to, size_t bytes, size_t pattern_bytes) {
  Transfer transfer{
      .to = Endpoint::of_host(to), .extent = {bytes, 1, 1}, .pattern_bytes = pattern_bytes};
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
    run_parts(copying(to.data() + margin, from.data() + 1, bytes));
    ASSERT_EQ(0, std::memcmp(to.data() + margin, from.data() + 1, bytes)) << bytes;
    expect_untouched(std::span(to).first(margin));
    expect_untouched(std::span(to).last(margin));
  }
}

TEST(Transfer, CopiesOverlappingBytesAsIfThroughAnother) {
  std::vector<std::byte> bytes(size_t{5} << 20);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = byte_at(i);
  const size_t count = bytes.size() - 4096;
  run_parts(copying(bytes.data() + 4096, bytes.data(), count));
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
  const size_t bytes = streamed_bytes + 16 * 999;
  std::vector<std::byte> from(bytes + 7), to(bytes + 16);
  for (size_t i = 0; i < from.size(); i += 97) from[i] = byte_at(i);
  run_parts(copying(to.data() + 3, from.data() + 7, bytes));
  ASSERT_EQ(0, std::memcmp(to.data() + 3, from.data() + 7, bytes));
  const Transfer transfer = filling(to.data() + 8, bytes, 16);
  run_parts(transfer);
  for (size_t i = 0; i < bytes; i += 16) {
    ASSERT_EQ(0, std::memcmp(to.data() + 8 + i, transfer.pattern, 16)) << i;
  }
}

TEST(Transfer, RunsOnWorkersInParts) {
  Hardware& device = this_machine();
  const auto all = device.resources(device.machine().all_units());
  std::vector<std::byte> from(size_t{9} << 20), to(from.size());
  for (size_t i = 0; i < from.size(); ++i) from[i] = byte_at(i);
  const Transfer transfer = copying(to.data(), from.data(), from.size());
  EXPECT_GT(cpu::pool::transfer_pieces(transfer), 4U);
  Waiting by_workers, with_help;
  device.submit(transfer, *all, by_workers);
  ASSERT_TRUE(by_workers.has_ended());
  EXPECT_EQ(from, to);
  std::ranges::fill(to, std::byte{0});
  ASSERT_TRUE(device.inline_execution()->try_run_inline(transfer, *all, with_help));
  ASSERT_TRUE(with_help.has_ended());
  EXPECT_EQ(from, to);
}

/// A box of bytes with their own numbers, and room around it.
struct Space {
  explicit Space(size_t bytes) : memory(bytes, untouched) {}
  void number() {
    for (size_t i = 0; i < memory.size(); ++i) memory[i] = byte_at(i);
  }
  std::vector<std::byte> memory;
};

/// Copies the box and compares every byte of the target with what one row after another gives.
void expect_copied(const Box& from, const Box& to, const Extent& extent) {
  Space source(from.first_byte() + from.span(extent) + margin), expected(0),
      target(to.first_byte() + to.span(extent) + margin);
  source.number();
  expected.memory = target.memory;
  for (size_t slice = 0; slice < extent[2]; ++slice) {
    for (size_t row = 0; row < extent[1]; ++row) {
      const auto at = [&](const Box& box) {
        return box.first_byte() + slice * box.slice_pitch + row * box.row_pitch;
      };
      std::memcpy(expected.memory.data() + at(to), source.memory.data() + at(from), extent[0]);
    }
  }
  const auto begin = reinterpret_cast<uint64_t>(target.memory.data());
  const Allocation allocation{begin, target.memory.data(), target.memory.size()};
  run_parts({.to = Endpoint::in(allocation, to),
             .from = Endpoint::of_host(source.memory.data(), from),
             .extent = extent});
  EXPECT_EQ(expected.memory, target.memory);
}

TEST(Transfer, CopiesBoxesWithTheirOwnPitches) {
  expect_copied({{3, 1, 1}, 16, 64}, {{0, 2, 0}, 8, 48}, {3, 2, 2});
  expect_copied({{0, 0, 0}, 8, 32}, {{5, 0, 0}, 8, 32}, {8, 4, 3});     // one line
  expect_copied({{0, 0, 0}, 8, 64}, {{0, 0, 0}, 8, 32}, {8, 4, 3});     // a line for each slice
  expect_copied({{1, 0, 0}, 100, 0}, {{0, 0, 0}, 9, 0}, {9, 50, 1});    // slices do not matter
  expect_copied({{0, 0, 2}, 0, 100}, {{0, 1, 0}, 20, 90}, {10, 1, 7});  // rows do not matter
}

TEST(Transfer, LargeBoxesAreDoneInParts) {
  const Extent extent = {5000, 200, 5};
  const Box from{{7, 3, 0}, 6000, 1'500'000}, to{{0, 0, 0}, 5500, 1'100'000};
  std::vector<std::byte> source(size_t{8} << 20), target(size_t{8} << 20);
  const Transfer transfer{.to = Endpoint::of_host(target.data(), to),
                          .from = Endpoint::of_host(source.data(), from),
                          .extent = extent};
  EXPECT_GT(cpu::pool::transfer_pieces(transfer), 4U);
  expect_copied(from, to, extent);
  Transfer onto_itself = transfer;
  onto_itself.to = Endpoint::of_host(source.data(), to);
  EXPECT_EQ(1U, cpu::pool::transfer_pieces(onto_itself)) << "source and target overlap";
}

TEST(Transfer, MiddlingOnesAreWorthThreadsThatSpin) {
  std::vector<std::byte> from(size_t{1} << 20), to(from.size());
  const Transfer middling = copying(to.data(), from.data(), from.size());
  EXPECT_EQ(8U, cpu::pool::transfer_pieces(middling));
  EXPECT_EQ(8U, cpu::pool::worth_of(middling).spinning);
  EXPECT_EQ(1U, cpu::pool::worth_of(middling).sleeping) << "nobody is woken";
  EXPECT_EQ(1U, cpu::pool::transfer_pieces(copying(to.data(), from.data(), size_t{500} << 10)));
  std::vector<std::byte> large(size_t{2} << 20);
  const Transfer filled = filling(large.data(), large.size(), 4);
  EXPECT_GE(cpu::pool::worth_of(filled).sleeping, 4U);
  for (size_t i = 0; i < from.size(); ++i) from[i] = byte_at(i);
  run_parts(middling);
  EXPECT_EQ(from, to);
}

TEST(Transfer, OfNoByteIsWorthTheThreadThatEndsIt) {
  std::byte byte{};
  const Transfer none = copying(&byte, &byte, 0);
  EXPECT_EQ(0U, cpu::pool::transfer_pieces(none));
  EXPECT_EQ(1U, cpu::pool::worth_of(none).spinning);
  Hardware& device = this_machine();
  Waiting by_workers;
  device.submit(none, *device.resources(device.machine().all_units()), by_workers);
  EXPECT_TRUE(by_workers.has_ended());
}

/// The processor time of a thread of this process, by the clock that Linux gives its id.
std::chrono::nanoseconds time_of_thread(pid_t thread) {
  constexpr uint32_t scheduled_time_of_thread = 6;
  timespec time = {};
  const uint32_t clock = ~static_cast<uint32_t>(thread) << 3 | scheduled_time_of_thread;
  EXPECT_EQ(0, clock_gettime(static_cast<clockid_t>(clock), &time));
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// That of each thread which is bound to one processor, by the processor.
std::map<uint32_t, std::chrono::nanoseconds> times_of_bound_threads() {
  std::map<uint32_t, std::chrono::nanoseconds> times;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    const pid_t thread = std::stoi(task.path().filename());
    cpu_set_t mask;
    if (sched_getaffinity(thread, sizeof mask, &mask) != 0 || CPU_COUNT(&mask) != 1) continue;
    uint32_t processor = 0;
    while (!CPU_ISSET(processor, &mask)) ++processor;
    times[processor] += time_of_thread(thread);
  }
  return times;
}

TEST(Transfer, BoxesAreSharedByTheProcessorsOfTheirSetAlone) {
  Hardware& device = this_machine();
  const topology::Machine& machine = device.machine();
  if (machine.units.size() < 2) GTEST_SKIP() << "one processor";
  const Extent extent = {5000, 20000, 1};
  const Box from{{0, 0, 0}, 5000, 0}, to{{100, 3, 0}, 6000, 0};
  std::vector<std::byte> source(from.span(extent)), target(to.first_byte() + to.span(extent));
  const Transfer transfer{.to = Endpoint::of_host(target.data(), to),
                          .from = Endpoint::of_host(source.data(), from),
                          .extent = extent};
  const auto busy_during = [](const auto& run) {
    const auto before = times_of_bound_threads();
    Waiting done;
    run(done);
    EXPECT_TRUE(done.has_ended());
    std::set<uint32_t> busy;
    for (const auto& [processor, time] : times_of_bound_threads()) {
      // Those that look for work and find none sleep sooner.
      if (time - before.at(processor) > std::chrono::milliseconds(1)) busy.insert(processor);
    }
    return busy;
  };
  const auto all = device.resources(machine.all_units());
  bool is_shared = false;  // other work of the machine may keep the others from coming in time
  for (int tries = 0; tries < 20 && !is_shared; ++tries) {
    is_shared = !busy_during([&](Waiting& done) {
                   ASSERT_TRUE(device.inline_execution()->try_run_inline(transfer, *all, done));
                 }).empty();
  }
  EXPECT_TRUE(is_shared) << "the thread that waits does everything";
  const auto last = static_cast<uint32_t>(machine.units.size() - 1);
  const auto piece = device.resources({last});
  EXPECT_EQ(std::set<uint32_t>{machine.units[last].os_processor},
            busy_during([&](Waiting& done) { device.submit(transfer, *piece, done); }));
}

}  // namespace
}  // namespace cleave::backend::test
