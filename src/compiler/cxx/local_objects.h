// Makes variables of the objects that the work-items of a work-group share (sycl_ext_oneapi_local_memory).
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::cxx {

/// Gives each call of the headers' functions that ask for such an object a variable in the local
/// address space: one call in a function is one object, however often the function is called, and two
/// calls are two objects. To tell them apart the headers' functions are inlined.
/// Precondition: no pass has changed the module, so that sizes are constants and calls are the user's.
void make_local_objects(llvm::Module& module);

}  // namespace cleave::compiler::cxx
