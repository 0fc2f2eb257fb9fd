// Finds functions of the built-in library by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cleave::builtins {

/// Where a function or variable is defined.
struct Definition {
  uint32_t group;           // its number; the same for all that lie in one module
  std::string_view module;  // bitcode, alive as long as the process
  bool is_public;           // whether programs may call it
};

/// The definition of a mangled name; nothing when the library has none. Thread-safe.
[[nodiscard]] std::optional<Definition> find(std::string_view name);

}  // namespace cleave::builtins
