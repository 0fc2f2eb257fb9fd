#include "compiler/pass/widen/emit_collective.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/pass/widen/permute.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Value;
using Kind = ir::Collective::Kind;
using Operation = ir::Collective::Operation;

Value* combine_values(llvm::IRBuilderBase& builder, Operation operation, Value* a, Value* b) {
  switch (operation) {
    case Operation::add:
      return builder.CreateAdd(a, b);
    case Operation::mul:
      return builder.CreateMul(a, b);
    case Operation::smin:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
    case Operation::smax:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
    case Operation::umin:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
    case Operation::umax:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
    case Operation::bit_and:
      return builder.CreateAnd(a, b);
    case Operation::bit_or:
      return builder.CreateOr(a, b);
    case Operation::bit_xor:
      return builder.CreateXor(a, b);
    case Operation::fadd:
      return builder.CreateFAdd(a, b);
    case Operation::fmul:
      return builder.CreateFMul(a, b);
    case Operation::fmin:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::minimumnum, a, b);
    case Operation::fmax:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::maximumnum, a, b);
    case Operation::none:
      break;
  }
  return a;
}

unsigned lane_count(const Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

/// Returns the elements first … first + count - 1.
Value* slice(llvm::IRBuilderBase& builder, Value* vector, unsigned first, unsigned count) {
  llvm::SmallVector<int> indices;
  for (unsigned i = 0; i < count; ++i) indices.push_back(static_cast<int>(first + i));
  return builder.CreateShuffleVector(vector, indices);
}

/// Combines halves, which gives the order of the library in codegen mode scalar.
Value* emit_reduce(llvm::IRBuilderBase& builder, Operation operation, Value* values) {
  for (unsigned count = lane_count(values) / 2; count > 0; count /= 2) {
    values = combine_values(builder, operation, slice(builder, values, 0, count),
                            slice(builder, values, count, count));
  }
  return builder.CreateExtractElement(values, uint64_t{0});
}

/// Each lane gets the value of the lane `distance` before it, the first ones `filler`.
Value* shifted(llvm::IRBuilderBase& builder, Value* values, unsigned distance,
               llvm::Constant* filler) {
  const unsigned count = lane_count(values);
  llvm::SmallVector<int> indices;
  for (unsigned i = 0; i < count; ++i) {
    indices.push_back(static_cast<int>(i < distance ? count + i : i - distance));
  }
  return builder.CreateShuffleVector(values, filler, indices);
}

Value* emit_scan(llvm::IRBuilderBase& builder, Operation operation, Value* values) {
  for (unsigned distance = 1; distance < lane_count(values); distance *= 2) {
    Value* before =
        shifted(builder, values, distance, ir::neutral_element(operation, values->getType()));
    values = combine_values(builder, operation, before, values);
  }
  return values;
}

/// Operands that are one number in some lanes and 0 in all others, so that their sum is a count.
struct CountedLanes {
  Value* lanes;   // a <W x i1>
  Value* number;  // the same for all lanes
};
/// Returns nullopt where the operands may be different numbers. `mask`: as in emit_collective.
std::optional<CountedLanes> counted_lanes(llvm::IRBuilderBase& builder, Value* operands,
                                          Value* mask) {
  Value* flags = nullptr;
  if (llvm::PatternMatch::match(operands,
                                llvm::PatternMatch::m_ZExt(llvm::PatternMatch::m_Value(flags))) &&
      flags->getType()->getScalarType()->isIntegerTy(1)) {
    // Lanes that do not run may hold poison, so the mask is asked first.
    return CountedLanes{mask == nullptr ? flags : builder.CreateLogicalAnd(mask, flags),
                        llvm::ConstantInt::get(operands->getType()->getScalarType(), 1)};
  }
  Value* number = llvm::getSplatValue(operands);
  if (number == nullptr || mask == nullptr) return std::nullopt;
  // The number may be poison if no lane runs, and so would be its product with 0.
  if (!llvm::isa<llvm::ConstantInt>(number)) number = builder.CreateFreeze(number);
  return CountedLanes{mask, number};
}

Value* emit_sum(llvm::IRBuilderBase& builder, const CountedLanes& counted) {
  const unsigned width = lane_count(counted.lanes);
  // Narrower than 32 bits the instruction would need the extension anyway.
  llvm::Type* bits = builder.getIntNTy(std::max(width, 32U));
  Value* lanes = builder.CreateBitCast(counted.lanes, builder.getIntNTy(width));
  Value* count =
      builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, builder.CreateZExt(lanes, bits));
  return builder.CreateMul(builder.CreateZExtOrTrunc(count, counted.number->getType()),
                           counted.number);
}

/// Emits the counts as bytes, which hold as many as there are lanes: shifts of wider elements cross
/// registers.
Value* emit_scan_of_counts(llvm::IRBuilderBase& builder, const CountedLanes& counted,
                           bool is_exclusive) {
  auto* bytes = llvm::FixedVectorType::get(builder.getInt8Ty(), lane_count(counted.lanes));
  Value* scanned = emit_scan(builder, Operation::add, builder.CreateZExt(counted.lanes, bytes));
  if (is_exclusive) scanned = shifted(builder, scanned, 1, llvm::Constant::getNullValue(bytes));
  return builder.CreateZExt(
      scanned, llvm::FixedVectorType::get(counted.number->getType(), lane_count(scanned)));
}

