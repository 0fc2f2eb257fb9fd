#include "compiler/frontend/spirv/module_reader.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "compiler/frontend/spirv/function_reader.h"
#include "compiler/frontend/spirv/functions.h"
#include "compiler/frontend/spirv/globals.h"

namespace cleave::compiler::frontend::spirv {
namespace {

// As clang's for spir64; verify_canonical demands the same.
constexpr const char* data_layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

void read_bodies(ReaderState& state) {
  DebugInformation debug(state);
  for (const cleave::spirv::Function& source : state.source.functions()) {
    if (source.blocks.empty()) continue;
    llvm::Function& function = *state.functions.lookup(source.definition->result);
    debug.describe(function, source);
    FunctionReader reader(state, function, &debug);
    reader.read(source);
    if (state.refusals.any()) return;
  }
}

void read_all(ReaderState& state) {
  read_globals(state);
  if (!state.refusals.any()) declare_functions(state);
  if (!state.refusals.any()) read_bodies(state);
  if (!state.refusals.any()) make_kernels(state);
}

}  // namespace

std::unique_ptr<llvm::Module> read_module(const cleave::spirv::Module& source,
                                          const ReadOptions& options, llvm::LLVMContext& context,
                                          std::string& log) {
  auto module = std::make_unique<llvm::Module>("program", context);
  module->setSourceFileName("<il>");
  module->setTargetTriple(llvm::Triple("spir64-unknown-unknown"));
  module->setDataLayout(data_layout);
  ReaderState state(source, *module, options);
  read_all(state);
  log += state.refusals.remarks() + state.refusals.text();
  if (state.refusals.any()) return nullptr;
  return module;
}

}  // namespace cleave::compiler::frontend::spirv
