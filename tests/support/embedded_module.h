// Defines functions that give the SPIR-V modules which a test program has embedded
// (cleave_embed_modules).
#pragma once

#include <cstddef>
#include <span>

// NOLINTBEGIN(*-avoid-c-arrays): symbols of the linker
#define CLEAVE_EMBEDDED_MODULE(name)         \
  extern "C" const std::byte name##_begin[]; \
  extern "C" const std::byte name##_end[];   \
  namespace cleave::test::modules {          \
  std::span<const std::byte> name() {        \
    return {name##_begin, name##_end};       \
  }                                          \
  }
// NOLINTEND(*-avoid-c-arrays)
