#include "compiler/canonical/finish.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/canonical/facts/blocks.h"
#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/canonical/facts/progress.h"
#include "compiler/canonical/globals/program_objects.h"
#include "compiler/canonical/globals/program_scope.h"
#include "compiler/canonical/kernel_modules.h"
#include "compiler/canonical/module/bitcode.h"
#include "compiler/canonical/module/messages.h"
#include "compiler/canonical/rules/private_memory.h"
#include "compiler/canonical/rules/program_rules.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pipeline/pipeline.h"

namespace cleave::compiler::canonical {
namespace {

constexpr const char* uniform_groups_flag = "cleave.uniform-work-groups";

// Clang sets a handler of its own while it runs, and puts this one back.
class LogErrors final : public llvm::DiagnosticHandler {
 public:
  explicit LogErrors(std::string& log) : log_(log) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& information) override {
    if (information.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(log_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << "error: ";
    information.print(printer);
    stream << '\n';
    return true;
  }

 private:
  std::string& log_;
};

// Only code that is marked so is made for sub-groups that wait for each other.
void mark_waiting(llvm::Module& module, const std::vector<interface::KernelFacts>& kernels) {
  // A linked object may come from a stranger: its marks are not believed.
  for (llvm::Function& function : module) function.removeFnAttr(pass::ir::may_wait_attribute);
  for (const interface::KernelFacts& kernel : kernels) {
    llvm::Function& function = *module.getFunction(kernel.name);
    if (kernel.may_wait && !facts::forgoes_progress(function)) {
      function.addFnAttr(pass::ir::may_wait_attribute);
    }
  }
}

// Names and marks by which the passes of a kernel's code know what they have made themselves.
std::string find_reserved(const llvm::Module& module) {
  const llvm::StringRef marks[] = {pass::ir::kernel_attribute, pass::ir::frame_bytes_attribute,
                                   pass::ir::has_yield_attribute, pass::ir::yield_attribute};
  std::string messages;
  for (const llvm::Function& function : module) {
    const bool is_entry =
        !function.isDeclaration() && function.getName().starts_with(pass::ir::entry_prefix);
    const bool is_marked =
        llvm::any_of(marks, [&](llvm::StringRef mark) { return function.hasFnAttribute(mark); });
    if (!is_entry && !is_marked) continue;
    messages += module::error_at(function, "'" + function.getName().str() + "' is reserved");
  }
  return messages;
}

// Makes definitions that several modules may share internal to the linked program: passes may then
// look into them as into everything else.
void end_sharing(llvm::Module& module) {
  for (llvm::GlobalValue& value : module.global_values()) {
    const bool is_shared = value.hasWeakLinkage() || value.hasLinkOnceLinkage();
    if (!is_shared || value.isDeclaration()) continue;
    value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value)) object->setComdat(nullptr);
  }
}

void keep(const llvm::Module& module, cl_program_binary_type type, interface::BuildResult& result) {
  result.canonical = module::to_bitcode(module);
  result.requires_uniform_groups = requires_uniform_groups(module);
  result.type = type;
  result.status = CL_SUCCESS;
}

}  // namespace

std::unique_ptr<llvm::DiagnosticHandler> errors_to(std::string& log) {
  return std::make_unique<LogErrors>(log);
}

void require_uniform_groups(llvm::Module& module) {
  module.addModuleFlag(llvm::Module::Max, uniform_groups_flag, 1);
}

bool requires_uniform_groups(const llvm::Module& module) {
  return module.getModuleFlag(uniform_groups_flag) != nullptr;
}

std::string find_problems(llvm::Module& module) {
  std::string messages = rules::find_mismatched_calls(module);
  if (messages.empty()) messages = rules::find_unsupported(module);
  if (messages.empty()) messages = find_reserved(module);
  if (!messages.empty()) return messages;
  const std::string verify[] = {"verify_canonical"};
  messages = pipeline::run_passes(verify, module, {});
  if (!messages.empty()) messages.push_back('\n');
  return messages;
}

void finish_open(const llvm::Module& module, cl_program_binary_type type,
                 interface::BuildResult& result) {
  keep(module, type, result);
}

void finish_executable(llvm::Module& module, const interface::LanguageTarget& target,
                       interface::BuildResult& result) {
  end_sharing(module);
  std::string problems = rules::find_unresolved(module);
  std::vector<interface::KernelFacts> kernels;
  if (problems.empty()) {
    kernels = facts::read_kernel_facts(module, target);
    mark_waiting(module, kernels);
    facts::number_blocks(module, kernels);
    problems = rules::find_oversized(module, kernels) +
               globals::find_unsupported_objects(module, kernels) +
               facts::find_unoffered_queues(module, kernels, target) +
               facts::find_unoffered_sizes(module, kernels, target);
  }
  result.log += problems;
  if (!problems.empty()) return;
  result.program_scope = globals::lay_out_program_scope(module, problems);
  result.log += problems;
  if (!problems.empty()) return;
  result.kernels = std::move(kernels);
  keep(module, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, result);
  result.kernel_modules = cut_kernels(module, result.kernels);
}

}  // namespace cleave::compiler::canonical
