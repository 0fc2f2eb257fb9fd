// Finds functions of the built-in library by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "builtins/index_format.h"

namespace cleave::builtins {

/// The definition of a function or variable in the library.
struct LibraryDefinition {
  uint32_t group;           // its number; the same for all that lie in one module
  std::string_view module;  // bitcode, alive as long as the process
  uint32_t traits;          // bits of Trait

  [[nodiscard]] bool is(Trait trait) const { return (traits & static_cast<uint32_t>(trait)) != 0; }
};

/// The definition of a mangled name; nothing when the library has none. Thread-safe.
[[nodiscard]] std::optional<LibraryDefinition> find(std::string_view name);
/// Whether the library has the function that the mangled name is of, for these or for other types;
/// false for names in namespaces. Thread-safe.
[[nodiscard]] bool has_overload(std::string_view name);
/// Whether the library has the name, and its definition the trait. Thread-safe.
[[nodiscard]] bool has_trait(std::string_view name, Trait trait);

}  // namespace cleave::builtins
