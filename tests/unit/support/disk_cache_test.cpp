#include "disk_cache/disk_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

namespace cleave::support {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t large = uint64_t{1} << 30;

disk_cache::DiskCache::Key key_of(unsigned number, char shard = 'a') {
  std::string digits = std::to_string(number);
  return std::string{shard, "0123456789abcdef"[number % 16]} +
         std::string(62 - digits.size(), '0') + digits;
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

// Not what the compiler uses, but it tells apart what these tests write.
disk_cache::DiskCache::Digest digest(std::span<const std::byte> bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (const std::byte byte : bytes) sum = (sum ^ static_cast<uint64_t>(byte)) * 0x100000001b3;
  disk_cache::DiskCache::Digest result = {};
  std::memcpy(result.data(), &sum, sizeof sum);
  return result;
}

class DiskCaches : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cleave-cache-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    home = name;
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(home, ignored);
  }
  [[nodiscard]] fs::path folder() const { return home / "deep" / "cleave"; }
  [[nodiscard]] fs::path file_of(const disk_cache::DiskCache::Key& key) const {
    return folder() / key.substr(0, 1) / key;
  }

  fs::path home;
};

TEST_F(DiskCaches, GivesWhatWasWritten) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  EXPECT_EQ(cache.read(key_of(1)), std::nullopt);
  cache.write(key_of(1), "one", bytes_of("first"));
  cache.write(key_of(2), "two", {});
  EXPECT_EQ(cache.read(key_of(1)), bytes_of("first"));
  EXPECT_EQ(cache.read(key_of(2)), bytes_of(""));
  cache.write(key_of(1), "one", bytes_of("second"));
  EXPECT_EQ(cache.read(key_of(1)), bytes_of("second"));
}

TEST_F(DiskCaches, MakesFoldersAndFilesThatOnlyTheirOwnerSees) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  EXPECT_EQ(fs::status(folder()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(file_of(key_of(1))).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(DiskCaches, EveryDamagedByteIsNoticedAndTheEntryRemoved) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "label", bytes_of("contents"));
  std::ifstream stream(file_of(key_of(1)), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(stream)), {});
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x40);
    std::ofstream(file_of(key_of(1)), std::ios::binary) << damaged;
    EXPECT_EQ(cache.read(key_of(1)), std::nullopt) << "byte " << i;
    EXPECT_FALSE(fs::exists(file_of(key_of(1)))) << "byte " << i;
  }
  for (size_t length = 0; length < whole.size(); ++length) {
    std::ofstream(file_of(key_of(1)), std::ios::binary) << whole.substr(0, length);
    EXPECT_EQ(cache.read(key_of(1)), std::nullopt) << "length " << length;
  }
  std::ofstream(file_of(key_of(1)), std::ios::binary) << whole;
  EXPECT_EQ(cache.read(key_of(1)), bytes_of("contents"));
}

TEST_F(DiskCaches, AnEntryUnderAnotherKeyIsNotGiven) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  fs::copy_file(file_of(key_of(1)), file_of(key_of(2)));
  EXPECT_EQ(cache.read(key_of(2)), std::nullopt);
}

TEST_F(DiskCaches, AnEntryThatSaysAnotherKeyOfItselfIsNotGiven) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  std::ifstream stream(file_of(key_of(1)), std::ios::binary);
  std::string whole((std::istreambuf_iterator<char>(stream)), {});
  whole.replace(whole.find(key_of(1)), key_of(1).size(), key_of(2));
  std::ofstream(file_of(key_of(2)), std::ios::binary) << whole;
  EXPECT_EQ(cache.read(key_of(2)), std::nullopt) << "the digest covers the key";
}

TEST_F(DiskCaches, ALongerFileThanEntriesMayHaveIsNotReadWhole) {
  const disk_cache::DiskCache cache(folder(), 16'000, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  fs::resize_file(file_of(key_of(1)), uint64_t{1} << 33);  // has a hole
  EXPECT_EQ(cache.read(key_of(1)), std::nullopt);
  EXPECT_FALSE(fs::exists(file_of(key_of(1))));
}

TEST_F(DiskCaches, WithoutADigesterEntriesAreListedOnly) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  const disk_cache::DiskCache reader(folder(), large, nullptr);
  EXPECT_EQ(reader.list().size(), 1u);
  EXPECT_EQ(reader.read(key_of(1)), std::nullopt);
  EXPECT_EQ(cache.read(key_of(1)), bytes_of("first"));
}

TEST_F(DiskCaches, AFolderThatOthersMayWriteToIsNotUsed) {
  fs::create_directories(folder());
  ASSERT_EQ(chmod(folder().c_str(), 0777), 0);
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  EXPECT_TRUE(fs::is_empty(folder()));
  EXPECT_NE(cache.problem(), "");
  ASSERT_EQ(chmod(folder().c_str(), 0700), 0);
  EXPECT_EQ(cache.problem(), "");
  cache.write(key_of(1), "one", bytes_of("first"));
  ASSERT_EQ(chmod(folder().c_str(), 0770), 0);
  EXPECT_EQ(cache.read(key_of(1)), std::nullopt);
}

