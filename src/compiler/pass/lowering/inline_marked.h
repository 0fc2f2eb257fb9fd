// Inlines deep chains of calls in time that is linear in the size of the result.
#pragma once

namespace llvm {
class Module;
}

namespace cleave::compiler::pass::lowering {

/// Inlines calls of functions marked alwaysinline where LLVM's AlwaysInliner would take long, and
/// leaves the rest to LLVM's AlwaysInliner. Removes functions without callers. Requires that the
/// module has no recursion.
void inline_marked(llvm::Module& module);

}  // namespace cleave::compiler::pass::lowering
