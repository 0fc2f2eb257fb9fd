// Turns loop controls into the metadata that LLVM's passes obey.
#pragma once

#include <llvm/IR/Metadata.h>

#include <cstdint>
#include <span>

namespace cleave::compiler::frontend::spirv {

/// Returns what a branch back to the loop's header says by `llvm.loop`; nullptr: nothing.
/// `controls` are a mask and its parameters. Iterations that are promised, and FPGAs', say nothing
/// here.
[[nodiscard]] llvm::MDNode* loop_hints(llvm::LLVMContext& context,
                                       std::span<const uint32_t> controls);

}  // namespace cleave::compiler::frontend::spirv
