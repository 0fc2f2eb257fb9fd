// Outlines of modules: what clCreateProgramWithIL needs to know.
#include <gtest/gtest.h>

#include "assemble.h"

namespace cleave::spirv::test {
namespace {

TEST(Outline, ListsSpecializableConstantsOnce) {
  const Outline result = outline(module_named("constants"));
  EXPECT_EQ("", result.problem);
  std::vector<std::pair<uint32_t, uint32_t>> found;
  for (const SpecializableConstant& constant : result.constants)
    found.emplace_back(constant.id, constant.bytes);
  const std::vector<std::pair<uint32_t, uint32_t>> expected{{1, 1}, {2, 4}, {3, 1}, {4, 8}, {5, 8}};
  EXPECT_EQ(expected, found);
}

TEST(Outline, LeavesWhatIsNotOfferedToTheBuild) {
  const std::string text = "OpCapability Shader\n" + prelude() + kernel("");
  EXPECT_EQ("", outline(assemble(text)).problem);
  EXPECT_EQ("<il>: word 5, OpCapability: Shader is not offered\n", problems_of(text));
}

TEST(Outline, RefusesOtherMemoryModels) {
  std::string text = prelude() + kernel("");
  text.replace(text.find("Physical64"), 10, "Physical32");
  EXPECT_EQ("word 20, OpMemoryModel: only Physical64 and OpenCL are offered",
            outline(assemble(text)).problem);
}

TEST(Outline, RefusesIdsThatAreNotDefined) {
  const std::string text = prelude() + kernel("OpStore %out %999");
  const std::string problem = outline(assemble(text)).problem;
  EXPECT_NE(std::string::npos, problem.find("OpStore: %999 is not defined")) << problem;
}

TEST(Outline, TakesBytesThatAreNotAligned) {
  std::vector<std::byte> bytes = module_named("vector_add");
  bytes.insert(bytes.begin(), std::byte{0});
  EXPECT_EQ("", outline(std::span(bytes).subspan(1)).problem);
}

}  // namespace
}  // namespace cleave::spirv::test
