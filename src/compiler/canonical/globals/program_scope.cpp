#include "compiler/canonical/globals/program_scope.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "compiler/canonical/module/messages.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::canonical::globals {
namespace {

constexpr unsigned global_space = 1;
constexpr unsigned constant_space = 2;
using Variables = llvm::SetVector<llvm::GlobalVariable*>;

bool has_address_of_its_own(const llvm::GlobalVariable& variable) {
  return variable.getAddressSpace() == global_space && !variable.isDeclaration();
}

// The variables that a constant mentions.
void add_mentioned(const llvm::Constant& constant, Variables& variables) {
  for (const llvm::Use& operand : constant.operands()) {
    if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand.get())) {
      variables.insert(variable);
    } else if (const auto* inner = llvm::dyn_cast<llvm::Constant>(operand.get())) {
      add_mentioned(*inner, variables);
    }
  }
}

Variables mentioned_by(const llvm::GlobalVariable& variable) {
  Variables variables;
  if (!variable.hasInitializer()) return variables;
  const llvm::Constant* initial = variable.getInitializer();
  if (auto* other = llvm::dyn_cast<llvm::GlobalVariable>(initial)) {
    variables.insert(const_cast<llvm::GlobalVariable*>(other));
  } else {
    add_mentioned(*initial, variables);
  }
  return variables;
}

Variables variables_to_lay_out(llvm::Module& module) {
  Variables placed;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (has_address_of_its_own(variable)) placed.insert(&variable);
  }
  for (size_t before = 0; before != placed.size() && !placed.empty();) {
    before = placed.size();
    for (llvm::GlobalVariable& variable : module.globals()) {
      if (variable.getAddressSpace() > constant_space) continue;
      const Variables mentioned = mentioned_by(variable);
      const bool points_in = llvm::any_of(
          mentioned, [&](llvm::GlobalVariable* other) { return placed.contains(other); });
      if (points_in) placed.insert(&variable);
      if (placed.contains(&variable)) placed.insert(mentioned.begin(), mentioned.end());
    }
  }
  return placed;
}

// Writes initial values as the bytes that a kernel reads. `problem` says which of them it cannot.
class Initializer {
 public:
  Initializer(const llvm::DataLayout& layout,
              const llvm::MapVector<llvm::GlobalVariable*, uint64_t>& offsets,
              interface::ProgramScope& scope)
      : layout_(layout), offsets_(offsets), scope_(scope) {}

  std::string problem;

