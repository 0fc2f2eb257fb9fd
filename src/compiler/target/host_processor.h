// Describes the processor of this process as a target of code generation.
#pragma once

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}  // namespace llvm

namespace cleave::compiler::target {

/// A target machine for this processor with exactly the features that it shows, or with those of
/// CLEAVE_INSTRUCTION_SET, for position independent code. Null with a reason in `error` when LLVM
/// does not know the processor. A target machine belongs to one thread at a time; making one is
/// cheap.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> make_host_target_machine(std::string& error);

/// The name of this processor and all its features: where it is the same, so is generated code.
[[nodiscard]] std::string host_description();

}  // namespace cleave::compiler::target
