// Gives kernels the dynamic local memory that they ask for.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// The function by which device code asks for the first byte of its dynamic local memory:
/// local char* __cleave_local_base(). A local_accessor is a distance from there.
inline constexpr llvm::StringLiteral local_base_name = "__cleave_local_base";

/// Alignment of that memory: long16's, the largest of a type that every device has.
inline constexpr unsigned local_base_alignment = 128;

/// Gives each kernel that comes to a call of that function one more argument, a local pointer,
/// which takes the place of the calls. The functions between are inlined into the kernel. A call
/// that recursion keeps stays; canonical::find_unsupported reports the recursion. Returns errors for
/// the build log, or nothing: of a function of that name which is another one, and of kernels that
/// would have millions of instructions.
[[nodiscard]] std::string bind_local_memory(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl
