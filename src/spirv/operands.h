// Parses an instruction's words into operands by its row's pattern.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "spirv/tables.h"

namespace cleave::spirv {

/// A word of an instruction, or the first word of a literal of several words.
struct ParsedOperand {
  OperandKind kind{};
  uint32_t at = 0;  // its index among the instruction's words, the first of which is 0
  /// The row of an enumeration's value. A mask gives one operand for each bit. nullptr: none.
  const EnumerantFacts* value = nullptr;
};

/// How far an instruction could be parsed.
enum class ParseStatus : uint8_t {
  whole,
  unknown,    // up to a value that the tables do not have, whose parameters nobody knows
  malformed,  // it is too short, too long, or a text has no end
};

/// Parses instructions. Keeps its memory from one to the next.
class OperandParser {
 public:
  /// Parses the words of an instruction, the first with opcode and length. `literal_words`: how
  /// many words each literal of OpSwitch takes.
  ParseStatus parse(const InstructionFacts& facts, std::span<const uint32_t> words,
                    uint32_t literal_words);

  /// The operands of the last instruction, in their order.
  [[nodiscard]] const std::vector<ParsedOperand>& operands() const { return operands_; }
  /// Describes what is wrong with the last instruction, unless its status is `whole`.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  ParseStatus take_pattern(std::span<const Operand> pattern, bool for_calculation);
  ParseStatus take_times(const Operand& operand);
  ParseStatus take(OperandKind kind);
  ParseStatus take_enumerant(OperandKind kind);
  ParseStatus take_mask(OperandKind kind);
  ParseStatus take_value(OperandKind kind, uint32_t number);
  ParseStatus take_calculation();
  void find_literals();
  ParseStatus take_text();
  ParseStatus take_pair(OperandKind first, uint32_t first_words, OperandKind second);
  ParseStatus fail(ParseStatus how, std::string problem);
  void add(OperandKind kind, const EnumerantFacts* value = nullptr) {
    operands_.push_back({kind, at_, value});
  }

  std::span<const uint32_t> words_;
  uint32_t at_ = 0;
  uint32_t literal_words_ = 1;
  std::vector<ParsedOperand> operands_;
  std::string problem_;
};

}  // namespace cleave::spirv
