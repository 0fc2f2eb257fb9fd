// Divides the words of an instruction into operands by the pattern of its row.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "spirv/tables.h"

namespace cleave::spirv {

/// A word of an instruction, or where a literal of several words begins.
struct OperandPlace {
  OperandKind kind{};
  uint32_t at = 0;  // among the instruction's words, the first of which is 0
  const EnumerantFacts* value =
      nullptr;  // of a word of an enumeration, a place for each bit of a mask
};

/// How far an instruction could be divided.
enum class Division : uint8_t {
  whole,
  unknown,    // up to a value that the tables do not have, whose parameters nobody knows
  malformed,  // it is too short, too long, or a text has no end
};

/// Divides instructions. Keeps its memory from one to the next.
class OperandDivider {
 public:
  /// Divides the words of an instruction, the first with opcode and length. `literal_words`: how
  /// many words each literal of OpSwitch takes.
  Division divide(const InstructionFacts& facts, std::span<const uint32_t> words,
                  uint32_t literal_words);

  /// The operands of the last instruction, in their order.
  [[nodiscard]] const std::vector<OperandPlace>& places() const { return places_; }
  /// What is wrong with it, in words, unless it was whole.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  Division take_pattern(std::span<const Operand> pattern, bool for_calculation);
  Division take_times(const Operand& operand);
  Division take(OperandKind kind);
  Division take_enumerant(OperandKind kind);
  Division take_mask(OperandKind kind);
  Division take_value(OperandKind kind, uint32_t number);
  Division take_calculation();
  void find_literals();
  Division take_text();
  Division take_pair(OperandKind first, uint32_t first_words, OperandKind second);
  Division fail(Division how, std::string problem);
  void place(OperandKind kind, const EnumerantFacts* value = nullptr) {
    places_.push_back({kind, at_, value});
  }

  std::span<const uint32_t> words_;
  uint32_t at_ = 0;
  uint32_t literal_words_ = 1;
  std::vector<OperandPlace> places_;
  std::string problem_;
};

}  // namespace cleave::spirv
