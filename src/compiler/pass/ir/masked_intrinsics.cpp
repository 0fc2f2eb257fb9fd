#include "compiler/pass/ir/masked_intrinsics.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>

#include <algorithm>

#include "compiler/pass/ir/processor.h"
#include "compiler/pass/ir/vector_parts.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

constexpr uint32_t current_rounding = 4;  // no exceptions are looked at

struct Chosen {
  unsigned lanes;
  llvm::Intrinsic::ID intrinsic;
};

std::optional<Chosen> choose(const MaskedIntrinsics& intrinsics,
                             const llvm::FixedVectorType& vector, const llvm::Function& function) {
  const llvm::Type& element = *vector.getElementType();
  if (!element.isFloatTy() && !element.isDoubleTy()) return std::nullopt;
  const auto& choices = element.isFloatTy() ? intrinsics.of_floats : intrinsics.of_doubles;
  unsigned bits = 512;
  for (const llvm::Intrinsic::ID intrinsic : choices) {
    const unsigned lanes = bits / element.getScalarSizeInBits();
    const bool is_there = bits == 512 || has_feature(function, "avx512vl");
    if (is_there && bits <= vector_bits(function) && vector.getNumElements() % lanes == 0)
      return Chosen{lanes, intrinsic};
    bits /= 2;
  }
  return std::nullopt;
}

Value* emit_one(llvm::IRBuilder<>& builder, const Chosen& chosen, llvm::ArrayRef<Value*> vectors,
                std::optional<uint32_t> immediate) {
  llvm::Type* const type = vectors.front()->getType();
  llvm::SmallVector<Value*, 6> operands(vectors);
  if (immediate) operands.push_back(builder.getInt32(*immediate));
  operands.push_back(llvm::Constant::getNullValue(type));  // of lanes that the mask leaves out
  operands.push_back(
      llvm::Constant::getAllOnesValue(builder.getIntNTy(std::max(8U, chosen.lanes))));
  const bool has_rounding = type->getPrimitiveSizeInBits() == 512;
  if (has_rounding) operands.push_back(builder.getInt32(current_rounding));
  return builder.CreateIntrinsic(chosen.intrinsic, {}, operands);
}

}  // namespace

Value* emit_masked(llvm::IRBuilder<>& builder, const MaskedIntrinsics& intrinsics,
                   llvm::ArrayRef<Value*> vectors, std::optional<uint32_t> immediate) {
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(vectors.front()->getType());
  if (vector == nullptr) return nullptr;
  const auto chosen = choose(intrinsics, *vector, *builder.GetInsertBlock()->getParent());
  if (!chosen) return nullptr;
  return apply_to_parts(builder, vectors, chosen->lanes, [&](llvm::ArrayRef<Value*> parts) {
    return emit_one(builder, *chosen, parts, immediate);
  });
}

}  // namespace cleave::compiler::pass
