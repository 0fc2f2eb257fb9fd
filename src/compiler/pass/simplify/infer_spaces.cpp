#include "compiler/pass/simplify/infer_spaces.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <optional>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass {
namespace {

/// Returns the one address space that all ways to a generic pointer cast from; nullopt if there are
/// several, or if one is not known.
std::optional<unsigned> space_of(llvm::Value& pointer) {
  llvm::SmallSetVector<llvm::Value*, 8> ways;
  ways.insert(&pointer);
  std::optional<unsigned> found;
  for (size_t i = 0; i < ways.size(); ++i) {
    llvm::Value* value = ways[i];
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      ways.insert_range(phi->incoming_values());
    } else if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(value)) {
      ways.insert(choice->getTrueValue());
      ways.insert(choice->getFalseValue());
    } else if (auto* element = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      ways.insert(element->getPointerOperand());
    } else if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(value)) {
      const unsigned space = cast->getSrcAddressSpace();
      if (space == generic_space || found.value_or(space) != space) return std::nullopt;
      found = space;
    } else {
      return std::nullopt;
    }
  }
  return found;
}

/// Answers the questions about pointers whose address space is known. Returns whether there are
/// any.
bool answer_questions(llvm::Function& function) {
  bool has_changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const std::optional<LaneIntrinsic> query = lane_intrinsic_of(instruction);
    const bool is_about_local = query == LaneIntrinsic::is_local_address;
    if (!is_about_local && query != LaneIntrinsic::is_private_address) continue;
    const auto space = space_of(*llvm::cast<llvm::CallInst>(instruction).getArgOperand(0));
    if (!space) continue;
    const bool is_it = *space == (is_about_local ? local_space : private_space);
    instruction.replaceAllUsesWith(llvm::ConstantInt::get(instruction.getType(), is_it));
    instruction.eraseFromParent();
    has_changed = true;
  }
  return has_changed;
}

/// Which operand of the access is its address; nullopt: it is no access.
std::optional<unsigned> address_operand(const llvm::Instruction& instruction) {
  using Index = std::optional<unsigned>;
  return llvm::TypeSwitch<const llvm::Instruction*, Index>(&instruction)
      .Case<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
          [](const auto* access) -> Index { return access->getPointerOperandIndex(); })
      .Default(Index());
}

/// LLVM leaves volatile accesses generic, as those of all atomic functions of OpenCL C 2.0 are, and
/// casts the pointer for each of them. Returns whether there are any.
bool resolve_volatile_accesses(llvm::Function& function) {
  bool has_changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto index = address_operand(instruction);
    if (!index || !instruction.isVolatile()) continue;
    auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(instruction.getOperand(*index));
    if (cast == nullptr || cast->getDestAddressSpace() != generic_space) continue;
    instruction.setOperand(*index, cast->getPointerOperand());
    has_changed = true;
  }
  return has_changed;
}

bool has_generic_pointers(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return llvm::any_of(instruction.operands(), [](const llvm::Use& operand) {
      const llvm::Type* type = operand->getType()->getScalarType();
      return type->isPointerTy() && type->getPointerAddressSpace() == generic_space;
    });
  });
}

}  // namespace

llvm::PreservedAnalyses InferSpaces::run(llvm::Function& function,
                                         llvm::FunctionAnalysisManager& analyses) {
  if (!has_generic_pointers(function)) return llvm::PreservedAnalyses::all();
  const bool has_answered = answer_questions(function);
  const auto preserved = llvm::InferAddressSpacesPass(generic_space).run(function, analyses);
  const bool has_resolved = resolve_volatile_accesses(function);
  if (!has_answered && !has_resolved && preserved.areAllPreserved()) {
    return llvm::PreservedAnalyses::all();
  }
  // Variables whose addresses were generic are accessed as what they are now.
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  static_cast<void>(llvm::SROAPass(llvm::SROAOptions::ModifyCFG).run(function, analyses));
  return llvm::PreservedAnalyses::none();
}

}  // namespace cleave::compiler::pass
