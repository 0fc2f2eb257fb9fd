// Reads what code may rely on from words: formats of images and modes of samplers.
#pragma once

#include <string>
#include <vector>

#include "compiler/interface/bindings.h"
#include "compiler/interface/facts.h"

namespace cleave::tool {

/// Sets the bindings of a kernel's arguments from "ARGUMENT=RGBA/UNORM_INT8" (an image) and
/// "ARGUMENT=linear,repeat,normalized" (a sampler). Words about arguments that the kernel does not
/// have are about other kernels. Returns what is wrong with a word; empty: nothing.
[[nodiscard]] std::string bind_arguments(const std::vector<std::string>& words,
                                         const compiler::interface::KernelFacts& kernel,
                                         compiler::interface::Bindings& bindings);

}  // namespace cleave::tool
