#include "model/handle.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace cleave::model {
namespace {

struct Thing : ClObject<Thing> {
  explicit Thing(bool* destroyed = nullptr) : destroyed_(destroyed) {}
  ~Thing() {
    if (destroyed_ != nullptr) *destroyed_ = true;
  }
  bool* destroyed_;
  std::byte ballast[100] = {};
};

struct Other : ClObject<Other> {};

struct Told : ClObject<Told> {
  Told(int* told, bool* destroyed) : told_(told), destroyed_(destroyed) {}
  ~Told() { *destroyed_ = true; }
  void on_released() {
    EXPECT_FALSE(*destroyed_);
    ++*told_;
  }
  int* told_;
  bool* destroyed_;
};

struct Mortal : ClObject<Mortal> {
  explicit Mortal(std::atomic<int>* deaths) : deaths_(deaths) {}
  ~Mortal() {
    alive = 0;
    ++*deaths_;
  }
  int alive = 1;
  std::atomic<int>* deaths_;
};

struct Throwing : ClObject<Throwing> {
  Throwing() { throw std::bad_alloc(); }
};

TEST(Handle, BeginsWithTheDispatchTable) {
  const int table = 0;
  set_dispatch_table(&table);
  auto thing = Thing::make();
  EXPECT_EQ(*handle_of<const void**>(thing.get()), &table);
}

TEST(Handle, FindsItsObjectAndNothingElse) {
  auto* handle = give_handle<std::byte*>(Thing::make());
  EXPECT_EQ(handle_of<std::byte*>(Thing::find(handle).get()), handle);
  EXPECT_FALSE(Other::find(handle));
  EXPECT_FALSE(Thing::find(nullptr));
  for (size_t offset = 1; offset < 64; ++offset) EXPECT_FALSE(Thing::find(handle + offset));
  EXPECT_FALSE(Thing::find(Thing::find(handle).get()));
  EXPECT_TRUE(Thing::release(handle));
}

TEST(Handle, LooksAtNoForeignMemory) {
  auto thing = Thing::make();
  void* unreadable = mmap(nullptr, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t offset = 0; offset < (1 << 20); offset += 64) {
    EXPECT_FALSE(Thing::find(static_cast<std::byte*>(unreadable) + offset));
  }
  munmap(unreadable, 1 << 20);
  for (uintptr_t bits = 1; bits != 0; bits <<= 1) {
    EXPECT_FALSE(Thing::find(reinterpret_cast<void*>(bits)));
    EXPECT_FALSE(Thing::retain(reinterpret_cast<void*>(bits)));
    EXPECT_FALSE(Thing::release(reinterpret_cast<void*>(~bits)));
  }
}

TEST(Handle, OfASlotThatWasNeverUsedIsInvalid) {
  auto* handle = give_handle<std::byte*>(Thing::make());
  const auto begin = reinterpret_cast<uintptr_t>(handle) & ~uintptr_t{(256 << 10) - 1};
  size_t found = 0;
  for (size_t offset = 0; offset < (256 << 10); offset += 64) {
    found += Thing::is_live(reinterpret_cast<void*>(begin + offset)) ? 1 : 0;
  }
  EXPECT_EQ(found, 1u);
  EXPECT_TRUE(Thing::release(handle));
}

TEST(Handle, IsNotFoundBeforeItIsGiven) {
  auto thing = Thing::make();
  auto* handle = handle_of<void*>(thing.get());
  EXPECT_FALSE(Thing::find(handle));
  EXPECT_FALSE(Thing::retain(handle));
  EXPECT_FALSE(Thing::release(handle));
  EXPECT_EQ(thing->api_references(), 0u);
  EXPECT_EQ(give_handle<void*>(std::move(thing)), handle);
  EXPECT_EQ(Thing::find(handle)->api_references(), 1u);
  EXPECT_TRUE(Thing::release(handle));
}

TEST(Handle, IsValidAsLongAsTheObjectLives) {
  bool destroyed = false;
  auto* handle = give_handle<void*>(Thing::make(&destroyed));
  auto internal = Thing::find(handle);
  EXPECT_TRUE(Thing::retain(handle));
  EXPECT_EQ(internal->api_references(), 2u);
  EXPECT_TRUE(Thing::release(handle));
  EXPECT_TRUE(Thing::release(handle));
  EXPECT_EQ(internal->api_references(), 0u);
  EXPECT_TRUE(Thing::find(handle));
  EXPECT_FALSE(Thing::release(handle)) << "the application holds nothing";
  EXPECT_FALSE(destroyed);
  internal = nullptr;
  EXPECT_TRUE(destroyed);
  EXPECT_FALSE(Thing::find(handle));
  EXPECT_FALSE(Thing::retain(handle));
}

TEST(Handle, MayBeRetainedAgainWhileOthersKeepTheObject) {
  bool destroyed = false;
  auto* handle = give_handle<void*>(Thing::make(&destroyed));
  auto internal = Thing::find(handle);
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_TRUE(Thing::release(handle));
    EXPECT_TRUE(Thing::retain(handle));
    EXPECT_EQ(internal->api_references(), 1u);
  }
  EXPECT_TRUE(Thing::retain(handle));
  internal = nullptr;
  EXPECT_TRUE(Thing::release(handle));
  EXPECT_FALSE(destroyed);
  EXPECT_TRUE(Thing::release(handle));
  EXPECT_TRUE(destroyed);
  EXPECT_FALSE(Thing::release(handle));
}

