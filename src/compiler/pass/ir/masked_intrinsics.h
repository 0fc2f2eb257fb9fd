// Emits instructions of AVX-512 for which LLVM has masked intrinsics, one for each length of a
// register.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <array>
#include <cstdint>
#include <optional>

namespace cleave::compiler::pass {

/// The intrinsics of one instruction, for registers of 512, 256 and 128 bits.
struct MaskedIntrinsics {
  std::array<llvm::Intrinsic::ID, 3> of_floats;
  std::array<llvm::Intrinsic::ID, 3> of_doubles;
};

/// Emits the instruction for all lanes of the vectors, which have one type, in the longest
/// registers that their length is a multiple of. `immediate` is the operand behind the vectors, if
/// it has one. Returns nullptr if the type is not one of floats or doubles or no register divides
/// it. Requires avx512f, and avx512vl where registers of 512 bits are not for use.
[[nodiscard]] llvm::Value* emit_masked(llvm::IRBuilder<>& builder,
                                       const MaskedIntrinsics& intrinsics,
                                       llvm::ArrayRef<llvm::Value*> vectors,
                                       std::optional<uint32_t> immediate = std::nullopt);

}  // namespace cleave::compiler::pass
