// Reads the state of the files that builds look at, see FileUse.
#pragma once

#include <string>
#include <string_view>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::cache {

inline constexpr const char* absent = "absent";
inline constexpr const char* folder = "folder";
inline constexpr const char* file = "file";
inline constexpr const char* unknown = "unknown";

/// The state of a file with these contents: their hash, or `unknown` when they ask for the time.
[[nodiscard]] std::string state_of_contents(std::string_view contents);

/// Whether text may expand to the time of the build: __DATE__, __TIME__, __TIMESTAMP__.
[[nodiscard]] bool mentions_time(std::string_view text);

/// Whether a build would find the same now.
[[nodiscard]] bool is_unchanged(const interface::FileUse& use);

}  // namespace cleave::compiler::cache
