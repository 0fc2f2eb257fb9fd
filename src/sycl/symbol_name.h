// Names symbols of the device code as their users wrote them.
#pragma once

#include <string>

namespace cleave::sycl {

/// Returns a class for a kernel's symbol, a function with its parameters for a function's, and the symbol itself where
/// it is not mangled.
[[nodiscard]] std::string demangled(const char* symbol);

}  // namespace cleave::sycl
