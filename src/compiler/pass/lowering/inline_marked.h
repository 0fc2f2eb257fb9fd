// Inlines deep chains of calls in time with the size of what comes out.
#pragma once

namespace llvm {
class Module;
}

namespace cleave::compiler::pass {

/// Inlines calls of functions that are marked alwaysinline where LLVM's AlwaysInliner would take
/// long; it does the rest. Removes functions that nobody calls any more. Precondition: nothing
/// calls itself.
void inline_marked(llvm::Module& module);

}  // namespace cleave::compiler::pass
