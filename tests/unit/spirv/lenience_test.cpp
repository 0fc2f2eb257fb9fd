// Tests modules that producers write although the specification does not have them so, as spirv-val
// takes them with relaxed rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>

#include "assemble.h"

namespace cleave::spirv::test {
namespace {

// DPC++ puts built-in variables into other storage classes, and leaves them out of the interface.
TEST(Lenience, BuiltInVariablesAnywhere) {
  for (const std::string storage : {"Input", "CrossWorkgroup", "UniformConstant"}) {
    const Module module = module_of(
        prelude("OpDecorate %id BuiltIn GlobalInvocationId\nOpDecorate %id Constant\n"
                "OpDecorate %id LinkageAttributes \"__spirv_BuiltInGlobalInvocationId\" Import\n") +
        "%ulong3 = OpTypeVector %ulong 3\n%to_ids = OpTypePointer " + storage +
        " %ulong3\n%to_id = OpTypePointer " + storage + " %ulong\n%id = OpVariable %to_ids " +
        storage + "\n" + kernel("%p = OpBitcast %to_id %id\n%x = OpLoad %ulong %p Aligned 1"));
    EXPECT_EQ(1U, module.functions().size());
  }
}

TEST(Lenience, FunctionVariablesAtModuleScope) {
  const Module module =
      module_of(prelude() + "%v = OpVariable %local Function\n" + kernel("%x = OpLoad %uint %v"));
  EXPECT_EQ(Op::Variable, module.globals().back().op);
}

// Intel's translator of 2024 copies zeros so where memory is set to them.
TEST(Lenience, AnAlignmentOfZeroSaysNothing) {
  const Module module = module_of(prelude() + kernel("OpStore %out %c1 Aligned 0"));
  EXPECT_EQ(1U, module.functions().size());
}

// clang 22, told that it may use every extension.
TEST(Lenience, DefaultsOfFastMathComeUndeclared) {
  std::string text = prelude() + kernel("");
  text.insert(text.find("%file"), "OpExecutionModeId %main !6028 %float %c0\n");
  EXPECT_EQ(1U, module_of(text).execution_modes().size());
}

// clang 22 makes nulls of composites of nulls.
TEST(Lenience, WordsBehindANullSayNothing) {
  std::vector<std::byte> bytes =
      assemble(prelude() + "%pair = OpConstantComposite %uint2 %c0 %c0\n" +
               kernel("%x = OpCopyObject %uint2 %pair"));
  constexpr std::array<uint16_t, 2> composite = {44, 5};
  constexpr std::array<uint16_t, 1> null = {46};
  const auto found = std::ranges::search(bytes, std::as_bytes(std::span(composite)));
  ASSERT_FALSE(found.empty());
  std::ranges::copy(std::as_bytes(std::span(null)), found.begin());
  EXPECT_TRUE(read(bytes, {}, everything()).module);
}

TEST(Lenience, UnknownSetsAreLeftOut) {
  std::string text = prelude() + kernel("");
  text.insert(text.find("%std"), "%ns = OpExtInstImport \"NonSemantic.Unheard.Of\"\n");
  text.insert(text.find("%ns"), "OpExtension \"SPV_KHR_non_semantic_info\"\n");
  std::vector<std::byte> bytes = assemble(text);
  const ReadResult result = read(bytes, {}, everything());
  EXPECT_TRUE(result.module) << result.problems;
  EXPECT_NE(std::string::npos, result.warnings.find("NonSemantic.Unheard.Of")) << result.warnings;
}

// DPC++ declares alias scopes before the decorations that name them, which are younger than its
// modules' version.
TEST(Lenience, AliasScopesStandAmongDecorations) {
  std::string text = prelude(
                         "%domain = OpAliasDomainDeclINTEL\n"
                         "%scope = OpAliasScopeDeclINTEL %domain\n"
                         "%scopes = OpAliasScopeListDeclINTEL %scope\n"
                         "OpDecorateId %x AliasScopeINTEL %scopes\n") +
                     kernel("%x = OpLoad %uint %out Aligned 4");
  text.insert(0, "OpCapability MemoryAccessAliasingINTEL\n");
  text.insert(text.find("%std"), "OpExtension \"SPV_INTEL_memory_access_aliasing\"\n");
  EXPECT_EQ(1U, module_of(text).functions().size());
}

// The Khronos translator lists functions that are enqueued as entry points, gives the address of
// a range in place of the range, and those of the sizes of local memory.
TEST(Lenience, EnqueuedFunctionsAsTheTranslatorHasThem) {
  std::string text = prelude() + R"(%queue = OpTypeQueue
%event = OpTypeDeviceEvent
%c3 = OpConstant %uint 3
%c8 = OpConstant %uint 8
%sizes = OpTypeArray %ulong %c3
%range = OpTypeStruct %uint %sizes %sizes %sizes
%of_range = OpTypePointer Function %range
%of_size = OpTypePointer Function %ulong
%bytes = OpTypePointer Generic %uchar
%shared = OpTypePointer Workgroup %uchar
%waiting = OpTypePointer Generic %event
%none = OpConstantNull %waiting
%no_bytes = OpConstantNull %bytes
%invoked = OpTypeFunction %void %bytes %shared
)" + kernel(R"(%n = OpVariable %of_range Function
%size = OpVariable %of_size Function
%q = OpGetDefaultQueue %queue
%x = OpEnqueueKernel %uint %q %c0 %n %c0 %none %none %child %no_bytes %c8 %c8 %size)") +
                     "%child = OpFunction %void None %invoked\n%p = OpFunctionParameter %bytes\n"
                     "%s = OpFunctionParameter %shared\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n";
  text.insert(text.find("%file"), "OpEntryPoint Kernel %child \"child\"\n");
  text.insert(0, "OpCapability DeviceEnqueue\nOpCapability GenericPointer\n");
  EXPECT_EQ(2U, module_of(text).functions().size());
}

// The Khronos translator declares the type of pipes' storages once more for their structures.
TEST(Lenience, StoragesOfPipesHaveTwoTypes) {
  const std::string text = "OpCapability Pipes\nOpCapability PipeStorage\n" + prelude() +
                           R"(%first = OpTypePipeStorage
%second = OpTypePipeStorage
%holder = OpTypeStruct %second
%storage = OpConstantPipeStorage %first 16 16 1
%held = OpConstantComposite %holder %storage
)" + kernel("");
  EXPECT_EQ(1U, module_of(text, "1.1").functions().size());
}

