// Tells which instructions the processor of a function has.
#pragma once

#include <llvm/IR/Function.h>

namespace cleave::compiler::pass {

/// Returns true if the function's target has `feature`, by LLVM's name ("avx512f"): as "target-cpu"
/// and "target-features" say, with implied features.
[[nodiscard]] bool has_feature(const llvm::Function& function, llvm::StringRef feature);

}  // namespace cleave::compiler::pass
