// The vector instructions that code is made for.
#pragma once

#include <cstdint>
#include <string>

namespace cleave::support {

/// Each holds the one before.
enum class InstructionSet : uint8_t {
  sse42,   // x86-64-v2: vectors of 16 bytes
  avx2,    // x86-64-v3: vectors of 32 bytes, fused multiply-add
  avx512,  // x86-64-v4: vectors of 64 bytes, mask registers
};

/// The set that CLEAVE_INSTRUCTION_SET names, or the largest that this processor has. Thread-safe.
[[nodiscard]] InstructionSet instruction_set();
/// True when code may use whatever else the processor has, too.
[[nodiscard]] bool is_native_instruction_set();
/// What CLEAVE_INSTRUCTION_SET asks for that this processor lacks; it is then as if nothing had
/// been asked for. Empty when all is well.
[[nodiscard]] std::string instruction_set_problem();

}  // namespace cleave::support
