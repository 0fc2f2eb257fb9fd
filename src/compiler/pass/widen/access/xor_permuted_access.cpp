#include "compiler/pass/widen/access/xor_permuted_access.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::widen::access {
namespace {

using llvm::Value;

bool is_lane_number(const Value* value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return instruction != nullptr && ir::lane_intrinsic_of(*instruction) == ir::LaneIntrinsic::lane;
}

/// Returns true if the value is the lane's number, plus a multiple of W that is the same in all
/// lanes.
bool begins_at_multiple(const Value* value, const MemoryFacts& facts) {
  const analysis::ShapeAnalysis& shapes = facts.shapes();
  while (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(value)) {
    value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
    if (!value->getType()->isIntegerTy() || shapes.of(value).stride != 1) return false;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr) return false;
  if (is_lane_number(instruction)) return true;
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(instruction);
  const bool adds = instruction->getOpcode() == llvm::Instruction::Add ||
                    (disjoint != nullptr && disjoint->isDisjoint());
  if (!adds) return false;
  for (unsigned i = 0; i < 2; ++i) {
    const Value* first = instruction->getOperand(i);
    if (!is_lane_number(instruction->getOperand(1 - i)) || !shapes.of(first).is_same()) continue;
    const llvm::KnownBits bits = llvm::computeKnownBits(first, facts.layout());
    if ((uint64_t{1} << std::min(bits.countMinTrailingZeros(), 32U)) >= facts.width()) return true;
  }
  return false;
}

struct XorOperands {
  Value* id;
  Value* flipped;
};

/// The operands of an index `id ^ s`; nullopt if it is no such index.
std::optional<XorOperands> xor_operands(const analysis::LinearAddress::Term& term, uint64_t bytes,
                                        const MemoryFacts& facts) {
  const analysis::ShapeAnalysis& shapes = facts.shapes();
  const auto* index = llvm::dyn_cast<llvm::BinaryOperator>(term.index);
  const bool is_candidate = index != nullptr && index->getOpcode() == llvm::Instruction::Xor &&
                            index->getType()->getIntegerBitWidth() >= 32 &&
                            term.scale == static_cast<int64_t>(bytes);
  if (!is_candidate) return std::nullopt;
  for (const unsigned side : {0U, 1U}) {
    Value* id = index->getOperand(side);
    Value* flipped = index->getOperand(1 - side);
    const analysis::Shape shape = shapes.of(id);
    if (shape.is_scalar() && shape.stride == 1 && shapes.of(flipped).is_same() &&
        begins_at_multiple(id, facts)) {
      return XorOperands{id, flipped};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<XorPermutedAccess> XorPermutedAccess::match(const LaneAccess& access,
                                                          const MemoryFacts& facts) {
  const analysis::ShapeAnalysis& shapes = facts.shapes();
  if (!facts.is_single(access) || !access.is_element()) return std::nullopt;
  const std::optional<uint64_t> bytes = facts.bytes_without_gaps(access.type);
  if (!bytes || shapes.of(access.pointer).is_scalar()) return std::nullopt;
  analysis::LinearAddress address = analysis::take_apart(access.pointer, facts.layout());
  if (!shapes.of(address.base).is_same()) return std::nullopt;
  std::optional<XorOperands> found;
  unsigned number = 0;
  for (unsigned i = 0; i < address.terms.size(); ++i) {
    const analysis::LinearAddress::Term& term = address.terms[i];
    if (shapes.of(term.extended).is_same()) continue;
    if (found) return std::nullopt;
    found = xor_operands(term, *bytes, facts);
    if (!found) return std::nullopt;
    number = i;
  }
  if (!found) return std::nullopt;
  return XorPermutedAccess(std::move(address), number, found->id, found->flipped);
}

void XorPermutedAccess::write_remark(const LaneAccess& access, const MemoryFacts& /*facts*/) {
  ir::remark(access.instruction, access.topic(), "shuffled",
             access.is_load ? "xor-permuted: a vector load and a permutation"
                            : "xor-permuted: a permutation and a vector store");
}

Value* XorPermutedAccess::lowest_address(llvm::IRBuilder<>& builder, WideValues& values) const {
  Value* offset = builder.getInt64(static_cast<uint64_t>(address_.constant));
  for (unsigned i = 0; i < address_.terms.size(); ++i) {
    const analysis::LinearAddress::Term& term = address_.terms[i];
    Value* index = nullptr;
    if (i == term_) {
      Value* first = values.scalar(id_);
      Value* high = builder.CreateAnd(
          values.scalar(flipped_),
          llvm::ConstantInt::getSigned(first->getType(), -static_cast<int64_t>(values.width())));
      index = builder.CreateXor(first, high);
    } else {
      index = values.scalar(term.index);
    }
    index = builder.CreateIntCast(index, builder.getInt64Ty(), term.is_signed);
    Value* scaled = builder.CreateMul(index, builder.getInt64(static_cast<uint64_t>(term.scale)));
    offset = builder.CreateAdd(offset, scaled);
  }
  return builder.CreatePtrAdd(values.scalar(address_.base), offset);
}

/// Gives each lane the element of the lane whose number differs from its own in the bits of s. Also
/// takes masks; nullptr stays nullptr.
Value* XorPermutedAccess::permute(llvm::IRBuilder<>& builder, WideValues& values,
                                  Value* vector) const {
  if (vector == nullptr) return nullptr;
  const unsigned width = values.width();
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  if (type->getElementType()->isIntegerTy(1)) {
    auto* words = llvm::FixedVectorType::get(builder.getInt32Ty(), width);
    Value* permuted = permute(builder, values, builder.CreateSExt(vector, words));
    return builder.CreateICmpNE(permuted, llvm::Constant::getNullValue(words));
  }
  Value* bits = builder.CreateAnd(
      builder.CreateIntCast(values.scalar(flipped_), builder.getInt32Ty(), /*isSigned=*/false),
      builder.getInt32(width - 1));
  // Bit by bit: the branches are the same in each iteration of a loop, and measured faster than an
  // instruction that moves elements by a vector of indices.
  for (unsigned bit = 1; bit < width; bit *= 2) {
    llvm::SmallVector<int> lanes;
    for (unsigned lane = 0; lane < width; ++lane) lanes.push_back(static_cast<int>(lane ^ bit));
    Value* is_set = builder.CreateIsNotNull(builder.CreateAnd(bits, builder.getInt32(bit)));
    vector = builder.CreateSelect(is_set, builder.CreateShuffleVector(vector, lanes), vector);
  }
  return vector;
}

void XorPermutedAccess::emit_load(const LaneAccess& access, Value* mask,
                                  AccessEmitter& emitter) const {
  WideValues& values = emitter.values;
  Value* first = lowest_address(emitter.builder, values);
  Value* elements = permute(emitter.builder, values, mask);
  Value* loaded = emitter.load(values.wide_type(access.type), first, access.align, elements);
  copy_metadata(loaded, access.instruction);
  values.define(access.instruction, permute(emitter.builder, values, loaded));
}

void XorPermutedAccess::emit_store(const LaneAccess& access, Value* mask,
                                   AccessEmitter& emitter) const {
  WideValues& values = emitter.values;
  Value* first = lowest_address(emitter.builder, values);
  Value* value = permute(emitter.builder, values, values.vector(access.stored()));
  Value* elements = permute(emitter.builder, values, mask);
  copy_metadata(emitter.store(value, first, access.align, elements), access.instruction);
}

}  // namespace cleave::compiler::pass::widen::access
