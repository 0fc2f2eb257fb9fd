// Reads the platform's options from the environment, once, by a table (options.def).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cleave::options {

namespace option_kind {
using text = std::string;
using number = uint64_t;
using flag = bool;
}  // namespace option_kind

/// The value of every option. Immutable after the first call of options().
struct Options {
#define CLEAVE_OPTION(member, kind, variable, initial, touches, description) \
  option_kind::kind member = initial;
#include "options/options.def"
#undef CLEAVE_OPTION
};

/// The options of this process. A value that does not parse is reported once on standard error,
/// with what would be right, and the default holds. Thread-safe.
[[nodiscard]] const Options& options();

/// Returns NAME=value for every option of this process: an environment in which another program
/// reads the same.
[[nodiscard]] std::vector<std::string> settings();

/// The column of options.def with this name: what another value makes different of compiled
/// programs.
enum class Touches : uint8_t { nothing, code, binaries };
/// Returns NAME=value for the options that are not at their defaults and touch binaries; for
/// `code`, also for those that touch code alone. In the order of the table.
[[nodiscard]] std::vector<std::string> settings_that_touch(Touches what);

/// Holds the variable that says which compute slices are wanted, and its value.
struct SliceOption {
  const char* variable;
  const std::string& value;  // empty: none are wanted
};
[[nodiscard]] SliceOption wanted_slices();

/// True when CLEAVE_PROFILE asks for the embedded profile.
[[nodiscard]] bool is_embedded_profile();

/// The version of OpenCL that CLEAVE_OPENCL_VERSION asks for, as __OPENCL_VERSION__ spells it: 310,
/// 300 or 220. Where CLEAVE_WITHOUT takes away what 3.1 demands it is 300.
[[nodiscard]] uint32_t opencl_version();

}  // namespace cleave::options
