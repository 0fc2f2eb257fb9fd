// Lists the passes (passes.def) and finds them by name.
#pragma once

#include <span>
#include <string_view>

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

enum class Need : uint8_t { optional, required };

struct PassDescription {
  std::string_view name;
  ir::PassFunction run;
  Need need;
  std::string_view summary;
};

/// Every pass, in the order of passes.def.
[[nodiscard]] std::span<const PassDescription> all_passes();

/// Returns nullptr if there is no pass of that name.
[[nodiscard]] const PassDescription* find_pass(std::string_view name);

}  // namespace cleave::compiler::pass
