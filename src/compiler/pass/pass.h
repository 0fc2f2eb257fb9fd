// What every pass of the compiler looks like.
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace cleave::compiler::pass {

/// What passes may depend on beside the module.
struct PassOptions {
  uint32_t sub_group_size = 16;                   // W of kernels that require no other
  llvm::TargetMachine* target_machine = nullptr;  // null: the module keeps its triple and layout
  bool optimise = true;                           // false: optional passes are left out
};

/// Changes the module, or finds fault with it. Returns what is wrong, one problem a line, for the
/// build log; empty when all is well. Touches nothing outside the module.
using PassFunction = std::string (*)(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass
