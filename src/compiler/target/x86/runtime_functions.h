// Lists the functions that generated code may call, see runtime_functions.def.
#pragma once

#include <span>
#include <string_view>

namespace cleave::compiler::target::x86 {

struct RuntimeFunction {
  std::string_view name;
  void (*address)();
};

[[nodiscard]] std::span<const RuntimeFunction> runtime_functions();
[[nodiscard]] bool is_runtime_function(std::string_view name);

}  // namespace cleave::compiler::target::x86
