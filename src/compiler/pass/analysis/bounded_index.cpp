#include "compiler/pass/analysis/bounded_index.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cstdlib>

namespace cleave::compiler::pass::analysis {
namespace {

using llvm::CmpPredicate;
using llvm::ConstantInt;
using llvm::ICmpInst;
using llvm::Value;
using llvm::PatternMatch::m_Add;
using llvm::PatternMatch::m_APInt;
using llvm::PatternMatch::m_ICmp;
using llvm::PatternMatch::m_Intrinsic;
using llvm::PatternMatch::m_LogicalAnd;
using llvm::PatternMatch::m_LogicalOr;
using llvm::PatternMatch::m_Neg;
using llvm::PatternMatch::m_Select;
using llvm::PatternMatch::m_Value;
using llvm::PatternMatch::m_Zero;

/// A number and a constant that is added to it.
struct Sum {
  Value* number;
  int64_t constant = 0;

  [[nodiscard]] bool is_small() const {
    return std::abs(constant) <= BoundedIndex::greatest_offset;
  }
};

/// Returns a sum with a number that no constant is added to.
Sum sum_of(Value* value) {
  Sum sum{value};
  Value* rest = nullptr;
  const llvm::APInt* addend = nullptr;
  while (sum.is_small() && match(sum.number, m_Add(m_Value(rest), m_APInt(addend)))) {
    const auto small = addend->trySExtValue();
    if (!small || std::abs(*small) > BoundedIndex::greatest_offset) break;
    sum = {rest, sum.constant + *small};
  }
  return sum;
}

/// Walks from an index to the number that its bounds are those of.
class BoundWalk {
 public:
  explicit BoundWalk(const ShapeAnalysis& shapes) : shapes_(shapes) {}

  std::optional<BoundedIndex> from(Value* index) {
    constexpr unsigned most_steps = 16;
    for (unsigned step = 0; !grows_by_one(index); ++step) {
      if (step == most_steps || !(index = next(index))) return std::nullopt;
    }
    const Sum sum = sum_of(index);
    BoundedIndex found{.number = index,
                       .offset = constant_,
                       .bounds = {},
                       .may_wrap = may_wrap(sum),
                       .base = sum.number,
                       .base_offset = sum.constant};
    if (asked_.empty() || std::abs(found.offset) > BoundedIndex::greatest_offset) {
      return std::nullopt;
    }
    for (const Asked& asked : asked_) {
      const std::optional<int64_t> offset = offset_of(asked, sum);
      if (!offset) return std::nullopt;
      found.bounds.push_back(without_constant(asked.bound, *offset));
      if (std::abs(found.bounds.back().offset) > BoundedIndex::greatest_offset) {
        return std::nullopt;
      }
    }
    return found;
  }

 private:
  /// A bound of a number, or where that is null of what the walk was at: of the number where it
  /// ends and the constants that it meets till then. The offset is known in the end.
  struct Asked {
    Value* number;
    int64_t constant_before;
    IndexBound bound;  // with the offset 1 or -1 where the bound is not reached
  };
  /// Returns how far what was asked about, without the bound's own offset, is from the number;
  /// nullopt: it is another number.
  [[nodiscard]] std::optional<int64_t> distance(const Asked& asked, const Sum& number) const {
    if (asked.number == nullptr) return constant_ - asked.constant_before;
    const Sum sum = sum_of(asked.number);
    if (sum.number != number.number) return std::nullopt;
    return sum.constant - number.constant;
  }
  [[nodiscard]] std::optional<int64_t> offset_of(const Asked& asked, const Sum& number) const {
    const std::optional<int64_t> constant = distance(asked, number);
    return constant ? std::optional(*constant + asked.bound.offset) : std::nullopt;
  }
  /// A number of 32 bits that is between bounds itself wraps around nowhere between them.
  [[nodiscard]] bool may_wrap(const Sum& number) const {
    const auto has = [&](bool is_least) {
      return llvm::any_of(asked_, [&](const Asked& one) { return one.bound.is_least == is_least; });
    };
    const bool is_one_number = constant_ == 0 && llvm::all_of(asked_, [&](const Asked& one) {
                                 return distance(one, number) == 0;
                               });
    return !number.number->getType()->isIntegerTy(32) || !is_one_number || !has(true) ||
           !has(false);
  }
  /// Returns the bound, of the number + offset, with 0 in place of a small constant.
  [[nodiscard]] static IndexBound without_constant(IndexBound bound, int64_t offset) {
    bound.offset = offset;
    const auto* constant = llvm::dyn_cast<ConstantInt>(bound.bound);
    if (constant == nullptr) return bound;
    const std::optional<int64_t> number = constant->getValue().trySExtValue();
    if (!number || std::abs(*number) > BoundedIndex::greatest_offset) return bound;
    bound.offset -= *number;
    bound.bound = ConstantInt::get(constant->getType(), 0);
    return bound;
  }

