#include "compiler/pass/simplify/narrow_indices.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <vector>

#include "compiler/pass/analysis/uniformity.h"
#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::pass::simplify {
namespace {

using llvm::Value;
using llvm::PatternMatch::m_Add;
using llvm::PatternMatch::m_And;
using llvm::PatternMatch::m_APInt;
using llvm::PatternMatch::m_c_Add;
using llvm::PatternMatch::m_CombineOr;
using llvm::PatternMatch::m_DisjointOr;
using llvm::PatternMatch::m_Mul;
using llvm::PatternMatch::m_NNegZExt;
using llvm::PatternMatch::m_Not;
using llvm::PatternMatch::m_SExt;
using llvm::PatternMatch::m_Shl;
using llvm::PatternMatch::m_Specific;
using llvm::PatternMatch::m_Sub;
using llvm::PatternMatch::m_Trunc;
using llvm::PatternMatch::m_Value;
using llvm::PatternMatch::m_ZExtOrSExt;

constexpr unsigned narrow_bits = 32;
constexpr unsigned deepest_shift = 6;

Value* lower_half_of(llvm::IRBuilder<>& builder, Value* value) {
  llvm::Type* word = builder.getInt32Ty();
  const auto* extension = llvm::dyn_cast<llvm::CastInst>(value);
  const bool is_extension = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(value);
  if (is_extension && extension->getSrcTy() == word) return extension->getOperand(0);
  return builder.CreateTrunc(value, word);
}

/// Returns true if the lower half of a 64-bit value is zero by the way it is computed.
bool is_shifted_up(Value* value, unsigned depth = 0) {
  const llvm::APInt* number = nullptr;
  Value* left = nullptr;
  Value* right = nullptr;
  if (depth > deepest_shift) return false;
  if (match(value, m_APInt(number))) return number->countr_zero() >= narrow_bits;
  if (match(value, m_Shl(m_Value(), m_APInt(number)))) {
    return number->uge(narrow_bits) && number->ult(2 * narrow_bits);
  }
  if (match(value, m_Mul(m_Value(), m_APInt(number)))) return number->countr_zero() >= narrow_bits;
  const bool is_sum = match(value, m_Add(m_Value(left), m_Value(right))) ||
                      match(value, m_Sub(m_Value(left), m_Value(right))) ||
                      match(value, m_DisjointOr(m_Value(left), m_Value(right)));
  return is_sum && is_shifted_up(left, depth + 1) && is_shifted_up(right, depth + 1);
}

/// Returns the upper half of a value whose lower half is zero, as an i32. Its arithmetic has no nsw
/// or nuw.
Value* upper_half(llvm::IRBuilder<>& builder, Value* value) {
  const llvm::APInt* number = nullptr;
  Value* left = nullptr;
  Value* right = nullptr;
  if (match(value, m_APInt(number)))
    return builder.getInt(number->extractBits(narrow_bits, narrow_bits));
  if (match(value, m_Shl(m_Value(left), m_APInt(number)))) {
    left = lower_half_of(builder, left);
    const uint64_t rest = number->getZExtValue() - narrow_bits;
    return rest == 0 ? left : builder.CreateShl(left, rest);
  }
  if (match(value, m_Mul(m_Value(left), m_APInt(number)))) {
    return builder.CreateMul(lower_half_of(builder, left),
                             builder.getInt(number->extractBits(narrow_bits, narrow_bits)));
  }
  const auto* sum = llvm::cast<llvm::BinaryOperator>(value);
  left = upper_half(builder, sum->getOperand(0));
  right = upper_half(builder, sum->getOperand(1));
  return sum->getOpcode() == llvm::Instruction::Sub ? builder.CreateSub(left, right)
                                                    : builder.CreateAdd(left, right);
}

/// Returns by how much the instruction shifts an index down; nullopt: it is no such index.
std::optional<uint64_t> shift_of(const llvm::Instruction& instruction) {
  const auto* bits = instruction.getOpcode() == llvm::Instruction::AShr
                         ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1))
                         : nullptr;
  if (bits == nullptr || !instruction.getType()->isIntegerTy(2 * narrow_bits) ||
      bits->uge(narrow_bits + 1) || !is_shifted_up(instruction.getOperand(0))) {
    return std::nullopt;
  }
  return bits->getZExtValue();
}

/// One value of a phi: an extended number, shifted up, or a constant.
struct Incoming {
  Value* number = nullptr;        // an i32; null: it is neither
  std::optional<uint64_t> shift;  // nothing: a constant, which fits any
};

Incoming incoming_of(Value* value, uint64_t shift_of_others) {
  llvm::Type* word = llvm::Type::getInt32Ty(value->getContext());
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    const llvm::APInt whole = constant->getValue().ashr(shift_of_others);
    const bool fits =
        whole.isSignedIntN(narrow_bits) && whole.shl(shift_of_others) == constant->getValue();
    return fits ? Incoming{llvm::ConstantInt::get(word, whole.trunc(narrow_bits)), {}} : Incoming{};
  }
  uint64_t shift = 0;
  const llvm::APInt* bits = nullptr;
  if (Value* shifted = nullptr; match(value, m_Shl(m_Value(shifted), m_APInt(bits)))) {
    if (bits->uge(narrow_bits)) return {};
    shift = bits->getZExtValue();
    value = shifted;
  }
  const auto* extension = llvm::dyn_cast<llvm::CastInst>(value);
  const bool is_signed = llvm::isa<llvm::SExtInst>(value) || match(value, m_NNegZExt(m_Value()));
  if (!is_signed || extension->getSrcTy() != word) return {};
  return {extension->getOperand(0), shift};
}

/// Makes `shl (sext (phi)), n` of a phi of such values; others stay. Returns whether
/// it is one.
bool narrow_phi(llvm::PHINode& phi) {
  if (!phi.getType()->isIntegerTy(2 * narrow_bits)) return false;
  std::optional<uint64_t> shift;
  for (Value* value : phi.incoming_values()) {
    if (!shift) shift = incoming_of(value, 0).shift;
  }
  if (!shift) return false;
  std::vector<Value*> numbers;
  for (Value* value : phi.incoming_values()) {
    const Incoming incoming = incoming_of(value, *shift);
    if (incoming.number == nullptr || incoming.shift.value_or(*shift) != *shift) return false;
    numbers.push_back(incoming.number);
  }
  llvm::IRBuilder<> builder(&phi);
  llvm::PHINode* narrow = builder.CreatePHI(builder.getInt32Ty(), phi.getNumIncomingValues());
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    narrow->addIncoming(numbers[i], phi.getIncomingBlock(i));
  }
  builder.SetInsertPoint(phi.getParent(), phi.getParent()->getFirstInsertionPt());
  builder.SetCurrentDebugLocation(phi.getDebugLoc());
  Value* result = builder.CreateSExt(narrow, phi.getType());
  if (*shift != 0) result = builder.CreateShl(result, *shift, "", false, true);
  phi.replaceAllUsesWith(result);
  llvm::RecursivelyDeleteTriviallyDeadInstructions(&phi);
  return true;
}

/// Returns the mask of `and x, mask` that leaves bits of the lower half, as LLVM writes the
/// extension of an unsigned half, and of one below a constant.
std::optional<uint32_t> mask_of_half(const Value* value, const Value* whole) {
  const llvm::APInt* mask = nullptr;
  if (!match(value, m_And(m_Specific(whole), m_APInt(mask))) || !mask->isIntN(narrow_bits))
    return std::nullopt;
  return static_cast<uint32_t>(mask->getZExtValue());
}

/// A number of 32 bits that a loop keeps in 64, as for (int i = …; …; i += get_global_size(0)):
/// what is added has 64 bits, and the sum is cut off and extended again in each iteration.
class KeptWide {
 public:
  explicit KeptWide(llvm::PHINode& phi) : phi_(phi) {}

