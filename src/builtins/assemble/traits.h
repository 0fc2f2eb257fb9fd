// Finds what the functions of the library do that their callers' compiler must know.
#pragma once

#include <cstdint>
#include <map>
#include <set>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace cleave::builtins::assemble {

/// Returns the functions in which work-items meet, in their own code or in what they call.
[[nodiscard]] std::set<const llvm::Function*> meeting_functions(const llvm::Module& library);

/// Returns for each function of the library its traits, bits of builtins::Trait, all but is_public.
[[nodiscard]] std::map<const llvm::Function*, uint32_t> find_traits(const llvm::Module& library);

}  // namespace cleave::builtins::assemble