  [[nodiscard]] bool is_same(const Value* value) const { return shapes_.of(value).is_same(); }
  [[nodiscard]] bool grows_by_one(const Value* value) const {
    const Shape shape = shapes_.of(value);
    return shape.is_scalar() && shape.stride == 1;
  }
  void ask(bool is_least, Value* bound) {
    asked_.push_back({nullptr, constant_, {0, is_least, bound}});
  }

  /// Returns what the index is between its bounds; nullptr: nothing that is understood.
  Value* next(Value* index) {
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(index)) return behind_call(*call);
    if (const Sum sum = sum_of(index); sum.number != index) {
      constant_ += sum.constant;
      return sum.number;
    }
    if (auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(index)) return behind_correction(*sum);
    Value *condition = nullptr, *if_true = nullptr, *if_false = nullptr;
    if (!match(index, m_Select(m_Value(condition), m_Value(if_true), m_Value(if_false)))) {
      return nullptr;
    }
    const unsigned for_true = likelihood(if_true, *condition);
    const unsigned for_false = likelihood(if_false, *condition);
    const bool is_expected = for_true > for_false;
    if (for_true == for_false || !ask_condition(condition, is_expected)) return nullptr;
    return is_expected ? if_true : if_false;
  }
  /// Returns how likely the bounds are those of a choice's value, as x is in x < 0 ? -x : x.
  [[nodiscard]] unsigned likelihood(Value* value, Value& condition) const {
    if (is_same(value)) return 0;
    if (asks_of(condition, sum_of(value).number)) return 2;
    // A value without a known stride may be a choice too.
    return shapes_.of(value).is_scalar() ? 0 : 1;
  }
  /// Returns true if the condition compares the number, whose sums with constants are it too.
  [[nodiscard]] static bool asks_of(Value& condition, const Value* number, unsigned depth = 0) {
    Value *one = nullptr, *other = nullptr;
    if (match(&condition, m_ICmp(m_Value(one), m_Value(other)))) {
      return behind_extremes(sum_of(one).number) == number ||
             behind_extremes(sum_of(other).number) == number;
    }
    const bool are_two = match(&condition, m_LogicalAnd(m_Value(one), m_Value(other))) ||
                         match(&condition, m_LogicalOr(m_Value(one), m_Value(other)));
    return are_two && depth < deepest_condition &&
           (asks_of(*one, number, depth + 1) || asks_of(*other, number, depth + 1));
  }
  [[nodiscard]] static const Value* behind_extremes(Value* value) {
    auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(value);
    return extreme == nullptr ? value : sum_of(extreme->getLHS()).number;
  }

  /// Returns x of x + (x < 0 ? w : 0), an index behind a border that repeats; nullptr for others.
  Value* behind_correction(const llvm::BinaryOperator& sum) {
    const bool is_difference = sum.getOpcode() == llvm::Instruction::Sub;
    if (!is_difference && sum.getOpcode() != llvm::Instruction::Add) return nullptr;
    Value* number = sum.getOperand(0);
    Value* correction = sum.getOperand(1);
    if (!is_difference && is_correction(number)) std::swap(number, correction);
    return is_correction(correction) && ask_zero(correction) ? number : nullptr;
  }
  [[nodiscard]] static bool is_correction(Value* value) {
    return match(value, m_Select(m_Value(), m_Value(), m_Value())) ||
           match(value, m_Neg(m_Select(m_Value(), m_Value(), m_Value())));
  }
  /// Takes what the conditions of nested choices say where these choose the zero among their
  /// values.
  bool ask_zero(Value* value, unsigned depth = 0) {
    if (match(value, m_Zero())) return true;
    Value *condition = nullptr, *if_true = nullptr, *if_false = nullptr, *negated = nullptr;
    if (match(value, m_Neg(m_Value(negated)))) value = negated;
    const bool is_choice =
        depth < deepest_condition &&
        match(value, m_Select(m_Value(condition), m_Value(if_true), m_Value(if_false)));
    if (!is_choice) return false;
    const bool is_first = match(if_true, m_Zero()) || is_correction(if_true);
    return ask_condition(condition, is_first) && ask_zero(is_first ? if_true : if_false, depth + 1);
  }

  /// Unsigned numbers are taken for signed ones of which none is negative.
  Value* behind_call(llvm::IntrinsicInst& call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    if (id == llvm::Intrinsic::abs) {  // a border that mirrors
      ask(true, ConstantInt::get(call.getType(), 0));
      return call.getArgOperand(0);
    }
    if (id == llvm::Intrinsic::usub_sat) {  // max(i, 2) - 2 of unsigned numbers
      auto* least = llvm::dyn_cast<ConstantInt>(call.getArgOperand(1));
      if (least == nullptr || least->getValue().ugt(BoundedIndex::greatest_offset)) return nullptr;
      constant_ -= least->getSExtValue();
      ask(true, least);
      return call.getArgOperand(0);
    }
    if (!llvm::isa<llvm::MinMaxIntrinsic>(call)) return nullptr;
    Value* number = call.getArgOperand(0);
    Value* bound = call.getArgOperand(1);
    if (is_same(number)) std::swap(number, bound);
    if (!is_same(bound)) return nullptr;
    if (id == llvm::Intrinsic::umax) {
      const auto* least = llvm::dyn_cast<ConstantInt>(bound);
      if (least == nullptr || least->isNegative()) return nullptr;
    }
    if (id == llvm::Intrinsic::umin) ask(true, ConstantInt::get(bound->getType(), 0));
    ask(id == llvm::Intrinsic::smax || id == llvm::Intrinsic::umax, bound);
    return number;
  }

