// Reads what a module defines outside of functions: types, constants, variables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend::spirv {

/// Reads the definitions in their order, up to the first refusal.
void read_globals(ReaderState& state);
/// Returns the type of the object that a variable holds.
[[nodiscard]] cleave::spirv::Id type_of_variable(const cleave::spirv::Module& source,
                                                 const cleave::spirv::Instruction& variable);
/// Returns the constant that a variable begins with; nothing: none.
[[nodiscard]] std::optional<cleave::spirv::Id> initial_value_of(
    const cleave::spirv::Instruction& variable);
/// A name that no program can spell and no pass knows: "il.NAME.12" for a function or variable that
/// the module alone uses.
[[nodiscard]] std::string internal_name(const cleave::spirv::Module& source, cleave::spirv::Id id);

struct LinkageUse {
  std::string_view name;
  cleave::spirv::LinkageType type{};
};

/// Returns the LinkageAttributes decoration of a function or variable, if it has one.
[[nodiscard]] std::optional<LinkageUse> linkage_of(const cleave::spirv::Module& source,
                                                   cleave::spirv::Id id);
/// Says why no other module may define or use that name here; empty: it may.
[[nodiscard]] std::string reserved_name(std::string_view name);

}  // namespace cleave::compiler::frontend::spirv
