#include "compiler/pass/analysis/lane_address.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstdlib>

namespace cleave::compiler::pass::analysis {
namespace {

enum : unsigned { private_memory, global_memory, constant_memory, local_memory, generic };

constexpr int64_t far = 1 << 12;  // bytes between lanes: 64 of them stay near each other

LinearAddress::Term term_of(llvm::Value* value, int64_t scale) {
  // A shift counts as a factor: addresses have 64 bits, and so do the shift's results.
  const auto* shift = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (shift != nullptr && shift->getOpcode() == llvm::Instruction::Shl &&
      value->getType()->isIntegerTy(64)) {
    const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(shift->getOperand(1));
    if (bits != nullptr && !bits->uge(8)) {
      value = shift->getOperand(0);
      scale *= int64_t{1} << bits->getZExtValue();
    }
  }
  LinearAddress::Term term = {value, value, true, scale};
  if (auto* extension = llvm::dyn_cast<llvm::SExtInst>(value)) {
    term.index = extension->getOperand(0);
  } else if (auto* zeros = llvm::dyn_cast<llvm::ZExtInst>(value)) {
    term.index = zeros->getOperand(0);
    term.is_signed = zeros->hasNonNeg();
  } else if (auto* low = llvm::dyn_cast<llvm::BinaryOperator>(value)) {
    // LLVM writes an extension of the lower half so.
    const auto* ones = llvm::dyn_cast<llvm::ConstantInt>(low->getOperand(1));
    const bool is_low = low->getOpcode() == llvm::Instruction::And && ones != nullptr &&
                        ones->getBitWidth() == 64 && ones->getZExtValue() == 0xffffffff;
    if (is_low) {
      term.index = low->getOperand(0);
      term.is_signed = false;
    }
  }
  return term;
}

/// A sum of something and a constant; null: it is none.
const llvm::ConstantInt* constant_part(const llvm::Value* value) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (sum == nullptr) return nullptr;
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(sum);
  const bool adds =
      sum->getOpcode() == llvm::Instruction::Add || (disjoint != nullptr && disjoint->isDisjoint());
  return adds ? llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1)) : nullptr;
}

/// Returns true if the extension of the sum is the sum of the extensions.
bool extends_apart(const llvm::Value* sum, bool is_signed) {
  const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(sum);
  if (operation == nullptr) return true;  // disjoint bits: nothing carries
  return is_signed ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap();
}

bool is_invariant_load(const llvm::Value* value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  return load != nullptr && load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

/// Returns true if the launch alone decides where in local memory that is.
bool is_place_of_launch(const llvm::Value* pointer) {
  const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
  if (step == nullptr) return is_invariant_load(pointer);
  return step->isInBounds() && is_place_of_launch(step->getPointerOperand()) &&
         llvm::all_of(step->indices(), [](const llvm::Value* index) {
           return llvm::isa<llvm::ConstantInt>(index) || is_invariant_load(index);
         });
}

/// Returns true for the start of an array whose location in local memory comes with the launch: of an
/// argument, of an accessor that a kernel of C++ holds. The start is in bounds, and offsets from it
/// fit 32 bits as those from the start of local memory do. A base in a register leaves vectors
/// their constant distances, as those of a local variable have, and loops over them are unrolled;
/// sums of 32 bits are extended for each access.
bool is_array_of_launch(const llvm::GetElementPtrInst& step) {
  return step.getPointerAddressSpace() == local_memory && !step.hasAllConstantIndices() &&
         is_place_of_launch(&step);
}

bool same_terms(const LinearAddress& a, const LinearAddress& b) {
  return a.base == b.base && std::ranges::equal(a.terms, b.terms, [](const auto& x, const auto& y) {
           return x.index == y.index && x.is_signed == y.is_signed && x.scale == y.scale;
         });
}

}  // namespace

LinearAddress take_apart(llvm::Value* pointer, const llvm::DataLayout& layout) {
  LinearAddress address;
  address.base = pointer;
  while (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(address.base)) {
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable_offsets;
    llvm::APInt constant(64, 0);
    if (step->getType()->isVectorTy() || is_array_of_launch(*step) ||
        !step->collectOffset(layout, 64, variable_offsets, constant)) {
      break;
    }
    address.constant += constant.getSExtValue();
    for (const auto& [index, scale] : variable_offsets) {
      address.terms.push_back(term_of(index, scale.getSExtValue()));
    }
    address.base = step->getPointerOperand();
  }
  return address;
}

