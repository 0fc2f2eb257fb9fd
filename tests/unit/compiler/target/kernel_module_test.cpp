// Single kernels are read out of a program's module.
#include "compiler/target/kernel_module.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

#include "build_support.h"

namespace cleave::compiler::target {
namespace {

constexpr const char* source = R"(
constant int table[] = {3, 1, 4};
int deeper(int x) { return x * table[x & 1]; }
int shared(int x) { return deeper(x) + 1; }
int apart(int x) { return x - 7; }
kernel void first(global int *a) { a[0] = shared(a[0]); }
kernel void second(global int *a) { a[0] = apart(shared(a[0])); })";

bool has_body(const llvm::Module& module, const char* name) {
  const llvm::Function* function = module.getFunction(name);
  return function != nullptr && !function->isDeclaration();
}

TEST(KernelModules, AKernelIsReadWithAllThatItComesToAndNothingElse) {
  llvm::LLVMContext context;
  std::string error;
  const auto module = read_kernel(build(source).canonical, "first", context, error);
  ASSERT_NE(module, nullptr) << error;
  EXPECT_TRUE(has_body(*module, "first"));
  EXPECT_TRUE(has_body(*module, "shared"));
  EXPECT_TRUE(has_body(*module, "deeper"));
  EXPECT_FALSE(has_body(*module, "second"));
  EXPECT_FALSE(has_body(*module, "apart"));
  EXPECT_TRUE(module->getGlobalVariable("table", /*AllowInternal=*/true)->hasInitializer());
  EXPECT_TRUE(module->isMaterialized());
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
}

TEST(KernelModules, AnotherNameIsAnError) {
  llvm::LLVMContext context;
  std::string error;
  EXPECT_EQ(read_kernel(build(source).canonical, "third", context, error), nullptr);
  EXPECT_EQ(error, "the module has no kernel 'third'");
}

TEST(KernelModules, BytesThatAreNoModuleAreAnError) {
  llvm::LLVMContext context;
  std::string error;
  const std::vector<std::byte> bytes(16);
  EXPECT_EQ(read_kernel(bytes, "first", context, error), nullptr);
  EXPECT_NE(error, "");
}

}  // namespace
}  // namespace cleave::compiler::target
