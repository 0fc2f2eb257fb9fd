#include "model/handle.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <set>
#include <thread>
#include <vector>

namespace cleave::model {
namespace {

struct Thing : Object<Thing> {
  explicit Thing(bool* destroyed = nullptr) : destroyed_(destroyed) {}
  ~Thing() {
    if (destroyed_ != nullptr) *destroyed_ = true;
  }
  bool* destroyed_;
  std::byte ballast[100] = {};
};

struct Other : Object<Other> {};

struct Throwing : Object<Throwing> {
  Throwing() { throw std::bad_alloc(); }
};

TEST(Handle, begins_with_the_dispatch_table) {
  const int table = 0;
  set_dispatch_table(&table);
  auto thing = Thing::make();
  EXPECT_EQ(*handle_of<const void**>(thing.get()), &table);
}

TEST(Handle, finds_its_object_and_nothing_else) {
  auto thing = Thing::make();
  auto* handle = handle_of<std::byte*>(thing.get());
  EXPECT_EQ(find_object<Thing>(handle), thing.get());
  EXPECT_EQ(find_object<Other>(handle), nullptr);
  EXPECT_EQ(find_object<Thing>(nullptr), nullptr);
  for (size_t offset = 1; offset < 64; ++offset) {
    EXPECT_EQ(find_object<Thing>(handle + offset), nullptr);
  }
  EXPECT_EQ(find_object<Thing>(thing.get()), nullptr);
}

TEST(Handle, looks_at_no_foreign_memory) {
  auto thing = Thing::make();
  void* unreadable = mmap(nullptr, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t offset = 0; offset < (1 << 20); offset += 64) {
    EXPECT_EQ(find_object<Thing>(static_cast<std::byte*>(unreadable) + offset), nullptr);
  }
  munmap(unreadable, 1 << 20);
  for (uintptr_t bits = 1; bits != 0; bits <<= 1) {
    EXPECT_EQ(find_object<Thing>(reinterpret_cast<void*>(bits)), nullptr);
    EXPECT_EQ(find_object<Thing>(reinterpret_cast<void*>(~bits)), nullptr);
  }
}

TEST(Handle, of_a_slot_that_was_never_used_is_invalid) {
  auto thing = Thing::make();
  auto* handle = handle_of<std::byte*>(thing.get());
  const auto begin = reinterpret_cast<uintptr_t>(handle) & ~uintptr_t{(256 << 10) - 1};
  size_t found = 0;
  for (size_t offset = 0; offset < (256 << 10); offset += 64) {
    found += find_object<Thing>(reinterpret_cast<void*>(begin + offset)) != nullptr ? 1 : 0;
  }
  EXPECT_EQ(found, 1u);
}

TEST(Handle, is_invalid_after_the_last_release_while_the_object_lives) {
  bool destroyed = false;
  support::Ref<Thing> internal;
  auto* handle = give_handle<void*>(Thing::make(&destroyed));
  Thing* thing = find_object<Thing>(handle);
  internal = support::Ref<Thing>(thing);
  thing->retain();
  EXPECT_EQ(thing->api_references(), 2u);
  thing->release();
  EXPECT_EQ(find_object<Thing>(handle), thing);
  thing->release();
  EXPECT_EQ(find_object<Thing>(handle), nullptr);
  EXPECT_FALSE(destroyed);
  internal = nullptr;
  EXPECT_TRUE(destroyed);
  EXPECT_EQ(find_object<Thing>(handle), nullptr);
}

TEST(Handle, cannot_be_revived) {
  auto internal = Thing::make();
  internal->add_reference();  // the application's share
  internal->release();
  internal->retain();
  EXPECT_EQ(internal->api_references(), 0u);
  internal->release();
  EXPECT_EQ(internal->api_references(), 0u);
}

TEST(Handle, of_a_released_object_is_kept_back_for_a_while) {
  void* released = give_handle<void*>(Thing::make());
  find_object<Thing>(released)->release();
  for (int turn = 0; turn < 200; ++turn) {
    auto thing = Thing::make();
    EXPECT_NE(handle_of<void*>(thing.get()), released);
    EXPECT_EQ(find_object<Thing>(released), nullptr);
  }
}

TEST(Handle, slots_are_used_again_in_the_end) {
  std::set<void*> seen;
  for (int turn = 0; turn < 100000; ++turn) seen.insert(handle_of<void*>(Thing::make().get()));
  EXPECT_LT(seen.size(), 1000u);
}

TEST(Handle, is_free_again_when_the_constructor_throws) {
  EXPECT_THROW(static_cast<void>(Throwing::make()), std::bad_alloc);
}

TEST(Handle, stays_findable_while_others_come_and_go_in_threads) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([] {
      std::vector<support::Ref<Thing>> things;
      for (int turn = 0; turn < 20000; ++turn) {
        things.push_back(Thing::make());
        ASSERT_EQ(find_object<Thing>(handle_of<void*>(things.back().get())), things.back().get());
        if (turn % 3 == 0) things.erase(things.begin());
        if (things.size() > 5000) things.clear();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Handle, retain_and_release_race_safely) {
  auto thing = Thing::make();
  thing->add_reference();
  std::vector<std::thread> threads;
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([&thing] {
      for (int turn = 0; turn < 50000; ++turn) {
        thing->retain();
        thing->release();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(thing->api_references(), 1u);
  thing->release();
}

}  // namespace
}  // namespace cleave::model
