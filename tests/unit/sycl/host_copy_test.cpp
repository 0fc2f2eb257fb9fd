// Keeps memory of copies that have gone.
#include "sycl/host_copy.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace {

using cleave::sycl::HostCopy;

TEST(HostCopy, HasTheBytes) {
  for (const size_t bytes : {size_t{0}, size_t{5}, size_t{200'000}}) {
    std::vector<unsigned char> data(bytes + 1, 7);
    const HostCopy copy(data.data(), bytes);
    data.assign(bytes + 1, 8);
    ASSERT_NE(copy.data(), nullptr);
    const auto* const found = static_cast<const unsigned char*>(copy.data());
    for (size_t i = 0; i < bytes; ++i) ASSERT_EQ(found[i], 7);
  }
}

// A fresh page costs more than what is done with it.
TEST(HostCopy, UsesMemoryOfLargeCopiesAgain) {
  const std::vector<char> data(100'000);
  const void* first = nullptr;
  {
    const HostCopy copy(data.data(), data.size());
    first = copy.data();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 4096, 0);
    const HostCopy beside(data.data(), data.size());
    EXPECT_NE(beside.data(), first);
  }
  const HostCopy larger(data.data(), data.size() / 2 + data.size() / 4);
  EXPECT_NE(larger.data(), first);
  const HostCopy one(data.data(), data.size());
  const HostCopy other(data.data(), data.size());
  EXPECT_TRUE(one.data() == first || other.data() == first);
  EXPECT_NE(one.data(), other.data());
}

TEST(HostCopy, Moves) {
  const char data[] = "text";
  HostCopy copy;
  EXPECT_EQ(copy.data(), nullptr);
  copy = HostCopy(data, sizeof data);
  const HostCopy moved = std::move(copy);
  EXPECT_STREQ(static_cast<const char*>(moved.data()), "text");
}

}  // namespace
