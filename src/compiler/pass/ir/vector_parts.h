// Applies an instruction for vectors of one length to longer ones, and chooses the length.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <array>
#include <cstdint>
#include <optional>

namespace cleave::compiler::pass::ir {

/// Emits `apply` for each part of so many lanes of the vectors, which have the same type, and
/// returns the results as one vector of that type. Precondition: `lanes` divides their length.
[[nodiscard]] llvm::Value* apply_to_parts(
    llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> vectors, unsigned lanes,
    llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> apply);

/// An instruction of AVX-512 for vectors of so many lanes, as an intrinsic with a mask.
struct MaskedInstruction {
  unsigned lanes;
  llvm::Intrinsic::ID intrinsic;
};

/// Those of an operation for vectors of 512, 256 and 128 bits.
using MaskedInstructions = std::array<llvm::Intrinsic::ID, 3>;

/// Returns the one for numbers of single or double precision with the most lanes that the vector is
/// a multiple of, of those that the function may use; nullopt: there is none.
[[nodiscard]] std::optional<MaskedInstruction> masked_instruction(
    const llvm::FixedVectorType& type, const llvm::Function& function,
    const MaskedInstructions& of_singles, const MaskedInstructions& of_doubles);

/// How such instructions round that may say it: as usual; nobody looks at exceptions.
constexpr uint32_t current_rounding = 4;

/// Emits the instruction for vectors of its length, the first of the operands, and for all lanes.
[[nodiscard]] llvm::Value* emit_for_all_lanes(llvm::IRBuilder<>& builder,
                                              const MaskedInstruction& instruction,
                                              llvm::ArrayRef<llvm::Value*> operands);

}  // namespace cleave::compiler::pass::ir
