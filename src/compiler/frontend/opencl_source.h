// OpenCL C to LLVM IR by clang, in this process and from memory alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/interface/build_options.h"
#include "compiler/interface/compiler.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend {

/// The name by which messages call the program's source.
inline constexpr const char* source_name = "<kernel>";

/// Clang's module for the triple spir64, with line tables and the metadata of kernel arguments,
/// before any optimisation. Null when the source is in error. Messages are added to `log`,
/// what was looked at in the file system to `uses`.
/// `options` are those of the request. Reads no files but those that the source includes and that
/// are not among the headers. Thread-safe for different contexts.
[[nodiscard]] std::unique_ptr<llvm::Module> compile_opencl_source(const BuildRequest& request,
                                                                  const BuildOptions& options,
                                                                  llvm::LLVMContext& context,
                                                                  std::string& log,
                                                                  std::vector<FileUse>& uses);

}  // namespace cleave::compiler::frontend
