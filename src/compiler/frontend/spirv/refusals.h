// Gathers what a module asks for and the reader does not offer, and remarks on what it offers in
// another sense.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "spirv/module.h"

namespace cleave::compiler::frontend::spirv {

/// Lines of a build log about one module.
class Refusals {
 public:
  explicit Refusals(const cleave::spirv::Module& source) : source_(source) {}

  /// Adds `<il>: word N, OpX %3 "name" (file:line): why`.
  void add(const cleave::spirv::Instruction& instruction, std::string_view why);
  /// Adds a line of that form on what is no refusal: `…: remark: what`. Beyond some, they are
  /// dropped.
  void remark(const cleave::spirv::Instruction& instruction, std::string_view what);
  [[nodiscard]] bool any() const { return !text_.empty(); }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::string& remarks() const { return remarks_; }

 private:
  static constexpr size_t most_remarks = 20;

  [[nodiscard]] std::string location_of(const cleave::spirv::Instruction& instruction) const;

  const cleave::spirv::Module& source_;
  std::string text_;
  std::string remarks_;
  size_t remark_count_ = 0;
};

}  // namespace cleave::compiler::frontend::spirv
