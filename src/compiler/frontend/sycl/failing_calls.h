// Ends work-items that fail where nothing can end the application.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// The functions of the driver by which the library of device code (library/failure.cpp) ends the
/// application, and the trap of LLVM.
[[nodiscard]] bool ends_application(const llvm::Function& function);

/// Replaces calls of these functions in kernels by a call of printf with the texts that are known,
/// and the end of the work-item. Precondition: kernels alone call them.
void end_failing_work_items(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl
