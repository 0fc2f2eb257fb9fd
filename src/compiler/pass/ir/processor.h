// What instructions the processor has that a function is for.
#pragma once

#include <llvm/IR/Function.h>

namespace cleave::compiler::pass {

/// `feature` by LLVM's name: "avx512f". Those of the processor that "target-cpu" names count, what
/// "target-features" adds and takes away, and what follows from these.
[[nodiscard]] bool has_feature(const llvm::Function& function, llvm::StringRef feature);

}  // namespace cleave::compiler::pass
