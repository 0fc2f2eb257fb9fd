// Lays out program-scope variables of the global address space and their initial contents.
#pragma once

#include <string>

#include "compiler/interface/facts.h"
#include "compiler/pass/ir/attributes.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::globals {

/// Gives every variable of a whole program's canonical module that must have one address for all
/// kernels its offset (pass::program_scope_attribute): those in the global address space, and
/// constants that point to them or that they point to. Adds to `problems` a message for the build
/// log for each initial value that is neither a number nor an address.
[[nodiscard]] interface::ProgramScope lay_out_program_scope(llvm::Module& module,
                                                            std::string& problems);

}  // namespace cleave::compiler::canonical::globals