// clang 22 compares pointers whose types it has forgotten.
TEST(Lenience, PointersToTwoTypesAreCompared) {
  const Module module = module_of(
      prelude() +
      "%to_float = OpTypePointer CrossWorkgroup %float\n%none = OpConstantNull %to_float\n" +
      kernel("%b = OpPtrEqual %bool %out %none"));
  EXPECT_EQ(1U, module.functions().size());
}

// clang 22 tests integers as it does booleans.
TEST(Lenience, IntegersAreTested) {
  const Module module = module_of(prelude() + "%v = OpConstantComposite %uint2 %c1 %c2\n" +
                                  kernel("%b = OpAll %bool %v\n%d = OpAny %bool %c1"));
  EXPECT_EQ(1U, module.functions().size());
  EXPECT_NE("", problems_of(prelude() + kernel("%b = OpAll %bool %f1")));
}

// clang 22 writes addresses inside of constants so: the index counts bytes.
TEST(Lenience, OneIndexMayCountBytes) {
  const std::string types =
      prelude() +
      "%to_byte = OpTypePointer CrossWorkgroup %uchar\n%other = OpTypePointer Workgroup %uchar\n";
  const Module module = module_of(types + kernel("%p = OpPtrAccessChain %to_byte %out %c0 %l1"));
  EXPECT_EQ(1U, module.functions().size());
  EXPECT_NE("", problems_of(types + kernel("%p = OpPtrAccessChain %other %out %c0 %l1")));
}

// clang 22 leaves out the bitcast to a pointer to halves.
TEST(Lenience, HalvesAreLoadedThroughOtherPointers) {
  const Module module =
      module_of(prelude() + kernel("%v = OpExtInst %float %std vload_half %l1 %out"));
  EXPECT_EQ(1U, module.functions().size());
}

// OpenCL.DebugInfo.100 has literals among its operands, which are no ids.
TEST(Lenience, DebugInformationHasLiterals) {
  std::string text =
      prelude() +
      "%source = OpExtInst %void %debug DebugSource %file\n"
      "%unit = OpExtInst %void %debug DebugCompilationUnit 65536 5 %source OpenCL_C\n" +
      kernel("");
  text.insert(text.find("%std"), "%debug = OpExtInstImport \"OpenCL.DebugInfo.100\"\n");
  EXPECT_EQ(1U, module_of(text).functions().size());
}

/// A module with two functions of %operation, whose pointers are %of_first and %of_second.
std::string with_functions(const std::string& types, const std::string& body) {
  std::string text = prelude() + "%operation = OpTypeFunction %uint %uint\n" + types + kernel(body);
  text.insert(0, "OpCapability FunctionPointersINTEL\nOpCapability GenericPointer\n");
  text.insert(text.find("%std"), "OpExtension \"SPV_INTEL_function_pointers\"\n");
  for (const std::string name : {"first", "second"})
    text += "%" + name + " = OpFunction %uint None %operation\n%of" + name +
            " = OpFunctionParameter %uint\n%in" + name + " = OpLabel\nOpReturnValue %of" + name +
            "\nOpFunctionEnd\n";
  return text;
}

