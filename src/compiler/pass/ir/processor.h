// Tells which instructions the processor of a function has.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace cleave::compiler::pass::ir {

inline constexpr uint64_t cache_line_bytes = 64;

/// Returns true if the function's target has `feature`, by LLVM's name ("avx512f"): as "target-cpu"
/// and "target-features" say, with implied features.
[[nodiscard]] bool has_feature(const llvm::Function& function, llvm::StringRef feature);

/// Returns the bits of the widest vector register of the function's target: 512, 256, or 128 where
/// integers of 256 bits have no instructions.
[[nodiscard]] unsigned vector_bits(const llvm::Function& function);

}  // namespace cleave::compiler::pass::ir
