// Kernel modules: what of a program the code of a kernel is made of.
#include <gtest/gtest.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

#include <string>

#include "build_support.h"
#include "compiler/canonical/kernel_modules.h"
#include "compiler/interface/program_image.h"
#include "compiler/target/x86/object_code.h"

namespace cleave::compiler::target::x86 {
namespace {

/// Statements on `x` of some 20 KiB: a kernel with them has a module for itself.
std::string many_statements() {
  std::string statements;
  for (int i = 0; i < 400; ++i) statements += "  x = sin(x) * " + std::to_string(i) + ";\n";
  return statements;
}

std::string function_of(const std::string& name) {
  return "float " + name + "(float x) {\n" + many_statements() + "  return x;\n}\n";
}

/// Large kernels k0, k1, … that share a function, a table and a variable, and a small one.
std::string program_of(int kernels) {
  std::string source =
      "constant int table[] = {3, 1, 4};\n"
      "global int counter = 7;\n"
      "int shared_part(int x) { return x * table[x & 1]; }\n"
      "int apart(int x) { return x - 7; }\n";
  for (int i = 0; i < kernels; ++i) {
    source += "kernel void k" + std::to_string(i) +
              "(global int *a, local float *b) {\n  float x = b[0];\n" + many_statements() +
              "  for (int i = 0; i < a[1]; ++i) b[i] = sin(b[i]) + x;\n"
              "  a[get_global_id(0)] = shared_part(a[" +
              std::to_string(i) + "]) + counter;\n}\n";
  }
  return source + "kernel void other(global int *a) { a[0] = apart(a[0]); }\n";
}

interface::LanguageTarget target_with_queues() {
  interface::LanguageTarget target = plain_target();
  for (const char* feature : {"__opencl_c_device_enqueue", "__opencl_c_generic_address_space",
                              "__opencl_c_program_scope_global_variables"}) {
    target.features.emplace_back(feature);
  }
  return target;
}

interface::Compiler& compiler() {
  return *interface::cleave_compiler_open(interface::compiler_interface_version);
}

interface::BuildResult built_of(const std::string& source, const std::string& options = "") {
  interface::BuildResult built = compiler().build(
      {interface::OpenClSource{source}, interface::parse_build_options("-cl-std=CL3.0 " + options),
       target_with_queues(), interface::BuildKind::executable});
  EXPECT_EQ(built.status, CL_SUCCESS) << built.log;
  return built;
}

bool has_own(const interface::BuildResult& built, size_t kernel) {
  return built.kernel_modules.of_kernels.at(kernel) < built.kernel_modules.modules.size();
}

std::span<const std::byte> module_of(const interface::BuildResult& built, size_t kernel) {
  return built.kernel_modules.of(kernel, built.canonical);
}

size_t bytes_of(const interface::KernelModules& modules) {
  size_t bytes = 0;
  for (const auto& module : modules.modules) bytes += module.size();
  return bytes;
}

bool has_body(const llvm::Module& module, const char* name) {
  const llvm::Function* function = module.getFunction(name);
  return function != nullptr && !function->isDeclaration();
}

TEST(CutKernels, AModuleHoldsAKernelAndAllThatItComesToAndNothingElse) {
  const interface::BuildResult built = built_of(program_of(4));
  llvm::LLVMContext context;
  const std::span<const std::byte> bytes = module_of(built, 1);
  auto module = llvm::parseBitcodeFile(
      {{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, ""}, context);
  ASSERT_TRUE(static_cast<bool>(module));
  EXPECT_FALSE(llvm::verifyModule(**module, &llvm::errs()));
  EXPECT_TRUE(has_body(**module, "k1"));
  EXPECT_TRUE(has_body(**module, "shared_part"));
  EXPECT_TRUE((*module)->getGlobalVariable("table", /*AllowInternal=*/true)->hasInitializer());
  EXPECT_NE((*module)->getGlobalVariable("counter", /*AllowInternal=*/true), nullptr);
  EXPECT_EQ((*module)->getFunction("k0"), nullptr);
  EXPECT_EQ((*module)->getFunction("apart"), nullptr);
}

TEST(CutKernels, AModuleDependsOnNothingThatItsKernelDoesNotComeTo) {
  const interface::BuildResult built = built_of(program_of(4));
  // On the first line: lines are part of what debuggers are told of a kernel.
  const interface::BuildResult more = built_of(
      "typedef struct { float4 x[3]; } big; float rest(big x) { return x.x[1].y; } "
      "kernel void first(global float *a, big x) { *a = rest(x) + cos(*a); }" +
      program_of(9));
  ASSERT_EQ(built.kernels.at(2).name, "k2");
  ASSERT_EQ(more.kernels.at(3).name, "k2");
  ASSERT_TRUE(has_own(built, 2));
  EXPECT_TRUE(std::ranges::equal(module_of(built, 2), module_of(more, 3)));
  EXPECT_FALSE(std::ranges::equal(module_of(built, 2), module_of(built, 1)));
}

TEST(CutKernels, CodeIsTheSameAsOfTheWholeProgram) {
  for (const char* options : {"", "-g", "-cl-opt-disable"}) {
    const interface::BuildResult built = built_of(program_of(3), options);
    for (size_t i = 0; i < built.kernels.size(); ++i) {
      ASSERT_TRUE(has_own(built, i));
      const interface::KernelVariant variant = {
          .kernel = built.kernels[i].name, .sub_group_size = 16, .tier = interface::Tier::quick};
      std::string error;
      const auto whole = make_object(built.canonical, variant, "kernel", error);
      EXPECT_EQ(error, "");
      const auto cut = make_object(module_of(built, i), variant, "kernel", error);
      EXPECT_EQ(error, "");
      EXPECT_EQ(whole.object, cut.object) << built.kernels[i].name << ' ' << options;
    }
  }
}

// A program that is loaded as a binary finds the code that one which was built from source kept.
TEST(CutKernels, AModuleIsTheSameWhetherItsProgramWasBuiltOrChecked) {
  for (const char* options : {"", "-g"}) {
    const interface::BuildResult built = built_of(program_of(4), options);
    interface::ProgramImage image;
    image.target = target_with_queues();
    image.requires_uniform_groups = built.requires_uniform_groups;
    image.canonical = built.canonical;
    image.kernels = built.kernels;
    image.program_scope = built.program_scope;
    const interface::CheckResult checked = compiler().check(image);
    ASSERT_EQ(checked.status, CL_SUCCESS) << checked.log;
    EXPECT_FALSE(built.kernel_modules.modules.empty());
    EXPECT_EQ(checked.kernel_modules.modules, built.kernel_modules.modules);
    EXPECT_EQ(checked.kernel_modules.of_kernels, built.kernel_modules.of_kernels);
  }
}

TEST(CutKernels, AKernelIsCutWithTheBlocksThatItEnqueues) {
  const interface::BuildResult built = built_of(
      program_of(4) +
      "kernel void enqueues(queue_t q, global int *a) {\n"
      "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ a[0] = 1; });\n}\n");
  const auto found = std::ranges::find(built.kernels, "enqueues", &interface::KernelFacts::name);
  ASSERT_NE(found, built.kernels.end());
  const auto index = static_cast<size_t>(found - built.kernels.begin());
  ASSERT_TRUE(has_own(built, index));
  std::string error;
  const auto code = make_object(module_of(built, index),
                                {.kernel = "enqueues", .sub_group_size = 16}, "kernel", error);
  EXPECT_EQ(error, "");
  EXPECT_FALSE(code.object.empty());
}

// Each module has 4 KiB of LLVM's own names.
TEST(CutKernels, SmallKernelsShareModules) {
  std::string source;
  for (int i = 0; i < 300; ++i) {
    source += "kernel void k" + std::to_string(i) + "(global float *x) { *x = sin(*x) * " +
              std::to_string(i) + "; }\n";
  }
  const interface::BuildResult built = built_of(source);
  const size_t count = built.kernel_modules.modules.size();
  EXPECT_GT(count, 1u);
  EXPECT_LT(count, 10u);
  EXPECT_LT(bytes_of(built.kernel_modules), built.canonical.size() * 3 / 2);
  for (size_t i = 0; i < built.kernels.size(); ++i) EXPECT_TRUE(has_own(built, i));
}

TEST(CutKernels, SmallProgramsAreNotCut) {
  const interface::BuildResult built = built_of(
      "kernel void one(global int *a) { *a = 1; }\nkernel void two(global int *a) { *a = 2; }");
  EXPECT_TRUE(built.kernel_modules.modules.empty());
  EXPECT_EQ(module_of(built, 0).data(), built.canonical.data());
}

TEST(CutKernels, KernelsThatShareMostOfTheirProgramAreNotCut) {
  std::string source = function_of("large") + function_of("other");
  for (const char* name : {"a", "b", "c"}) {
    source += std::string("kernel void ") + name + "(global float *x) { *x = other(large(*x)); }\n";
  }
  const interface::BuildResult built =
      built_of(source + "kernel void lone(global float *x) { *x = other(*x); }");
  for (size_t i = 0; i < 3; ++i) EXPECT_FALSE(has_own(built, i));
}

// A third of the program is in each of thirty modules.
TEST(CutKernels, ModulesTogetherStayBelowABound) {
  std::string source = function_of("f0") + function_of("f1") + function_of("f2");
  for (int i = 0; i < 30; ++i) {
    source += "kernel void k" + std::to_string(i) + "(global float *x) { *x = f" +
              std::to_string(i % 3) + "(*x); }\n";
  }
  const interface::BuildResult built = built_of(source);
  EXPECT_GT(bytes_of(built.kernel_modules), built.canonical.size());
  EXPECT_LT(bytes_of(built.kernel_modules), 3 * built.canonical.size());
  EXPECT_TRUE(has_own(built, 0));
  EXPECT_FALSE(has_own(built, 29));
}

}  // namespace
}  // namespace cleave::compiler::target::x86