// The translator points to functions in Function, clang 22 in CodeSectionINTEL, and both in
// Generic. clang 22 mixes the first two.
TEST(Lenience, FunctionsAreInSeveralStorageClasses) {
  const std::string types =
      "%code = OpTypePointer CodeSectionINTEL %operation\n"
      "%private = OpTypePointer Function %operation\n"
      "%generic = OpTypePointer Generic %operation\n"
      "%of_first = OpConstantFunctionPointerINTEL %code %first\n"
      "%of_second = OpConstantFunctionPointerINTEL %private %second\n";
  const std::string body =
      "%b = OpIEqual %bool %c1 %c2\n%p = OpSelect %private %b %of_first %of_second\n"
      "%g = OpPtrCastToGeneric %generic %p\n%r = OpFunctionPointerCallINTEL %uint %g %c1\n";
  EXPECT_EQ(3U, module_of(with_functions(types, body)).functions().size());
  const auto problems = [&](const std::string& call) {
    return problems_of(with_functions(types, "%r = OpFunctionPointerCallINTEL %uint " + call));
  };
  EXPECT_NE("", problems("%of_first %c1 %c2"));
  EXPECT_NE("", problems("%of_first %l1"));
  EXPECT_NE("", problems("%c1 %c1"));
  EXPECT_EQ("", problems("%out %c1"));
  EXPECT_NE("", problems("%out %uint"));
  EXPECT_NE("", problems("%out %entry"));
  EXPECT_NE("", problems_of(with_functions(
                    types + "%wrong = OpTypePointer CrossWorkgroup %operation\n", "")));
  EXPECT_NE("", problems_of(with_functions(
                    types + "%k = OpConstantFunctionPointerINTEL %code %main\n", "")));
}

// clang 22 writes an alignment of 128 as a byte with a sign.
TEST(Lenience, AlignmentsOf128AreRepaired) {
  const Module module = module_of(prelude("OpDecorate %v Alignment 4294967168\n") +
                                  kernel("%v = OpVariable %local Function"));
  const Instruction& variable = module.functions()[0].blocks[0].instructions[0];
  ASSERT_NE(nullptr, module.decoration(variable.result, Decoration::Alignment));
  EXPECT_EQ(128U, module.decoration(variable.result, Decoration::Alignment)->operands[0]);
}

// clang 22 writes null pointers so.
TEST(Lenience, NullsOfModuleVariablesAreOfAnyType) {
  const std::string types =
      "%to_pointer = OpTypePointer CrossWorkgroup %to_uint\n%null = OpConstantNull %ulong\n";
  const std::string variable = "%v = OpVariable %to_pointer CrossWorkgroup ";
  EXPECT_EQ("", problems_of(prelude() + types + variable + "%null\n" + kernel("")));
  EXPECT_NE("", problems_of(prelude() + types + variable + "%l1\n" + kernel("")));
  EXPECT_NE("", problems_of(prelude() + types + kernel("%w = OpVariable %local Function %null")));
}

// clang 22 declares Int64Atomics where it writes other atomic instructions.
TEST(Lenience, WeakExchangesOf64BitsAreDeclaredByNothing) {
  std::string text = prelude() + "%to_ulong = OpTypePointer CrossWorkgroup %ulong\n" +
                     kernel(
                         "%p = OpBitcast %to_ulong %out\n"
                         "%x = OpAtomicCompareExchangeWeak %ulong %p %c1 %c0 %c0 %l1 %l1");
  EXPECT_EQ("", problems_of(text));
  text.erase(text.find("Weak"), std::string("Weak").size());
  EXPECT_NE("", problems_of(text));
}

// No lenience: the extension gives its instructions to modules of every version.
TEST(Extensions, GiveInstructionsBeforeTheVersionThatHasThem) {
  std::string text = prelude() + "%uchar4 = OpTypeVector %uchar 4\n%b = OpConstantNull %uchar4\n" +
                     kernel("%x = OpSDot %uint %b %b");
  EXPECT_NE("", problems_of(text));
  text.insert(text.find("%std"),
              "OpCapability DotProduct\nOpCapability DotProductInput4x8Bit\n"
              "OpExtension \"SPV_KHR_integer_dot_product\"\n");
  EXPECT_EQ("", problems_of(text));
}

}  // namespace
}  // namespace cleave::spirv::test
