// Facts that code of one target alone knows: others keep them as they are, and they are read only as they were written.
#include "compiler/interface/x86_facts.h"

#include <gtest/gtest.h>

#include "compiler/interface/facts.h"

namespace cleave::compiler::interface {
namespace {

TEST(X86Facts, AreReadAsTheyWereWritten) {
  for (const bool has_one_tier : {false, true}) {
    for (const GroupMerging merging : {GroupMerging::none, GroupMerging::single_item_groups,
                                       GroupMerging::whole_groups, GroupMerging::all}) {
      const std::optional<X86Facts> read = unpack(pack({has_one_tier, merging}));
      ASSERT_TRUE(read);
      EXPECT_EQ(has_one_tier, read->has_one_tier);
      EXPECT_EQ(merging, read->group_merging);
    }
  }
}

TEST(X86Facts, AKernelWithoutThemHasTiersAndMergesNothing) {
  const std::optional<X86Facts> read = unpack({});
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->has_one_tier);
  EXPECT_EQ(GroupMerging::none, read->group_merging);
}

TEST(X86Facts, ThoseOfOthersAndChangedOnesAreNotRead) {
  const TargetFacts right = pack({true, GroupMerging::all});
  TargetFacts wrong = right;
  wrong.version = x86_facts_version + 1;
  EXPECT_FALSE(unpack(wrong)) << "another version";
  wrong = right;
  wrong.target = CodeTarget::nvptx;
  EXPECT_FALSE(unpack(wrong)) << "another target";
  wrong = right;
  wrong.bytes.push_back(std::byte{0});
  EXPECT_FALSE(unpack(wrong)) << "more bytes";
  wrong.bytes.clear();
  EXPECT_FALSE(unpack(wrong)) << "no bytes";
  for (const size_t at : {0, 1}) {
    wrong = right;
    wrong.bytes[at] = std::byte{4};
    EXPECT_FALSE(unpack(wrong)) << "no such value";
  }
}

TEST(X86Facts, KernelsWithFactsThatNobodyReadsAreNotConsistent) {
  KernelFacts kernel;
  kernel.name = "kernel";
  kernel.sub_group_size = 16;
  kernel.maximum_work_group_size = 64;
  EXPECT_TRUE(is_consistent(kernel));
  kernel.of_target = pack({true, GroupMerging::all});
  EXPECT_TRUE(is_consistent(kernel));
  ++kernel.of_target.version;
  EXPECT_FALSE(is_consistent(kernel));
  kernel.of_target = {.target = CodeTarget::nvptx};
  EXPECT_TRUE(is_consistent(kernel));
  kernel.of_target.bytes.resize(1);
  EXPECT_FALSE(is_consistent(kernel));
}

}  // namespace
}  // namespace cleave::compiler::interface
