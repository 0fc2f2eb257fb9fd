// Collects what is wrong with a module, each with the word, the instruction, its name and its
// source line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "spirv/module.h"

namespace cleave::spirv {

/// Puts a name that a stranger chose into quotation marks: short, and printable.
[[nodiscard]] std::string quoted(std::string_view name);

/// Problems and warnings of a module, a line each.
class Problems {
 public:
  /// `module` names ids and lines, as far as it has been read; it outlives this.
  explicit Problems(const Module& module) : module_(module) {}

  /// Adds what is wrong with an instruction. Beyond some, they are counted only.
  void add(const Instruction& instruction, std::string_view what);
  /// Adds what is wrong at a word.
  void add_at(uint32_t word, std::string_view what);
  void warn(const Instruction& instruction, std::string_view what);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Tells that further ones would not be listed.
  [[nodiscard]] bool is_full() const { return count_ >= most_problems; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::string& warnings() const { return warnings_; }
  /// The first problem, without the module's stand-in for a file name.
  [[nodiscard]] std::string first() const;

  /// Names an id as a message does: `%57 "sum"`.
  [[nodiscard]] std::string name_of(Id id) const;

 private:
  static constexpr size_t most_problems = 20;
  static constexpr size_t most_warnings = 20;

  [[nodiscard]] std::string location_of(const Instruction& instruction) const;

  const Module& module_;
  size_t count_ = 0;
  size_t warning_count_ = 0;
  std::string text_;
  std::string warnings_;
};

}  // namespace cleave::spirv
