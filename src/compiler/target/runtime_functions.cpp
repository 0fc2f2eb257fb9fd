#include "compiler/target/runtime_functions.h"

namespace cleave::compiler::target {
namespace {

// Only their addresses are wanted, so one type for all of them serves, under names of our own: the
// assembler's names are the libraries'.
#define CLEAVE_RUNTIME_FUNCTION(name, meaning) extern "C" void address_of_##name() __asm__(#name);
#include "compiler/target/runtime_functions.def"
#undef CLEAVE_RUNTIME_FUNCTION

constexpr RuntimeFunction functions[] = {
#define CLEAVE_RUNTIME_FUNCTION(name, meaning) {#name, &address_of_##name},
#include "compiler/target/runtime_functions.def"
#undef CLEAVE_RUNTIME_FUNCTION
};

}  // namespace

std::span<const RuntimeFunction> runtime_functions() {
  return functions;
}

}  // namespace cleave::compiler::target
