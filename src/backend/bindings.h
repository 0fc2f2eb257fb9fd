// Keeps lists of the formats of images and the bits of samplers that a kernel's arguments have.
#pragma once

#include <cstdint>

#include "compiler/interface/bindings.h"

namespace cleave::backend {

/// Returns the bindings with another value of one argument: a FormatWord, or a sampler's bits.
/// Throws std::bad_alloc. Thread-safe.
[[nodiscard]] compiler::interface::Bindings rebind(const compiler::interface::Bindings& bindings,
                                                   uint32_t argument, uint64_t value);

}  // namespace cleave::backend
