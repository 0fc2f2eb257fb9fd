#include "compiler/frontend/opencl_c/emit_spirv.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <span>
#include <utility>

#include "compiler/frontend/opencl_c/spirv_workarounds.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace llvm {
// LLVM exports it and has no header for it.
extern "C" bool SPIRVTranslate(Module* module, std::string& words, std::string& problem,
                               const std::vector<std::string>& extensions, CodeGenOptLevel level,
                               Triple target);
}  // namespace llvm

namespace cleave::compiler::frontend::opencl_c {
namespace {

// The back end may use extensions that drivers have had for long. With all that it knows it writes
// float controls that no validator takes.
const std::vector<std::string>& extensions() {
  static const std::vector<std::string>& list = *new std::vector<std::string>{
      "SPV_EXT_shader_atomic_float16_add",
      "SPV_EXT_shader_atomic_float_add",
      "SPV_EXT_shader_atomic_float_min_max",
      "SPV_INTEL_bfloat16_conversion",
      "SPV_INTEL_function_pointers",
      "SPV_INTEL_split_barrier",
      "SPV_INTEL_subgroups",
      "SPV_KHR_bit_instructions",
      "SPV_KHR_expect_assume",
      "SPV_KHR_integer_dot_product",
      "SPV_KHR_linkonce_odr",
      "SPV_KHR_no_integer_wrap_decoration",
      "SPV_KHR_shader_clock",
      "SPV_KHR_subgroup_rotate",
      "SPV_KHR_uniform_group_instructions",
  };
  return list;
}

void put_variables_into_values(llvm::Module& module) {
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  functions.addPass(llvm::EarlyCSEPass());
  llvm::ModulePassManager manager;
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  manager.addPass(llvm::GlobalDCEPass());
  pass::ir::LlvmPasses(nullptr).run(module, manager);
}

}  // namespace

std::string emit_spirv(llvm::Module& module, std::vector<std::byte>& bytes) {
  llvm::StripDebugInfo(module);  // the back end knows a part of it
  std::string refused = work_around_spirv_back_end(module);
  if (!refused.empty()) return refused;
  put_variables_into_values(module);
  const llvm::Triple target("spirv64-unknown-unknown");
  module.setTargetTriple(target);
  std::string words;
  std::string problem;
  if (!llvm::SPIRVTranslate(&module, words, problem, extensions(), llvm::CodeGenOptLevel::Default,
                            target)) {
    return "error: no SPIR-V can be made of this: " + problem + '\n';
  }
  const auto all = std::as_bytes(std::span(words));
  bytes.assign(all.begin(), all.end());
  return {};
}

}  // namespace cleave::compiler::frontend::opencl_c
