// Target machines are kept for the next kernel.
#include "compiler/target/x86/host_processor.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <malloc.h>

#include <string>

#include "compiler/pass/lowering/retarget.h"

namespace cleave::compiler::target::x86 {
namespace {

using Level = llvm::CodeGenOptLevel;

TEST(HostTargetMachines, AreKeptForTheNextUserOfTheirLevel) {
  std::string error;
  HostTargetMachine machine = host_target_machine(Level::Less, error);
  ASSERT_NE(machine, nullptr) << error;
  const llvm::TargetMachine* const first = machine.get();
  machine->setOptLevel(Level::None);  // as for what turns out to be large
  machine.reset();
  const HostTargetMachine another = host_target_machine(Level::Default, error);
  EXPECT_NE(another.get(), first);
  EXPECT_EQ(another->getOptLevel(), Level::Default);
  const HostTargetMachine again = host_target_machine(Level::Less, error);
  EXPECT_EQ(again.get(), first);
  EXPECT_EQ(again->getOptLevel(), Level::Less);
}

size_t bytes_in_use() {
  const struct mallinfo2 usage = mallinfo2();
  return usage.uordblks + usage.hblkhd;
}

TEST(HostTargetMachines, KnowTheProcessorOnceTheyArePrepared) {
  prepare_host_machine();
  std::string error;
  const HostTargetMachine machine = host_target_machine(Level::Less, error);
  ASSERT_NE(machine, nullptr) << error;
  llvm::LLVMContext context;
  llvm::Module module("", context);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  llvm::Function* kernel =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "kernel", module);
  llvm::IRBuilder<>(llvm::BasicBlock::Create(context, "", kernel)).CreateRetVoid();
  const pass::ir::PassOptions options = {.target_machine = machine.get()};
  ASSERT_EQ(pass::lowering::retarget(module, options), "");
  const size_t before = bytes_in_use();
  EXPECT_NE(machine->getSubtargetImpl(*kernel), nullptr);
  // A machine that finds out about the processor takes hundreds of kilobytes.
  EXPECT_LT(bytes_in_use() - before, size_t{16} << 10);
}

TEST(HostTargetMachines, AreNotShared) {
  std::string error;
  const HostTargetMachine one = host_target_machine(Level::Less, error);
  const HostTargetMachine other = host_target_machine(Level::Less, error);
  ASSERT_NE(other, nullptr) << error;
  EXPECT_NE(one.get(), other.get());
}

}  // namespace
}  // namespace cleave::compiler::target::x86
