#include "model/memory/contents.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace cleave::model::test {
namespace {

using memory::Contents;
using memory::CopyList;
using memory::PendingCopy;
using Ranges = std::vector<memory::ValidRanges::ValidRange>;

constexpr uint32_t host = 0, device = 1;

support::Ref<PendingCopy> make_copy() {
  static uint64_t tickets = 0;
  return support::make_ref<PendingCopy>(backend::Ticket{++tickets});
}

/// Contents that are current on the host alone.
Contents on_host(size_t bytes) {
  Contents contents(bytes, ~memory::MemorySet{0});
  contents.set(0, bytes, host);
  return contents;
}

TEST(Contents, ACopyThatIsMadeBringsBytesForGood) {
  Contents contents = on_host(100);
  const auto copy = make_copy();
  contents.add(10, 20, device, {copy});
  EXPECT_EQ(Ranges(), contents.stale(10, 20, device)) << "the copy is on its way";
  EXPECT_EQ(CopyList{copy}, contents.copies_behind(0, 100, device));
  EXPECT_EQ(CopyList(), contents.copies_behind(20, 100, device));
  EXPECT_EQ(CopyList(), contents.copies_behind(0, 100, host));
  copy->end(true);
  contents.refresh();
  EXPECT_EQ(Ranges(), contents.stale(10, 20, device));
  EXPECT_EQ(CopyList(), contents.copies_behind(0, 100, device));
}

TEST(Contents, AFailedCopyGivesBackWhatWasClaimedWithIt) {
  Contents contents = on_host(100);
  const auto copy = make_copy();
  contents.add(0, 100, device, {copy});
  contents.set(0, 50, device, {copy});
  EXPECT_EQ((Ranges{{0, 50, 2}}), contents.stale(0, 100, host));
  copy->end(false);
  contents.refresh();
  EXPECT_EQ(Ranges(), contents.stale(0, 100, host));
  EXPECT_EQ((Ranges{{0, 100, 1}}), contents.stale(0, 100, device));
}

TEST(Contents, WhatOthersHaveWrittenSinceStaysTheirs) {
  Contents contents = on_host(100);
  const auto copy = make_copy();
  contents.add(0, 100, device, {copy});
  contents.set(0, 100, device, {copy});
  contents.set(20, 40, device);  // a fill, which needs no copy
  contents.set(60, 80, host);
  EXPECT_EQ(CopyList(), contents.copies_behind(20, 40, device));
  copy->end(false);
  contents.refresh();
  EXPECT_EQ((Ranges{{20, 40, 2}}), contents.stale(0, 100, host));
}

// Bytes that are nowhere else stay where they are, whatever they hold: nobody has others.
TEST(Contents, NothingIsLostThatIsNowhereElse) {
  Contents contents = on_host(100);
  contents.set(0, 50, device);
  const auto copy = make_copy();
  contents.add(50, 100, device, {copy});
  contents.set(0, 100, device, {copy});
  copy->end(false);
  contents.refresh();
  EXPECT_EQ((Ranges{{0, 50, 2}}), contents.stale(0, 100, host));
  EXPECT_EQ((Ranges{{50, 100, 1}}), contents.stale(0, 100, device));
}

TEST(Contents, TheSameBytesWrittenAgainAreOneClaim) {
  Contents contents = on_host(64);
  const auto copy = make_copy();
  contents.add(0, 64, device, {copy});
  for (int launch = 0; launch < 100'000; ++launch) {
    contents.set(0, 32, device, {copy});
    contents.set(32, 64, device, {copy});
  }
  EXPECT_EQ(CopyList{copy}, contents.copies_behind(0, 64, device));
}

/// All that was ever claimed, looked at byte by byte.
class Journal {
 public:
  static constexpr size_t bytes = 24;
  static constexpr uint32_t memories = 3;
  struct Byte {
    memory::MemorySet current = ~memory::MemorySet{0};
    std::array<CopyList, memories> needs = {};
  };

