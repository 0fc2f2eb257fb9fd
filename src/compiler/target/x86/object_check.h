// Writes into an object file what it was made of, and checks that before the object is linked into
// the process.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::target::x86 {

/// Has the object file of a module make room for its origin, in a section of its own that takes no
/// memory of the process.
void reserve_origin(llvm::Module& module);
/// Writes the origin (cache::object_origin) there. Precondition: the object is of such a module.
void write_origin(llvm::MutableArrayRef<std::byte> object, const std::string& origin);

/// Why an object file must not be linked: it has another origin, or is not as our code generator
/// writes objects. Sections, symbols and relocations are followed without another look once this
/// finds nothing; so it is fit for files that were changed. Empty: nothing is wrong.
[[nodiscard]] std::string problem_of_object(llvm::StringRef object, const std::string& origin);

}  // namespace cleave::compiler::target::x86
