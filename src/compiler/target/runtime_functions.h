// The functions that generated code may call, see runtime_functions.def.
#pragma once

#include <span>

namespace cleave::compiler::target {

struct RuntimeFunction {
  const char* name;
  void (*address)();
};

[[nodiscard]] std::span<const RuntimeFunction> runtime_functions();

}  // namespace cleave::compiler::target
