// Memory for buffers.
#include <cstdint>
#include <cstring>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

constexpr size_t mebibyte = size_t{1} << 20;

TEST(Memory, IsAlignedAsAskedAndForTheWidestVectorAtLeast) {
  Device& device = this_machine();
  for (size_t alignment : {size_t{1}, size_t{64}, size_t{128}, size_t{4096}}) {
    for (size_t bytes : {size_t{1}, size_t{129}, size_t{65536}, 5 * mebibyte}) {
      void* memory = device.allocate(bytes, alignment);
      ASSERT_NE(nullptr, memory);
      EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(memory) % alignment);
      EXPECT_EQ(0U, reinterpret_cast<uintptr_t>(memory) % 128);
      std::memset(memory, 0xA5, bytes);
      device.deallocate(memory, bytes);
    }
  }
}

TEST(Memory, LargeBlocksAreUsedAgain) {
  Device& device = this_machine();
  void* first = device.allocate(7 * mebibyte, 128);
  ASSERT_NE(nullptr, first);
  device.deallocate(first, 7 * mebibyte);
  void* second = device.allocate(7 * mebibyte - 1, 128);
  EXPECT_EQ(first, second);
  void* third = device.allocate(7 * mebibyte, 128);
  EXPECT_NE(first, third) << "handed out twice";
  device.deallocate(second, 7 * mebibyte - 1);
  device.deallocate(third, 7 * mebibyte);
}

TEST(Memory, OfAbsurdSizesIsRefused) {
  Device& device = this_machine();
  for (size_t bytes : {SIZE_MAX, SIZE_MAX - 4096, SIZE_MAX / 2, size_t{1} << 60}) {
    EXPECT_EQ(nullptr, device.allocate(bytes, 128)) << bytes;
  }
}

}  // namespace
}  // namespace cleave::backend::test
