// Makes canonical LLVM IR of a checked SPIR-V module, as clang makes it of OpenCL C.
#pragma once

#include <memory>
#include <string>

#include "compiler/frontend/spirv/state.h"
#include "spirv/module.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::spirv {

/// Returns the module; nullptr where it asks for what is not offered, which `log` then names.
[[nodiscard]] std::unique_ptr<llvm::Module> read_module(const cleave::spirv::Module& source,
                                                        const ReadOptions& options,
                                                        llvm::LLVMContext& context,
                                                        std::string& log);

}  // namespace cleave::compiler::frontend::spirv
