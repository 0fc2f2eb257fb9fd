// Target machines are kept for the next kernel.
#include "compiler/target/x86/host_processor.h"

#include <gtest/gtest.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

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

TEST(HostTargetMachines, AreNotShared) {
  std::string error;
  const HostTargetMachine one = host_target_machine(Level::Less, error);
  const HostTargetMachine other = host_target_machine(Level::Less, error);
  ASSERT_NE(other, nullptr) << error;
  EXPECT_NE(one.get(), other.get());
}

}  // namespace
}  // namespace cleave::compiler::target::x86
