#include "model/address_table.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "fake_device.h"
#include "model/command/requests.h"

namespace cleave::model::test {
namespace {

using Kind = AddressedMemory::Kind;

class AddressTables : public ::testing::Test, public Fixture {
 protected:
  AddressedMemoryRef allocate(size_t bytes, Kind kind = Kind::svm) {
    return AddressedMemory::allocate(*context, {.kind = kind, .bytes = bytes});
  }
  AddressTable& table() { return context->addresses(); }
  /// Adds memory; the table alone keeps it.
  uint64_t add(size_t bytes, Kind kind = Kind::svm) {
    AddressedMemoryRef memory = allocate(bytes, kind);
    const uint64_t begin = memory->begin();
    EXPECT_TRUE(table().add(std::move(memory)));
    return begin;
  }
};

TEST_F(AddressTables, FindMemoryByAnyAddressInIt) {
  const uint64_t begin = add(100);
  EXPECT_EQ(begin, table().find(begin)->begin());
  EXPECT_EQ(begin, table().find(begin + 99)->begin());
  EXPECT_EQ(nullptr, table().find(begin + 100));
  EXPECT_EQ(nullptr, table().find(begin - 1));
  EXPECT_EQ(nullptr, table().find(uint64_t{0}));
  EXPECT_EQ(nullptr, table().find(~uint64_t{0}));
}

TEST_F(AddressTables, FindMemoryOfSeveralAddressesAtOnce) {
  const uint64_t one = add(100), other = add(100);
  const uint64_t addresses[] = {other + 99, 0, one, other};
  std::array<AddressedMemoryRef, 5> found;
  found[1] = found[4] = table().find(one);
  EXPECT_TRUE(table().find(addresses, found));
  EXPECT_EQ(other, found[0]->begin());
  EXPECT_EQ(nullptr, found[1]);
  EXPECT_EQ(one, found[2]->begin());
  EXPECT_EQ(found[0], found[3]);
  EXPECT_EQ(one, found[4]->begin()) << "it has no address";
}

TEST_F(AddressTables, TellWhetherAPointerMayBeTheEndOfMemory) {
  const auto add_at = [&](uint64_t begin, size_t bytes) {
    auto memory = std::make_shared<AddressedMemory>(
        nullptr, backend::Allocation::of_host(reinterpret_cast<void*>(begin), bytes));
    EXPECT_TRUE(table().add(std::move(memory)));
  };
  add_at(0x1000, 0x100);
  add_at(0x1100, 0x80);
  const auto is_clear = [&](uint64_t address) {
    AddressedMemoryRef found;
    return table().find(std::span(&address, 1), std::span(&found, 1));
  };
  EXPECT_TRUE(is_clear(0x1000));
  EXPECT_TRUE(is_clear(0x1101));
  EXPECT_TRUE(is_clear(0));
  EXPECT_FALSE(is_clear(0x1100)) << "it is the end of the first, too";
  EXPECT_FALSE(is_clear(0x1180));
}

TEST_F(AddressTables, TakeOutOnlyWhatBeginsThereAndIsOfTheKind) {
  const uint64_t begin = add(100, Kind::host);
  EXPECT_EQ(nullptr, table().take(begin + 1, unified_kinds));
  EXPECT_EQ(nullptr, table().take(begin, only(Kind::svm)));
  EXPECT_EQ(100U, hardware.allocated_bytes);
  EXPECT_NE(nullptr, table().take(begin, unified_kinds));
  EXPECT_EQ(nullptr, table().take(begin, unified_kinds));
  EXPECT_EQ(0U, hardware.allocated_bytes);
}

TEST_F(AddressTables, HoldThousandsInAnyOrder) {
  std::vector<uint64_t> begins;
  for (int i = 0; i < 3000; ++i) begins.push_back(add(64));
  std::shuffle(begins.begin(), begins.end(), std::minstd_rand(7));
  for (size_t i = 0; i < begins.size(); ++i) {
    if (i % 2 != 0) continue;
    EXPECT_NE(nullptr, table().take(begins[i], only(Kind::svm)));
  }
  for (size_t i = 0; i < begins.size(); ++i) {
    const auto found = table().find(begins[i] + 63);
    EXPECT_EQ(i % 2 != 0, found != nullptr && found->begin() == begins[i]);
  }
}

TEST_F(AddressTables, AnAddressThatWasGivenFindsWhatLiesThereNow) {
  const uint64_t begin = add(100);
  const ApplicationPointer given{begin, table().find(begin)};
  EXPECT_NE(nullptr, table().find(given));
  static_cast<void>(table().take(begin, only(Kind::svm)));
  EXPECT_EQ(nullptr, table().find(given));
}

TEST_F(AddressTables, MemoryGoesWithTheContext) {
  add(100);
  context = nullptr;
  EXPECT_EQ(0U, hardware.allocated_bytes);
}

// Memory that is freed while commands may access it indirectly goes with the last command that was
// there then, whatever came later.
TEST_F(AddressTables, KeepFreedMemoryForCommandsThatMayReachIt) {
  auto first = table().access_indirectly(only(Kind::host));
  const uint64_t begin = add(100, Kind::host);
  static_cast<void>(table().take(begin, unified_kinds));
  auto later = table().access_indirectly(only(Kind::host));
  EXPECT_EQ(100U, hardware.allocated_bytes);
  first = {};
  EXPECT_EQ(0U, hardware.allocated_bytes);
}

TEST_F(AddressTables, KeepFreedMemoryForEarlierPeriodsToo) {
  auto first = table().access_indirectly(unified_kinds);
  static_cast<void>(table().take(add(100, Kind::shared), unified_kinds));
  auto second = table().access_indirectly(only(Kind::shared));
  static_cast<void>(table().take(add(1000, Kind::shared), unified_kinds));
  auto third = table().access_indirectly(only(Kind::shared));
  second = {};
  EXPECT_EQ(1100U, hardware.allocated_bytes) << "the first may reach both";
  first = {};
  EXPECT_EQ(0U, hardware.allocated_bytes);
}

TEST_F(AddressTables, ForgetCommandsThatHaveEndedBeforeTheFree) {
  auto first = table().access_indirectly(unified_kinds);
  auto second = table().access_indirectly(unified_kinds);
  first = {};
  second = {};
  static_cast<void>(table().take(add(100, Kind::device), unified_kinds));
  EXPECT_EQ(0U, hardware.allocated_bytes);
}

TEST_F(AddressTables, CountCommandsOfAllThreads) {
  std::vector<std::thread> threads;
  std::atomic<uint64_t> shared{add(100, Kind::device)};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 1000; ++turn) {
        const auto access = table().access_indirectly(unified_kinds);
        if (turn % 10 != 0) continue;
        const uint64_t fresh = add(100, Kind::device);
        static_cast<void>(table().take(shared.exchange(fresh), unified_kinds));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  static_cast<void>(table().take(shared, unified_kinds));
  EXPECT_EQ(0U, hardware.allocated_bytes);
}

// A thread has begun to enqueue such a command when another one frees the memory: the command comes
// to its queue afterwards, and nobody else starts it.
TEST_F(AddressTables, AFreeThatWaitsStartsWhatIsEnqueuedMeanwhile) {
  auto queue = make_queue();
  auto* const queue_handle = give_handle<void*>(queue);
  const uint64_t begin = add(100, Kind::host);
  Submission submission = work([] {});
  submission.work.extra().indirect = table().access_indirectly(only(Kind::host));
  std::thread freeing([&] {
    EXPECT_TRUE(command::free_unified_memory(*context, reinterpret_cast<void*>(begin),
                                             command::FreeWaits::yes)
                    .ok());
  });
  while (table().find(begin)) std::this_thread::yield();
  for (int i = 0; i < 1000; ++i) std::this_thread::yield();
  EXPECT_TRUE(try_enqueue(*queue, std::move(submission)).ok());
  freeing.join();
  EXPECT_EQ(0U, hardware.allocated_bytes);
  EXPECT_TRUE(command::Queue::release(queue_handle));
}

TEST_F(AddressTables, KeepNoMemoryOfOtherKinds) {
  const auto access = table().access_indirectly(only(Kind::device));
  static_cast<void>(table().take(add(100, Kind::host), unified_kinds));
  EXPECT_EQ(0U, hardware.allocated_bytes);
}

}  // namespace
}  // namespace cleave::model::test
