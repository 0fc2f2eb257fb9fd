#include "compiler/pass/widen/access/contiguity_check.h"

#include "compiler/pass/ir/lane_masks.h"

namespace cleave::compiler::pass::widen::access {

using llvm::Value;

void ContiguityChecks::forget() {
  checks_.clear();
  nearness_.clear();
}

void ContiguityChecks::enter(const llvm::BasicBlock& block) {
  if (block_ == &block) return;
  forget();
  bounded_.clear();
  block_ = &block;
}

ContiguityCheck ContiguityChecks::check(const analysis::ContiguityCandidate& candidate,
                                        const llvm::BasicBlock& block) {
  enter(block);
  const IndexOfPart asked{candidate.index, values_.part()};
  if (const auto found = checks_.find(asked); found != checks_.end()) return found->second;
  if (const auto bounded = analysis::bounded_index(candidate.index, values_.shapes())) {
    emit_for_bounds(candidate.index, *bounded);
  } else {
    checks_[asked] = emit(candidate);
  }
  return checks_.at(asked);
}

NearnessCheck ContiguityChecks::check_nearness(const analysis::ContiguityCandidate& candidate,
                                               unsigned elements, const llvm::BasicBlock& block) {
  enter(block);
  NearnessCheck& found = nearness_[{{candidate.index, values_.part()}, elements}];
  if (found.is_near == nullptr) found = emit_nearness(candidate, elements);
  return found;
}

/// Lanes that do not run may hold anything; it must be the same whenever it is looked at.
Value* ContiguityChecks::frozen_index(const analysis::ContiguityCandidate& candidate) {
  llvm::Type* words = values_.wide_type(builder_.getInt32Ty());
  return builder_.CreateFreeze(builder_.CreateZExtOrTrunc(values_.vector(candidate.index), words));
}

void ContiguityChecks::find_bounded_indices() {
  for (const llvm::Instruction& access : *block_) {
    const Value* pointer = llvm::getLoadStorePointerOperand(&access);
    if (pointer == nullptr) continue;
    const uint64_t bytes = addresses_.layout().getTypeStoreSize(llvm::getLoadStoreType(&access));
    const auto candidate =
        analysis::contiguity_candidate(const_cast<Value*>(pointer), bytes, addresses_);
    if (!candidate || bounded_.contains(candidate->index)) continue;
    if (auto bounded = analysis::bounded_index(candidate->index, values_.shapes())) {
      bounded_.insert({candidate->index, std::move(*bounded)});
    }
  }
}

/// Asks scalars, where that is enough, in 64 bits: the last lane's number may be beyond 32. A block
/// that reads several neighbours asks once, whether all lanes are between the bounds of all.
void ContiguityChecks::emit_for_bounds(const Value* index, const analysis::BoundedIndex& bounded) {
  if (bounded_.empty()) find_bounded_indices();
  analysis::BoundedIndex all = bounded;
  // The distances are from the number of `index`.
  llvm::MapVector<const Value*, int64_t> begins;
  begins[index] = bounded.offset;
  for (const auto& [other, its] : bounded_) {
    if (other != index && all.join(its)) {
      begins[other] = its.offset + its.base_offset - bounded.base_offset;
    }
  }
  Value* number = builder_.CreateFreeze(values_.scalar(bounded.number));
  Value* is_contiguous = are_between(all, number);
  Value* first = builder_.CreateZExtOrTrunc(number, builder_.getInt32Ty());
  for (const auto& [its_index, offset] : begins) {
    Value* begin = builder_.CreateAdd(first, builder_.getInt32(static_cast<uint32_t>(offset)));
    checks_[{its_index, values_.part()}] = {is_contiguous, begin};
  }
}

Value* ContiguityChecks::are_between(const analysis::BoundedIndex& bounded, Value* number) {
  llvm::Type* wide_type = builder_.getInt64Ty();
  Value* first = builder_.CreateSExt(number, wide_type);
  Value* last = builder_.CreateAdd(first, builder_.getInt64(values_.width() - 1));
  Value* result = bounded.may_wrap ? is_far_from_ends(number) : builder_.getTrue();
  for (const analysis::IndexBound& one : bounded.bounds) {
    Value* asked = builder_.CreateAdd(one.is_least ? first : last,
                                      llvm::ConstantInt::getSigned(wide_type, one.offset));
    Value* bound = builder_.CreateSExt(values_.scalar(one.bound), wide_type);
    if (!one.is_least) std::swap(asked, bound);
    result = builder_.CreateAnd(result, builder_.CreateICmpSLE(bound, asked));
  }
  return builder_.CreateFreeze(result);
}

/// Asks whether the numbers of all lanes, with any offset, are between the least and the greatest
/// number of their type.
Value* ContiguityChecks::is_far_from_ends(Value* first) {
  const unsigned bits = first->getType()->getIntegerBitWidth();
  const llvm::APInt room(bits, analysis::BoundedIndex::greatest_offset);
  const llvm::APInt least = llvm::APInt::getSignedMinValue(bits) + room;
  const llvm::APInt greatest = llvm::APInt::getSignedMaxValue(bits) - room - (values_.width() - 1);
  return builder_.CreateICmpULE(builder_.CreateSub(first, builder_.getInt(least)),
                                builder_.getInt(greatest - least));
}

ContiguityCheck ContiguityChecks::emit(const analysis::ContiguityCandidate& candidate) {
  Value* index = frozen_index(candidate);
  llvm::SmallVector<llvm::Constant*> lanes;
  for (unsigned lane = 0; lane < values_.width(); ++lane) {
    lanes.push_back(builder_.getInt32(lane));
  }
  Value* first = builder_.CreateExtractElement(index, uint64_t{0});
  Value* contiguous =
      builder_.CreateAdd(values_.broadcast(first), llvm::ConstantVector::get(lanes));
  return {ir::all_lanes(builder_, builder_.CreateICmpEQ(index, contiguous)), first};
}

NearnessCheck ContiguityChecks::emit_nearness(const analysis::ContiguityCandidate& candidate,
                                              unsigned elements) {
  Value* index = frozen_index(candidate);
  Value* one_end = builder_.CreateExtractElement(index, uint64_t{0});
  Value* other_end = builder_.CreateExtractElement(index, uint64_t{values_.width() - 1});
  const auto extreme = [&](llvm::Intrinsic::ID which) {
    return builder_.CreateBinaryIntrinsic(which, one_end, other_end);
  };
  Value* first = extreme(llvm::Intrinsic::smin);
  Value* last = builder_.CreateSub(extreme(llvm::Intrinsic::smax), first);
  Value* steps = builder_.CreateSub(index, values_.broadcast(first));
  Value* are_between =
      ir::all_lanes(builder_, builder_.CreateICmpULE(steps, values_.broadcast(last)));
  Value* are_few =
      builder_.CreateICmpULT(last, builder_.getInt32(2 * values_.width() - elements + 1));
  return {builder_.CreateAnd(are_between, are_few), first, steps, last};
}

Value* ContiguityChecks::first_index(Value* index, const analysis::ContiguityCandidate& candidate,
                                     Value* first) {
  if (index == candidate.index) return first;
  const analysis::SharedAddend sum = analysis::shared_addend(index, values_.shapes());
  Value* rest = first_index(sum.rest, candidate, first);
  Value* addend = builder_.CreateZExtOrTrunc(values_.scalar(sum.addend), builder_.getInt32Ty());
  return builder_.CreateBinOp(llvm::cast<llvm::BinaryOperator>(index)->getOpcode(), rest, addend);
}

}  // namespace cleave::compiler::pass::widen::access
