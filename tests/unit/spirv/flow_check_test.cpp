// Functions whose blocks do not fit together.
#include <gtest/gtest.h>

#include "assemble.h"

namespace cleave::spirv::test {
namespace {

// Expects a problem that ends so.
void expect_last_problem(const std::string& text, const std::string& problem) {
  const std::string problems = problems_of(text);
  EXPECT_NE(std::string::npos, problems.find(problem + "\n")) << problems;
}

std::string function(std::string_view body) {
  return prelude() +
         "%main = OpFunction %void None %taking\n%out = OpFunctionParameter %to_uint\n" +
         std::string(body) + "OpFunctionEnd\n";
}

TEST(FlowCheck, BlocksEnd) {
  expect_last_problem(function("%1 = OpLabel\n%2 = OpLabel\nOpReturn\n"),
                      "OpLabel %2: the block before has no end");
  expect_last_problem(function("%1 = OpLabel\nOpReturn\nOpStore %out %c1\n"),
                      "OpStore: a block or the function's end should be here");
}

TEST(FlowCheck, BranchesStayInTheFunction) {
  expect_last_problem(function("%1 = OpLabel\nOpBranch %c1\n"), "is no block of this function");
  expect_last_problem(function("%1 = OpLabel\nOpBranch %1\n"), "its first block is branched to");
  expect_last_problem(
      function("%1 = OpLabel\nOpBranch %9\n") +
          "%f = OpFunction %void None %nothing\n%9 = OpLabel\nOpReturn\nOpFunctionEnd\n",
      "OpBranch: %9 is no block of this function");
}

TEST(FlowCheck, ValuesAreCalculatedBeforeTheirUse) {
  expect_last_problem(
      function("%1 = OpLabel\nOpStore %out %5\n%5 = OpIAdd %uint %c1 %c1\nOpReturn\n"),
      "OpStore: %5 is not calculated on all ways to it");
  expect_last_problem(
      function("%1 = OpLabel\n%b = OpINotEqual %bool %c1 %c2\nOpBranchConditional %b %2 "
               "%3\n%2 = OpLabel\n%5 = OpIAdd %uint %c1 %c1\nOpBranch %3\n%3 = "
               "OpLabel\nOpStore %out %5\nOpReturn\n"),
      "OpStore: %5 is not calculated on all ways to it");
  expect_last_problem(
      function("%1 = OpLabel\nOpStore %out %5\nOpReturn\n") +
          "%f = OpFunction %void None %nothing\n%9 = OpLabel\n%5 = OpIAdd %uint %c1 "
          "%c1\nOpReturn\nOpFunctionEnd\n",
      "OpStore: %5 is of another function, or comes later");
}

TEST(FlowCheck, PhisHaveAValueForEachPredecessor) {
  const std::string begin =
      "%1 = OpLabel\n%b = OpINotEqual %bool %c1 %c2\nOpBranchConditional %b %2 %3\n%2 = OpLabel\n"
      "OpBranch %3\n%3 = OpLabel\n";
  expect_last_problem(function(begin + "%5 = OpPhi %uint %c1 %1\nOpReturn\n"),
                      "OpPhi %5: it has no value for one of its block's predecessors");
  expect_last_problem(function(begin + "%5 = OpPhi %uint %c1 %1 %c1 %1\nOpReturn\n"),
                      "OpPhi %5: it has two values for one predecessor");
  expect_last_problem(function(begin + "%5 = OpPhi %uint %c1 %1 %c1 %3\nOpReturn\n"),
                      "OpPhi %5: %3 does not branch to its block");
  expect_last_problem(function(begin + "%5 = OpPhi %uint %c1 %1 %f1 %2\nOpReturn\n"),
                      "has another type than the result");
  expect_last_problem(
      function(begin + "OpStore %out %c1\n%5 = OpPhi %uint %c1 %1 %c1 %2\nOpReturn\n"),
      "OpPhi %5: it does not come first in its block");
}

TEST(FlowCheck, SwitchesHaveOneBlockForAValue) {
  expect_last_problem(
      function("%1 = OpLabel\nOpSwitch %c1 %2 7 %2 8 %3 7 %3\n%2 = OpLabel\nOpReturn\n%3 = "
               "OpLabel\nOpReturn\n"),
      "OpSwitch: it has two blocks for one value");
}

TEST(FlowCheck, FunctionsReturnWhatTheySay) {
  expect_last_problem(function("%1 = OpLabel\nOpReturnValue %c1\n"),
                      "OpReturnValue: its function returns another type");
  expect_last_problem(function(""), "it has no blocks, and is not imported");
}

}  // namespace
}  // namespace cleave::spirv::test
