#include "compiler/target/x86/runtime_functions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace cleave::compiler::target::x86 {
namespace {

// Only their addresses are wanted, so one type for all of them serves, under names of our own: the
// assembler's names are the libraries'.
#define CLEAVE_RUNTIME_FUNCTION(name, meaning) extern "C" void address_of_##name() __asm__(#name);
#include "compiler/target/x86/runtime_functions.def"

// A bfloat is returned in the lowest bits of the register in which a float is.
float as_bfloat(uint32_t upper_bits) {
  return std::bit_cast<float>(upper_bits);
}

float single_to_bfloat(float number) {
  constexpr uint32_t quiet = 0x40;
  const auto bits = std::bit_cast<uint32_t>(number);
  if (std::isnan(number)) return as_bfloat((bits >> 16) | quiet);
  const uint32_t last = (bits >> 16) & 1;  // ties to even
  return as_bfloat((bits + 0x7fff + last) >> 16);
}

// By way of the single that is rounded to odd: no bit of it stands for a tie that is none.
float double_to_bfloat(double number) {
  auto nearest = static_cast<float>(number);
  const auto back = static_cast<double>(nearest);
  if (back != number && !std::isnan(number)) {
    auto bits = std::bit_cast<uint32_t>(nearest);
    if (std::fabs(back) > std::fabs(number)) --bits;
    nearest = std::bit_cast<float>(bits | 1);
  }
  return single_to_bfloat(nearest);
}

// Says why a kernel ends the application, unless `reason` is null: abort has none.
[[noreturn]] void end_process(const char* reason) {
  if (reason != nullptr) std::fprintf(stderr, "a kernel ended the program: %s\n", reason);
  std::abort();
}

// As assert of the C library, with the work-item.
[[noreturn]] void fail_assertion(const char* expression, const char* file, unsigned line,
                                 const char* function, size_t global_x, size_t global_y,
                                 size_t global_z, size_t local_x, size_t local_y, size_t local_z) {
  std::fprintf(stderr,
               "%s:%u: %s: work-item (%zu, %zu, %zu), in its work-group (%zu, %zu, %zu): "
               "Assertion `%s' failed.\n",
               file, line, function, global_x, global_y, global_z, local_x, local_y, local_z,
               expression);
  std::abort();
}

template <class Function>
auto address_of(Function* function) noexcept {
  return reinterpret_cast<void (*)()>(function);
}

const RuntimeFunction functions[] = {
#define CLEAVE_RUNTIME_FUNCTION(name, meaning) {#name, &address_of_##name},
#define CLEAVE_OWN_RUNTIME_FUNCTION(name, function, meaning) {#name, address_of(&function)},
#include "compiler/target/x86/runtime_functions.def"
};

}  // namespace

std::span<const RuntimeFunction> runtime_functions() {
  return functions;
}

bool is_runtime_function(std::string_view name) {
  return std::ranges::find(functions, name, &RuntimeFunction::name) != std::end(functions);
}

}  // namespace cleave::compiler::target::x86
