#include "compiler/canonical/facts/group_merging.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

#include "builtins/index.h"
#include "compiler/canonical/dataflow/launch_uniformity.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::canonical::facts {
namespace {

using Calls = std::vector<const llvm::CallBase*>;

/// The calls in which work-items meet.
Calls meeting_calls(const std::vector<const llvm::Function*>& functions) {
  Calls calls;
  for (const llvm::Function* function : functions) {
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && callee->isDeclaration() &&
          builtins::has_trait(callee->getName(), builtins::Trait::synchronises)) {
        calls.push_back(call);
      }
    }
  }
  return calls;
}

/// Is it a barrier of the work-group, and nothing else?
bool is_group_barrier(const llvm::CallBase& call) {
  const llvm::StringRef mangled = call.getCalledFunction()->getName();
  return mangled.starts_with("_Z7barrier") || mangled.starts_with("_Z18work_group_barrier") ||
         mangled.starts_with("_Z17wait_group_events") ||
         mangled.starts_with("_Z29intel_work_group_barrier_wait") ||
         mangled.starts_with("_Z27async_work_group_copy_fence");
}

/// "barrier" of "_Z7barrierj".
std::string source_name(llvm::StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return mangled.str();
  return mangled.take_front(length).str();
}

std::string described(const llvm::CallBase& call) {
  return source_name(call.getCalledFunction()->getName()) + pass::ir::line_of(call);
}

MergingVerdict judge_meetings(const std::vector<const llvm::Function*>& functions,
                              const Calls& calls) {
  for (const llvm::CallBase* call : calls) {
    if (is_group_barrier(*call)) continue;
    return {interface::GroupMerging::single_item_groups,
            "work-items compute " + described(*call) + " together"};
  }
  const dataflow::LaunchUniformity uniformity(functions);
  for (const llvm::CallBase* call : calls) {
    if (const llvm::Instruction* branch = uniformity.parting_branch(*call)) {
      return {interface::GroupMerging::single_item_groups,
              "some may come to " + described(*call) + " more often than others, by the branch" +
                  pass::ir::line_of(*branch)};
    }
  }
  return {interface::GroupMerging::whole_groups,
          "those at the end of a launch, if they are smaller, come to " +
              described(*calls.front()) + " by themselves"};
}

}  // namespace

MergingVerdict judge_merging(const std::vector<const llvm::Function*>& functions, bool may_wait) {
  if (may_wait) return {interface::GroupMerging::none, "their work-items may wait for others"};
  const Calls calls = meeting_calls(functions);
  if (!calls.empty()) return judge_meetings(functions, calls);
  return {interface::GroupMerging::all, ""};
}

}  // namespace cleave::compiler::canonical::facts
