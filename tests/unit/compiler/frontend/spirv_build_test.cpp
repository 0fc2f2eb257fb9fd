// Programs in SPIR-V: what their kernels compute, their facts, and what is refused by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <span>

#include "build_support.h"

#define CLEAVE_TEST_MODULE(name)                  \
  extern "C" const std::byte name##_begin[];      \
  extern "C" const std::byte name##_end[];        \
  static std::vector<std::byte> name##_module() { \
    return {name##_begin, name##_end};            \
  }
CLEAVE_TEST_MODULE(vector_add)
CLEAVE_TEST_MODULE(undefined_results)
CLEAVE_TEST_MODULE(composites)
CLEAVE_TEST_MODULE(contraction_off)
CLEAVE_TEST_MODULE(expectations)
CLEAVE_TEST_MODULE(float_controls)
CLEAVE_TEST_MODULE(array_copies)
CLEAVE_TEST_MODULE(built_in_habits)
CLEAVE_TEST_MODULE(hostile_names)
CLEAVE_TEST_MODULE(switches)
CLEAVE_TEST_MODULE(tested_integers)
CLEAVE_TEST_MODULE(returned_parameters)
CLEAVE_TEST_MODULE(trap_import)
CLEAVE_TEST_MODULE(conversions)
CLEAVE_TEST_MODULE(function_pointers)
CLEAVE_TEST_MODULE(global_by_value)
CLEAVE_TEST_MODULE(growing_array)
CLEAVE_TEST_MODULE(huge_parameter)
CLEAVE_TEST_MODULE(inlined_scopes)
CLEAVE_TEST_MODULE(length_arrays)
CLEAVE_TEST_MODULE(loop_controls)
CLEAVE_TEST_MODULE(masked_memory)
CLEAVE_TEST_MODULE(private_variables)
CLEAVE_TEST_MODULE(short_variables)
CLEAVE_TEST_MODULE(variable_length)
CLEAVE_TEST_MODULE(imports)
CLEAVE_TEST_MODULE(intrinsic_imports)
CLEAVE_TEST_MODULE(wrong_import)
CLEAVE_TEST_MODULE(lane_import)
CLEAVE_TEST_MODULE(named_like_a_built_in)
#undef CLEAVE_TEST_MODULE