  void add(size_t begin, size_t end, uint32_t memory, bool is_write, const CopyList& needs) {
    claims_.push_back({begin, end, memory, is_write, needs});
  }
  [[nodiscard]] Byte at(size_t position) const {
    Byte byte;
    for (const auto& [begin, end, memory, is_write, needs] : claims_) {
      if (position < begin || end <= position) continue;
      const memory::MemorySet own = memory::MemorySet{1} << memory;
      CopyList open;
      bool has_failed = false;
      for (const auto& copy : needs) {
        has_failed |= copy->state() == PendingCopy::State::failed;
        if (copy->state() == PendingCopy::State::open) open.push_back(copy);
      }
      if (has_failed && !is_write) continue;
      if (has_failed) {
        if (byte.current != own) byte.current &= ~own;
        byte.needs[memory].clear();
        continue;
      }
      byte.current = is_write ? own : byte.current | own;
      if (is_write) byte.needs = {};
      byte.needs[memory] = open;
    }
    return byte;
  }

 private:
  struct Claimed {
    size_t begin, end;
    uint32_t memory;
    bool is_write;
    CopyList needs;
  };
  std::vector<Claimed> claims_;
};

TEST(Contents, AgreesWithAllThatWasEverClaimed) {
  std::mt19937 random(7);
  const auto less_than = [&](size_t limit) { return random() % limit; };
  for (int round = 0; round < 200; ++round) {
    Contents contents(Journal::bytes, ~memory::MemorySet{0});
    Journal journal;
    CopyList open;
    for (int step = 0; step < 40; ++step) {
      contents.refresh();
      const size_t begin = less_than(Journal::bytes),
                   end = begin + 1 + less_than(Journal::bytes - begin);
      const auto memory = static_cast<uint32_t>(less_than(Journal::memories));
      switch (less_than(3)) {
        case 0: {
          CopyList needs = contents.copies_behind(begin, end, memory);
          if (!open.empty() && less_than(2) == 0) add_copies(needs, {open[less_than(open.size())]});
          contents.set(begin, end, memory, needs);
          journal.add(begin, end, memory, true, needs);
          break;
        }
        case 1:
          for (const auto& stale : contents.stale(begin, end, memory)) {
            open.push_back(make_copy());
            contents.add(stale.begin, stale.end, memory, {open.back()});
            journal.add(stale.begin, stale.end, memory, false, {open.back()});
          }
          break;
        default:
          if (open.empty()) break;
          std::swap(open[less_than(open.size())], open.back());
          open.back()->end(less_than(3) != 0);
          open.pop_back();
          contents.refresh();
      }
      for (size_t at = 0; at < Journal::bytes; ++at) {
        const Journal::Byte expected = journal.at(at);
        for (uint32_t m = 0; m < Journal::memories; ++m) {
          const bool is_current = (expected.current >> m & 1) != 0;
          ASSERT_EQ(is_current, contents.stale(at, at + 1, m).empty()) << at << " in " << m;
          if (!is_current) continue;
          ASSERT_EQ(expected.needs[m], contents.copies_behind(at, at + 1, m)) << at << " in " << m;
        }
      }
    }
  }
}

TEST(PendingCopies, CallThoseWhoWaitOnce) {
  const auto copy = make_copy();
  int calls = 0;
  EXPECT_TRUE(copy->call_at_end([&] { ++calls; }));
  EXPECT_TRUE(copy->call_at_end([&] { ++calls; }));
  EXPECT_EQ(0, calls);
  copy->end(false);
  EXPECT_EQ(2, calls);
  EXPECT_FALSE(copy->call_at_end([&] { ++calls; }));
  EXPECT_EQ(2, calls);
  EXPECT_EQ(PendingCopy::State::failed, copy->state());
}

}  // namespace
}  // namespace cleave::model::test
