#include "compiler/pass/widen/access/gather_access.h"

#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::widen::access {
namespace {

using llvm::Value;

/// Processors with gathers have none of elements of less than 4 bytes. With AVX2 a load for each
/// lane, where all run, takes half the time of a gather of words (Zen 3).
bool is_gathered_by_words(const LaneAccess& load, const Value* mask, const MemoryFacts& facts) {
  const uint64_t bytes = facts.layout().getTypeStoreSize(load.type).getFixedValue();
  const char* const needed = mask == nullptr ? "avx512f" : "avx2";
  return bytes <= 2 && ir::has_feature(*load.instruction.getFunction(), needed) &&
         load.align.value() >= bytes && facts.layout().getTypeSizeInBits(load.type) == 8 * bytes;
}

/// The aligned words that contain the elements that lanes load.
struct Words {
  Value* pointers;
  Value* offsets;  // <W x i32>: their lowest two bits say where in the word the element is
};

Words containing_words(const LaneAccess& load, AccessEmitter& emitter) {
  llvm::IRBuilder<>& builder = emitter.builder;
  WideValues& values = emitter.values;
  llvm::Type* words = values.wide_type(builder.getInt32Ty());
  llvm::Type* wide = values.wide_type(builder.getInt64Ty());
  const analysis::LinearAddress address =
      analysis::take_apart(load.pointer, emitter.facts.layout());
  if (!values.is_scalar(load.pointer) && emitter.facts.addresses().has_small_offsets(address)) {
    const auto [base, from_base] = emitter.pointers.small_offsets(address, 1);
    Value* number = builder.CreatePtrToInt(base, builder.getInt64Ty());
    Value* rest = builder.CreateAnd(number, builder.getInt64(3));
    Value* offsets = builder.CreateAdd(
        from_base, values.broadcast(builder.CreateTrunc(rest, builder.getInt32Ty())));
    Value* word = builder.CreateAnd(offsets, llvm::ConstantInt::get(words, ~uint32_t{3}));
    Value* pointers =
        builder.CreateGEP(builder.getInt8Ty(), builder.CreatePtrAdd(base, builder.CreateNeg(rest)),
                          builder.CreateSExt(word, wide));
    return {pointers, offsets};
  }
  Value* all = emitter.pointers.all(load.pointer);
  Value* numbers = builder.CreatePtrToInt(all, wide);
  Value* offsets = builder.CreateTrunc(numbers, words);
  // Not by llvm.ptrmask: LLVM 22 marks vectors that it gives nonnull, which is no valid IR.
  Value* rest = builder.CreateAnd(numbers, llvm::ConstantInt::get(wide, 3));
  return {builder.CreateGEP(builder.getInt8Ty(), all, builder.CreateNeg(rest)), offsets};
}

/// Bytes and halves of words are loaded with the words that hold them, which no page divides.
Value* gather_by_words(const LaneAccess& load, Value* mask, AccessEmitter& emitter) {
  llvm::IRBuilder<>& builder = emitter.builder;
  auto* words = llvm::FixedVectorType::get(builder.getInt32Ty(), emitter.values.width());
  const auto constant = [&](uint32_t number) { return llvm::ConstantInt::get(words, number); };
  const auto [pointers, offsets] = containing_words(load, emitter);
  Value* shift = builder.CreateShl(builder.CreateAnd(offsets, constant(3)), constant(3));
  Value* gathered = builder.CreateMaskedGather(words, pointers, llvm::Align(4), mask);
  const auto bits =
      static_cast<unsigned>(emitter.facts.layout().getTypeSizeInBits(load.type).getFixedValue());
  Value* element =
      builder.CreateTrunc(builder.CreateLShr(gathered, shift), words->getWithNewBitWidth(bits));
  return builder.CreateBitCast(element, emitter.values.wide_type(load.type));
}

/// Returns true if gathers and scatters access the memory of each lane once, and no more. LLVM makes
/// one access of those that have one address, and there are none of bytes and half words.
bool is_made_for_each_lane(const LaneAccess& access, const MemoryFacts& facts) {
  return facts.layout().getTypeStoreSize(access.type) >= 4 &&
         !facts.shapes().of(access.pointer).is_same();
}

}  // namespace

Value* gather(const LaneAccess& load, Value* mask, AccessEmitter& emitter) {
  if (is_gathered_by_words(load, mask, emitter.facts)) return gather_by_words(load, mask, emitter);
  llvm::Type* wide = emitter.values.wide_type(load.type);
  Value* addresses = emitter.pointers.all(load.pointer);
  const auto emit = [&] {
    return emitter.builder.CreateMaskedGather(wide, addresses, load.align, mask);
  };
  Value* result = load.is_simple() ? emit() : emitter.in_its_place(emit);
  copy_metadata(result, load.instruction);
  return result;
}

void scatter(const LaneAccess& store, Value* mask, AccessEmitter& emitter) {
  Value* addresses = emitter.pointers.all(store.pointer);
  Value* stored = emitter.values.vector(store.stored());
  const auto emit = [&] {
    return emitter.builder.CreateMaskedScatter(stored, addresses, store.align, mask);
  };
  copy_metadata(store.is_simple() ? emit() : emitter.in_its_place(emit), store.instruction);
}

std::optional<GatherAccess> GatherAccess::match(const LaneAccess& access,
                                                const MemoryFacts& facts) {
  if (!access.is_element() || !facts.may_be_vector(access)) return std::nullopt;
  if (!access.is_simple() && !is_made_for_each_lane(access, facts)) return std::nullopt;
  return GatherAccess();
}

void GatherAccess::write_remark(const LaneAccess& access, const MemoryFacts& facts) {
  ir::remark(access.instruction, access.topic(), access.is_load ? "gather" : "scatter",
             (access.is_load ? "a gather: " : "a scatter: ") + facts.why_apart(*access.pointer));
}

void GatherAccess::emit_load(const LaneAccess& access, Value* mask, AccessEmitter& emitter) {
  emitter.values.define(access.instruction, gather(access, mask, emitter));
}

void GatherAccess::emit_store(const LaneAccess& access, Value* mask, AccessEmitter& emitter) {
  scatter(access, mask, emitter);
}

}  // namespace cleave::compiler::pass::widen::access
