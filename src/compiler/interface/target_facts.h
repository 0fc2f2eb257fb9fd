// Defines the part of kernel facts that code of one target alone knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/interface/code_target.h"

namespace cleave::compiler::interface {

/// Facts as bytes: only code of the target writes and reads them (of x86 by x86_facts.h), all others keep, send and
/// compare them as they are. They are part of program binaries, and of the keys under which code is kept.
struct TargetFacts {
  CodeTarget target = CodeTarget::x86;
  uint32_t version = 0;  // of the bytes' meaning, counted by the target from 1; 0: there are none
  std::vector<std::byte> bytes = {};
};

/// Returns true if code of the target understands the facts. Those of another version are for another build of
/// Cleave.
[[nodiscard]] bool is_readable(const TargetFacts& facts);

}  // namespace cleave::compiler::interface
