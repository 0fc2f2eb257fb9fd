// Constructs the objects of C++ for OpenCL that live at program scope.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace cleave::compiler::frontend {

/// Runs the constructors of objects at program scope, which clang leaves to kernels of their own,
/// while the program is built: what they would write becomes the initial value of the variables.
/// Returns messages on those that cannot be run so (since they have loops, call functions of the
/// library, or have a destructor), with the line of the object; empty if there are none.
[[nodiscard]] std::string construct_objects(llvm::Module& module);

}  // namespace cleave::compiler::frontend