  /// Keeps the lower half alone, if nothing needs more. Returns whether it does.
  bool narrow() {
    if (!phi_.getType()->isIntegerTy(2 * narrow_bits) || !is_cut_off_in_loop()) return false;
    const bool needs_more = llvm::any_of(phi_.users(), [&](const llvm::User* user) {
      return !needs_lower_half_only(*llvm::cast<llvm::Instruction>(user));
    });
    if (needs_more) return false;
    llvm::IRBuilder<> builder(&phi_);
    narrow_ = builder.CreatePHI(builder.getInt32Ty(), phi_.getNumIncomingValues());
    for (unsigned i = 0; i < phi_.getNumIncomingValues(); ++i) {
      llvm::BasicBlock* const from = phi_.getIncomingBlock(i);
      const int known = narrow_->getBasicBlockIndex(from);  // a switch may come twice
      narrow_->addIncoming(known >= 0 ? narrow_->getIncomingValue(static_cast<unsigned>(known))
                                      : narrowed(*phi_.getIncomingValue(i), *from),
                           from);
    }
    replace_uses(phi_, *narrow_);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&phi_);
    return true;
  }

 private:
  /// Returns true if a sum or difference that comes back is one of what has come in, cut off. All
  /// else has its stride.
  bool is_cut_off_in_loop() const {
    return llvm::any_of(phi_.incoming_values(), [&](Value* value) {
      return is_sum(*value) && (is_own_half(llvm::cast<llvm::User>(value)->getOperand(0)) ||
                                is_own_half(llvm::cast<llvm::User>(value)->getOperand(1)));
    });
  }
  static bool is_sum(Value& value) {
    return match(&value, m_CombineOr(m_Add(m_Value(), m_Value()), m_Sub(m_Value(), m_Value())));
  }
  bool is_own_half(const Value* value) const {
    return mask_of_half(value, &phi_) || match(value, m_ZExtOrSExt(m_Trunc(m_Specific(&phi_))));
  }

  bool needs_lower_half_only(const llvm::Instruction& user) const {
    const auto* cut = llvm::dyn_cast<llvm::TruncInst>(&user);
    return (cut != nullptr && cut->getType()->isIntegerTy(narrow_bits)) ||
           mask_of_half(&user, &phi_);
  }

  /// Returns the lower half of an incoming value, and computes nothing of the upper one if that is
  /// possible.
  Value* narrowed(Value& value, llvm::BasicBlock& from) {
    llvm::IRBuilder<> builder(from.getTerminator());
    if (!is_sum(value)) return lower_half_of(builder, &value);
    auto& sum = llvm::cast<llvm::BinaryOperator>(value);
    builder.SetInsertPoint(&sum);
    Value* const result = builder.CreateBinOp(sum.getOpcode(), half_of(builder, sum.getOperand(0)),
                                              half_of(builder, sum.getOperand(1)));
    replace_uses(sum, *result);
    return result;
  }
  Value* half_of(llvm::IRBuilder<>& builder, Value* value) const {
    if (const auto mask = mask_of_half(value, &phi_)) return masked(builder, narrow_, *mask);
    return is_own_half(value) ? narrow_ : lower_half_of(builder, value);
  }
  static Value* masked(llvm::IRBuilder<>& builder, Value* number, uint32_t mask) {
    return ~mask == 0 ? number : builder.CreateAnd(number, mask);
  }

  /// Replaces the uses that need the lower half only.
  static void replace_uses(llvm::Instruction& wide, Value& narrow) {
    for (llvm::User* user : llvm::make_early_inc_range(wide.users())) {
      auto* const instruction = llvm::cast<llvm::Instruction>(user);
      Value* other = nullptr;
      if (llvm::isa<llvm::TruncInst>(user) && user->getType()->isIntegerTy(narrow_bits)) {
        other = &narrow;
      } else if (const auto mask = mask_of_half(user, &wide)) {
        llvm::IRBuilder<> builder(instruction);
        other = builder.CreateZExt(masked(builder, &narrow, *mask), wide.getType());
      }
      if (other == nullptr) continue;
      user->replaceAllUsesWith(other);
      instruction->eraseFromParent();
    }
  }

  llvm::PHINode& phi_;
  llvm::PHINode* narrow_ = nullptr;
};

/// Removes blocks that held nothing but extensions: each would be a way of its own, with a mask.
void remove_empty_blocks(llvm::Function& function) {
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(llvm::drop_begin(function))) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&block.front());
    if (branch == nullptr || branch->isConditional()) continue;
    static_cast<void>(llvm::TryToSimplifyUncondBranchFromEmptyBlock(&block));
  }
}