namespace cleave::compiler {
namespace {

interface::BuildResult build_module(
    std::vector<std::byte> bytes, const std::string& options = "",
    interface::BuildKind kind = interface::BuildKind::executable,
    const std::vector<interface::SpecializationConstant>& constants = {}) {
  interface::LanguageTarget target = plain_target();
  target.features.emplace_back("__opencl_c_generic_address_space");
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->build({interface::IntermediateLanguage{std::move(bytes), constants},
               interface::parse_build_options(options), target, kind});
}

constexpr size_t items = 32;
constexpr size_t local_size = 16;

/// Runs a kernel of arguments that each take eight bytes, in groups of `local_size`, which have up
/// to 4 KiB of local memory.
void run(const interface::BuildResult& built, const std::string& name,
         std::vector<uint64_t> arguments) {
  std::string error;
  const auto code = interface::cleave_compiler_open(interface::compiler_interface_version)
                        ->load({built.canonical, built.kernels}, error);
  ASSERT_NE(code, nullptr) << error;
  const interface::KernelCode kernel =
      code->kernel(name, interface::LaunchShape(), interface::Tier::main, error);
  ASSERT_NE(kernel.entry, nullptr) << error;
  constexpr std::align_val_t alignment{128};
  const std::unique_ptr<std::byte, void (*)(std::byte*)> frames(
      static_cast<std::byte*>(::operator new(kernel.frame_bytes_per_item * 64 + 128, alignment)),
      [](std::byte* memory) { ::operator delete(memory, alignment); });
  interface::LaunchContext context = {};
  context.work_dimensions = 1;
  for (int i = 0; i < 3; ++i) {
    context.global_size[i] = i == 0 ? items : 1;
    context.local_size[i] = context.enqueued_local_size[i] = i == 0 ? local_size : 1;
    context.group_count[i] = i == 0 ? items / local_size : 1;
  }
  context.arguments = reinterpret_cast<const std::byte*>(arguments.data());
  context.frames = frames.get();
  alignas(128) std::array<std::byte, 4096> local_memory = {};
  context.local_memory = local_memory.data();
  for (uint64_t group = 0; group < items / local_size; ++group) {
    context.group_id[0] = group;
    kernel.entry(&context);
  }
}

template <class T>
uint64_t address_of(const std::vector<T>& memory) {
  return reinterpret_cast<uint64_t>(memory.data());
}

/// Runs a kernel that writes to its first argument something of its second, which holds 0 to 31.
void expect_results(const interface::BuildResult& built, const std::string& kernel,
                    const std::function<uint32_t(uint32_t)>& expected) {
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  std::vector<uint32_t> in(items);
  for (uint32_t i = 0; i < items; ++i) in[i] = i;
  const std::vector<uint32_t> out(items, ~0U);
  ASSERT_NO_FATAL_FAILURE(run(built, kernel, {address_of(out), address_of(in)}));
  for (uint32_t i = 0; i < items; ++i) EXPECT_EQ(out[i], expected(i)) << i;
}

void expect_results(const std::vector<std::byte>& module, const std::string& kernel,
                    const std::function<uint32_t(uint32_t)>& expected) {
  expect_results(build_module(module), kernel, expected);
}

TEST(SpirvBuild, AddsVectors) {
  const interface::BuildResult built = build_module(vector_add_module());
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log;
  EXPECT_EQ(built.log, "");
  const std::vector<float> a(items, 1.5F);
  const std::vector<float> b(items, 2.25F);
  const std::vector<float> out(items, -1.0F);
  ASSERT_NO_FATAL_FAILURE(
      run(built, "vector_add", {address_of(out), address_of(a), address_of(b), items - 1}));
  EXPECT_EQ(std::ranges::count(out, 3.75F), items - 1);
  EXPECT_EQ(out.back(), -1.0F);
}

TEST(SpirvBuild, TellsOfArgumentsWhatTheModuleSays) {
  const interface::BuildResult built = build_module(vector_add_module());
  ASSERT_EQ(built.kernels.size(), 1U);
  const std::vector<interface::ArgumentFacts>& arguments = built.kernels.front().arguments;
  ASSERT_EQ(arguments.size(), 4U);
  EXPECT_EQ(arguments[0].name, "out");
  EXPECT_EQ(arguments[1].type_name, "number*");  // a producer's string
  EXPECT_EQ(arguments[3].type_name, "uint");
  EXPECT_EQ(arguments[1].kind, interface::ArgumentKind::global_pointer);
  EXPECT_EQ(arguments[3].kind, interface::ArgumentKind::value);
  EXPECT_FALSE(arguments[0].read_only);
  EXPECT_TRUE(arguments[1].read_only);  // decorated
}

TEST(SpirvBuild, GivesUndefinedResultsSomeValue) {
  expect_results(undefined_results_module(), "k", [](uint32_t x) { return x; });
}

TEST(SpirvBuild, KeepsStructuresAndArraysAsValues) {
  expect_results(composites_module(), "k", [](uint32_t x) { return x + 7; });
}

TEST(SpirvBuild, TakesBuiltInVariablesAsProducersReadThem) {
  expect_results(built_in_habits_module(), "k", [](uint32_t x) {
    const uint32_t size = x == 1 || x == 2 ? 1 : local_size;  // beyond the third any
    return size + x + 1;
  });
}

TEST(SpirvBuild, CopiesBetweenPointersToArrays) {
  expect_results(array_copies_module(), "k", [](uint32_t x) { return x; });
}

TEST(SpirvBuild, LetsNoNameOfTheModuleMeanAnythingElse) {
  for (const char* kernel : {"k", "called"}) {
    expect_results(hostile_names_module(), kernel, [](uint32_t x) { return x + 3; });
  }
}

TEST(SpirvBuild, SwitchesOn64Bits) {
  expect_results(switches_module(), "k", [](uint32_t x) { return x == 1 || x == 3 ? 5U : 6U; });
}

TEST(SpirvBuild, TestsTheHighestBitsOfIntegers) {
  expect_results(tested_integers_module(), "k", [](uint32_t x) { return x < 3 ? 4U : 0U; });
}

TEST(SpirvBuild, ConvertsAsDecorated) {
  expect_results(conversions_module(), "k", [](uint32_t x) {
    const uint32_t byte = std::min(100 * x, 255U);
    return byte + (x + 7) / 8 + 4 * x * x + std::min(x, byte);
  });
}

TEST(SpirvBuild, CallsFunctionsByTheirNumbers) {
  expect_results(function_pointers_module(), "k", [](uint32_t x) {
    const uint32_t results[] = {x + 3 + 100, x * 3 + 1, 1};
    return results[x % 3];
  });
}

TEST(SpirvBuild, GivesEachFunctionPrivateVariablesOfTheModule) {
  expect_results(private_variables_module(), "k", [](uint32_t x) {
    const uint32_t table[] = {7, 9, 3};
    return (x % 3 == 0 ? 100 : table[x % 3]) + table[x % 3] + x;
  });
}

TEST(SpirvBuild, GivesVariablesTheBytesOfTheirLifetimes) {
  expect_results(short_variables_module(), "k", [](uint32_t x) { return (x % 4 + 1) * x + x; });
}

TEST(SpirvBuild, MakesArraysOfSpecializedLengths) {
  expect_results(length_arrays_module(), "k", [](uint32_t x) { return 5 * x; });
  const interface::SpecializationConstant nine{.id = 3, .value = {std::byte{9}, {}, {}, {}}};
  expect_results(build_module(length_arrays_module(), "", interface::BuildKind::executable, {nine}),
                 "k", [](uint32_t x) { return 9 * x; });
}

TEST(SpirvBuild, MakesNoArraysOfOtherLengths) {
  expect_failure(build_module(variable_length_module()),
                 "a length that is no constant is not offered");
  expect_failure(build_module(growing_array_module()),
                 "an array for each iteration of a loop is not offered");
}

TEST(SpirvBuild, TakesNoValuesThatCannotBeHandedOver) {
  expect_failure(build_module(huge_parameter_module()), "a parameter has 4 GiB or more");
  expect_failure(build_module(global_by_value_module()), "a parameter by value is not private");
}

TEST(SpirvBuild, WritesResultsWhereverTheirPlacesAre) {
  expect_results(returned_parameters_module(), "k", [](uint32_t x) { return x; });
}

TEST(SpirvBuild, TouchesOnlyTheMemoryThatConditionsAllow) {
  expect_results(masked_memory_module(), "k", [](uint32_t x) {
    // The number, the second of the pair, and four elements, of which the last is the default.
    return x < 20 ? x + 1 + (0 + 10 + 1 + 10) : 10 + 0 + (10 + x + 10 + 10);
  });
}

TEST(SpirvBuild, PointsToNoFunctionThatIsLinkedLater) {
  const interface::BuildResult built =
      build_module(function_pointers_module(), "", interface::BuildKind::object);
  EXPECT_EQ(built.status, CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(built.log.find("in what is linked, pointers to functions are not offered"),
            std::string::npos)
      << built.log;
}

std::string canonical_text(const interface::BuildResult& built) {
  const interface::KernelFacts& kernel = built.kernels.front();
  const interface::KernelVariant variant = {.kernel = kernel.name,
                                            .sub_group_size = kernel.sub_group_size};
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->inspect(built.canonical, kernel, variant,
                {interface::KernelText::Kind::canonical, {}, false})
      .text;
}

void expect_parts(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << text;
}

TEST(SpirvBuild, TellsPassesOfLoopControls) {
  expect_results(loop_controls_module(), "k", [](uint32_t x) { return 16 * x + std::max(x, 1U); });
  expect_parts(canonical_text(build_module(loop_controls_module())),
               {"llvm.loop.unroll.enable", "llvm.loop.unroll.disable",
                "!\"llvm.loop.unroll.count\", i32 4"});
}

TEST(SpirvBuild, TellsPassesWhatTheModuleExpects) {
  expect_results(expectations_module(), "k", [](uint32_t x) { return x < 7 ? 6 * x : 6 * 7 * x; });
  expect_parts(canonical_text(build_module(expectations_module())),
               {"call i1 @llvm.expect.i1(i1 %", "call void @llvm.assume(i1 %",
                "!\"branch_weights\", i32 1, i32 2000", "align 4, !alias.scope",
                "align 4, !noalias", "call void @llvm.experimental.noalias.scope.decl"});
}

/// Takes the declaration of a capability out of a module.
std::vector<std::byte> without_capability(std::vector<std::byte> module, uint32_t capability) {
  const std::array<uint32_t, 2> words = {0x00020011, capability};
  const auto found = std::ranges::search(module, std::as_bytes(std::span(words)));
  EXPECT_FALSE(found.empty());
  module.erase(found.begin(), found.end());
  return module;
}

TEST(SpirvBuild, ContractsOnlyWhatMayBe) {
  expect_parts(canonical_text(build_module(expectations_module())),
               {"fmul contract float", "fadd contract float"});
  expect_parts(canonical_text(build_module(contraction_off_module())),
               {"fmul float", "fadd nsz float"});
  constexpr uint32_t float_controls_2 = 6029;
  for (const auto& module :
       {float_controls_module(), without_capability(float_controls_module(), float_controls_2)}) {
    expect_parts(canonical_text(build_module(module)), {"fmul reassoc float", "fadd nsz float"});
  }
}

TEST(SpirvBuild, TellsDebuggersOfInlinedScopes) {
  expect_results(inlined_scopes_module(), "k", [](uint32_t x) { return 2 * x; });
  const interface::BuildResult built = build_module(inlined_scopes_module());
  EXPECT_EQ(built.log, "");
  const std::string text = canonical_text(built);
  expect_parts(text,
               {"emissionKind: LineTablesOnly", "filename: \"sum.h\"", "name: \"add_up\"",
                "!DILocation(line: 5, column: 1", "inlinedAt:", "distinct !DILocation(line: 12"});
  EXPECT_EQ(text.find("DILocalVariable"), std::string::npos) << text;
}

TEST(SpirvBuild, TellsDebuggersOfVariablesOnDemand) {
  expect_parts(canonical_text(build_module(inlined_scopes_module(), "-g -cl-opt-disable")),
               {"emissionKind: FullDebug", "#dbg_declare(ptr", "#dbg_value(i32",
                "!DILocalVariable(name: \"x\", arg: 1", "!DILocalVariable(name: \"i\"",
                "!DICompositeType(tag: DW_TAG_structure_type, name: \"Pair\"",
                "!DIDerivedType(tag: DW_TAG_member, name: \"i\"", "!DINamespace(name: \"math\""});
}

TEST(SpirvBuild, ImportsBuiltInFunctions) {
  expect_results(imports_module(), "k", [](uint32_t x) { return std::max(x, 5U); });
}

TEST(SpirvBuild, ImportsIntrinsicsThatCalculateWithIntegers) {
  expect_results(intrinsic_imports_module(), "k", [](uint32_t x) { return x < 5 ? 0 : x - 5; });
}

TEST(SpirvBuild, ImportsNoOtherIntrinsic) {
  expect_failure(build_module(trap_import_module()), "names that begin with llvm. are reserved");
}

TEST(SpirvBuild, ImportsNoFunctionWithOtherTypesThanItHas) {
  expect_failure(build_module(wrong_import_module()), "the built-in function has other types");
}

TEST(SpirvBuild, LetsNoModuleReachTheLaneInterface) {
  expect_failure(build_module(lane_import_module()), "names that begin with __cleave are reserved");
}

TEST(SpirvBuild, RefusesByName) {
  const interface::BuildResult built = build_module(named_like_a_built_in_module());
  expect_failure(built, "an entry point has the name of a built-in function");
  EXPECT_EQ(built.log.rfind("<il>: word ", 0), 0U) << built.log;
}

}  // namespace
}  // namespace cleave::compiler
