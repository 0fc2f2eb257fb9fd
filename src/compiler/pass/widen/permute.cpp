#include "compiler/pass/widen/permute.h"

#include <llvm/IR/IntrinsicsX86.h>

#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Value;

constexpr unsigned most_permutations = 16;  // permutations of registers that replace a gather

unsigned elements_in(const Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

Value* half_of(llvm::IRBuilderBase& builder, Value* vector, unsigned which) {
  const unsigned count = elements_in(vector) / 2;
  llvm::SmallVector<int> lanes;
  for (unsigned i = 0; i < count; ++i) lanes.push_back(static_cast<int>(which * count + i));
  return builder.CreateShuffleVector(vector, lanes);
}

Value* joined(llvm::IRBuilderBase& builder, Value* low, Value* high) {
  llvm::SmallVector<int> lanes;
  for (unsigned i = 0; i < 2 * elements_in(low); ++i) lanes.push_back(static_cast<int>(i));
  return builder.CreateShuffleVector(low, high, lanes);
}

/// An instruction that takes elements of one register, or of two, by indices of which it reads the
/// low bits only: what cuts them off before is dropped. Zero: there is none.
struct Permutation {
  unsigned bits, count;  // bits of an element; elements in a register
  const char* feature;
  llvm::Intrinsic::ID of_one, of_two;
};
constexpr Permutation permutations[] = {
    {32, 16, "avx512f", llvm::Intrinsic::x86_avx512_permvar_si_512,
     llvm::Intrinsic::x86_avx512_vpermi2var_d_512},
    {64, 8, "avx512f", llvm::Intrinsic::x86_avx512_permvar_di_512,
     llvm::Intrinsic::x86_avx512_vpermi2var_q_512},
    {32, 8, "avx2", llvm::Intrinsic::x86_avx2_permd, 0},
    {64, 4, "avx512vl", llvm::Intrinsic::x86_avx512_permvar_di_256, 0},
};

/// Returns the permutation of registers of as many elements as there are indices; null: there is
/// none.
const Permutation* permutation_for(llvm::IRBuilderBase& builder, Value* values, Value* indices) {
  const unsigned bits = values->getType()->getScalarSizeInBits();
  for (const Permutation& one : permutations) {
    if (one.bits == bits && one.count == elements_in(indices) &&
        ir::has_feature(*builder.GetInsertBlock()->getParent(), one.feature)) {
      return &one;
    }
  }
  return nullptr;
}

/// Returns the first elements, or all of them and poison behind.
Value* resized(llvm::IRBuilderBase& builder, Value* vector, unsigned count) {
  llvm::SmallVector<int> lanes;
  for (unsigned i = 0; i < count; ++i)
    lanes.push_back(i < elements_in(vector) ? static_cast<int>(i) : -1);
  return builder.CreateShuffleVector(vector, lanes);
}

/// Permutes four numbers of 64 bits as eight of 32.
Value* permute_by_halves(llvm::IRBuilderBase& builder, Value* values, Value* indices) {
  auto* type = llvm::FixedVectorType::get(builder.getInt32Ty(), 8);
  Value* numbers = builder.CreateBitCast(builder.CreateZExt(indices, values->getType()), type);
  Value* twice =
      builder.CreateShuffleVector(builder.CreateShl(numbers, 1), {0, 0, 2, 2, 4, 4, 6, 6});
  llvm::SmallVector<llvm::Constant*> parities;
  for (uint32_t lane = 0; lane < 8; ++lane) parities.push_back(builder.getInt32(lane % 2));
  Value* halves = builder.CreateOr(twice, llvm::ConstantVector::get(parities));
  Value* result = builder.CreateIntrinsic(llvm::Intrinsic::x86_avx2_permd, {},
                                          {builder.CreateBitCast(values, type), halves});
  return builder.CreateBitCast(result, values->getType());
}

Value* permute_register(llvm::IRBuilderBase& builder, Value* values, Value* indices) {
  if (elements_in(values) > elements_in(indices)) {
    Value* all = resized(builder, indices, elements_in(values));
    return resized(builder, permute_register(builder, values, all), elements_in(indices));
  }
  if (const Permutation* one = permutation_for(builder, values, indices)) {
    Value* numbers = builder.CreateZExt(indices, values->getType());
    return builder.CreateIntrinsic(one->of_one, {}, {values, numbers});
  }
  if (values->getType()->getScalarSizeInBits() == 64 && elements_in(indices) == 4 &&
      ir::has_feature(*builder.GetInsertBlock()->getParent(), "avx2")) {
    return permute_by_halves(builder, values, indices);
  }
  // The code generator knows this for a permutation where the processor has one.
  Value* result = llvm::PoisonValue::get(values->getType());
  for (unsigned i = 0; i < elements_in(indices); ++i) {
    Value* index = builder.CreateExtractElement(indices, i);
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(values, index), i);
  }
  return result;
}

