// Tells what CLEAVE_WITHOUT takes away: extensions, features of OpenCL C and capabilities.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::options {

/// Returns true if the option takes this away, by its name or by that of something that it goes
/// with (without.def). Thread-safe.
[[nodiscard]] bool is_without(std::string_view name);

/// Returns true if all that OpenCL 3.1 demands is there.
[[nodiscard]] bool is_with_all_of_3_1();

/// Returns the names in the option that are neither in without.def nor among those of the language.
[[nodiscard]] std::vector<std::string> unknown_in_without(
    std::span<const std::string_view> of_language);

}  // namespace cleave::options
