// Gathers what a module asks for and the reader does not offer.
#pragma once

#include <string>
#include <string_view>

#include "spirv/module.h"

namespace cleave::compiler::frontend {

/// Lines of a build log about one module.
class Refusals {
 public:
  explicit Refusals(const spirv::Module& source) : source_(source) {}

  /// Adds `<il>: word N, OpX %3 "name" (file:line): why`.
  void add(const spirv::Instruction& instruction, std::string_view why);
  [[nodiscard]] bool any() const { return !text_.empty(); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  const spirv::Module& source_;
  std::string text_;
};

}  // namespace cleave::compiler::frontend
