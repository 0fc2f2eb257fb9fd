#include "spirv/operands.h"

#include <cstring>
#include <utility>

namespace cleave::spirv {

ParseStatus OperandParser::parse(const InstructionFacts& facts, std::span<const uint32_t> words,
                                 uint32_t literal_words) {
  words_ = words;
  at_ = 1;
  literal_words_ = literal_words;
  operands_.clear();
  const ParseStatus status = take_pattern(facts.operands, false);
  if (facts.rule == Rule::extended && status == ParseStatus::whole) find_literals();
  // clang 22 writes the type of a null event twice.
  if (facts.rule == Rule::null_constant && at_ + 1 == words_.size()) ++at_;
  if (status == ParseStatus::whole && at_ < words_.size())
    return fail(ParseStatus::malformed,
                std::to_string(words_.size() - at_) + " words follow its last operand");
  return status;
}

// Some operands of OpenCL.std are literals: lengths and rounding modes. Other sets have no
// instructions of those numbers.
void OperandParser::find_literals() {
  constexpr size_t first = 4;  // behind type, result, set and number
  const OpenClStdFacts* row = opencl_std_facts(words_[first]);
  if (row == nullptr) return;
  size_t index = first - 1;
  for (const char letter : row->signature) {
    if (letter == '.' && index < operands_.size()) operands_[index].kind = OperandKind::literal;
    if (letter == ' ') ++index;
  }
}

// The operands of an OpSpecConstantOp are those of the opcode that it names but for type and
// result.
ParseStatus OperandParser::take_pattern(std::span<const Operand> pattern, bool for_calculation) {
  for (const Operand& operand : pattern) {
    const bool is_left_out = for_calculation && (operand.kind == OperandKind::type ||
                                                 operand.kind == OperandKind::result);
    if (is_left_out) continue;
    if (const ParseStatus status = take_times(operand); status != ParseStatus::whole) return status;
  }
  return ParseStatus::whole;
}

ParseStatus OperandParser::take_times(const Operand& operand) {
  if (operand.repetition == Repetition::once) return take(operand.kind);
  while (at_ < words_.size()) {
    if (const ParseStatus status = take(operand.kind); status != ParseStatus::whole) return status;
    if (operand.repetition == Repetition::optional) break;
  }
  return ParseStatus::whole;
}

ParseStatus OperandParser::take(OperandKind kind) {
  if (at_ >= words_.size())
    return fail(ParseStatus::malformed,
                "operand " + std::to_string(operands_.size() + 1) + " is missing");
  switch (kind) {
    case OperandKind::type:
    case OperandKind::result:
    case OperandKind::id:
    case OperandKind::scope:
    case OperandKind::semantics:
    case OperandKind::literal:
    case OperandKind::extended:
      add(kind);
      ++at_;
      return ParseStatus::whole;
    case OperandKind::number:
      add(kind);
      at_ = static_cast<uint32_t>(words_.size());
      return ParseStatus::whole;
    case OperandKind::text:
      return take_text();
    case OperandKind::operation:
      return take_calculation();
    case OperandKind::switch_case:
      return take_pair(OperandKind::literal, literal_words_, OperandKind::id);
    case OperandKind::phi_source:
      return take_pair(OperandKind::id, 1, OperandKind::id);
    case OperandKind::member_target:
      return take_pair(OperandKind::id, 1, OperandKind::literal);
    default:
      return take_enumerant(kind);
  }
}

ParseStatus OperandParser::take_text() {
  const auto rest = words_.subspan(at_);
  const char* begin = reinterpret_cast<const char*>(rest.data());
  const size_t length = strnlen(begin, rest.size_bytes());
  if (length == rest.size_bytes()) return fail(ParseStatus::malformed, "a text has no end");
  add(OperandKind::text);
  at_ += static_cast<uint32_t>(length / sizeof(uint32_t)) + 1;
  return ParseStatus::whole;
}

ParseStatus OperandParser::take_pair(OperandKind first, uint32_t first_words, OperandKind second) {
  if (words_.size() - at_ < first_words + 1)
    return fail(ParseStatus::malformed, "the last of its pairs is not whole");
  add(first);
  at_ += first_words;
  add(second);
  ++at_;
  return ParseStatus::whole;
}

ParseStatus OperandParser::take_calculation() {
  const InstructionFacts* calculation = facts(words_[at_]);
  if (calculation == nullptr)
    return fail(ParseStatus::unknown, "opcode " + std::to_string(words_[at_]) + " is unknown");
  add(OperandKind::operation);
  ++at_;
  if (calculation->op == Op::SpecConstantOp)
    return fail(ParseStatus::malformed, "it calculates with itself");
  return take_pattern(calculation->operands, true);
}

ParseStatus OperandParser::take_enumerant(OperandKind kind) {
  if (is_mask(kind)) return take_mask(kind);
  const uint32_t number = words_[at_];
  if (kind == OperandKind::capability) {
    add(kind);
    ++at_;
    return ParseStatus::whole;
  }
  return take_value(kind, number);
}

// A mask's parameters follow it in the order of its bits.
ParseStatus OperandParser::take_mask(OperandKind kind) {
  const uint32_t mask = words_[at_];
  add(kind);
  if (mask == 0) {
    ++at_;
    return ParseStatus::whole;
  }
  const uint32_t first = at_++;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t bit = rest & (~rest + 1);
    const EnumerantFacts* value = facts(kind, bit);
    if (value == nullptr)
      return fail(ParseStatus::unknown,
                  std::string(name_of(kind)) + " has an unknown bit, " + std::to_string(bit));
    operands_.push_back({kind, first, value});
    if (const ParseStatus status = take_pattern(value->parameters, false);
        status != ParseStatus::whole)
      return status;
  }
  return ParseStatus::whole;
}

ParseStatus OperandParser::take_value(OperandKind kind, uint32_t number) {
  const EnumerantFacts* value = facts(kind, number);
  add(kind, value);
  if (value == nullptr)
    return fail(ParseStatus::unknown,
                std::string(name_of(kind)) + " " + std::to_string(number) + " is unknown");
  ++at_;
  return take_pattern(value->parameters, false);
}

ParseStatus OperandParser::fail(ParseStatus how, std::string problem) {
  problem_ = std::move(problem);
  return how;
}

}  // namespace cleave::spirv
