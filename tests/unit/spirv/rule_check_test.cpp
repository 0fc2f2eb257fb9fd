// Instructions whose operands do not fit, one by one, and the words that say so.
#include <gtest/gtest.h>

#include "assemble.h"

namespace cleave::spirv::test {
namespace {

struct Case {
  const char* body;
  const char* problem;  // after the word's number

  friend std::ostream& operator<<(std::ostream& stream, const Case& one) {
    return stream << one.body;
  }
};

class InFunction : public testing::TestWithParam<Case> {};
class InModule : public testing::TestWithParam<Case> {};

void expect_problem(const std::string& text, const std::string& problem) {
  const std::string problems = problems_of(text);
  EXPECT_NE(std::string::npos, problems.find(", " + problem + "\n")) << problems;
}

TEST_P(InFunction, IsRefused) {
  expect_problem(prelude() + kernel(GetParam().body), GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(
    RuleCheck, InFunction,
    testing::Values(
        Case{"%5 = OpIAdd %float %f1 %f1",
             "OpIAdd %5: its result is neither an integer nor a vector of integers"},
        Case{"%5 = OpIAdd %uint %c1 %l1", "OpIAdd %5: operand 2 has not the result's type"},
        Case{"%5 = OpFAdd %float %f1 %c1",
             "OpFAdd %5: operand 2 is neither a floating-point number nor a vector of such"},
        Case{"%5 = OpIEqual %bool %c1 %l1", "OpIEqual %5: operand 2 has not the type of operand 1"},
        Case{"%5 = OpIEqual %uint %c1 %c1",
             "OpIEqual %5: its result is neither a boolean nor a vector of booleans"},
        Case{"%5 = OpIAdd %uint %c1 %void",
             "OpIAdd %5: operand 2 is neither an integer nor a vector of integers"},
        Case{"%5 = OpUConvert %uint2 %c1",
             "OpUConvert %5: operand 1 has not as many elements as the result"},
        Case{"%5 = OpLoad %float %out", "OpLoad %5: operand 1 points to another type"},
        Case{"OpStore %out %f1", "OpStore: operand 2 is not what the pointer points to"},
        Case{"OpStore %out %c1 Aligned 3", "OpStore: its alignment is no power of two"},
        Case{"%5 = OpInBoundsAccessChain %to_uint %out %c0",
             "OpInBoundsAccessChain %5: there is no part with these indices"},
        Case{"%5 = OpInBoundsPtrAccessChain %local %out %c0",
             "OpInBoundsPtrAccessChain %5: its result is of another storage class"},
        Case{"%5 = OpVariable %to_uint CrossWorkgroup",
             "OpVariable %5: variables in functions are of the storage class Function"},
        Case{"%5 = OpVariable %local Function %out",
             "OpVariable %5: its initial value is no constant"},
        Case{"%5 = OpCompositeConstruct %uint4 %c1 %c1",
             "OpCompositeConstruct %5: its operands have not as many elements as the result"},
        Case{"%5 = OpCompositeExtract %uint %c1 0",
             "OpCompositeExtract %5: there is no part with these indices"},
        Case{"%5 = OpBitcast %ulong %c1",
             "OpBitcast %5: operand 1 and the result have not as many bits"},
        Case{"%5 = OpFunctionCall %void %c1", "OpFunctionCall %5: operand 1 is no function"},
        Case{"%5 = OpFunctionCall %void %main",
             "OpFunctionCall %5: its function takes 1 arguments"},
        Case{"%5 = OpFunctionCall %void %main %c1",
             "OpFunctionCall %5: argument 1 is of another type than the parameter"},
        Case{"%5 = OpExtInst %float %std sqrt %c1",
             "OpExtInst %5: operand 1 is neither a floating-point number nor a vector of such"},
        Case{"%5 = OpAtomicIAdd %ulong %out %c1 %c0 %l1",
             "OpAtomicIAdd %5: operand 1 points to another type"},
        Case{"OpControlBarrier %l1 %c2 %c0",
             "OpControlBarrier: operand 1 is no integer of 32 bits"},
        Case{"%5 = OpTypeInt 16 0", "OpTypeInt %5: it stands in a function"},
        Case{"OpLine %file 31 4\n%named2 = OpGroupAll %bool %c2 %c1",
             "OpGroupAll %25 (kernel.cpp:31): the module declares no Groups"}));

TEST_P(InModule, IsRefused) {
  expect_problem(prelude() + GetParam().body + "\n" + kernel(""), GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(
    RuleCheck, InModule,
    testing::Values(
        Case{"%5 = OpConstantNull %6\n%6 = OpTypePointer CrossWorkgroup %ulong",
             "OpConstantNull %5: %6 does not come before it"},
        Case{"%5 = OpTypeInt 16 0", "OpTypeInt %5: the module declares no Int16"},
        Case{"%5 = OpTypeInt 32 1", "OpTypeInt %5: integers have no sign in OpenCL's modules"},
        Case{"%5 = OpTypeInt 7 0", "OpTypeInt %5: integers have 8, 16, 32 or 64 bits"},
        Case{"%5 = OpTypeVector %uint 5",
             "OpTypeVector %5: vectors have 2, 3, 4, 8 or 16 elements"},
        Case{"%5 = OpTypeVector %uint 8", "OpTypeVector %5: the module declares no Vector16"},
        Case{"%5 = OpTypeArray %uint %c0", "OpTypeArray %5: its length is 0"},
        Case{"%5 = OpTypeArray %void %c1", "OpTypeArray %5: its elements are no objects"},
        Case{"%6 = OpConstant %ulong 0x10000000000\n%5 = OpTypeArray %uint %6",
             "OpTypeArray %5: it is larger than 2^40 bytes"},
        Case{"%5 = OpTypeStruct %uint %void", "OpTypeStruct %5: %6 is no object's type"},
        Case{"%5 = OpConstantNull %6\n%6 = OpTypeVector %float 2",
             "OpConstantNull %5: %6 does not come before it"},
        Case{"%5 = OpConstantComposite %uint4 %c1 %c1",
             "OpConstantComposite %5: it has not as many values as its type has parts"},
        Case{"%5 = OpConstantComposite %uint2 %c1 %l1",
             "OpConstantComposite %5: %22 has not the type of its part"},
        Case{"%5 = OpSpecConstantOp %uint IAdd %c1 %l1",
             "OpIAdd %5: operand 2 has not the result's type"},
        Case{"%5 = OpVariable %local CrossWorkgroup",
             "OpVariable %5: its pointer is of another storage class"}));

TEST(RuleCheck, NamesWhatIsWrong) {
  const std::string text =
      prelude("OpName %5 \"s\\\"um\"\n") + kernel("OpLine %file 31 4\n%5 = OpIAdd %uint %c1 %l1");
  const std::string problems = problems_of(text);
  EXPECT_NE(
      std::string::npos,
      problems.find(", OpIAdd %5 \"s?um\" (kernel.cpp:31): operand 2 has not the result's type"))
      << problems;
}

TEST(RuleCheck, TypesNestNotTooDeep) {
  std::string types;
  for (int at = 100; at < 400; ++at)
    types += "%" + std::to_string(at) + " = OpTypeStruct %" +
             (at == 100 ? "uint" : std::to_string(at - 1)) + "\n";
  const std::string problems = problems_of(prelude() + types + kernel(""));
  EXPECT_NE(std::string::npos, problems.find("it nests more than 255 types")) << problems;
}

// A hundred groups of a hundred targets are small; ten thousand times ten thousand are not.
TEST(RuleCheck, GroupsDoNotFillTheMemory) {
  std::string decorations;
  for (int at = 0; at < 3000; ++at) decorations += "OpDecorate %group Alignment 4\n";
  decorations += "%group = OpDecorationGroup\nOpGroupDecorate %group";
  for (int at = 0; at < 3000; ++at) decorations += " %named";
  const std::string problems = problems_of(prelude(decorations + "\n") + kernel(""));
  EXPECT_NE(std::string::npos, problems.find("the groups make too many decorations")) << problems;
}

TEST(RuleCheck, AnnotationsFit) {
  expect_problem(prelude("OpDecorate %named Alignment 3\n") + kernel(""),
                 "OpUndef %4 \"sum\": its alignment is no power of two");
  expect_problem(prelude("OpMemberDecorate %uint2 0 Constant\n") + kernel(""),
                 "OpMemberDecorate: there is no such member");
  expect_problem(prelude("OpDecorate %v BuiltIn GlobalInvocationId\n") +
                     "%v = OpVariable %to_uint CrossWorkgroup\n" + kernel(""),
                 "OpVariable %5: as GlobalInvocationId it would have 3 integers");
  const std::string flags =
      "%flags = OpTypeFunction %void %bool\n%main = OpFunction %void None %flags\n"
      "%p = OpFunctionParameter %bool\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n";
  expect_problem(prelude() + flags, "OpEntryPoint: %6 is no type of kernels' arguments");
  const std::string exports =
      "OpDecorate %v LinkageAttributes \"v\" Export\nOpDecorate %w LinkageAttributes \"v\" "
      "Export\n";
  expect_problem(prelude(exports) + "%v = OpVariable %to_uint CrossWorkgroup\n" +
                     "%w = OpVariable %to_uint CrossWorkgroup\n" + kernel(""),
                 "OpVariable %6: its name is exported twice, \"v\"");
  std::string twice = prelude() + kernel("");
  const std::string entry = "OpEntryPoint Kernel %main \"main\"\n";
  twice.insert(twice.find(entry), entry);
  expect_problem(twice, "OpEntryPoint: another entry point has its name, \"main\"");
}

// The assembler does not know what comes of these extensions: words with numbers stand for it.
std::string with_masks(const std::string& body) {
  return "OpCapability !6427\nOpCapability VariableLengthArrayINTEL\n" + prelude() +
         "%bool4 = OpTypeVector %bool 4\n%bool2 = OpTypeVector %bool 2\n"
         "%ulong4 = OpTypeVector %ulong 4\n%pointers = OpTypeVector %to_uint 4\n"
         "%yes = OpConstantTrue %bool\n%mask = OpConstantComposite %bool4 %yes %yes %yes %yes\n"
         "%half = OpConstantComposite %bool2 %yes %yes\n%fill = OpConstantNull %uint4\n"
         "%floats = OpConstantNull %float4\n%some = OpConstantNull %pointers\n" +
         kernel(body);
}

TEST(RuleCheck, AliasScopesAreWhatTheySay) {
  const auto text_of = [](const std::string& declarations, const std::string& body) {
    return "OpCapability MemoryAccessAliasingINTEL\n" + prelude(declarations) + kernel(body);
  };
  const std::string declarations =
      "%domain = OpAliasDomainDeclINTEL\n%scope = OpAliasScopeDeclINTEL %domain\n"
      "%list = OpAliasScopeListDeclINTEL %scope\n";
  EXPECT_EQ("", problems_of(text_of(declarations + "OpDecorateId %x NoAliasINTEL %list\n",
                                    "%x = OpLoad %uint %out AliasScopeINTELMask %list")));
  const std::pair<std::string, const char*> cases[] = {
      {text_of(declarations, "OpStore %out %c1 Aligned|NoAliasINTELMask 4 %scope"),
       "OpStore: what it says of aliasing is no list of scopes"},
      {text_of(declarations + "OpDecorateId %named AliasScopeINTEL %scope\n", ""),
       " is no OpAliasScopeListDeclINTEL"},
      {text_of(declarations + "%5 = OpAliasScopeListDeclINTEL %domain\n", ""),
       " is no OpAliasScopeDeclINTEL"},
      {text_of(declarations + "%5 = OpAliasScopeDeclINTEL %scope\n", ""),
       " is no OpAliasDomainDeclINTEL"}};
  for (const auto& [text, problem] : cases) {
    const std::string problems = problems_of(text);
    EXPECT_NE(std::string::npos, problems.find(std::string(problem) + "\n")) << problems;
  }
}

TEST(RuleCheck, MasksFitTheirPointers) {
  constexpr const char* gather = "!0x0007191C ";
  constexpr const char* scatter = "!0x0005191D ";
  EXPECT_EQ("", problems_of(with_masks(gather + std::string("%uint4 %5 %some !4 %mask %fill"))));
  EXPECT_EQ("", problems_of(with_masks(scatter + std::string("%fill %some !0 %mask"))));
  const std::pair<std::string, const char*> cases[] = {
      {gather + std::string("%float4 %5 %some !4 %mask %floats"),
       "OpMaskedGatherINTEL %5: its pointers do not point to the elements of a vector"},
      {gather + std::string("%uint4 %5 %some !4 %half %fill"),
       "OpMaskedGatherINTEL %5: its mask has not a boolean for each element"},
      {gather + std::string("%uint4 %5 %some !3 %mask %fill"),
       "OpMaskedGatherINTEL %5: its alignment is no power of two"},
      {scatter + std::string("%fill %out !4 %mask"),
       "OpMaskedScatterINTEL: its pointers do not point to the elements of a vector"},
      {"%5 = OpInBoundsPtrAccessChain %to_uint %some %c1",
       "OpInBoundsPtrAccessChain %5: its result has not as many pointers as its operands make"},
      {"%5 = OpConvertPtrToU %ulong %some",
       "OpConvertPtrToU %5: operand 1 has not as many elements as the result"},
      {"%5 = OpVariableLengthArrayINTEL %local %c0",
       "OpVariableLengthArrayINTEL %5: its length is 0"},
      {"%5 = OpVariableLengthArrayINTEL %to_uint %c1",
       "OpVariableLengthArrayINTEL %5: its pointer is of another storage class"}};
  for (const auto& [body, problem] : cases) {
    const std::string problems = problems_of(with_masks(body));
    EXPECT_NE(std::string::npos, problems.find(std::string(", ") + problem + "\n")) << problems;
  }
}

// Types of pipes, and a function whose parameters are both ends of one.
std::string with_pipes(const std::string& body, const std::string& constants = "") {
  return "OpCapability Pipes\nOpCapability PipeStorage\n" + prelude() +
         "%in = OpTypePipe WriteOnly\n%from = OpTypePipe ReadOnly\n%id = OpTypeReserveId\n"
         "%storage = OpTypePipeStorage\n" +
         constants + "%ends = OpTypeFunction %void %in %from\n" + kernel("") +
         "%passes = OpFunction %void None %ends\n%w = OpFunctionParameter %in\n"
         "%r = OpFunctionParameter %from\n%start = OpLabel\n%v = OpVariable %local Function\n" +
         body + "\nOpReturn\nOpFunctionEnd\n";
}

TEST(RuleCheck, PipesHaveTwoEnds) {
  EXPECT_EQ("", problems_of(with_pipes("%5 = OpReadPipe %uint %r %v %c1 %c1"), "1.1"));
  const std::pair<const char*, const char*> cases[] = {
      {"%5 = OpReadPipe %uint %w %v %c1 %c1", "OpReadPipe %5: its pipe is not to be read"},
      {"%5 = OpWritePipe %uint %r %v %c1 %c1", "OpWritePipe %5: its pipe is not to be written"},
      {"%5 = OpReserveReadPipePackets %id %w %c1 %c1 %c1",
       "OpReserveReadPipePackets %5: its pipe is not to be read"},
      {"%5 = OpGroupReserveWritePipePackets %id %c2 %r %c1 %c1 %c1",
       "OpGroupReserveWritePipePackets %5: its pipe is not to be written"},
      {"%5 = OpReadPipe %uint %r %v %l1 %c1", "OpReadPipe %5: operand 3 is no integer of 32 bits"},
      {"%5 = OpReadPipe %uint %c1 %v %c1 %c1", "OpReadPipe %5: operand 1 is no pipe"},
      {"%5 = OpCreatePipeFromPipeStorage %in %v",
       "OpCreatePipeFromPipeStorage %5: operand 1 is no storage of a pipe"}};
  for (const auto& [body, problem] : cases) {
    const std::string problems = problems_of(with_pipes(body), "1.1");
    EXPECT_NE(std::string::npos, problems.find(std::string(", ") + problem + "\n")) << problems;
  }
}

// %i is to be read, %o to be written; %at is where.
std::string with_images(const std::string& body) {
  return "OpCapability ImageBasic\n" + prelude() +
         R"(%in = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
%to = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
%how = OpTypeSampler
%sampled = OpTypeSampledImage %in
%float2 = OpTypeVector %float 2
%f0 = OpConstant %float 0
%at = OpConstantNull %uint2
%texel = OpConstantNull %float4
%half_texel = OpConstantNull %float2
%uses = OpTypeFunction %void %in %to %how
)" + kernel("") +
         "%copies = OpFunction %void None %uses\n%i = OpFunctionParameter %in\n"
         "%o = OpFunctionParameter %to\n%h = OpFunctionParameter %how\n%start = OpLabel\n"
         "%s = OpSampledImage %sampled %i %h\n" +
         body + "\nOpReturn\nOpFunctionEnd\n";
}

TEST(RuleCheck, TexelsHaveOneChannelOrFour) {
  EXPECT_EQ("", problems_of(with_images("%5 = OpImageSampleExplicitLod %float4 %s %at Lod %f0\n"
                                        "%6 = OpImageRead %float %i %at\n"
                                        "OpImageWrite %o %at %texel\nOpImageWrite %o %at %f0")));
  const std::pair<const char*, const char*> cases[] = {
      {"%5 = OpImageSampleExplicitLod %float2 %s %at Lod %f0",
       "OpImageSampleExplicitLod %5: its texel has neither one channel nor four"},
      {"%5 = OpImageSampleExplicitLod %sampled %s %at Lod %f0",
       "OpImageSampleExplicitLod %5: its result is neither a number nor a vector of numbers"},
      {"%5 = OpImageSampleExplicitLod %float4 %s %i Lod %f0",
       "OpImageSampleExplicitLod %5: operand 2 is neither a number nor a vector of numbers"},
      {"%5 = OpImageRead %float2 %i %at",
       "OpImageRead %5: its texel has neither one channel nor four"},
      {"OpImageWrite %o %at %half_texel",
       "OpImageWrite: its texel has neither one channel nor four"},
      {"OpImageWrite %o %at %s",
       "OpImageWrite: operand 3 is neither a number nor a vector of numbers"}};
  for (const auto& [body, problem] : cases) {
    const std::string problems = problems_of(with_images(body));
    EXPECT_NE(std::string::npos, problems.find(std::string(", ") + problem + "\n")) << problems;
  }
}

TEST(RuleCheck, StoragesOfPipesHoldPackets) {
  EXPECT_EQ("", problems_of(with_pipes("", "%5 = OpConstantPipeStorage %storage 6 2 3\n"), "1.1"));
  const std::pair<const char*, const char*> cases[] = {
      {"%5 = OpConstantPipeStorage %storage 0 1 3\n", "it holds no packets"},
      {"%5 = OpConstantPipeStorage %storage 4 4 0\n", "it holds no packets"},
      {"%5 = OpConstantPipeStorage %storage 4 3 1\n", "its alignment is no power of two"},
      {"%5 = OpConstantPipeStorage %storage 4294967295 1 4294967295\n",
       "it is larger than 2^40 bytes"},
      {"%5 = OpConstantPipeStorage %uint 4 4 1\n", "its type is no storage of a pipe"}};
  for (const auto& [constant, problem] : cases) {
    const std::string problems = problems_of(with_pipes("", constant), "1.1");
    EXPECT_NE(std::string::npos,
              problems.find(std::string(", OpConstantPipeStorage %5: ") + problem + "\n"))
        << problems;
  }
}

// Adds what an enqueuing function needs; %c8 and %c16 are sizes.
std::string with_queues(const std::string& body) {
  return "OpCapability DeviceEnqueue\nOpCapability GenericPointer\n" + prelude() +
         R"(%queue = OpTypeQueue
%event = OpTypeDeviceEvent
%c3 = OpConstant %uint 3
%c8 = OpConstant %uint 8
%c16 = OpConstant %uint 16
%sizes = OpTypeArray %ulong %c3
%range = OpTypeStruct %uint %sizes %sizes %sizes
%of_range = OpTypePointer Function %range
%bytes = OpTypePointer Generic %uchar
%shared = OpTypePointer Workgroup %uint
%generic = OpTypePointer Generic %uint
%waiting = OpTypePointer Generic %event
%none = OpConstantNull %waiting
%no_bytes = OpConstantNull %bytes
%no_queue = OpConstantNull %queue
%alone = OpTypeFunction %void %bytes
%together = OpTypeFunction %void %bytes %shared
)" + kernel(body) +
         "%child = OpFunction %void None %alone\n%p1 = OpFunctionParameter %bytes\n"
         "%l10 = OpLabel\nOpReturn\nOpFunctionEnd\n"
         "%local_child = OpFunction %void None %together\n%p2 = OpFunctionParameter %bytes\n"
         "%p3 = OpFunctionParameter %shared\n%l11 = OpLabel\nOpReturn\nOpFunctionEnd\n";
}

TEST(RuleCheck, FunctionsThatAreEnqueuedFit) {
  const std::string range = "%n = OpBuildNDRange %range %l1 %l1 %l1\n";
  const std::string begin = range + "%5 = OpEnqueueKernel %uint %no_queue %c0 %n %c0 %none %none ";
  EXPECT_EQ("", problems_of(with_queues(begin + "%child %no_bytes %c16 %c8")));
  EXPECT_EQ("", problems_of(with_queues(begin + "%local_child %no_bytes %c16 %c8 %c16")));
  const std::pair<std::string, const char*> cases[] = {
      {begin + "%main %no_bytes %c16 %c8", "operand 7 begins with no pointer to bytes"},
      {begin + "%c1 %no_bytes %c16 %c8", "operand 7 is no function"},
      {begin + "%child %no_bytes %c16 %c3",
       "the parameter's alignment is no power of two up to 128"},
      {begin + "%child %no_bytes %named %c8",
       "size and alignment of the parameter are no constants"},
      {begin + "%local_child %no_bytes %c16 %c8",
       "it has not as many sizes as there are pointers to local memory"},
      {begin + "%local_child %no_bytes %c16 %c8 %f1", "operand 11 is no size"},
      {"%5 = OpEnqueueKernel %uint %no_queue %c0 %c1 %c0 %none %none %child %no_bytes %c16 %c8",
       "operand 3 is no range"},
      {range + "%g = OpPtrCastToGeneric %generic %out\n"
               "%5 = OpEnqueueKernel %uint %no_queue %c0 %n %c0 %g %none %child %no_bytes %c16 %c8",
       "operand 5 points to no event of a device"}};
  for (const auto& [body, problem] : cases) {
    const std::string problems = problems_of(with_queues(body));
    EXPECT_NE(std::string::npos,
              problems.find(std::string(", OpEnqueueKernel %5: ") + problem + "\n"))
        << problems;
  }
}

TEST(RuleCheck, RangesAreMadeOfSizes) {
  const std::pair<const char*, const char*> cases[] = {
      {"%5 = OpBuildNDRange %uint2 %l1 %l1 %l1", "its result is no range"},
      {"%5 = OpBuildNDRange %range %c1 %c1 %c1", "operand 1 is no size"},
      {"%5 = OpBuildNDRange %range %l1 %c1 %l1", "its operands are of several types"}};
  for (const auto& [body, problem] : cases) {
    const std::string problems = problems_of(with_queues(body));
    EXPECT_NE(std::string::npos,
              problems.find(std::string(", OpBuildNDRange %5: ") + problem + "\n"))
        << problems;
  }
}

}  // namespace
}  // namespace cleave::spirv::test
