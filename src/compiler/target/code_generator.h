// Declares what makes code of one kind of processor, from canonical IR.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::target {

/// One for each interface::CodeTarget that a compiler makes code for (compiler/generators.h).
/// Thread-safe.
class CodeGenerator {
 public:
  virtual ~CodeGenerator() = default;
  /// Returns the name of the processor and all of its features: where it is the same, so is code.
  [[nodiscard]] virtual std::string processor() const = 0;
  /// Finds out what the first code of a process waits for, so that it waits for less.
  virtual void prepare() const = 0;
  /// Makes code of one kernel of a module that was found right, for launches that go by the facts
  /// of `kernel_hash` (cache::kernel_hash), which the code tells (cache::object_origin). Only a
  /// failing system or a defect of ours makes it impossible; `error` then says why, and is empty
  /// otherwise.
  [[nodiscard]] virtual interface::ObjectCode make(std::span<const std::byte> canonical,
                                                   const interface::KernelVariant& variant,
                                                   const std::string& kernel_hash,
                                                   std::string& error) const = 0;
  /// Returns why code that was kept must not be used: it has another origin, or is not as this
  /// generator makes it. Empty: nothing is wrong.
  [[nodiscard]] virtual std::string problem_of(const interface::ObjectCode& code,
                                               const std::string& origin) const = 0;
};

}  // namespace cleave::compiler::target
