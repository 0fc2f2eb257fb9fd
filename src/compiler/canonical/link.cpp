#include "compiler/canonical/link.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

#include "compiler/canonical/finish.h"
#include "compiler/canonical/globals/program_objects.h"
#include "compiler/canonical/module/read_module.h"
#include "compiler/canonical/relaxed_arithmetic.h"
#include "compiler/canonical/rules/program_rules.h"
#include "compiler/canonical/unused_code.h"
#include "compiler/interface/build_options.h"
#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::canonical {
namespace {

// All inputs as one module; null, with the reasons in the log, when they contradict each other.
std::unique_ptr<llvm::Module> link_inputs(const interface::LinkRequest& request,
                                          llvm::LLVMContext& context, std::string& log) {
  std::unique_ptr<llvm::Module> linked;
  for (const std::span<const std::byte>& input : request.inputs) {
    auto module = module::read_foreign_module(input, context, log);
    if (!module) return nullptr;
    if (!linked) {
      linked = std::move(module);
      continue;
    }
    const std::string clashes = rules::find_clashes(*linked, *module);
    log += clashes;
    const bool failed = !clashes.empty() || llvm::Linker::linkModules(*linked, std::move(module));
    if (failed) return nullptr;
  }
  return linked;
}

void forgo_progress(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || is_fixed(function)) continue;
    function.addFnAttr(pass::ir::no_progress_attribute);
  }
}

}  // namespace

interface::BuildResult link(const interface::LinkRequest& request) {
  interface::BuildResult result;
  const interface::LinkOptions& options = request.options;
  if (!options.error.empty()) {
    result.status = CL_INVALID_LINKER_OPTIONS;
    result.log = "error: " + options.error + '\n';
    return result;
  }
  result.status = CL_LINK_PROGRAM_FAILURE;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(errors_to(result.log));
  const auto module = link_inputs(request, context, result.log);
  if (!module) return result;
  std::string problems;
  if (!options.create_library) {
    problems = globals::make_object_kernels(*module);
    drop_unused(*module);
  }
  if (problems.empty()) problems = find_problems(*module);
  result.log += problems;
  if (!problems.empty()) return result;
  if (options.create_library) {
    if (!options.enable_link_options) fix_options(*module);
    finish_open(*module, CL_PROGRAM_BINARY_TYPE_LIBRARY, result);
  } else {
    relax_arithmetic(*module, options.relaxed);
    if (options.no_sub_group_progress) forgo_progress(*module);
    finish_executable(*module, request.target, result);
  }
  return result;
}

}  // namespace cleave::compiler::canonical
