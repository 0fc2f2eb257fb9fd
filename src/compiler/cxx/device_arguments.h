// Turns the words of a compilation for the host into those of the pass for devices.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <string>
#include <vector>

namespace cleave::compiler::cxx {

/// `host` has the words behind -cc1, without those of cleave-c++ itself.
[[nodiscard]] std::vector<std::string> device_arguments(llvm::ArrayRef<const char*> host);

}  // namespace cleave::compiler::cxx
