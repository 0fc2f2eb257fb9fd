// Compiles canonical IR to machine code for this processor, as an object file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "compiler/cache/compilation_cache.h"
#include "compiler/interface/compiler.h"

namespace cleave::compiler::target::x86 {

/// Code of one kernel of a module that was found right, for launches that go by the facts of
/// `kernel_hash` (cache::kernel_hash), which the object file tells (object_check.h). The rest of
/// the module costs next to nothing. Only a failing system or a defect of ours makes it impossible;
/// `error` then says why, and is empty otherwise. Thread-safe.
[[nodiscard]] interface::ObjectCode make_object(std::span<const std::byte> canonical,
                                                const interface::KernelVariant& variant,
                                                const std::string& kernel_hash, std::string& error);

/// Compiles likewise, for people: returns the wanted text and any remarks of all passes, by
/// source location and each once.
[[nodiscard]] interface::Inspection inspect(std::span<const std::byte> canonical,
                                            const interface::KernelFacts& facts,
                                            const interface::KernelVariant& variant,
                                            const interface::KernelText& wanted);

/// Returns the symbol of a kernel's code in the object.
[[nodiscard]] std::string symbol_of(const interface::KernelVariant& variant);

}  // namespace cleave::compiler::target::x86
