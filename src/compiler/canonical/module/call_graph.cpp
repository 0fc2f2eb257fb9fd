#include "compiler/canonical/module/call_graph.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <utility>

namespace cleave::compiler::canonical::module {
namespace {

struct Call {
  const llvm::CallBase* site;
  const llvm::Function* callee;
};

std::vector<Call> calls_of(const llvm::Function& function) {
  std::vector<Call> calls;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* site = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = site == nullptr ? nullptr : site->getCalledFunction();
    if (callee != nullptr && !callee->isDeclaration()) calls.push_back({site, callee});
  }
  return calls;
}

// A depth-first walk without recursion of its own: source decides how deep it goes.
class CycleSearch {
 public:
  void visit(const llvm::Function& root) {
    if (states_.contains(&root)) return;
    enter(root);
    while (!path_.empty()) {
      VisitedFunction& visited = path_.back();
      if (visited.next == visited.calls.size()) {
        states_[visited.function] = VisitState::done;
        path_.pop_back();
        continue;
      }
      const Call call = visited.calls[visited.next++];
      const auto state = states_.find(call.callee);
      if (state == states_.end()) {
        enter(*call.callee);
      } else if (state->second == VisitState::on_path) {
        found.push_back(call.site);
      }
    }
  }

  std::vector<const llvm::CallBase*> found;

 private:
  enum class VisitState { on_path, done };
  struct VisitedFunction {
    const llvm::Function* function;
    std::vector<Call> calls;
    size_t next;
  };

  void enter(const llvm::Function& function) {
    states_[&function] = VisitState::on_path;
    path_.push_back({&function, calls_of(function), 0});
  }

  llvm::DenseMap<const llvm::Function*, VisitState> states_;
  std::vector<VisitedFunction> path_;
};

}  // namespace

std::vector<const llvm::Function*> reachable_functions(const llvm::Function& root) {
  llvm::SetVector<const llvm::Function*, std::vector<const llvm::Function*>> found;
  found.insert(&root);
  for (size_t i = 0; i < found.size(); ++i) {
    for (const Call& call : calls_of(*found[i])) found.insert(call.callee);
  }
  return found.takeVector();
}

std::vector<const llvm::CallBase*> recursive_calls(const llvm::Module& module) {
  CycleSearch search;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration()) search.visit(function);
  }
  return std::move(search.found);
}

}  // namespace cleave::compiler::canonical::module
