// The compiler's work done in a process of its own, one for each question: where clang or LLVM
// crash or never end, that process does, and the answer says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "compiler/cache/compilation_cache.h"
#include "compiler/interface/compiler.h"

namespace cleave::compiler::helper {

/// Whether the work is to be done so (CLEAVE_COMPILER_PROCESS).
[[nodiscard]] bool is_wanted();

/// Compiler::build and Compiler::link. A helper that fails is a failed build, whose log says why.
[[nodiscard]] BuildResult build(const BuildRequest& request);
[[nodiscard]] BuildResult link(const LinkRequest& request);

/// What is wrong with the canonical module or with its kernels; empty when nothing is.
[[nodiscard]] std::string check(const CodeRequest& request);

/// Machine code of a kernel, or nothing and why in `error`.
[[nodiscard]] cache::ObjectCode make_object(std::span<const std::byte> canonical,
                                            const KernelVariant& variant, std::string& error);

}  // namespace cleave::compiler::helper
