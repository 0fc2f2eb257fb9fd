// Delegates the compiler's work to processes of its own: where clang or LLVM crash, never end or
// take too much, that process does, and the answer says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::process {

// Each of the following returns nothing where the work is for this process: with
// CLEAVE_COMPILER_PROCESS=0, and with `auto` under thread sanitizer and where no process can be
// started, which is said once on the standard error stream. All are thread-safe and block until the
// work is done.

/// Compiler::build and Compiler::link. A process that fails is a failed build, whose log says why.
[[nodiscard]] std::optional<interface::BuildResult> build(const interface::BuildRequest& request);
[[nodiscard]] std::optional<interface::BuildResult> link(const interface::LinkRequest& request);

/// Compiler::check. A process that fails has found nothing out.
[[nodiscard]] std::optional<interface::CheckResult> check(const interface::ProgramImage& image);

/// Code of a kernel, of the facts that cache::kernel_hash has hashed, for the variant's target;
/// without any, `error` says why.
[[nodiscard]] std::optional<interface::ObjectCode> make_object(
    std::span<const std::byte> canonical, const interface::KernelVariant& variant,
    const std::string& kernel_hash, std::string& error);

}  // namespace cleave::compiler::process
