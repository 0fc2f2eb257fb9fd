// Finds the code of kernels in the cache, and has it made in a compiler process where it is not.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "compiler/interface/compiler.h"
#include "compiler/target/code_generator.h"

namespace cleave::compiler::target {

inline constexpr const char* no_thread = "no thread can be started for the compiler";

/// Returns the code that an earlier process kept, if it is as it should be. `kernel_hash`:
/// cache::kernel_hash of the kernel.
[[nodiscard]] std::optional<interface::ObjectCode> find_object(
    const CodeGenerator& generator, const std::string& kernel_hash,
    const interface::KernelVariant& variant);

/// Returns the code that an earlier process kept, or new code, which is kept. `module`: of the
/// kernel or its program. Nothing, and why in `error`, which is empty otherwise, where none can be
/// made. Thread-safe.
[[nodiscard]] std::optional<interface::ObjectCode> find_or_make_object(
    const CodeGenerator& generator, std::span<const std::byte> module,
    const std::string& kernel_hash, const interface::KernelVariant& variant, std::string& error);

}  // namespace cleave::compiler::target
