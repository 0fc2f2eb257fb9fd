// Memory for buffers.
#include "backend/cpu/memory/memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

constexpr size_t mebibyte = size_t{1} << 20;

TEST(Memory, IsAlignedAsAskedAndForTheWidestVectorAtLeast) {
  Hardware& device = this_machine();
  for (size_t alignment : {size_t{1}, size_t{64}, size_t{128}, size_t{4096}}) {
    for (size_t bytes : {size_t{1}, size_t{129}, size_t{65536}, 5 * mebibyte}) {
      const Allocation memory = device.allocate(bytes, alignment, {});
      ASSERT_TRUE(memory.exists());
      EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(memory.host_address) % alignment);
      EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(memory.host_address) % 128);
      std::memset(memory.host_address, 0xA5, bytes);
      device.deallocate(memory, {});
    }
  }
}

TEST(Memory, APageOrLessIsClearedWhenUsedAgain) {
  Hardware& device = this_machine();
  for (size_t bytes : {size_t{1}, size_t{260}, size_t{4096}}) {
    for (int round = 0; round < 20; ++round) {
      const Allocation memory = device.allocate(bytes, 128, {});
      ASSERT_TRUE(memory.exists());
      const auto* first = static_cast<const std::byte*>(memory.host_address);
      EXPECT_TRUE(
          std::all_of(first, first + bytes, [](std::byte byte) { return byte == std::byte{0}; }))
          << bytes << " bytes, round " << round;
      std::memset(memory.host_address, 0xA5, bytes);
      device.deallocate(memory, {});
    }
  }
}

TEST(Memory, LargeBlocksAreUsedAgain) {
  Hardware& device = this_machine();
  const Allocation first = device.allocate(7 * mebibyte, 128, {});
  ASSERT_TRUE(first.exists());
  device.deallocate(first, {});
  const Allocation second = device.allocate(7 * mebibyte - 1, 128, {});
  EXPECT_EQ(first.device_address, second.device_address);
  const Allocation third = device.allocate(7 * mebibyte, 128, {});
  EXPECT_NE(first.device_address, third.device_address) << "handed out twice";
  device.deallocate(second, {});
  device.deallocate(third, {});
}

/// The flags of the mapping that holds the byte, as the kernel names them; empty: it does not say.
std::string mapping_flags(const std::byte* byte) {
  std::ifstream mappings("/proc/self/smaps");
  const auto address = reinterpret_cast<uintptr_t>(byte);
  bool is_inside = false;
  for (std::string line; std::getline(mappings, line);) {
    uintptr_t begin = 0, end = 0;
    char dash = 0;
    if (std::istringstream(line) >> std::hex >> begin >> dash >> end && dash == '-') {
      is_inside = begin <= address && address < end;
    }
    if (is_inside && line.starts_with("VmFlags:")) return line + ' ';
  }
  return {};
}

// The C library gives blocks of such sizes back to the system, whose fresh pages cost more than their use.
TEST(Memory, MediumBlocksAreUsedAgainForTheirSize) {
  cpu::memory::Memory memory;
  constexpr size_t bytes = (size_t{1} << 20) - 100;
  void* const first = memory.allocate(bytes, 128);
  ASSERT_NE(first, nullptr);
  std::memset(first, 1, bytes);
  memory.deallocate(first, bytes);
  void* const of_another_size = memory.allocate(bytes / 2, 128);
  EXPECT_NE(of_another_size, first);
  void* const again = memory.allocate(bytes, 128);
  EXPECT_EQ(again, first);
  EXPECT_EQ(static_cast<const char*>(again)[bytes / 2], 1) << "a page of the block is a new one";
  void* const second = memory.allocate(bytes, 128);
  EXPECT_NE(second, first);
  memory.deallocate(of_another_size, bytes / 2);
  memory.deallocate(again, bytes);
  memory.deallocate(second, bytes);
  constexpr size_t wide = size_t{64}
                          << 10;  // kept blocks begin with a page, and perhaps not with more
  void* const aligned = memory.allocate(bytes, wide);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned) % wide, 0U);
  memory.deallocate(aligned, bytes);
}

TEST(Memory, LargeBlocksPreferHugePages) {
  if (access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) != 0) {
    GTEST_SKIP() << "a kernel with transparent huge pages";
  }
  Hardware& device = this_machine();
  const Allocation large = device.allocate(2 * mebibyte, 128, {});
  ASSERT_TRUE(large.exists());
  EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(large.host_address) % (2 * mebibyte));
  EXPECT_NE(std::string::npos, mapping_flags(large.host_address).find(" hg "));
  device.deallocate(large, {});
}

TEST(Memory, OfAbsurdSizesIsRefused) {
  Hardware& device = this_machine();
  for (size_t bytes : {SIZE_MAX, SIZE_MAX - 4096, SIZE_MAX / 2, size_t{1} << 60}) {
    EXPECT_FALSE(device.allocate(bytes, 128, {}).exists()) << bytes;
  }
}

cpu::memory::Home on_node(int node) {
  return {cpu::memory::Home::Policy::node, static_cast<uint32_t>(node)};
}

TEST(Memory, OfANodeIsAlignedAndUsedAgainForItsSizeAndNodeOnly) {
  cpu::memory::Memory memory;
  for (const size_t bytes :
       {size_t{1}, size_t{200}, size_t{4096}, size_t{70000}, 2 * mebibyte - 1, 3 * mebibyte}) {
    const size_t alignment = bytes < 4096 ? 128 : 4096;
    void* first = memory.allocate(bytes, alignment, on_node(0));
    ASSERT_NE(nullptr, first);
    EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(first) % alignment);
    std::memset(first, 0xA5, bytes);
    memory.deallocate(first, bytes, on_node(0));
    void* elsewhere = memory.allocate(bytes, alignment, on_node(1));
    EXPECT_NE(first, elsewhere);
    void* again = memory.allocate(bytes, alignment, on_node(0));
    EXPECT_EQ(first, again);
    void* more = memory.allocate(bytes, alignment, on_node(0));
    EXPECT_NE(again, more) << "handed out twice";
    memory.deallocate(elsewhere, bytes, on_node(1));
    memory.deallocate(again, bytes, on_node(0));
    memory.deallocate(more, bytes, on_node(0));
  }
}

TEST(Memory, ThatFirstTouchPlacesIsFreshWhenUsedAgain) {
  cpu::memory::Memory memory;
  const cpu::memory::Home home{cpu::memory::Home::Policy::first_touch, 0};
  for (const size_t bytes : {size_t{4096}, size_t{70001}, 3 * mebibyte}) {
    for (int turn = 0; turn < 2; ++turn) {
      auto* bytes_of_it = static_cast<unsigned char*>(memory.allocate(bytes, 4096, home));
      ASSERT_NE(nullptr, bytes_of_it);
      EXPECT_EQ(0, bytes_of_it[0]) << "a page that was touched before";
      std::memset(bytes_of_it, 0xA5, bytes);
      memory.deallocate(bytes_of_it, bytes, home);
    }
  }
}

}  // namespace
}  // namespace cleave::backend::test