  void write(const llvm::Constant& value, uint64_t offset) {
    if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value)) return;
    if (value.getType()->isPointerTy()) return write_pointer(value, offset);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      return write_bits(number->getValue(), value, offset);
    }
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
      return write_bits(number->getValueAPF().bitcastToAPInt(), value, offset);
    }
    const auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(&value);
    if (cast != nullptr && layout_.getTypeStoreSize(value.getType()) == sizeof(uint64_t)) {
      return write_pointer(*llvm::cast<llvm::Constant>(cast->getPointerOperand()), offset);
    }
    if (llvm::isa<llvm::ConstantExpr>(value)) {
      problem = "the initial value is neither a number nor an address";
      return;
    }
    write_elements(value, offset);
  }

 private:
  void write_elements(const llvm::Constant& value, uint64_t offset) {
    auto* structure = llvm::dyn_cast<llvm::StructType>(value.getType());
    uint64_t stride = 0;
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(value.getType())) {
      stride = layout_.getTypeAllocSize(array->getElementType());
    } else if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(value.getType())) {
      stride = layout_.getTypeStoreSize(vector->getElementType());
    }
    for (unsigned i = 0; const llvm::Constant* element = value.getAggregateElement(i); ++i) {
      write(*element,
            offset + (structure != nullptr ? layout_.getStructLayout(structure)->getElementOffset(i)
                                           : uint64_t{i} * stride));
    }
  }

  void write_bits(const llvm::APInt& bits, const llvm::Constant& value, uint64_t offset) {
    const uint64_t bytes = layout_.getTypeStoreSize(value.getType());
    // The elements of a vector of fractions of bytes lie closer together.
    if (offset + bytes > scope_.initial.size()) {
      problem = "the initial value has elements that are no whole bytes";
      return;
    }
    const llvm::APInt whole = bits.zext(static_cast<unsigned>(bytes * 8));
    for (uint64_t i = 0; i < bytes; ++i) {
      scope_.initial[offset + i] =
          static_cast<std::byte>(whole.extractBitsAsZExtValue(8, static_cast<unsigned>(i * 8)));
    }
  }

  void write_pointer(const llvm::Constant& value, uint64_t offset) {
    llvm::APInt distance(layout_.getIndexTypeSizeInBits(value.getType()), 0);
    const llvm::Value* base =
        value.stripAndAccumulateConstantOffsets(layout_, distance, /*AllowNonInbounds=*/true);
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(const_cast<llvm::Value*>(base));
    const auto found = variable == nullptr ? offsets_.end() : offsets_.find(variable);
    if (found != offsets_.end()) {
      const uint64_t target = found->second + distance.getZExtValue();
      if (target > scope_.size) problem = "the initial value points outside of all variables";
      scope_.pointers.push_back({offset, target});
    } else if (const llvm::ConstantInt* number = address_as_number(*base)) {
      write_bits(number->getValue().zextOrTrunc(distance.getBitWidth()) + distance, value, offset);
    } else if (llvm::isa<llvm::ConstantPointerNull>(base)) {
      write_bits(distance, value, offset);
    } else {
      problem = "the initial value points to what is no variable of the global address space";
    }
  }

  static const llvm::ConstantInt* address_as_number(const llvm::Value& address) {
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&address);
    if (expression == nullptr || expression->getOpcode() != llvm::Instruction::IntToPtr) {
      return nullptr;
    }
    return llvm::dyn_cast<llvm::ConstantInt>(expression->getOperand(0));
  }

  const llvm::DataLayout& layout_;
  const llvm::MapVector<llvm::GlobalVariable*, uint64_t>& offsets_;
  interface::ProgramScope& scope_;
};

}  // namespace

interface::ProgramScope lay_out_program_scope(llvm::Module& module, std::string& problems) {
  const llvm::DataLayout& layout = module.getDataLayout();
  interface::ProgramScope scope;
  llvm::MapVector<llvm::GlobalVariable*, uint64_t> offsets;
  for (llvm::GlobalVariable& variable : module.globals()) {
    // A linked or foreign module may state another offset.
    variable.setAttributes(variable.getAttributes().removeAttribute(
        module.getContext(), pass::ir::program_scope_attribute));
  }
  for (llvm::GlobalVariable* variable : variables_to_lay_out(module)) {
    llvm::Type* type = variable->getValueType();
    const llvm::Align alignment = variable->getAlign().value_or(layout.getABITypeAlign(type));
    const uint64_t offset = llvm::alignTo(scope.size, alignment);
    scope.alignment = std::max(scope.alignment, alignment.value());
    scope.size = llvm::SaturatingAdd<uint64_t>(offset, layout.getTypeAllocSize(type));
    if (scope.size > interface::maximum_program_scope_size) {
      problems +=
          module::error_at(llvm::DebugLoc(), "variable '" + variable->getName().str() +
                                                 "': there is no memory for so many variables");
      return {};
    }
    offsets[variable] = offset;
    variable->addAttribute(pass::ir::program_scope_attribute, std::to_string(offset));
  }
  scope.initial.resize(scope.size);
  for (const auto& [variable, offset] : offsets) {
    if (!variable->hasInitializer()) continue;
    Initializer initializer(layout, offsets, scope);
    initializer.write(*variable->getInitializer(), offset);
    if (initializer.problem.empty()) continue;
    problems += module::error_at(
        llvm::DebugLoc(), "variable '" + variable->getName().str() + "': " + initializer.problem);
  }
  while (!scope.initial.empty() && scope.initial.back() == std::byte{0}) scope.initial.pop_back();
  return scope;
}

}  // namespace cleave::compiler::canonical::globals
