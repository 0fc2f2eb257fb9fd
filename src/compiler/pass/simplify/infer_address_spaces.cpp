#include "compiler/pass/simplify/infer_address_spaces.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
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

namespace cleave::compiler::pass::simplify {
namespace {

/// Returns the one address space that all sources of a generic pointer are cast from; nullopt if
/// there are several, or if one is unknown.
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
      if (space == ir::generic_space || found.value_or(space) != space) return std::nullopt;
      found = space;
    } else {
      return std::nullopt;
    }
  }
  return found;
}

/// Replaces is_local_address and is_private_address for pointers whose address space is known.
/// Returns whether there are any.
bool answer_questions(llvm::Function& function) {
  bool has_changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction);
    const bool is_about_local = intrinsic == ir::LaneIntrinsic::is_local_address;
    if (!is_about_local && intrinsic != ir::LaneIntrinsic::is_private_address) continue;
    const auto space = space_of(*llvm::cast<llvm::CallInst>(instruction).getArgOperand(0));
    if (!space) continue;
    const bool is_it = *space == (is_about_local ? ir::local_space : ir::private_space);
    instruction.replaceAllUsesWith(llvm::ConstantInt::get(instruction.getType(), is_it));
    instruction.eraseFromParent();
    has_changed = true;
  }
  return has_changed;
}

/// Returns the number of the operand that is an access's address; nullopt: it is no access.
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
    if (cast == nullptr || cast->getDestAddressSpace() != ir::generic_space) continue;
    instruction.setOperand(*index, cast->getPointerOperand());
    has_changed = true;
  }
  return has_changed;
}

bool is_generic(const llvm::Value& value) {
  const llvm::Type* type = value.getType()->getScalarType();
  return type->isPointerTy() && type->getPointerAddressSpace() == ir::generic_space;
}

bool has_generic_pointers(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return llvm::any_of(instruction.operands(),
                        [](const llvm::Use& operand) { return is_generic(*operand); });
  });
}

/// Returns true if the pointer is made of other pointers alone.
bool is_made_of_pointers(const llvm::Instruction& pointer) {
  return is_generic(pointer) &&
         llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::GetElementPtrInst>(pointer);
}

/// Returns a constant without address space as a cast from global memory: a number, null, which
/// undefined ones become, or a vector of these. nullptr of others, and of none.
llvm::Constant* cast_from_global(const llvm::Value* pointer) {
  const auto* constant = llvm::dyn_cast_or_null<llvm::Constant>(pointer);
  if (constant == nullptr) return nullptr;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(pointer->getType())) {
    llvm::SmallVector<llvm::Constant*> elements;
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      elements.push_back(cast_from_global(constant->getAggregateElement(i)));
    }
    return llvm::is_contained(elements, nullptr) ? nullptr : llvm::ConstantVector::get(elements);
  }
  llvm::PointerType* type = llvm::PointerType::get(pointer->getContext(), ir::global_space);
  llvm::Constant* global = llvm::ConstantPointerNull::get(type);
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    if (expression->getOpcode() != llvm::Instruction::IntToPtr) return nullptr;
    global = llvm::ConstantExpr::getIntToPtr(expression->getOperand(0), type);
  } else if (!llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(constant)) {
    return nullptr;
  }
  return llvm::ConstantExpr::getAddrSpaceCast(global, constant->getType());
}

/// Gives global memory as their origin to pointers that only constants lead to, such as an element
/// of a variable that was never assigned. LLVM 22 finds no address space for them, and leaves an
/// operand that is null where they meet others. Returns whether there are any.
bool give_origins(llvm::Function& function) {
  llvm::SmallVector<llvm::Instruction*> pointers;
  llvm::SmallPtrSet<const llvm::Value*, 8> without;  // until an operand tells otherwise
  bool is_any = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!is_made_of_pointers(instruction)) continue;
    pointers.push_back(&instruction);
    without.insert(&instruction);
    is_any |= llvm::any_of(instruction.operands(), [](const llvm::Use& operand) {
      return is_generic(*operand) && cast_from_global(operand) != nullptr;
    });
  }
  if (!is_any) return false;
  const auto is_origin = [&](const llvm::Use& operand) {
    return is_generic(*operand) && !without.contains(operand) &&
           cast_from_global(operand) == nullptr;
  };
  const auto keep = [&](llvm::Instruction* pointer) {
    return llvm::any_of(pointer->operands(), is_origin) && without.erase(pointer);
  };
  while (llvm::count_if(pointers, keep) != 0) {
  }
  for (llvm::Instruction* pointer : pointers) {
    if (!without.contains(pointer)) continue;
    for (llvm::Use& operand : pointer->operands()) {
      if (!is_generic(*operand)) continue;
      if (llvm::Constant* cast = cast_from_global(operand)) operand.set(cast);
    }
  }
  return !without.empty();
}

}  // namespace

llvm::PreservedAnalyses InferAddressSpaces::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& analyses) {
  if (!has_generic_pointers(function)) return llvm::PreservedAnalyses::all();
  const bool has_given = give_origins(function);
  const bool has_answered = answer_questions(function);
  const auto preserved = llvm::InferAddressSpacesPass(ir::generic_space).run(function, analyses);
  const bool has_resolved = resolve_volatile_accesses(function);
  if (!has_given && !has_answered && !has_resolved && preserved.areAllPreserved()) {
    return llvm::PreservedAnalyses::all();
  }
  // Variables whose addresses were generic are accessed as what they are now.
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  static_cast<void>(llvm::SROAPass(llvm::SROAOptions::ModifyCFG).run(function, analyses));
  return llvm::PreservedAnalyses::none();
}

}  // namespace cleave::compiler::pass::simplify
