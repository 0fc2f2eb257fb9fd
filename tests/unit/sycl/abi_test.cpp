// Checks that the border between headers and library is where programs that are compiled already look for it.
#include "sycl/detail/abi.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>
#include <type_traits>

namespace {

TEST(Abi, KeepsMembersWhereTheyAre) {
#define CLEAVE_ABI_MEMBER(structure, member, place, ...)                    \
  EXPECT_EQ(offsetof(structure, member), place) << #structure "::" #member; \
  EXPECT_TRUE((std::is_same_v<decltype(structure::member), __VA_ARGS__>))   \
      << #structure "::" #member " is no longer " #__VA_ARGS__;
#define CLEAVE_ABI_NUMBER(constant, value)
#include "abi_members.def"
#undef CLEAVE_ABI_MEMBER
#undef CLEAVE_ABI_NUMBER
}

TEST(Abi, KeepsNumbers) {
#define CLEAVE_ABI_MEMBER(structure, member, place, ...)
#define CLEAVE_ABI_NUMBER(constant, value) EXPECT_EQ(constant, value) << #constant;
#include "abi_members.def"
#undef CLEAVE_ABI_MEMBER
#undef CLEAVE_ABI_NUMBER
}

struct Extent {
  size_t end = 0;  // of the last member in the list
  size_t alignment = 1;
  size_t size = 0;
};

TEST(Abi, ListsAllMembers) {
  std::map<std::string, Extent> structures;
#define CLEAVE_ABI_MEMBER(structure, member, place, ...)                             \
  structures[#structure] = {(place) + sizeof(structure::member), alignof(structure), \
                            sizeof(structure)};
#define CLEAVE_ABI_NUMBER(constant, value)
#include "abi_members.def"
#undef CLEAVE_ABI_MEMBER
#undef CLEAVE_ABI_NUMBER
  EXPECT_FALSE(structures.empty());
  for (const auto& [name, extent] : structures) {
    const size_t listed = (extent.end + extent.alignment - 1) / extent.alignment * extent.alignment;
    EXPECT_EQ(listed, extent.size) << name << " has grown: scripts/append_abi_members.py lists it";
  }
}

}  // namespace
