// Makes canonical LLVM IR of a checked SPIR-V module, as clang makes it of OpenCL C.
#pragma once

#include <memory>
#include <string>

#include "compiler/interface/compiler.h"
#include "spirv/module.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend {

/// Returns the module; nullptr where it asks for what is not offered, which `log` then names.
/// Functions of objects keep the names that they export.
[[nodiscard]] std::unique_ptr<llvm::Module> read_module(const spirv::Module& source, BuildKind kind,
                                                        llvm::LLVMContext& context,
                                                        std::string& log);

}  // namespace cleave::compiler::frontend
