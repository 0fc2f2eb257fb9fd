// The platform's options: a table (options.def), read from the environment once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cleave::support {

namespace option_kind {
using text = std::string;
using number = uint64_t;
using flag = bool;
}  // namespace option_kind

/// The value of every option. Immutable after the first call of options().
struct Options {
#define CLEAVE_OPTION(member, kind, variable, initial, description) option_kind::kind member = initial;
#include "support/options.def"
#undef CLEAVE_OPTION
};

/// A row of the table, for listings.
struct OptionDescription {
  std::string_view variable;
  std::string_view kind;
  std::string_view initial;
  std::string_view description;
};

/// The options of this process. A value that does not parse is reported once on standard error,
/// with what would be right, and the default holds. Thread-safe.
[[nodiscard]] const Options& options();

[[nodiscard]] std::span<const OptionDescription> option_descriptions();

}  // namespace cleave::support
