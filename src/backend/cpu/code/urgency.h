// Says how soon work in the background is wanted.
#pragma once

#include <cstdint>

namespace cleave::backend::cpu::code {

enum class Urgency : uint8_t {
  whenever,  // kernels come first
  soon,      // it gets as much of the processors as a kernel
};

}  // namespace cleave::backend::cpu::code
