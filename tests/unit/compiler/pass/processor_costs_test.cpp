#include "compiler/pass/ir/processor_costs.h"

#include <gtest/gtest.h>

#include <span>

namespace cleave::compiler::pass {
namespace {

constexpr ir::ProcessorCostsRow rows[] = {
    {"sapphirerapids", 512, {}}, {"sapphirerapids", 256, {}}, {"znver4", 512, {}},
    {"znver4", 256, {}},         {"alderlake", 256, {}},      {"znver3", 256, {}},
    {"znver3", 128, {}},
};

std::string nearest(const char* processor, unsigned bits) {
  const ir::ProcessorCostsRow& row = ir::nearest_costs(rows, processor, bits);
  return row.processor.str() + " " + std::to_string(row.vector_bits);
}

TEST(ProcessorCosts, AreThoseOfTheProcessorItself) {
  EXPECT_EQ(nearest("znver4", 512), "znver4 512");
  EXPECT_EQ(nearest("znver3", 256), "znver3 256");  // although one of its vendor comes before
  EXPECT_EQ(nearest("alderlake", 256), "alderlake 256");
}

TEST(ProcessorCosts, AreThoseOfTheVendorElse) {
  EXPECT_EQ(nearest("znver5", 512), "znver4 512");
  EXPECT_EQ(nearest("bdver4", 256), "znver4 256");
  EXPECT_EQ(nearest("graniterapids", 512), "sapphirerapids 512");
  EXPECT_EQ(nearest("haswell", 256), "sapphirerapids 256");
}

TEST(ProcessorCosts, AreThoseOfTheWidthElse) {
  EXPECT_EQ(nearest("nehalem", 128), "znver3 128");  // nobody of the vendor has that width
  EXPECT_EQ(nearest("alderlake", 512), "sapphirerapids 512");
}

TEST(ProcessorCosts, OfNamesWithoutAVendorAreTheFirstOfTheWidth) {
  EXPECT_EQ(nearest("x86-64-v4", 512), "sapphirerapids 512");
  EXPECT_EQ(nearest("x86-64-v3", 256), "sapphirerapids 256");
  EXPECT_EQ(nearest("x86-64-v2", 128), "znver3 128");
  EXPECT_EQ(nearest("", 128), "znver3 128");
  constexpr ir::ProcessorCostsRow others_first[] = {
      {"znver4", 256, {}}, {"alderlake", 256, {}}, {"x86-64-v3", 256, {}}};
  EXPECT_EQ(ir::nearest_costs(others_first, "generic", 256).processor, "znver4");
  EXPECT_EQ(ir::nearest_costs(others_first, "x86-64-v3", 256).processor, "x86-64-v3");
}

}  // namespace
}  // namespace cleave::compiler::pass
