// Chooses the preloaded libraries that a program of ours is started with.
#pragma once

#include <string>
#include <string_view>

namespace cleave::compiler::process {

/// Returns a list of libraries, as LD_PRELOAD is, without those of this process that stand for the
/// ICD loader. Tools that trace what an application calls do: in a program that calls nothing they
/// would begin the application's files anew. Others stay, those of sanitizers among them.
/// Thread-safe.
[[nodiscard]] std::string without_loaders(std::string_view preloaded);

}  // namespace cleave::compiler::process
