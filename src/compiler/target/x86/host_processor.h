// Describes the processor of this process as a target of code generation.
#pragma once

#include <llvm/Support/CodeGen.h>

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}  // namespace llvm

namespace cleave::compiler::target::x86 {

/// Keeps a target machine for the next user of its level, in place of deleting it.
struct KeepTargetMachine {
  llvm::CodeGenOptLevel level = llvm::CodeGenOptLevel::Default;
  void operator()(llvm::TargetMachine* machine) const;
};
using HostTargetMachine = std::unique_ptr<llvm::TargetMachine, KeepTargetMachine>;

/// A target machine for this processor with exactly the features that it shows, or with those of
/// CLEAVE_INSTRUCTION_SET, for position independent code. Null with a reason in `error` when LLVM
/// does not know the processor. A target machine belongs to one thread at a time. What it knows of
/// the processor it finds out when it is first used, for its level, in 0.5 ms: a kept one knows.
[[nodiscard]] HostTargetMachine host_target_machine(llvm::CodeGenOptLevel level,
                                                    std::string& error);

/// Makes the target machine of most kernels, which then knows the processor, for its first user.
void prepare_host_machine();

/// The name of this processor and all its features: where it is the same, so is generated code.
/// LLVM's parts for the processor are not needed for it.
[[nodiscard]] std::string host_description();

}  // namespace cleave::compiler::target::x86
