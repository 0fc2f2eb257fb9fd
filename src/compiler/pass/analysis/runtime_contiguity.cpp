#include "compiler/pass/analysis/runtime_contiguity.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/PatternMatch.h>

#include <cstdlib>

#include "compiler/pass/analysis/index_arithmetic.h"
#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::pass::analysis {
namespace {

using llvm::Instruction;
using llvm::Value;
using llvm::PatternMatch::m_Add;
using llvm::PatternMatch::m_CombineOr;
using llvm::PatternMatch::m_IDiv;
using llvm::PatternMatch::m_IRem;
using llvm::PatternMatch::m_One;
using llvm::PatternMatch::m_Shl;
using llvm::PatternMatch::m_Shr;
using llvm::PatternMatch::m_Value;

/// The arithmetic by which an index is computed from scalars of lanes.
struct Arithmetic {
  bool is_known = true;    // nothing else is in it, memory above all
  bool may_break = false;  // lanes may be contiguous or not: it depends on values
  bool has_reals = false;

  void look_at(const Value* value, const ShapeAnalysis& shapes, unsigned depth = 0) {
    constexpr unsigned deepest = 24;
    if (!is_known || shapes.of(value).is_scalar() || !seen_.insert(value).second) return;
    const auto* instruction = llvm::dyn_cast<Instruction>(value);
    if (instruction != nullptr && instruction->hasMetadata(ir::computed_metadata)) {
      may_break = true;
      return;
    }
    is_known = instruction != nullptr && depth < deepest && is_arithmetic(*instruction);
    if (!is_known) return;
    may_break |= may_break_contiguity(*instruction);
    has_reals |= instruction->getType()->isFloatingPointTy();
    for (const Value* operand : instruction->operand_values()) {
      if (!llvm::isa<llvm::Function>(operand)) look_at(operand, shapes, depth + 1);
    }
  }

 private:
  static bool may_break_contiguity(const Instruction& instruction) {
    switch (instruction.getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Mul:
      case Instruction::Shl:
      case Instruction::Trunc:
      case Instruction::ZExt:
      case Instruction::SExt:
        return false;
      default:
        return true;
    }
  }

  llvm::SmallPtrSet<const Value*, 16> seen_;
};

const Value* without_extension(const Value* value) {
  while (llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst>(value)) {
    value = llvm::cast<Instruction>(value)->getOperand(0);
  }
  return value;
}

/// Returns true for a number that grows by one or two from lane to lane, or does within a row: x =
/// i % w of pictures whose work-items have one index.
bool grows_slowly(const Value* value, const ShapeAnalysis& shapes) {
  value = without_extension(value);
  const Value *dividend = nullptr, *divisor = nullptr;
  if (match(value, m_IRem(m_Value(dividend), m_Value(divisor))) && shapes.of(divisor).is_same())
    value = without_extension(dividend);
  const Shape shape = shapes.of(value);
  return shape.is_scalar() && std::abs(shape.stride) <= 2;
}

/// Returns true for i / n, i >> n and 2 * (i % w), and sums of them: lanes are close to each other.
/// Pictures are made larger and smaller by them.
bool is_close_to_next(const Value* index, const ShapeAnalysis& shapes, unsigned depth = 0) {
  constexpr unsigned deepest = 3;
  const Value *left = nullptr, *right = nullptr;
  index = without_extension(index);
  if (match(index, m_Add(m_Value(left), m_Value(right)))) {
    return depth < deepest && (is_close_to_next(left, shapes, depth + 1) ||
                               is_close_to_next(right, shapes, depth + 1));
  }
  const bool is_doubled = match(index, m_Shl(m_Value(left), m_One()));
  const bool is_quotient = match(index, m_CombineOr(m_Shr(m_Value(left), m_Value(right)),
                                                    m_IDiv(m_Value(left), m_Value(right))));
  return (is_doubled || (is_quotient && shapes.of(right).is_same())) && grows_slowly(left, shapes);
}

}  // namespace

SharedAddend shared_addend(const Value* index, const ShapeAnalysis& shapes) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(index);
  if (sum == nullptr) return {};
  const bool adds = sum->getOpcode() == Instruction::Add;
  if (!adds && sum->getOpcode() != Instruction::Sub) return {};
  Value* left = sum->getOperand(0);
  Value* right = sum->getOperand(1);
  if (shapes.of(right).is_same()) return {left, right};
  return adds && shapes.of(left).is_same() ? SharedAddend{right, left} : SharedAddend();
}

std::optional<ContiguityCandidate> contiguity_candidate(Value* pointer, uint64_t bytes,
                                                        const LaneAddresses& addresses) {
  const ShapeAnalysis& shapes = addresses.shapes();
  if (addresses.stride(pointer)) return std::nullopt;
  const LinearAddress address = take_apart(pointer, addresses.layout());
  if (!addresses.has_small_offsets(address) || !shapes.of(address.base).is_same()) {
    return std::nullopt;
  }
  Value* index = nullptr;
  for (const LinearAddress::Term& term : address.terms) {
    if (shapes.of(term.index).is_same()) continue;
    if (index != nullptr || term.scale != static_cast<int64_t>(bytes) || term.bits() < 32) {
      return std::nullopt;
    }
    index = term.index;
    while (Value* rest = shared_addend(index, shapes).rest) index = rest;
  }
  if (index == nullptr || shapes.of(index).is_scalar()) return std::nullopt;
  Arithmetic arithmetic;
  arithmetic.look_at(index, shapes);
  if (!arithmetic.is_known || !arithmetic.may_break) return std::nullopt;
  return ContiguityCandidate{index, arithmetic.has_reals || is_close_to_next(index, shapes)};
}

}  // namespace cleave::compiler::pass::analysis
