// Answers requests of another process's compiler: the other side of process/ask.h.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "compiler/interface/compiler.h"

namespace cleave::compiler {

/// Implements Compiler::answer.
[[nodiscard]] std::vector<std::byte> answer_request(std::span<const std::byte> request,
                                                    interface::GiveUp give_up);

}  // namespace cleave::compiler