bool LaneAddresses::is_in_small_object(const llvm::Value* base) const {
  return small_objects_ || base->getType()->getPointerAddressSpace() == local_memory ||
         llvm::isa<llvm::AllocaInst>(base);
}

std::optional<int64_t> LaneAddresses::stride(llvm::Value* pointer) const {
  const Shape whole = shapes_.of(pointer);
  if (whole.is_scalar()) return whole.stride;
  const LinearAddress address = take_apart(pointer, layout_);
  if (!has_small_offsets(address)) return std::nullopt;
  int64_t stride = shapes_.of(address.base).stride;
  unsigned may_wrap = 0;
  for (const LinearAddress::Term& term : address.terms) {
    Shape shape = shapes_.of(term.extended);
    if (!shapes_.of(term.index).is_scalar()) return std::nullopt;
    if (!shape.is_scalar() || (!term.is_whole() && shape.stride != 0)) {
      shape = shapes_.of(term.index);
      const bool is_near = shape.is_scalar() && std::abs(shape.stride * term.scale) <= far;
      if (!is_near || term.bits() != 32 || may_wrap++ > 0) return std::nullopt;
    }
    stride += shape.stride * term.scale;
    if (std::abs(stride) > far) return std::nullopt;
  }
  return stride;
}

bool LaneAddresses::has_small_first_offset(const LinearAddress& address, int64_t stride) const {
  return std::abs(stride) <= far && has_small_offsets(address) &&
         std::ranges::all_of(address.terms, [&](const LinearAddress::Term& term) {
           return shapes_.of(term.index).is_scalar();
         });
}

bool LaneAddresses::has_small_offsets(const LinearAddress& address) const {
  return is_in_small_object(address.base) &&
         (shapes_.of(address.base).is_same() || llvm::isa<llvm::AllocaInst>(address.base));
}

LinearAddress LaneAddresses::without_constants(llvm::Value* pointer) const {
  LinearAddress address = take_apart(pointer, layout_);
  // Wrapping of two terms could cancel out.
  const bool stays_near = is_in_small_object(address.base) && address.terms.size() == 1;
  for (LinearAddress::Term& term : address.terms) {
    while (const llvm::ConstantInt* constant = constant_part(term.index)) {
      const bool is_extended = term.is_extended();
      const bool is_near = stays_near && term.bits() == 32;
      const bool is_low = is_extended && constant->getBitWidth() == 64;
      const bool is_apart = !is_low && extends_apart(term.index, term.is_signed);
      if (is_extended && !is_near && !is_apart) break;
      if (constant->getValue().getSignificantBits() > 32) break;
      const bool is_signed = !is_extended || is_near || term.is_signed;
      const auto added =
          is_signed ? constant->getSExtValue() : static_cast<int64_t>(constant->getZExtValue());
      address.constant += added * term.scale;
      term.index = llvm::cast<llvm::Instruction>(term.index)->getOperand(0);
      if (!is_extended) term = term_of(term.index, term.scale);
    }
  }
  return address;
}

std::optional<int64_t> LaneAddresses::distance(llvm::Value* from, llvm::Value* to) const {
  if (from->getType() != to->getType()) return std::nullopt;
  const LinearAddress a = without_constants(from), b = without_constants(to);
  if (!same_terms(a, b)) return std::nullopt;
  return b.constant - a.constant;
}

bool LaneAddresses::may_meet(llvm::Value* one, llvm::Value* other) const {
  const llvm::Value* a = take_apart(one, layout_).base;
  const llvm::Value* b = take_apart(other, layout_).base;
  const auto space = [](const llvm::Value* base) {
    const unsigned number = base->getType()->getPointerAddressSpace();
    return number == global_memory || number == local_memory ? number
           : llvm::isa<llvm::AllocaInst>(base)               ? private_memory
                                                             : generic;
  };
  if (space(a) != space(b)) return space(a) == generic || space(b) == generic;
  return a == b || space(a) != private_memory;
}

}  // namespace cleave::compiler::pass::analysis
