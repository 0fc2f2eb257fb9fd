#include "compiler/canonical/dataflow/launch_uniformity.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include "builtins/index.h"

namespace cleave::compiler::canonical::dataflow {
namespace {

using llvm::Instruction;
using llvm::Value;

// spir64's address spaces.
constexpr unsigned spir_constant_space = 2, spir_local_space = 3;

/// Queries whose answers depend on the launch and the local size alone.
bool is_query_of_launch(llvm::StringRef mangled) {
  return llvm::StringSwitch<bool>(mangled)
      .Cases({"_Z12get_work_dimv", "_Z15get_global_sizej", "_Z17get_global_offsetj"}, true)
      .Cases({"_Z14get_local_sizej", "_Z23get_enqueued_local_sizej", "_Z14get_num_groupsj"}, true)
      .Default(false);
}

/// Work-groups have local memory of their own each: its addresses differ.
bool mentions_local_memory(const llvm::Constant& constant) {
  const llvm::Type* type = constant.getType();
  if (type->isPointerTy() && type->getPointerAddressSpace() == spir_local_space) return true;
  return llvm::isa<llvm::ConstantExpr>(constant) &&
         llvm::any_of(constant.operands(), [](const llvm::Use& operand) {
           return mentions_local_memory(*llvm::cast<llvm::Constant>(operand.get()));
         });
}

bool is_harmless(const llvm::CallBase& call) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  return intrinsic != nullptr &&
         (intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic));
}

/// True if a use of a variable's address, or of one inside it, is an access that `visit` follows.
bool is_followed(const llvm::Use& use) {
  const auto& user = *use.getUser();
  if (llvm::isa<llvm::LoadInst>(user)) return true;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    return use.getOperandNo() == store->getPointerOperandIndex();
  }
  if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
    return use.getOperandNo() == 0 && llvm::all_of(user.uses(), is_followed);
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  if (call == nullptr) return false;
  if (llvm::isa<llvm::MemTransferInst, llvm::MemSetInst>(call) || is_harmless(*call)) return true;
  return call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use));
}

}  // namespace

LaunchUniformity::LaunchUniformity(const std::vector<const llvm::Function*>& functions)
    : functions_(functions.begin(), functions.end()) {
  for (const llvm::Function* function : functions) {
    // The analysis only reads what LLVM takes as changeable.
    trees_[function] =
        std::make_unique<llvm::PostDominatorTree>(*const_cast<llvm::Function*>(function));
    for (const llvm::Argument& argument : function->args()) {
      if (argument.hasByValAttr()) give_up_escaped(argument);
    }
    for (const Instruction& instruction : llvm::instructions(*function)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable == nullptr) continue;
      give_up_escaped(*variable);
      if (!variable->isStaticAlloca()) mark_contents(*variable);
    }
  }
  do {
    has_changed_ = false;
    for (const llvm::Function* function : functions) {
      for (const Instruction& instruction : llvm::instructions(*function)) visit(instruction);
    }
  } while (has_changed_);
}

const Instruction* LaunchUniformity::parting_branch(const Instruction& instruction) const {
  if (const Instruction* own = parted_.lookup(instruction.getParent())) return own;
  return parted_calls_.lookup(instruction.getFunction());
}

void LaunchUniformity::give_up_escaped(const Value& root) {
  if (!llvm::all_of(root.uses(), is_followed)) mark_contents(root);
}

void LaunchUniformity::visit(const Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    visit_store(*store, *store->getPointerOperand(), differs(*store->getValueOperand()));
  } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
    visit_store(*fill, *fill->getRawDest(),
                differs(*fill->getValue()) || differs(*fill->getLength()));
  } else if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
    visit_transfer(*transfer);
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    visit_call(*call);
  } else if (const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    // If others return elsewhere, another return may be theirs.
    const bool is_parted = parted_.contains(result->getParent());
    if (result->getReturnValue() != nullptr && (is_parted || differs(*result->getReturnValue()))) {
      has_changed_ |= differing_results_.insert(result->getFunction()).second;
    }
  } else if (instruction.isTerminator()) {
    visit_branch(instruction);
  }
  if (!instruction.getType()->isVoidTy() && result_differs(instruction)) mark(instruction);
}

void LaunchUniformity::visit_store(const Instruction& store, const Value& address,
                                   bool value_differs) {
  // If no root is known, the store is to memory that others may write, or `is_followed` says how
  // far from its variable it is, or it has been given up.
  const Value* root = root_of(address);
  const bool has_root = root != nullptr;
  if (!has_root) root = llvm::getUnderlyingObject(&address, /*MaxLookup=*/0);
  if (!has_root || value_differs || parted_.contains(store.getParent())) mark_contents(*root);
}