TEST(Handle, TellsOfEveryLastReleaseWhileTheObjectLives) {
  int told = 0;
  bool destroyed = false;
  auto* handle = give_handle<void*>(Told::make(&told, &destroyed));
  auto internal = Told::find(handle);
  EXPECT_TRUE(Told::retain(handle));
  EXPECT_TRUE(Told::release(handle));
  EXPECT_EQ(told, 0);
  EXPECT_TRUE(Told::release(handle));
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(Told::retain(handle));
  internal = nullptr;
  EXPECT_TRUE(Told::release(handle));
  EXPECT_EQ(told, 2);
  EXPECT_TRUE(destroyed);
}

TEST(Handle, OfAReleasedObjectIsKeptBackForAWhile) {
  void* released = give_handle<void*>(Thing::make());
  EXPECT_TRUE(Thing::release(released));
  for (int turn = 0; turn < 200; ++turn) {
    auto thing = Thing::make();
    EXPECT_NE(handle_of<void*>(thing.get()), released);
    EXPECT_FALSE(Thing::find(released));
  }
}

TEST(Handle, SlotsAreUsedAgainInTheEnd) {
  std::set<void*> seen;
  for (int turn = 0; turn < 100000; ++turn) seen.insert(handle_of<void*>(Thing::make().get()));
  EXPECT_LT(seen.size(), 1000u);
}

// Threads have free slots of their own: these would grow where one thread makes what another one releases.
TEST(Handle, SlotsThatOtherThreadsReleaseAreUsedAgainInTheEnd) {
  std::set<void*> seen;
  for (int turn = 0; turn < 200; ++turn) {
    std::vector<support::Ref<Thing>> things;
    for (int i = 0; i < 100; ++i) {
      things.push_back(Thing::make());
      seen.insert(handle_of<void*>(things.back().get()));
    }
    std::thread([&things] { things.clear(); }).join();
  }
  EXPECT_LT(seen.size(), 16 * 400u);
}

TEST(Handle, IsFreeAgainWhenTheConstructorThrows) {
  EXPECT_THROW(static_cast<void>(Throwing::make()), std::bad_alloc);
}

TEST(Handle, StaysFindableWhileOthersComeAndGoInThreads) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([] {
      std::vector<support::Ref<Thing>> things;
      for (int turn = 0; turn < 20000; ++turn) {
        things.push_back(Thing::make());
        auto* handle = give_handle<void*>(Thing::make());
        ASSERT_EQ(handle_of<void*>(Thing::find(handle).get()), handle);
        if (turn % 3 == 0) {
          ASSERT_TRUE(Thing::release(handle));
          things.erase(things.begin());
        } else {
          things.push_back(Thing::find(handle));
          ASSERT_TRUE(Thing::release(handle));
        }
        if (things.size() > 5000) things.clear();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Handle, RetainAndReleaseRaceSafely) {
  auto* handle = give_handle<void*>(Thing::make());
  std::vector<std::thread> threads;
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([handle] {
      for (int turn = 0; turn < 50000; ++turn) {
        ASSERT_TRUE(Thing::retain(handle));
        ASSERT_TRUE(Thing::release(handle));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Thing::find(handle)->api_references(), 1u);
  EXPECT_TRUE(Thing::release(handle));
}

// Whoever retains either holds the object then or hears that it is gone; it dies once, and no slot
// that is used again is taken for it while it is being made.
TEST(Handle, RetainRacesTheLastRelease) {
  for (int turn = 0; turn < 2000; ++turn) {
    std::atomic<int> deaths{0};
    auto* handle = give_handle<void*>(Mortal::make(&deaths));
    auto internal = Mortal::find(handle);
    std::atomic<int> held{1};
    std::vector<std::thread> threads;
    for (int number = 0; number < 3; ++number) {
      threads.emplace_back([&, number] {
        if (number == 0) internal = nullptr;
        if (number == 1) held -= Mortal::release(handle) ? 1 : 0;
        if (number != 2) return;
        if (Mortal::retain(handle)) ++held;
        const auto found = Mortal::find(handle);
        EXPECT_TRUE(!found || found->alive == 1);
      });
    }
    for (std::thread& thread : threads) thread.join();
    while (held > 0) {
      EXPECT_EQ(deaths, 0);
      EXPECT_TRUE(Mortal::release(handle));
      --held;
    }
    EXPECT_EQ(deaths, 1);
    EXPECT_FALSE(Mortal::is_live(handle));
  }
}

// Threads that hold nothing find, retain and release the handles that others make and let go.
TEST(Handle, StaleHandlesDoNoHarm) {
  constexpr size_t shown = 64;
  std::vector<std::atomic<void*>> handles(shown);
  std::atomic<int> made{0}, deaths{0};
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 4; ++number) {
    threads.emplace_back([&, number] {
      std::mt19937 random(number);
      for (int turn = 0; turn < 20000; ++turn) {
        auto& slot = handles[random() % shown];
        void* handle = slot.load();
        if (number % 2 == 0) {
          auto* fresh = give_handle<void*>(Mortal::make(&deaths));
          ++made;
          slot = fresh;
          const auto found = Mortal::find(fresh);
          EXPECT_TRUE(!found || found->alive == 1);
          static_cast<void>(Mortal::release(fresh));  // unless a stale handle has done so
        } else if (const auto found = Mortal::find(handle)) {
          EXPECT_EQ(found->alive, 1);
          if (random() % 2 == 0 && Mortal::retain(handle)) {
            EXPECT_EQ(found->alive, 1);
            static_cast<void>(Mortal::release(handle));
          }
          if (random() % 8 == 0) static_cast<void>(Mortal::release(handle));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& slot : handles) {
    while (Mortal::release(slot)) {
    }
  }
  EXPECT_EQ(deaths, made);
}

}  // namespace
}  // namespace cleave::model
