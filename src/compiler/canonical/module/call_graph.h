// Lists the callers and callees of a module of OpenCL C, where every call is direct.
#pragma once

#include <vector>

namespace llvm {
class CallBase;
class Function;
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::module {

/// The function and all that it calls, directly or not, that have a body; the function first.
[[nodiscard]] std::vector<const llvm::Function*> reachable_functions(const llvm::Function& root);

/// A call by which a function comes back to itself, for each cycle of calls.
[[nodiscard]] std::vector<const llvm::CallBase*> recursive_calls(const llvm::Module& module);

}  // namespace cleave::compiler::canonical::module