TEST_F(DiskCaches, AFileThatOthersMayWriteToIsNotRead) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  ASSERT_EQ(chmod(file_of(key_of(1)).c_str(), 0666), 0);
  EXPECT_EQ(cache.read(key_of(1)), std::nullopt);
}

TEST_F(DiskCaches, ALinkOrAPipeInPlaceOfAnEntryIsNotRead) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  fs::rename(file_of(key_of(1)), home / "elsewhere");
  fs::create_symlink(home / "elsewhere", file_of(key_of(1)));
  EXPECT_EQ(cache.read(key_of(1)), std::nullopt);
  ASSERT_EQ(mkfifo(file_of(key_of(2)).c_str(), 0600), 0);
  EXPECT_EQ(cache.read(key_of(2)), std::nullopt);
}

TEST_F(DiskCaches, WhatCannotBeWrittenIsNoError) {
  std::ofstream(home / "deep") << "a file where a folder should be";
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1), "one", bytes_of("first"));
  EXPECT_EQ(cache.read(key_of(1)), std::nullopt);
  EXPECT_TRUE(cache.list().empty());
}

TEST_F(DiskCaches, WhatWasNotUsedForLongestMakesRoom) {
  constexpr uint64_t limit = 16 * 100'000;  // 100,000 bytes for each first digit
  const disk_cache::DiskCache cache(folder(), limit, digest);
  const std::vector<std::byte> bytes(9'000);
  for (unsigned i = 0; i < 100; ++i) {
    cache.write(key_of(i), "entry", bytes);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_TRUE(cache.read(key_of(0))) << i;  // keeps the first in use
  }
  uint64_t size = 0;
  for (const disk_cache::DiskCache::Entry& entry : cache.list()) size += entry.bytes;
  EXPECT_LE(size, 100'000 + 14 * 10'000);  // makes room with two of sixteen keys
  EXPECT_GE(size, 50'000);
  EXPECT_TRUE(cache.read(key_of(99)));
  EXPECT_FALSE(cache.read(key_of(1)));
}

TEST_F(DiskCaches, MakesRoomBitByBitButForMuchOfIt) {
  const std::vector<std::byte> bytes(500);
  const disk_cache::DiskCache roomy(folder(), large, digest);
  for (unsigned i = 0; i < 200; ++i) roomy.write(key_of(16 * i), "small", bytes);
  const uint64_t size = roomy.list().front().bytes;
  const auto kept = [&] { return roomy.list().size(); };
  // All have the digits of keys that make room.
  disk_cache::DiskCache(folder(), 16 * 190 * size, digest).write(key_of(16 * 200), "small", bytes);
  EXPECT_EQ(kept(), 201u - 32) << "a launch may wait for it";
  disk_cache::DiskCache(folder(), 16 * 80 * size, digest).write(key_of(16 * 201), "small", bytes);
  EXPECT_EQ(kept(), 90u) << "no more than an eighth above the limit";
}

TEST_F(DiskCaches, WhatIsLargerThanItsShareIsNotKept) {
  const disk_cache::DiskCache cache(folder(), 16'000, digest);
  cache.write(key_of(1), "large", std::vector<std::byte>(2'000));
  EXPECT_EQ(cache.read(key_of(1)), std::nullopt);
}

TEST_F(DiskCaches, ListsAndClearsEntriesAndNothingElse) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  cache.write(key_of(1, '0'), "first entry", bytes_of("12345"));
  cache.write(key_of(2, 'f'), "second entry", bytes_of("67890"));
  std::ofstream(folder() / "0" / "note") << "of somebody else";
  std::vector<disk_cache::DiskCache::Entry> entries = cache.list();
  std::ranges::sort(entries, {}, &disk_cache::DiskCache::Entry::key);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].label, "first entry");
  EXPECT_EQ(entries[0].key, key_of(1, '0'));
  EXPECT_EQ(entries[0].bytes, fs::file_size(file_of(key_of(1, '0'))));
  EXPECT_EQ(entries[1].label, "second entry");
  EXPECT_TRUE(cache.clear());
  EXPECT_TRUE(cache.list().empty());
  EXPECT_TRUE(fs::exists(folder() / "0" / "note"));
}

TEST_F(DiskCaches, ThreadsThatWriteTheSameEntryLeaveItWhole) {
  const disk_cache::DiskCache cache(folder(), large, digest);
  const std::vector<std::byte> one(100'000, std::byte{1});
  const std::vector<std::byte> other(100'000, std::byte{2});
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50; ++round) {
        cache.write(key_of(1), "shared", i % 2 == 0 ? one : other);
        const auto found = cache.read(key_of(1));
        EXPECT_TRUE(found == one || found == other);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(cache.list().size(), 1u);
}

}  // namespace
}  // namespace cleave::support
