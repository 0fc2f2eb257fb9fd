// The options string of clBuildProgram, read by the table build_options.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cleave::compiler::frontend {

/// What the options ask of clang. `error` is empty, or names the first option that is unknown or
/// malformed: the build's status is then CL_INVALID_BUILD_OPTIONS.
struct BuildOptions {
  std::vector<std::string> clang_arguments;
  std::string error;
};

/// Words are separated by white space. Double quotes keep white space together, and a backslash
/// takes a following quote or backslash literally. Of two versions of the language the last holds.
[[nodiscard]] BuildOptions parse_build_options(std::string_view options);

}  // namespace cleave::compiler::frontend