/// Makes a difference of `xor x, -1`, of which LLVM makes an index that falls: n - 1 - x becomes
/// n + ~x. Without an addition `xor x, -1` is an operation on bits and stays.
void make_differences(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    Value* number = nullptr;
    const auto is_added = [](const llvm::User* user) {
      return match(user, m_CombineOr(m_c_Add(m_Value(), m_Value()), m_SExt(m_Value())));
    };
    if (!match(&instruction, m_Not(m_Value(number))) || number->getType()->isVectorTy() ||
        number->getType()->isIntegerTy(1) || llvm::none_of(instruction.users(), is_added)) {
      continue;
    }
    llvm::IRBuilder<> builder(&instruction);
    Value* const all_ones = llvm::Constant::getAllOnesValue(number->getType());
    instruction.replaceAllUsesWith(builder.CreateNSWSub(all_ones, number));
    instruction.eraseFromParent();
  }
}

/// An address in elements of an address in elements of the same size: a[i][k] for a[i + k].
struct SplitIndex {
  llvm::GetElementPtrInst* outer;
  llvm::GetElementPtrInst* inner;
};

bool has_one_variable_index(const llvm::GetElementPtrInst& address) {
  return address.getNumIndices() == 1 &&
         address.getOperand(1)->getType()->isIntegerTy(2 * narrow_bits) &&
         llvm::isa<llvm::Instruction>(address.getOperand(1));
}

std::optional<SplitIndex> split_index(llvm::Instruction& instruction) {
  auto* outer = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
  if (outer == nullptr || !has_one_variable_index(*outer)) return std::nullopt;
  auto* inner = llvm::dyn_cast<llvm::GetElementPtrInst>(outer->getPointerOperand());
  if (inner == nullptr || !has_one_variable_index(*inner) ||
      inner->getSourceElementType() != outer->getSourceElementType()) {
    return std::nullopt;
  }
  return SplitIndex{outer, inner};
}

/// Adds indices that both differ from lane to lane: where neither grows by a constant, their sum
/// may, and that is checked at run time for one index. b[i / w * w + i % w] of 64 bits is split by
/// LLVM.
void add_split_indices(llvm::Function& function) {
  std::vector<SplitIndex> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto split = split_index(instruction)) found.push_back(*split);
  }
  if (found.empty()) return;
  const analysis::Uniformity uniformity(function, 1);
  llvm::erase_if(found, [&](const SplitIndex& split) {
    return uniformity.is_uniform(*split.outer->getOperand(1)) ||
           uniformity.is_uniform(*split.inner->getOperand(1));
  });
  llvm::SmallVector<llvm::WeakTrackingVH> inner_ones;
  for (const auto& [outer, inner] : found) {
    llvm::IRBuilder<> builder(outer);
    outer->setOperand(1, builder.CreateAdd(inner->getOperand(1), outer->getOperand(1)));
    outer->setOperand(0, inner->getPointerOperand());
    outer->setNoWrapFlags(llvm::GEPNoWrapFlags::none());
    inner_ones.push_back(inner);
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(inner_ones);
}

}  // namespace

std::string narrow_indices(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    std::vector<std::pair<llvm::Instruction*, uint64_t>> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const auto shift = shift_of(instruction)) found.emplace_back(&instruction, *shift);
    }
    for (const auto& [index, shift] : found) {
      llvm::IRBuilder<> builder(index);
      Value* number = upper_half(builder, index->getOperand(0));
      Value* result = builder.CreateSExt(number, index->getType());
      if (shift != narrow_bits)
        result = builder.CreateShl(result, narrow_bits - shift, "", false, true);
      index->replaceAllUsesWith(result);
      llvm::RecursivelyDeleteTriviallyDeadInstructions(index);
    }
    make_differences(function);
    bool has_narrowed = false;
    std::vector<llvm::WeakVH> phis;  // some die with others
    for (llvm::BasicBlock& block : function) {
      for (llvm::PHINode& phi : block.phis()) phis.emplace_back(&phi);
    }
    for (const llvm::WeakVH& alive : phis) {
      auto* const phi = llvm::cast_or_null<llvm::PHINode>(static_cast<Value*>(alive));
      if (phi != nullptr) has_narrowed |= KeptWide(*phi).narrow() || narrow_phi(*phi);
    }
    if (has_narrowed) remove_empty_blocks(function);
    if (function.hasFnAttribute(ir::lanes_attribute)) add_split_indices(function);
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
