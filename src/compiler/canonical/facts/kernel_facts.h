// Reads kernel facts from the metadata and the types of the kernels that clang emitted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/interface/compiler.h"
#include "compiler/pass/progress/spin_kernels.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::facts {

[[nodiscard]] bool is_kernel(const llvm::Function& function);

/// Messages about attributes and arguments of a kernel that the device cannot give; or nothing.
[[nodiscard]] std::string find_unsupported_arguments(const llvm::Function& kernel);

/// Returns messages about kernels that require a size of sub-groups which code for the target
/// cannot have; or nothing.
[[nodiscard]] std::string find_unoffered_sizes(const llvm::Module& module,
                                               const std::vector<interface::KernelFacts>& kernels,
                                               const interface::LanguageTarget& target);

/// The facts of all kernels of a canonical module, in the order of the source. Precondition:
/// find_unsupported_arguments had nothing to say of any.
[[nodiscard]] std::vector<interface::KernelFacts> read_kernel_facts(
    llvm::Module& module, const interface::LanguageTarget& target);
/// The same where it is known which kernels may wait.
[[nodiscard]] std::vector<interface::KernelFacts> read_kernel_facts(
    llvm::Module& module, const interface::LanguageTarget& target,
    pass::progress::SpinKernels waiting);

}  // namespace cleave::compiler::canonical::facts