void LaunchUniformity::visit_transfer(const llvm::MemTransferInst& transfer) {
  const Value& from = *transfer.getRawSource();
  const Value* root = root_of(from);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(from.stripPointerCasts());
  const bool is_constant = variable != nullptr && variable->isConstant();
  const bool is_same = root != nullptr && !differing_contents_.contains(root);
  visit_store(transfer, *transfer.getRawDest(),
              (!is_constant && !is_same) || differs(*transfer.getLength()));
}

void LaunchUniformity::visit_call(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !functions_.contains(callee)) return;
  const Instruction* parting = parting_branch(call);
  if (parting != nullptr) has_changed_ |= parted_calls_.try_emplace(callee, parting).second;
  for (const llvm::Argument& parameter : callee->args()) {
    const unsigned index = parameter.getArgNo();
    const Value& value = *call.getArgOperand(index);
    if (differs(value)) mark(parameter);
    if (!parameter.hasByValAttr()) continue;
    const Value* root = root_of(value);
    if (root == nullptr || differing_contents_.contains(root)) mark_contents(parameter);
  }
}

void LaunchUniformity::visit_branch(const Instruction& terminator) {
  const llvm::BasicBlock* block = terminator.getParent();
  if (terminator.getNumSuccessors() < 2) return;
  const bool is_known = llvm::isa<llvm::BranchInst, llvm::SwitchInst>(terminator);
  if (is_known && !differs(*terminator.getOperand(0))) return;
  // The walk covers the blocks on ways to where all work-items meet again.
  const llvm::PostDominatorTree& tree = *trees_.find(block->getParent())->second;
  const auto* node = tree.getNode(block);
  const auto* meeting = node == nullptr ? nullptr : node->getIDom();
  const llvm::BasicBlock* end = meeting == nullptr ? nullptr : meeting->getBlock();
  llvm::DenseSet<const llvm::BasicBlock*> seen;
  llvm::SmallVector<const llvm::BasicBlock*> open(llvm::successors(block));
  while (!open.empty()) {
    const llvm::BasicBlock* next = open.pop_back_val();
    if (next == end || !seen.insert(next).second) continue;
    has_changed_ |= parted_.try_emplace(next, &terminator).second;
    llvm::append_range(open, llvm::successors(next));
  }
}

bool LaunchUniformity::result_differs(const Instruction& instruction) const {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load_differs(*load);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return call_differs(*call);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return phi_differs(*phi);
  // Each work-item has its own variables, and atomic operations see what others write.
  return instruction.mayReadOrWriteMemory() || llvm::isa<llvm::AllocaInst>(instruction) ||
         any_operand_differs(instruction);
}

bool LaunchUniformity::load_differs(const llvm::LoadInst& load) const {
  if (!load.isSimple()) return true;
  const Value& address = *load.getPointerOperand();
  if (load.getPointerAddressSpace() == spir_constant_space) return differs(address);
  const Value* root = root_of(address);
  return root == nullptr || differing_contents_.contains(root);
}

bool LaunchUniformity::call_differs(const llvm::CallBase& call) const {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return true;
  if (functions_.contains(callee)) return differing_results_.contains(callee);
  if (callee->isIntrinsic()) return !call.doesNotAccessMemory() || any_operand_differs(call);
  const auto definition = builtins::find(callee->getName());
  if (!definition || definition->is(builtins::Trait::synchronises)) return true;
  if (definition->is(builtins::Trait::is_query) && !is_query_of_launch(callee->getName())) {
    return true;
  }
  return !call.doesNotAccessMemory() || any_operand_differs(call);
}

/// Work-groups that have parted bring the values of their ways.
bool LaunchUniformity::phi_differs(const llvm::PHINode& phi) const {
  return any_operand_differs(phi) || parted_.contains(phi.getParent()) ||
         llvm::any_of(phi.blocks(),
                      [&](const llvm::BasicBlock* from) { return parted_.contains(from); });
}

bool LaunchUniformity::any_operand_differs(const llvm::User& user) const {
  return llvm::any_of(user.operands(), [&](const llvm::Use& use) { return differs(*use.get()); });
}

bool LaunchUniformity::differs(const Value& value) const {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    return mentions_local_memory(*constant);
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    const llvm::Type* type = argument->getType();
    if (type->isPointerTy() && type->getPointerAddressSpace() == spir_local_space) return true;
  }
  return differing_.contains(&value);
}

const Value* LaunchUniformity::root_of(const Value& address) const {
  const Value* at = &address;
  while (true) {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(at)) return variable;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(at)) {
      return argument->hasByValAttr() ? argument : nullptr;
    }
    if (const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(at)) {
      if (llvm::any_of(element->indices(), [&](const llvm::Use& i) { return differs(*i.get()); })) {
        return nullptr;
      }
      at = element->getPointerOperand();
    } else if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(at)) {
      at = cast->getPointerOperand();
    } else {
      return nullptr;
    }
  }
}

}  // namespace cleave::compiler::canonical::dataflow
