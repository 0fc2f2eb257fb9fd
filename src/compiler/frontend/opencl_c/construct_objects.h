// Constructs the objects of C++ for OpenCL that live at program scope.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace cleave::compiler::frontend::opencl_c {

/// An object at program scope whose destructor does something: the names of its variable and of the
/// destructor. Arrays are none.
struct DestroyedObject {
  std::string variable;
  std::string destructor;
};
using DestroyedObjects = std::vector<DestroyedObject>;

/// Runs the constructors of objects at program scope, which clang leaves to kernels of their own,
/// while the program is built: what they would write becomes the initial value of the variables.
/// The first that cannot be run so (since it has a loop or calls a function of the library) and all
/// after it, which may read what it writes, are left to llvm.global_ctors, and the calls of
/// destructors to llvm.global_dtors (canonical/globals/program_objects.h). `destroyed`: those objects of
/// clang's module, in the order of the source. Returns messages on destructors whose object is not
/// among them, and on static objects of functions that would be constructed when a kernel comes by;
/// the module is not to be used then.
[[nodiscard]] std::string construct_objects(llvm::Module& module, DestroyedObjects destroyed);

}  // namespace cleave::compiler::frontend::opencl_c
