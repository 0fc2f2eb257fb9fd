// Code of kernels as bytes, which Compiler::object gives: of which target it is, and who has none.
#include <gtest/gtest.h>

#include <string>

#include "build_support.h"

namespace cleave::compiler {
namespace {

class CompilerObject : public testing::Test {
 protected:
  std::optional<interface::ObjectCode> object_for(interface::CodeTarget target) {
    interface::KernelVariant variant = {.kernel = "k", .sub_group_size = 16};
    variant.target = target;
    return interface::cleave_compiler_open(interface::compiler_interface_version)
        ->object({built.canonical, built.kernels.at(0), variant}, error);
  }

  const interface::BuildResult built = build("kernel void k(global int *a) { *a = 1; }");
  std::string error;
};

TEST_F(CompilerObject, CodeOfThisProcessorIsAnObjectFile) {
  const auto code = object_for(interface::CodeTarget::x86);
  ASSERT_TRUE(code) << error;
  EXPECT_EQ(error, "");
  const std::string magic(reinterpret_cast<const char*>(code->object.data()), 4);
  EXPECT_EQ(magic, "\177ELF");
}

TEST_F(CompilerObject, ATargetWithoutAGeneratorIsRefusedInWords) {
  EXPECT_FALSE(object_for(interface::CodeTarget::nvptx));
  EXPECT_EQ(error, "this compiler makes no code for nvptx");
}

}  // namespace
}  // namespace cleave::compiler
