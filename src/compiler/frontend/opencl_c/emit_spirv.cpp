#include "compiler/frontend/opencl_c/emit_spirv.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Support/Endian.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <algorithm>
#include <cstdint>
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

// The back end of LLVM 22 looks a format of printf up in the module's last function, takes what it
// finds there for a format that is no constant, and wants this extension. Formats are constants.
constexpr llvm::StringLiteral other_formats = "SPV_EXT_relaxed_printf_string_address_space";

// The back end may use extensions that drivers have had for long. With all that it knows it writes
// float controls that no validator takes.
const std::vector<std::string>& extensions() {
  static const std::vector<std::string>& list = *new std::vector<std::string>{
      other_formats.str(),
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

/// Takes the wish for an extension out of a module of the back end.
void drop_extension(std::string& words, llvm::StringRef extension) {
  constexpr size_t header_bytes = 20;
  constexpr uint32_t op_extension = 10;
  for (size_t at = header_bytes; at + sizeof(uint32_t) <= words.size();) {
    const uint32_t first = llvm::support::endian::read32le(&words[at]);
    const size_t bytes = (first >> 16) * sizeof(uint32_t);
    const bool is_meant = (first & 0xffff) == op_extension && extension == &words[at + 4];
    if (is_meant) {
      words.erase(at, bytes);
    } else {
      at += std::max(bytes, sizeof(uint32_t));
    }
  }
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
  drop_extension(words, other_formats);
  const auto all = std::as_bytes(std::span(words));
  bytes.assign(all.begin(), all.end());
  return {};
}

}  // namespace cleave::compiler::frontend::opencl_c
