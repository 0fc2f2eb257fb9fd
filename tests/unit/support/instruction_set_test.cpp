#include "options/instruction_set.h"

#include <gtest/gtest.h>

namespace cleave::support {
namespace {

TEST(InstructionSet, TheOneThatIsAskedForIsUsedAndNoMore) {
  const options::InstructionSetChoice choice =
      options::choose_instruction_set("avx2", options::InstructionSet::avx512);
  EXPECT_EQ(choice.set, options::InstructionSet::avx2);
  EXPECT_FALSE(choice.is_native);
  EXPECT_EQ(choice.problem, "");
}

TEST(InstructionSet, NativeIsAllThatTheProcessorHas) {
  for (const options::InstructionSet largest :
       {options::InstructionSet::sse42, options::InstructionSet::avx512}) {
    const options::InstructionSetChoice choice = options::choose_instruction_set("native", largest);
    EXPECT_EQ(choice.set, largest);
    EXPECT_TRUE(choice.is_native);
    EXPECT_EQ(choice.problem, "");
  }
}

// The driver says so once, and its facts and code are those of native.
TEST(InstructionSet, OneThatTheProcessorLacksIsSaidAndNativeIsUsed) {
  const options::InstructionSetChoice choice =
      options::choose_instruction_set("avx512", options::InstructionSet::avx2);
  EXPECT_EQ(choice.set, options::InstructionSet::avx2);
  EXPECT_TRUE(choice.is_native);
  EXPECT_EQ(choice.problem, "this processor has no avx512, at most avx2");
  EXPECT_EQ(options::choose_instruction_set("avx2", options::InstructionSet::sse42).problem,
            "this processor has no avx2, at most sse4.2");
}

}  // namespace
}  // namespace cleave::support