  /// Takes what a condition says of a number where it is what is expected.
  bool ask_condition(Value* condition, bool is_expected, unsigned depth = 0) {
    Value *one = nullptr, *other = nullptr;
    const bool are_both = is_expected ? match(condition, m_LogicalAnd(m_Value(one), m_Value(other)))
                                      : match(condition, m_LogicalOr(m_Value(one), m_Value(other)));
    if (are_both) {
      return depth < deepest_condition && ask_condition(one, is_expected, depth + 1) &&
             ask_condition(other, is_expected, depth + 1);
    }
    CmpPredicate found;
    if (!match(condition, m_ICmp(found, m_Value(one), m_Value(other)))) return false;
    llvm::CmpInst::Predicate predicate = found;
    if (!is_expected) predicate = ICmpInst::getInversePredicate(predicate);
    if (is_same(one)) {
      std::swap(one, other);
      predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    return is_same(other) && ask_extremes_of(one) && ask_comparison(one, predicate, other);
  }
  /// Takes max(i, 1) or |i| for i, where that is what it is.
  bool ask_extremes_of(Value*& number) {
    for (unsigned step = 0; !grows_by_one(number); ++step) {
      constexpr unsigned most_steps = 4;
      if (step == most_steps) return false;
      if (match(number, m_Intrinsic<llvm::Intrinsic::abs>(m_Value(number)))) {
        asked_.push_back({number, 0, {0, true, ConstantInt::get(number->getType(), 0)}});
        continue;
      }
      auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(number);
      if (extreme == nullptr || !extreme->isSigned()) return false;
      Value* bound = extreme->getRHS();
      if (!is_same(bound)) return false;
      number = extreme->getLHS();
      const bool is_least = extreme->getIntrinsicID() == llvm::Intrinsic::smax;
      asked_.push_back({number, 0, {0, is_least, bound}});
    }
    return true;
  }

  bool ask_comparison(Value* number, llvm::CmpInst::Predicate predicate, Value* bound) {
    const auto ask_bound = [&](bool is_least, bool is_exclusive, Value* of) {
      const int64_t beyond = is_least ? -1 : 1;
      asked_.push_back({number, 0, {is_exclusive ? beyond : 0, is_least, of}});
      return true;
    };
    const auto* constant = llvm::dyn_cast<ConstantInt>(bound);
    // Programs exclude the first index, 0, or the last one: all others are on one side of it.
    if (predicate == ICmpInst::ICMP_NE) {
      return ask_bound(constant != nullptr && constant->isZero(), /*is_exclusive=*/true, bound);
    }
    if (ICmpInst::isEquality(predicate)) return false;
    const bool is_least = ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate);
    if (ICmpInst::isUnsigned(predicate)) {
      if (is_least && (constant == nullptr || constant->isNegative())) return false;
      if (!is_least) ask_bound(true, false, ConstantInt::get(bound->getType(), 0));
    }
    return ask_bound(is_least, ICmpInst::isLT(predicate) || ICmpInst::isGT(predicate), bound);
  }

  static constexpr unsigned deepest_condition = 4;
  const ShapeAnalysis& shapes_;
  int64_t constant_ = 0;
  llvm::SmallVector<Asked, 4> asked_;
};

}  // namespace

bool BoundedIndex::join(const BoundedIndex& other) {
  // A stencil's reads are so near each other that work-items between all their bounds are most.
  constexpr int64_t most_apart = 64;
  const int64_t apart = other.base_offset - base_offset;
  if (other.base != base || std::abs(apart) > most_apart) return false;
  llvm::SmallVector<IndexBound, 4> joined = bounds;
  for (const IndexBound& asked : other.bounds) {
    const auto* same = llvm::find_if(joined, [&](const IndexBound& one) {
      return one.bound == asked.bound && one.is_least == asked.is_least;
    });
    if (same == joined.end()) return false;
    IndexBound& bound = joined[same - joined.begin()];
    const int64_t its = asked.offset + apart;
    if (std::abs(its) > greatest_offset) return false;
    bound.offset = bound.is_least ? std::min(bound.offset, its) : std::max(bound.offset, its);
  }
  bounds = std::move(joined);
  may_wrap = may_wrap || other.may_wrap || apart != 0;
  return true;
}

std::optional<BoundedIndex> bounded_index(Value* index, const ShapeAnalysis& shapes) {
  if (!index->getType()->isIntegerTy(32) && !index->getType()->isIntegerTy(64)) {
    return std::nullopt;
  }
  return BoundWalk(shapes).from(index);
}

}  // namespace cleave::compiler::pass::analysis