/// Permutes values that fill several registers: half of the results at a time, each from either
/// half.
Value* permute_registers(llvm::IRBuilderBase& builder, Value* values, Value* indices,
                         unsigned count_in_register) {
  if (elements_in(indices) > count_in_register) {
    Value* low =
        permute_registers(builder, values, half_of(builder, indices, 0), count_in_register);
    Value* high =
        permute_registers(builder, values, half_of(builder, indices, 1), count_in_register);
    return joined(builder, low, high);
  }
  const unsigned count = elements_in(values);
  if (count > count_in_register && llvm::isa<llvm::PoisonValue>(half_of(builder, values, 1)))
    return permute_registers(builder, half_of(builder, values, 0), indices, count_in_register);
  if (count <= count_in_register) return permute_register(builder, values, indices);
  const Permutation* one = permutation_for(builder, values, indices);
  if (one != nullptr && one->of_two != 0 && count == 2 * one->count) {
    Value* low = half_of(builder, values, 0);
    Value* numbers = builder.CreateZExt(indices, low->getType());
    return builder.CreateIntrinsic(one->of_two, {}, {low, numbers, half_of(builder, values, 1)});
  }
  auto constant = [&](uint64_t value) { return llvm::ConstantInt::get(indices->getType(), value); };
  Value* inside = builder.CreateAnd(indices, constant(count / 2 - 1));
  Value* low = permute_registers(builder, half_of(builder, values, 0), inside, count_in_register);
  Value* high = permute_registers(builder, half_of(builder, values, 1), inside, count_in_register);
  Value* is_low = builder.CreateIsNull(builder.CreateAnd(indices, constant(count / 2)));
  return builder.CreateSelect(is_low, low, high);
}

Value* permute_memory(llvm::IRBuilderBase& builder, Value* values, Value* indices) {
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> outside(&entry, entry.getFirstInsertionPt());
  llvm::AllocaInst* memory = outside.CreateAlloca(values->getType(), nullptr, "permuted");
  memory->setAlignment(llvm::Align(64));
  builder.CreateAlignedStore(values, memory, memory->getAlign());
  Value* last = llvm::ConstantInt::get(indices->getType(), elements_in(values) - 1);
  llvm::Type* element = values->getType()->getScalarType();
  Value* addresses = builder.CreateGEP(element, memory, builder.CreateAnd(indices, last));
  const llvm::Align alignment(element->getScalarSizeInBits() / 8);
  return builder.CreateMaskedGather(indices->getType()->getWithNewType(element), addresses,
                                    alignment);
}

Value* permute_numbers(llvm::IRBuilderBase& builder, Value* values, Value* indices) {
  const unsigned bits = values->getType()->getScalarSizeInBits();
  if (bits < 32) {  // registers of numbers as wide as the indices
    llvm::Type* number = indices->getType()->getScalarType();
    Value* wide = builder.CreateZExt(values, values->getType()->getWithNewType(number));
    return builder.CreateTrunc(permute_numbers(builder, wide, indices),
                               indices->getType()->getWithNewBitWidth(bits));
  }
  const unsigned count_in_register = ir::vector_bits(*builder.GetInsertBlock()->getParent()) / bits;
  const unsigned registers = std::max(elements_in(values) / count_in_register, 1U);
  if (registers * registers > most_permutations) return permute_memory(builder, values, indices);
  return permute_registers(builder, values, indices, count_in_register);
}

}  // namespace

Value* emit_permute(llvm::IRBuilderBase& builder, Value* values, Value* indices) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(indices)) {
    llvm::SmallVector<int> lanes;
    for (unsigned i = 0; i < elements_in(indices); ++i) {
      auto* index = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(i));
      const bool is_inside = index != nullptr && index->getValue().ult(elements_in(values));
      lanes.push_back(is_inside ? static_cast<int>(index->getZExtValue()) : -1);
    }
    return builder.CreateShuffleVector(values, lanes);
  }
  llvm::Type* type = values->getType();
  llvm::Type* numbers = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
  Value* result = permute_numbers(builder, builder.CreateBitCast(values, numbers), indices);
  return builder.CreateBitCast(result, indices->getType()->getWithNewType(type->getScalarType()));
}

}  // namespace cleave::compiler::pass::widen
