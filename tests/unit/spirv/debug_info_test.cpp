// Tests that well-formed debug information is kept, and that malformed one is left out.
#include <gtest/gtest.h>

#include <algorithm>

#include "assemble.h"

namespace cleave::spirv::test {
namespace {

// Nothing in these texts depends on it but how numbers are written.
enum class Set : uint8_t { opencl, shader };

/// A module with a description of %main, and more of it before and in the kernel.
std::string described(std::string_view more, std::string_view body, Set set = Set::opencl) {
  const bool is_opencl = set == Set::opencl;
  std::string text =
      prelude(R"(
%text = OpString "what"
%other_file = OpString "other.h"
)") +
      "%c3 = OpConstant %uint 3\n%c7 = OpConstant %uint 7\n%c32 = OpConstant %uint 32\n"
      "%none = OpExtInst %void %debug DebugInfoNone\n"
      "%source = OpExtInst %void %debug DebugSource %file\n"
      "%other = OpExtInst %void %debug DebugSource %other_file\n" +
      std::string(is_opencl ? R"(
%unit = OpExtInst %void %debug DebugCompilationUnit 1 5 %source OpenCL_C
%int = OpExtInst %void %debug DebugTypeBasic %text %c32 Signed
%type = OpExtInst %void %debug DebugTypeFunction None %int
%function = OpExtInst %void %debug DebugFunction %text %type %source 7 1 %unit %text None 8 %main
%inlined = OpExtInst %void %debug DebugFunction %text %type %other 3 1 %unit %text None 3 %none
%block = OpExtInst %void %debug DebugLexicalBlock %source 9 2 %function
)"
                            : R"(
%unit = OpExtInst %void %debug DebugCompilationUnit %c1 %c2 %source %c3
%int = OpExtInst %void %debug DebugTypeBasic %text %c32 %c1 %c0
%type = OpExtInst %void %debug DebugTypeFunction %c0 %int
%function = OpExtInst %void %debug DebugFunction %text %type %source %c7 %c1 %unit %text %c0 %c7
)") + std::string(more);
  const char* name = is_opencl ? "OpenCL.DebugInfo.100" : "NonSemantic.Shader.DebugInfo.100";
  std::string import = "%debug = OpExtInstImport \"" + std::string(name) + "\"\n";
  if (!is_opencl) import = "OpExtension \"SPV_KHR_non_semantic_info\"\n" + import;
  text.insert(text.find("%std"), import);
  // Strings come before names.
  const size_t named = text.find("OpName");
  const size_t line_end = text.find('\n', named) + 1;
  const std::string name_line = text.substr(named, line_end - named);
  text.erase(named, name_line.size());
  text.insert(text.find("%void ="), name_line);
  return text + kernel(body);
}

ReadResult read_described(std::string_view more, std::string_view body, Set set = Set::opencl) {
  return read(assemble(described(more, body, set)), {}, everything());
}

size_t count(const Module& module, DebugOp op) {
  return static_cast<size_t>(std::ranges::count(module.debug_entries(), op, &DebugEntry::op));
}

const DebugEntry* first(const Module& module, DebugOp op) {
  const auto entries = module.debug_entries();
  const auto found = std::ranges::find(entries, op, &DebugEntry::op);
  return found == entries.end() ? nullptr : &*found;
}

/// The instruction of the kernel that calculates something.
const Instruction& addition(const Module& module) {
  for (const Instruction& instruction : module.functions()[0].blocks[0].instructions)
    if (instruction.op == Op::IAdd) return instruction;
  ADD_FAILURE() << "there is no addition";
  std::abort();
}

TEST(DebugInfo, ScopesGoOnToTheNext) {
  const ReadResult result = read_described(
      "%call = OpExtInst %void %debug DebugInlinedAt 12 %block\n",
      "%s = OpExtInst %void %debug DebugScope %inlined %call\nOpLine %other_file 4 5\n"
      "%x = OpIAdd %uint %c1 %c2\n%e = OpExtInst %void %debug DebugNoScope\n");
  ASSERT_TRUE(result.module) << result.problems;
  EXPECT_EQ("", result.warnings);
  const Module& module = *result.module;
  const DebugEntry* function = module.debug_function(module.functions()[0].definition->result);
  ASSERT_NE(nullptr, function);
  const DebugScope here = module.debug_scope_of(addition(module));
  ASSERT_NE(nullptr, module.debug_entry(here.scope));
  EXPECT_EQ(3U, module.debug_entry(here.scope)->operands[3]);
  EXPECT_NE(function->id, here.scope);
  ASSERT_NE(nullptr, module.debug_entry(here.inlined));
  EXPECT_EQ(12U, module.debug_entry(here.inlined)->operands[0]);
  EXPECT_EQ(function->id, module.debug_entry(here.inlined)->function);
  EXPECT_EQ("other.h", module.line_of(addition(module)).file);
  const Instruction& end = module.functions()[0].blocks[0].instructions.back();
  EXPECT_EQ(0U, module.debug_scope_of(end).scope);
}

TEST(DebugInfo, TheOtherSetHasLinesOfItsOwn) {
  const ReadResult result =
      read_described("",
                     "%d = OpExtInst %void %debug DebugFunctionDefinition %function %main\n"
                     "%s = OpExtInst %void %debug DebugScope %function\n"
                     "%l = OpExtInst %void %debug DebugLine %other %c7 %c7 %c2 %c3\n"
                     "%x = OpIAdd %uint %c1 %c2\n%n = OpExtInst %void %debug DebugNoLine\n",
                     Set::shader);
  ASSERT_TRUE(result.module) << result.problems;
  EXPECT_EQ("", result.warnings);
  const Module& module = *result.module;
  const SourceLine line = module.line_of(addition(module));
  EXPECT_EQ("other.h", line.file);
  EXPECT_EQ(7U, line.line);
  EXPECT_EQ(2U, line.column);
  EXPECT_EQ(0U, module.line_of(module.functions()[0].blocks[0].instructions.back()).line);
  ASSERT_NE(nullptr, module.debug_function(module.functions()[0].definition->result));
  EXPECT_NE(0U, module.debug_scope_of(addition(module)).scope);
}

TEST(DebugInfo, StructuresMayLeadBackToThemselves) {
  const ReadResult result = read_described(
      "%next = OpExtInst %void %debug DebugTypePointer %node Function None\n"
      "%link = OpExtInst %void %debug DebugTypeMember %text %next %source 1 1 %node %c0 %c32 None\n"
      "%node = OpExtInst %void %debug DebugTypeComposite %text Structure %source 1 1 %unit %text "
      "%c32 None %link\n",
      "");
  ASSERT_TRUE(result.module) << result.problems;
  EXPECT_EQ("", result.warnings);
  const DebugEntry* node = first(*result.module, DebugOp::TypeComposite);
  ASSERT_NE(nullptr, node);
  EXPECT_EQ(10U, node->operands.size());  // the member is the last
}

TEST(DebugInfo, SizesFollowFromElements) {
  const ReadResult result = read_described(
      "%array = OpExtInst %void %debug DebugTypeArray %int %c7 %c2\n"
      "%vector = OpExtInst %void %debug DebugTypeVector %int 3\n"
      "%pair = OpExtInst %void %debug DebugTypeComposite %text Structure %source 1 1 %unit %text "
      "%c32 None\n"
      "%named_type = OpExtInst %void %debug DebugTypedef %text %array %source 1 1 %unit\n",
      "");
  ASSERT_TRUE(result.module) << result.problems;
  EXPECT_EQ(7U * 2 * 32, first(*result.module, DebugOp::TypeArray)->bits);
  EXPECT_EQ(4U * 32, first(*result.module, DebugOp::TypeVector)->bits);
  EXPECT_EQ(7U * 2 * 32, first(*result.module, DebugOp::Typedef)->bits);
  EXPECT_EQ(32U, first(*result.module, DebugOp::TypeComposite)->bits);
}

TEST(DebugInfo, ExpressionsKnowNoSpacesOfSpir) {
  const ReadResult result = read_described(
      "%space = OpExtInst %void %debug DebugOperation Constu 0\n"
      "%swap = OpExtInst %void %debug DebugOperation Swap\n"
      "%there = OpExtInst %void %debug DebugOperation Xderef\n"
      "%plus = OpExtInst %void %debug DebugOperation PlusUconst 4\n"
      "%way = OpExtInst %void %debug DebugExpression %space %swap %there %plus\n",
      "");
  ASSERT_TRUE(result.module) << result.problems;
  EXPECT_EQ("", result.warnings);
  EXPECT_EQ((std::vector<uint32_t>{3, 4}), first(*result.module, DebugOp::Expression)->operands);
}

// A mistake in what describes a module is none in the module.
struct Mistake {
  std::string_view what;  // how the warning ends
  std::string_view more;
  std::string_view body = "";
};

constexpr Mistake mistakes[] = {
    {"DebugTypePointer is left out: it is too short", "%x = OpExtInst %void %debug !3 %int !0\n"},
    {"DebugTypePointer is left out: it is too long",
     "%x = OpExtInst %void %debug !3 %int !0 !0 !0\n"},
    {"its set has no instruction 99, and it is left out", "%x = OpExtInst %void %debug !99\n"},
    {"DebugLexicalBlock is left out: operand 1 is no source",
     "%x = OpExtInst %void %debug !21 %int !1 !1 %function\n"},
    {"DebugLexicalBlock is left out: operand 4 is no scope",
     "%x = OpExtInst %void %debug !21 %source !1 !1 %c1\n"},
    {"DebugTypeBasic is left out: operand 1 is no text",
     "%x = OpExtInst %void %debug !2 %c1 %c32 !4\n"},
    {"DebugTypeBasic is left out: operand 2 is no size",
     "%x = OpExtInst %void %debug !2 %text %f1 !4\n"},
    {"DebugTypeArray is left out: operand 1 is no object",
     "%x = OpExtInst %void %debug !5 %void %c2\n"},
    {"DebugTypeVector is left out: operand 1 is no object",
     "%x = OpExtInst %void %debug !6 %type !2\n"},
    {"DebugTypeQualifier is left out: operand 1 is no type",
     "%x = OpExtInst %void %debug !4 %y !0\n%y = OpExtInst %void %debug !4 %x !0\n"},
    {"DebugLexicalBlock is left out: operand 4 is no scope",
     "%x = OpExtInst %void %debug !21 %source !1 !1 %y\n"
     "%y = OpExtInst %void %debug !21 %source !1 !1 %x\n"},
    {"DebugInlinedAt is left out: operand 3 is no inlined",
     "%x = OpExtInst %void %debug !25 !1 %block %x\n"},
    {"DebugInlinedAt is left out: operand 2 is in no function",
     "%x = OpExtInst %void %debug !25 !1 %unit\n"},
    {"DebugTypeMember is left out: operand 2 is no object",
     "%m = OpExtInst %void %debug !11 %text %x %source !1 !1 %x %c0 %c32 !0\n"
     "%x = OpExtInst %void %debug !10 %text !1 %source !1 !1 %unit %text %c32 !0 %m\n"},
    {"DebugLocalVariable is left out: operand 6 is in no function",
     "%x = OpExtInst %void %debug !26 %text %int %source !1 !1 %unit !0\n"},
    {"DebugExpression is left out: its operations are not offered",
     "%o = OpExtInst %void %debug !30 !5\n%x = OpExtInst %void %debug !31 %o\n"},
    {"DebugExpression is left out: its operations are not offered",
     "%o = OpExtInst %void %debug !30 !9 !0 !8\n%x = OpExtInst %void %debug !31 %o %o\n"},
    {"DebugExpression is left out: its operations are not offered",
     "%o = OpExtInst %void %debug !30 !9\n%x = OpExtInst %void %debug !31 %o\n"},
    {"DebugScope is left out: its scope is of another function", "",
     "%x = OpExtInst %void %debug !23 %inlined\n"},
    {"DebugScope is left out: its scope is of another function", "",
     "%x = OpExtInst %void %debug !23 %unit\n"},
    {"DebugScope is left out: operand 1 is no scope", "", "%x = OpExtInst %void %debug !23 %x\n"},
    {"DebugValue is left out: its variable is of another function",
     "%v = OpExtInst %void %debug !26 %text %int %source !1 !1 %inlined !0\n"
     "%e = OpExtInst %void %debug !31\n",
     "%x = OpExtInst %void %debug !29 %v %c1 %e\n"},
    {"DebugValue is left out: it is of no part of its variable",
     "%v = OpExtInst %void %debug !26 %text %int %source !1 !1 %function !0\n"
     "%o = OpExtInst %void %debug !30 !9 !32 !8\n%e = OpExtInst %void %debug !31 %o\n",
     "%x = OpExtInst %void %debug !29 %v %c1 %e\n"},
    {"DebugDeclare is left out: operand 1 is no variable", "%e = OpExtInst %void %debug !31\n",
     "%x = OpExtInst %void %debug !28 %int %out %e\n"},
};

TEST(DebugInfo, WhatIsMalformedIsLeftOutAlone) {
  for (const Mistake& mistake : mistakes) {
    const ReadResult result = read_described(mistake.more, mistake.body);
    ASSERT_TRUE(result.module) << mistake.more << mistake.body << result.problems;
    EXPECT_NE(std::string::npos, result.warnings.find(mistake.what))
        << mistake.more << mistake.body << result.warnings;
    EXPECT_EQ(2U, count(*result.module, DebugOp::Function)) << mistake.more;
  }
}

TEST(DebugInfo, WhatNestsTooDeeplyIsLeftOut) {
  constexpr int depth = 2000;
  std::string types = "%t0 = OpExtInst %void %debug DebugTypePointer %int Function None\n";
  std::string blocks = "%b0 = OpExtInst %void %debug DebugLexicalBlock %source 1 1 %function\n";
  for (int i = 1; i < depth; ++i) {
    const std::string before = std::to_string(i - 1);
    types += "%t" + std::to_string(i) + " = OpExtInst %void %debug DebugTypePointer %t" + before +
             " Function None\n";
    blocks += "%b" + std::to_string(i) +
              " = OpExtInst %void %debug DebugLexicalBlock %source 1 1 %b" + before + "\n";
  }
  const ReadResult result = read_described(types + blocks, "");
  ASSERT_TRUE(result.module) << result.problems;
  EXPECT_GT(256U, count(*result.module, DebugOp::TypePointer));
  EXPECT_GT(256U, count(*result.module, DebugOp::LexicalBlock));
  EXPECT_NE(std::string::npos, result.warnings.find("it nests too deeply"));
}

TEST(DebugInfo, ArgumentsHaveNumbersOfTheirOwn) {
  const std::string variable = "OpExtInst %void %debug DebugLocalVariable %text %int %source 1 1 ";
  const ReadResult result =
      read_described("%v1 = " + variable + "%function None 1\n%v2 = " + variable +
                         "%function None 1\n%v3 = " + variable + "%function None 4000000000\n",
                     "");
  ASSERT_TRUE(result.module) << result.problems;
  std::vector<uint32_t> numbers;
  for (const DebugEntry& entry : result.module->debug_entries())
    if (entry.op == DebugOp::LocalVariable) numbers.push_back(entry.operands[7]);
  EXPECT_EQ((std::vector<uint32_t>{1, 0, 0}), numbers);
}

TEST(DebugInfo, AFunctionIsDescribedOnce) {
  const ReadResult result = read_described(
      "%again = OpExtInst %void %debug DebugFunction %text %type %source 7 1 %unit %text None 8 "
      "%main\n",
      "");
  ASSERT_TRUE(result.module) << result.problems;
  const Module& module = *result.module;
  const DebugEntry* function = module.debug_function(module.functions()[0].definition->result);
  ASSERT_NE(nullptr, function);
  EXPECT_EQ(first(module, DebugOp::Function)->id, function->id);
}

}  // namespace
}  // namespace cleave::spirv::test
