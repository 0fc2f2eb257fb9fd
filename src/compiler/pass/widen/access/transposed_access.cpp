#include "compiler/pass/widen/access/transposed_access.h"

#include <llvm/Analysis/VectorUtils.h>

#include <cstdlib>

#include "compiler/pass/analysis/stride_step.h"
#include "compiler/pass/ir/interleave_vectors.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::widen::access {
namespace {

using llvm::Value;

/// Returns true if parts can be transposed with lanes: vectors of parts must fill vectors of lanes.
bool can_be_transposed(const LaneAccess& access, const MemoryFacts& facts) {
  const bool is_number = access.type->isIntegerTy() || access.type->isFloatingPointTy();
  return facts.is_single(access) && is_number && llvm::isPowerOf2_32(facts.parts()) &&
         facts.parts() <= facts.width();
}

/// Fewer parts, or smaller elements, do not fill a vector register of 16 bytes.
bool is_transposition_worthwhile(uint64_t bytes, unsigned parts) {
  return parts >= 4 && bytes >= 4;
}

/// Returns the bytes from the address of a part to the next part's; nullopt if that is not
/// constant.
std::optional<int64_t> stride_of_parts(const LaneAccess& access, const MemoryFacts& facts) {
  return analysis::stride_per_step(
      *access.pointer,
      [&](const Value& value) -> std::optional<int64_t> {
        if (facts.shapes().of(&value).kind == analysis::Shape::Variation::uniform) return 0;
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (instruction == nullptr) return std::nullopt;
        const auto intrinsic = ir::lane_intrinsic_of(*instruction);
        if (intrinsic == ir::LaneIntrinsic::part) return 1;
        if (intrinsic == ir::LaneIntrinsic::lane) return 0;
        return std::nullopt;
      },
      facts.layout());
}

/// Emits the address that a lane accesses in part 0.
Value* address_in_lane(Value* pointer, unsigned lane, AccessEmitter& emitter) {
  llvm::IRBuilder<>& builder = emitter.builder;
  WideValues& values = emitter.values;
  values.begin_part(0);
  const analysis::LinearAddress address = analysis::take_apart(pointer, emitter.facts.layout());
  Value* offset = builder.getInt64(static_cast<uint64_t>(address.constant));
  for (const analysis::LinearAddress::Term& term : address.terms) {
    const analysis::Shape shape = values.shape_of(term.index);
    Value* index = nullptr;
    if (shape.is_scalar()) {
      index = values.scalar(term.index);
      const int64_t further = shape.stride * lane;
      index = builder.CreateAdd(index, llvm::ConstantInt::getSigned(index->getType(), further));
    } else {
      index = builder.CreateExtractElement(values.vector(term.index), uint64_t{lane});
    }
    const bool is_low = term.is_extended() && index->getType()->isIntegerTy(64);
    if (is_low) index = builder.CreateTrunc(index, builder.getInt32Ty());
    index = builder.CreateIntCast(index, builder.getInt64Ty(), term.is_signed);
    Value* scaled = builder.CreateMul(index, builder.getInt64(static_cast<uint64_t>(term.scale)));
    offset = builder.CreateAdd(offset, scaled);
  }
  return builder.CreatePtrAdd(values.scalar(address.base), offset);
}

}  // namespace

std::optional<TransposedAccess> TransposedAccess::match(const LaneAccess& access,
                                                        const MemoryFacts& facts) {
  const std::optional<uint64_t> bytes = facts.bytes_without_gaps(access.type);
  const bool is_candidate = bytes && is_transposition_worthwhile(*bytes, facts.parts()) &&
                            can_be_transposed(access, facts) &&
                            !facts.shapes().of(&access.instruction).is_scalar();
  if (!is_candidate) return std::nullopt;
  const auto bytes_of_lane = static_cast<int64_t>(*bytes);
  const std::optional<int64_t> stride = facts.addresses().stride(access.pointer);
  if (stride && std::abs(*stride) <= bytes_of_lane) return std::nullopt;
  const analysis::LinearAddress address = analysis::take_apart(access.pointer, facts.layout());
  const bool has_uniform_base =
      facts.shapes().of(address.base).kind == analysis::Shape::Variation::uniform;
  if (!has_uniform_base || !facts.addresses().has_small_offsets(address)) return std::nullopt;
  if (stride_of_parts(access, facts) != bytes_of_lane) return std::nullopt;
  return TransposedAccess();
}

void TransposedAccess::write_remark(const LaneAccess& access) {
  ir::remark(
      access.instruction, access.topic(), "transposed",
      access.is_load
          ? "contiguous from sub-group to sub-group: vector loads, transposed in registers"
          : "contiguous from sub-group to sub-group: transposed in registers, vector stores");
}

std::vector<Value*> TransposedAccess::emit_load(const LaneAccess& access, AccessEmitter& emitter) {
  const unsigned parts = emitter.values.parts(), width = emitter.values.width();
  auto* of_lane = llvm::FixedVectorType::get(access.type, parts);
  std::vector<Value*> lanes;
  for (unsigned lane = 0; lane < width; ++lane) {
    Value* first = address_in_lane(access.pointer, lane, emitter);
    lanes.push_back(emitter.builder.CreateAlignedLoad(of_lane, first, access.align));
    copy_metadata(lanes.back(), access.instruction);
  }
  std::vector<Value*> vectors;
  for (unsigned lane = 0; lane < width; lane += width / parts) {
    vectors.push_back(llvm::concatenateVectors(emitter.builder,
                                               llvm::ArrayRef(lanes).slice(lane, width / parts)));
  }
  std::vector<Value*> values;
  for (unsigned part = 0; part < parts; ++part) {
    values.push_back(ir::deinterleave(emitter.builder, vectors, part));
  }
  return values;
}

void TransposedAccess::emit_store(const LaneAccess& access, AccessEmitter& emitter) {
  const unsigned parts = emitter.values.parts(), width = emitter.values.width();
  std::vector<Value*> of_parts;
  for (unsigned part = 0; part < parts; ++part) {
    emitter.values.begin_part(part);
    of_parts.push_back(emitter.values.vector(access.stored()));
  }
  const std::vector<Value*> vectors = ir::interleave_members(emitter.builder, of_parts);
  for (unsigned lane = 0; lane < width; ++lane) {
    const unsigned element = lane * parts;
    llvm::SmallVector<int> own;
    for (unsigned part = 0; part < parts; ++part) {
      own.push_back(static_cast<int>(element % width + part));
    }
    Value* of_lane = vectors[element / width];
    if (parts < width) of_lane = emitter.builder.CreateShuffleVector(of_lane, own);
    Value* first = address_in_lane(access.pointer, lane, emitter);
    copy_metadata(emitter.builder.CreateAlignedStore(of_lane, first, access.align),
                  access.instruction);
  }
}

}  // namespace cleave::compiler::pass::widen::access
