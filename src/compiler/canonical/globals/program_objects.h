// Makes the two kernels that construct the objects at program scope and end them.
#pragma once

#include <string>
#include <vector>

#include "compiler/interface/facts.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::globals {

/// The priority of all entries of the two lists: their order counts, and nothing else.
inline constexpr int object_priority = 65535;

/// Makes one kernel of the functions that llvm.global_ctors lists, which calls them in the order of
/// the list, and one of those in llvm.global_dtors, in the opposite order; the lists go. A list
/// without functions makes no kernel. Returns a message for the build log for each entry that is no
/// function without arguments; the module is not to be used then.
[[nodiscard]] std::string make_object_kernels(llvm::Module& module);

/// Returns a message for each of these kernels that does what nobody is there for: prints, or uses
/// queues on the device.
[[nodiscard]] std::string find_unsupported_objects(
    const llvm::Module& module, const std::vector<interface::KernelFacts>& kernels);

}  // namespace cleave::compiler::canonical::globals