/// Emits a sum, or sums of the lanes before each, where operands are the same or truth values, as
/// they are where lanes ask for room (`atomic_inc`, `sub_group_scan_exclusive_add(keep)`). Returns
/// nullptr elsewhere.
Value* emit_by_counting(llvm::IRBuilderBase& builder, const ir::Collective& collective,
                        Value* operands, Value* mask) {
  if (collective.operation != Operation::add || collective.begins_with_first) return nullptr;
  const bool is_sum = collective.kind == Kind::reduce;
  const bool is_scan =
      collective.kind == Kind::scan_inclusive || collective.kind == Kind::scan_exclusive;
  if (!is_sum && !is_scan) return nullptr;
  const std::optional<CountedLanes> counted = counted_lanes(builder, operands, mask);
  if (!counted) return nullptr;
  if (is_sum) return emit_sum(builder, *counted);
  if (!llvm::PatternMatch::match(counted->number, llvm::PatternMatch::m_One())) return nullptr;
  return emit_scan_of_counts(builder, *counted, collective.kind == Kind::scan_exclusive);
}

/// Returns a bit for each lane that takes part and has a predicate that is (not) zero.
Value* ballot(llvm::IRBuilderBase& builder, llvm::CmpInst::Predicate is, Value* predicates,
              Value* mask) {
  Value* holds =
      builder.CreateICmp(is, predicates, llvm::Constant::getNullValue(predicates->getType()));
  // Lanes that do not run may hold poison.
  if (mask != nullptr) holds = builder.CreateLogicalAnd(mask, holds);
  return builder.CreateBitCast(holds, builder.getIntNTy(lane_count(predicates)));
}

/// Halves of clusters are combined crosswise, so that all lanes of one end with the same.
Value* emit_clustered(llvm::IRBuilderBase& builder, Operation operation, Value* values,
                      Value* size) {
  const unsigned count = lane_count(values);
  for (unsigned distance = count / 2; distance > 0; distance /= 2) {
    llvm::SmallVector<int> indices;
    for (unsigned i = 0; i < count; ++i) indices.push_back(static_cast<int>(i ^ distance));
    Value* crossed = builder.CreateShuffleVector(values, indices);
    Value* combined = combine_values(builder, operation, values, crossed);
    Value* is_inside = builder.CreateICmpULT(builder.getInt32(distance), size);
    values = builder.CreateSelect(is_inside, combined, values);
  }
  return values;
}

Value* first_lane(llvm::IRBuilderBase& builder, Value* operands, Value* mask) {
  Value* lane = builder.getInt32(0);
  if (mask != nullptr) {
    Value* bits = builder.CreateBitCast(mask, builder.getIntNTy(lane_count(mask)));
    lane = builder.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()},
                                   {bits, builder.getFalse()});
  }
  return builder.CreateExtractElement(operands, lane);
}

}  // namespace

Value* emit_collective(llvm::IRBuilderBase& builder, const ir::Collective& collective,
                       Value* operands, Value* selector, Value* mask) {
  const Operation operation = collective.operation;
  switch (collective.kind) {
    case Kind::all: {
      Value* fail = ballot(builder, llvm::CmpInst::ICMP_EQ, operands, mask);
      return builder.CreateZExt(builder.CreateIsNull(fail), builder.getInt32Ty());
    }
    case Kind::any: {
      Value* hold = ballot(builder, llvm::CmpInst::ICMP_NE, operands, mask);
      return builder.CreateZExt(builder.CreateIsNotNull(hold), builder.getInt32Ty());
    }
    case Kind::ballot: {
      Value* hold = ballot(builder, llvm::CmpInst::ICMP_NE, operands, mask);
      return builder.CreateZExt(hold, builder.getInt64Ty());
    }
    case Kind::same:
      return first_lane(builder, operands, mask);
    case Kind::broadcast:
      return builder.CreateExtractElement(operands, selector);
    case Kind::join:
      return operands;
    case Kind::shuffle:
      return emit_permute(builder, operands, selector);
    default:
      break;
  }
  if (Value* counted = emit_by_counting(builder, collective, operands, mask)) return counted;
  if (mask != nullptr) {
    operands =
        builder.CreateSelect(mask, operands, ir::neutral_element(operation, operands->getType()));
  }
  if (collective.kind == Kind::reduce) return emit_reduce(builder, operation, operands);
  if (collective.kind == Kind::clustered) {
    return emit_clustered(builder, operation, operands, selector);
  }
  Value* scanned = emit_scan(builder, operation, operands);
  if (collective.kind == Kind::scan_inclusive) return scanned;
  llvm::Constant* first = ir::first_of_scan(operation, operands->getType());
  Value* before = shifted(builder, scanned, 1, first);
  return collective.begins_with_first ? combine_values(builder, operation, first, before) : before;
}

}  // namespace cleave::compiler::pass::widen
