// Lists what LLVM IR can ask of code generation, as functions of one instruction each.
#pragma once

#include <string>
#include <vector>

namespace cleave::compiler::target::x86 {

/// A function `f` in LLVM's assembly language, with the declarations that it needs.
struct OneInstruction {
  std::string name;  // "sin <4 x float>"
  std::string text;
};

/// Arithmetic, conversions, intrinsics, atomic operations and accesses to memory, for every type
/// that reaches code generation, of one value and of vectors.
[[nodiscard]] std::vector<OneInstruction> every_instruction();

}  // namespace cleave::compiler::target::x86
