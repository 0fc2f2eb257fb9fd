// Tests what a Module answers.
#include <gtest/gtest.h>

#include <cstdlib>

#include "assemble.h"

namespace cleave::spirv::test {
namespace {

Module named(std::string_view name) {
  ReadResult result = read(module_named(name), {}, everything());
  EXPECT_TRUE(result.module.has_value()) << result.problems;
  if (!result.module) std::abort();  // there is nothing that a test could go on with
  return std::move(*result.module);
}

const Instruction& first(const Module& module, Op op) {
  for (const Function& function : module.functions())
    for (const BasicBlock& block : function.blocks)
      for (const Instruction& instruction : block.instructions)
        if (instruction.op == op) return instruction;
  ADD_FAILURE();
  return module.globals().front();
}

TEST(Module, HasWhatItDeclares) {
  const Module module = named("vector_add");
  EXPECT_EQ(0x00010400U, module.version());
  EXPECT_TRUE(module.declares(Capability::Kernel));
  EXPECT_FALSE(module.declares(Capability::Shader));
  ASSERT_EQ(1U, module.entry_points().size());
  EXPECT_EQ("add", module.entry_points()[0].name);
  ASSERT_EQ(1U, module.functions().size());
  EXPECT_EQ(module.entry_points()[0].function, module.functions()[0].definition->result);
  EXPECT_EQ(3U, module.functions()[0].parameters.size());
}

TEST(Module, KnowsTypesNamesAndLines) {
  const Module module = named("vector_add");
  const Instruction& sum = first(module, Op::FAdd);
  EXPECT_EQ("sum", module.name(sum.result));
  EXPECT_EQ(TypeKind::floating, module.type(sum.type).kind);
  EXPECT_EQ(32U, module.type(sum.type).bits);
  EXPECT_EQ("add.cl", module.line_of(sum).file);
  EXPECT_EQ(4U, module.line_of(sum).line);
  EXPECT_EQ(3U, module.line_of(first(module, Op::Load)).line);
  const Type& pointer = module.type(module.functions()[0].parameters[0].type);
  EXPECT_EQ(TypeKind::pointer, pointer.kind);
  EXPECT_EQ(StorageClass::CrossWorkgroup, pointer.storage);
  EXPECT_EQ(sum.type, pointer.element);
}

TEST(Module, GivesDecorationsOfGroupsToTheirTargets) {
  const Module module = named("vector_add");
  const auto parameters = module.functions()[0].parameters;
  for (const Instruction& parameter : parameters) {
    const DecorationUse* alignment = module.decoration(parameter.result, Decoration::Alignment);
    ASSERT_NE(nullptr, alignment);
    EXPECT_EQ(4U, alignment->operands[0]);
  }
  EXPECT_EQ(2U, module.decorations(parameters[0].result).size());
  EXPECT_EQ(1U, module.decorations(parameters[1].result).size());
}

TEST(Module, HasBlocksAfterTheirDominators) {
  const Module module = named("control_flow");
  ASSERT_EQ(3U, module.functions().size());
  EXPECT_TRUE(module.functions()[0].blocks.empty());  // imported
  EXPECT_EQ(9U, module.functions()[2].blocks.size());
  const Module jumbled = module_of(prelude() + R"(
%main = OpFunction %void None %taking
%out = OpFunctionParameter %to_uint
%10 = OpLabel
OpBranch %30
%20 = OpLabel
OpStore %out %40
OpReturn
%30 = OpLabel
%40 = OpIAdd %uint %c1 %c1
OpBranch %20
OpFunctionEnd
)");
  const auto& blocks = jumbled.functions()[0].blocks;
  ASSERT_EQ(3U, blocks.size());
  EXPECT_EQ(30U, blocks[1].label);
  EXPECT_EQ(20U, blocks[2].label);
}

TEST(Module, KnowsStringsAndSets) {
  const Module module = named("constants");
  ASSERT_EQ(1U, module.debug_strings().size());
  EXPECT_EQ("kernel_arg_type.main.float*,", text_at(module.debug_strings()[0], 0));
  const Module other = named("control_flow");
  EXPECT_EQ(ExtendedInstructionSet::opencl_std,
            other.instruction_set(first(other, Op::ExtInst).operands[0]));
}

TEST(Module, CanBeMoved) {
  Module module = named("control_flow");
  const Instruction* call = &first(module, Op::FunctionCall);
  const Module moved = std::move(module);
  EXPECT_EQ(call, moved.definition(call->result));
}

}  // namespace
}  // namespace cleave::spirv::test
