// Chooses the vector instructions that code is made for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cleave::options {

/// Each holds the one before.
enum class InstructionSet : uint8_t {
  sse42,   // x86-64-v2: vectors of 16 bytes
  avx2,    // x86-64-v3: vectors of 32 bytes, fused multiply-add
  avx512,  // x86-64-v4: vectors of 64 bytes, mask registers
};

/// The instruction set that code uses on a processor for which the user wished one.
struct InstructionSetChoice {
  InstructionSet set;
  bool is_native;       // code may use whatever else the processor has, too
  std::string problem;  // says which wish the processor does not meet: the set is as without it
};

/// `asked`: a value of CLEAVE_INSTRUCTION_SET. `largest`: what the processor has.
[[nodiscard]] InstructionSetChoice choose_instruction_set(std::string_view asked,
                                                          InstructionSet largest);

/// The set that CLEAVE_INSTRUCTION_SET names, or the largest that this processor has. Thread-safe.
[[nodiscard]] InstructionSet instruction_set();
/// True when code may use whatever else the processor has, too.
[[nodiscard]] bool is_native_instruction_set();
/// Says in words what CLEAVE_INSTRUCTION_SET asks for that this processor lacks; the option is
/// ignored then. Empty if there is no problem.
[[nodiscard]] std::string instruction_set_problem();

}  // namespace cleave::options
