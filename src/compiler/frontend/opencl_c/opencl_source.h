// Compiles OpenCL C to LLVM IR with clang, in this process and from memory alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/frontend/opencl_c/construct_objects.h"
#include "compiler/interface/build_options.h"
#include "compiler/interface/compiler.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::opencl_c {

/// The name by which messages call the program's source.
inline constexpr const char* source_name = "<kernel>";

/// Says whether `#pragma clang __debug crash` and its like have an effect. No source may end the
/// process that it is compiled in, unless that process is there for this.
enum class DebugPragmas : uint8_t { ignored, obeyed };

/// Clang's module for the triple spir64, with line tables and the metadata of kernel arguments,
/// before any optimisation. Null when the source is in error. Messages are added to `log`,
/// what was looked at in the file system to `uses`, objects that the module destroys to
/// `destroyed`.
/// `options` are those of the request, for the target. Reads no files but those that the source
/// includes and that are not among the headers. Thread-safe for different contexts.
[[nodiscard]] std::unique_ptr<llvm::Module> compile_opencl_source(
    const interface::OpenClSource& source, const interface::LanguageTarget& target,
    const interface::BuildOptions& options, DebugPragmas pragmas, llvm::LLVMContext& context,
    std::string& log, std::vector<interface::FileUse>& uses, DestroyedObjects& destroyed);

}  // namespace cleave::compiler::frontend::opencl_c
