// Writes modules as bitcode.
#pragma once

#include <cstddef>
#include <vector>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::module {

[[nodiscard]] std::vector<std::byte> to_bitcode(const llvm::Module& module);

}  // namespace cleave::compiler::canonical::module
