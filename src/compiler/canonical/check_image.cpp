#include "compiler/canonical/check_image.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/canonical/facts/blocks.h"
#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/canonical/facts/progress.h"
#include "compiler/canonical/finish.h"
#include "compiler/canonical/globals/program_scope.h"
#include "compiler/canonical/kernel_modules.h"
#include "compiler/canonical/module/read_module.h"
#include "compiler/canonical/rules/private_memory.h"
#include "compiler/canonical/rules/program_rules.h"
#include "compiler/interface/archive.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::canonical {
namespace {

std::string lie(const std::string& what) {
  return "error: the binary contradicts its module: " + what + '\n';
}

const interface::KernelFacts* stated_facts(const interface::ProgramImage& image,
                                           llvm::StringRef kernel) {
  const auto found = std::ranges::find(image.kernels, kernel.str(), &interface::KernelFacts::name);
  return found == image.kernels.end() ? nullptr : &*found;
}

/// Whether a kernel may wait is a judgement, which is taken as it is. What counts is that the code
/// and those who run it agree.
std::string find_wrong_waits(const llvm::Module& module, const interface::ProgramImage& image) {
  for (const llvm::Function& function : module) {
    const interface::KernelFacts* facts =
        facts::is_kernel(function) ? stated_facts(image, function.getName()) : nullptr;
    const bool waits = facts != nullptr && facts->may_wait && !facts::forgoes_progress(function);
    if (waits != function.hasFnAttribute(pass::ir::may_wait_attribute)) {
      return lie("whether '" + function.getName().str() + "' may wait");
    }
  }
  return {};
}

std::string find_wrong_kernels(llvm::Module& module, const interface::ProgramImage& image) {
  pass::progress::SpinKernels waiting;
  for (const llvm::Function& function : module) {
    const interface::KernelFacts* facts = stated_facts(image, function.getName());
    if (facts != nullptr && facts->may_wait) waiting.insert(&function);
  }
  const auto kernels = facts::read_kernel_facts(module, image.target, std::move(waiting));
  if (kernels.size() != image.kernels.size()) return lie("how many kernels there are");
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (interface::encode(kernels[i]) != interface::encode(image.kernels[i])) {
      return lie("what kernel '" + kernels[i].name + "' is");
    }
  }
  return {};
}

/// Returns the offsets of variables that the module states.
std::vector<std::string> offsets_in(const llvm::Module& module) {
  std::vector<std::string> offsets;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    const bool has_offset = variable.hasAttribute(pass::ir::program_scope_attribute);
    offsets.push_back(
        has_offset
            ? variable.getAttribute(pass::ir::program_scope_attribute).getValueAsString().str() +
                  '.'
            : "");
  }
  return offsets;
}

std::string find_wrong_variables(llvm::Module& module, const interface::ProgramImage& image) {
  const std::vector<std::string> stated = offsets_in(module);
  std::string problems;
  const interface::ProgramScope scope = globals::lay_out_program_scope(module, problems);
  if (!problems.empty()) return problems;
  if (offsets_in(module) != stated ||
      interface::encode(scope) != interface::encode(image.program_scope)) {
    return lie("where its variables are and what they hold");
  }
  return {};
}

std::string find_lies(llvm::Module& module, const interface::ProgramImage& image) {
  std::string problems = find_wrong_kernels(module, image);
  if (problems.empty()) problems = find_wrong_waits(module, image);
  if (problems.empty()) {
    const std::string block = facts::find_wrong_number(module, image.kernels);
    if (!block.empty()) problems = lie("the number of block '" + block + "'");
  }
  if (problems.empty()) problems = find_wrong_variables(module, image);
  if (problems.empty() && requires_uniform_groups(module) != image.requires_uniform_groups) {
    problems = lie("whether local sizes divide global sizes");
  }
  return problems;
}

}  // namespace

interface::CheckResult check_image(const interface::ProgramImage& image) {
  interface::CheckResult result = {CL_INVALID_BINARY, {}};
  llvm::LLVMContext context;
  context.setDiagnosticHandler(errors_to(result.log));
  const auto module = module::read_foreign_module(image.canonical, context, result.log);
  if (!module) return result;
  std::string problems = find_problems(*module);
  if (problems.empty()) problems = rules::find_unresolved(*module);
  if (problems.empty()) problems = find_lies(*module, image);
  if (problems.empty()) problems = rules::find_oversized(*module, image.kernels);
  result.log += problems;
  if (!problems.empty()) return result;
  result.status = CL_SUCCESS;
  result.kernel_modules = cut_kernels(*module, image.kernels);
  return result;
}

}  // namespace cleave::compiler::canonical
