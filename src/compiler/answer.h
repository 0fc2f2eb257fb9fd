// The other side of helper/ask.h: answers a question of another process's compiler.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cleave::compiler {

/// Implements Compiler::answer.
[[nodiscard]] std::vector<std::byte> answer_question(std::span<const std::byte> question);

}  // namespace cleave::compiler
