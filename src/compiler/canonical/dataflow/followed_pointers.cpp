#include "compiler/canonical/dataflow/followed_pointers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>

#include "compiler/canonical/dataflow/captured_pointers.h"
#include "compiler/canonical/dataflow/private_pointers.h"
#include "compiler/pass/ir/value_pointers.h"

namespace cleave::compiler::canonical::dataflow {
namespace {

/// Private and local memory is never large; all other address spaces reach memory of the host.
bool holds_far_pointer(const llvm::Type* type) {
  constexpr unsigned private_space = 0, local_space = 3;
  if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(type->getScalarType())) {
    return pointer->getAddressSpace() != private_space && pointer->getAddressSpace() != local_space;
  }
  return std::ranges::any_of(type->subtypes(), holds_far_pointer);
}

/// Finds values that are pointers from elsewhere than arguments and variables of the program.
class Origins {
 public:
  explicit Origins(const std::vector<const llvm::Function*>& functions)
      : private_(functions, functions.front()->getDataLayout()) {}

  [[nodiscard]] bool is_from_elsewhere(const llvm::Instruction& value) {
    if (!holds_far_pointer(value.getType())) return false;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
      return !pass::ir::value_pointer(*load) && !is_of_variable(*load) &&
             !private_.are_known(*load);
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&value)) return !gives_known(*call);
    return !llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst,
                      llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::InsertElementInst,
                      llvm::ExtractElementInst, llvm::ShuffleVectorInst, llvm::InsertValueInst,
                      llvm::ExtractValueInst>(value);
  }

 private:
  /// A private variable that holds nothing but what is stored to it as a whole: what it holds is
  /// found where it comes from.
  bool is_of_variable(const llvm::LoadInst& load) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(load.getPointerOperand());
    if (variable == nullptr) return false;
    const auto [known, is_new] = variables_.try_emplace(variable, false);
    if (is_new) known->second = llvm::isAllocaPromotable(variable);
    return known->second;
  }
  /// A function of the program is looked at itself; conversions give what they are given.
  static bool gives_known(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee != nullptr &&
           (!callee->isDeclaration() || callee->getName().starts_with("__to_"));
  }

  llvm::DenseMap<const llvm::AllocaInst*, bool> variables_;
  PrivatePointers private_;
};

/// A number as a pointer, in a constant that an instruction uses.
bool is_made_of_number(const llvm::Value* value) {
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
  if (expression == nullptr) return false;
  return expression->getOpcode() == llvm::Instruction::IntToPtr ||
         std::ranges::any_of(expression->operand_values(), is_made_of_number);
}

}  // namespace

bool follow_pointers(const std::vector<const llvm::Function*>& functions) {
  Origins origins(functions);
  const CapturedPointers captured = captured_pointers(functions);
  return std::ranges::any_of(functions, [&](const llvm::Function* function) {
    return std::ranges::any_of(llvm::instructions(*function), [&](const llvm::Instruction& value) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
      const bool is_captured = load != nullptr && captured.contains(load);
      return (!is_captured && origins.is_from_elsewhere(value)) ||
             std::ranges::any_of(value.operand_values(), is_made_of_number);
    });
  });
}

}  // namespace cleave::compiler::canonical::dataflow
