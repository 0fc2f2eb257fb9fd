// Lets the code of kernels see what their objects hold.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Inlines into each kernel what is given the address of its object, as far as it is needed to find
/// each access. Where a kernel only reads its object,
/// - the argument is `readonly`, so that it is read where it lies in the argument block and never
///   copied, and these loads may be made at any time;
/// - pointers in it are known as global: that is all that an application can put there, as
///   local memory is a distance (local_memory.h).
/// Kernels that are wanted as written stay so.
void open_kernel_objects(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl
