// Finds what is the same in all work-groups of a launch that have the same local size: values, and
// which code they run how often. Works on canonical IR as front ends give it, where variables lie
// in memory and functions are called.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <memory>
#include <vector>

namespace cleave::compiler::canonical::dataflow {

/// Judges a kernel together with all that it calls, whoever calls it how often. Begins with
/// everything uniform, and marks what may differ between work-groups until nothing changes: values
/// (what others write, ids of groups and work-items), private variables by what is stored to them,
/// blocks by the branches above them.
class LaunchUniformity {
 public:
  /// `functions` are a kernel and all that it calls, the kernel first.
  explicit LaunchUniformity(const std::vector<const llvm::Function*>& functions);

  /// Returns the branch because of which some work-groups may run an instruction more often than
  /// others, or at another time; nullptr: none does.
  [[nodiscard]] const llvm::Instruction* parting_branch(const llvm::Instruction& instruction) const;

 private:
  using Value = llvm::Value;

  void visit(const llvm::Instruction& instruction);
  void visit_store(const llvm::Instruction& store, const Value& address, bool differs);
  void visit_transfer(const llvm::MemTransferInst& transfer);
  void visit_call(const llvm::CallBase& call);
  void visit_branch(const llvm::Instruction& terminator);
  void give_up_escaped(const Value& root);
  [[nodiscard]] bool result_differs(const llvm::Instruction& instruction) const;
  [[nodiscard]] bool load_differs(const llvm::LoadInst& load) const;
  [[nodiscard]] bool call_differs(const llvm::CallBase& call) const;
  [[nodiscard]] bool phi_differs(const llvm::PHINode& phi) const;
  [[nodiscard]] bool differs(const Value& value) const;
  [[nodiscard]] bool any_operand_differs(const llvm::User& user) const;
  /// The variable, or argument passed by value, at whose start and the same distance from it in all
  /// work-groups an address lies; nullptr: it is not known to.
  [[nodiscard]] const Value* root_of(const Value& address) const;
  void mark(const Value& value) { has_changed_ |= differing_.insert(&value).second; }
  void mark_contents(const Value& root) {
    has_changed_ |= differing_contents_.insert(&root).second;
  }

  llvm::DenseSet<const Value*> differing_;
  llvm::DenseSet<const Value*> differing_contents_;  // roots'
  llvm::DenseSet<const llvm::Function*> differing_results_;
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::Instruction*> parted_;  // by this branch
  llvm::DenseMap<const llvm::Function*, const llvm::Instruction*> parted_calls_;
  llvm::DenseSet<const llvm::Function*> functions_;
  llvm::DenseMap<const llvm::Function*, std::unique_ptr<llvm::PostDominatorTree>> trees_;
  bool has_changed_ = false;
};

}  // namespace cleave::compiler::canonical::dataflow
