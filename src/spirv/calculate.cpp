#include "spirv/calculate.h"

#include <algorithm>
#include <utility>

#include "spirv/tables.h"

namespace cleave::spirv {
namespace {

using Elements = std::vector<uint64_t>;

constexpr uint64_t most_elements = 16;

// A scalar that can be calculated with: how many bits it has; 0: none.
uint32_t scalar_bits(const Type& type) {
  if (type.kind == TypeKind::boolean) return 1;
  return type.kind == TypeKind::integer && type.bits <= 64 ? type.bits : 0;
}

uint32_t element_bits(const Module& module, const Type& type) {
  return scalar_bits(type.kind == TypeKind::vector ? module.type(type.element) : type);
}

uint64_t element_count(const Type& type) {
  return type.kind == TypeKind::vector ? type.count : 1;
}

uint64_t cut(uint64_t value, uint32_t bits) {
  return bits >= 64 ? value : value & ((uint64_t{1} << bits) - 1);
}

int64_t sign_extended(uint64_t value, uint32_t bits) {
  if (bits >= 64) return static_cast<int64_t>(value);
  const uint64_t sign = uint64_t{1} << (bits - 1);
  return static_cast<int64_t>((cut(value, bits) ^ sign) - sign);
}

std::optional<uint64_t> divide(Op op, uint64_t a, uint64_t b, uint32_t bits) {
  if (b == 0) return std::nullopt;
  if (op == Op::UDiv) return a / b;
  if (op == Op::UMod) return a % b;
  const int64_t dividend = sign_extended(a, bits);
  const int64_t divisor = sign_extended(b, bits);
  if (divisor == -1) return op == Op::SDiv ? uint64_t{0} - a : 0;
  if (op == Op::SDiv) return static_cast<uint64_t>(dividend / divisor);
  const int64_t rest = dividend % divisor;
  const bool follows_divisor = op == Op::SMod && rest != 0 && (rest < 0) != (divisor < 0);
  return static_cast<uint64_t>(follows_divisor ? rest + divisor : rest);
}

uint64_t shift(Op op, uint64_t value, uint64_t by, uint32_t bits) {
  if (op == Op::ShiftLeftLogical) return by < bits ? value << by : 0;
  if (op == Op::ShiftRightLogical) return by < bits ? value >> by : 0;
  return static_cast<uint64_t>(sign_extended(value, bits) >> std::min<uint64_t>(by, bits - 1));
}

bool compare(Op op, uint64_t a, uint64_t b, uint32_t bits) {
  const int64_t signed_a = sign_extended(a, bits);
  const int64_t signed_b = sign_extended(b, bits);
  switch (op) {
    case Op::IEqual:
    case Op::LogicalEqual:
      return a == b;
    case Op::INotEqual:
    case Op::LogicalNotEqual:
      return a != b;
    case Op::UGreaterThan:
      return a > b;
    case Op::SGreaterThan:
      return signed_a > signed_b;
    case Op::UGreaterThanEqual:
      return a >= b;
    case Op::SGreaterThanEqual:
      return signed_a >= signed_b;
    case Op::ULessThan:
      return a < b;
    case Op::SLessThan:
      return signed_a < signed_b;
    case Op::ULessThanEqual:
      return a <= b;
    default:
      return signed_a <= signed_b;
  }
}

// Calculates with two elements of so many bits. The operand of a unary operation is `a`.
std::optional<uint64_t> combine(Op op, uint64_t a, uint64_t b, uint32_t bits) {
  switch (op) {
    case Op::SConvert:
      return static_cast<uint64_t>(sign_extended(a, bits));
    case Op::UConvert:
    case Op::Bitcast:
      return a;
    case Op::SNegate:
      return uint64_t{0} - a;
    case Op::Not:
    case Op::LogicalNot:
      return ~a;
    case Op::IAdd:
      return a + b;
    case Op::ISub:
      return a - b;
    case Op::IMul:
      return a * b;
    case Op::UDiv:
    case Op::SDiv:
    case Op::UMod:
    case Op::SRem:
    case Op::SMod:
      return divide(op, a, b, bits);
    case Op::ShiftLeftLogical:
    case Op::ShiftRightLogical:
    case Op::ShiftRightArithmetic:
      return shift(op, a, b, bits);
    case Op::BitwiseOr:
    case Op::LogicalOr:
      return a | b;
    case Op::BitwiseAnd:
    case Op::LogicalAnd:
      return a & b;
    case Op::BitwiseXor:
      return a ^ b;
    case Op::IEqual:
    case Op::INotEqual:
    case Op::LogicalEqual:
    case Op::LogicalNotEqual:
    case Op::UGreaterThan:
    case Op::SGreaterThan:
    case Op::UGreaterThanEqual:
    case Op::SGreaterThanEqual:
    case Op::ULessThan:
    case Op::SLessThan:
    case Op::ULessThanEqual:
    case Op::SLessThanEqual:
      return compare(op, a, b, bits) ? 1 : 0;
    default:
      return std::nullopt;
  }
}

// Evaluates an expression whose first operand is the opcode.
class Calculation {
 public:
  Calculation(const Module& module, const Instruction& constant)
      : module_(module),
        op_(static_cast<Op>(constant.operands[0])),
        operands_(constant.operands.subspan(1)),
        type_(module.type(constant.type)) {}

  std::optional<Elements> value() {
    bits_ = element_bits(module_, type_);
    if (bits_ == 0 || element_count(type_) > most_elements) return std::nullopt;
    switch (op_) {
      case Op::CompositeExtract:
        return extract();
      case Op::CompositeInsert:
        return insert();
      case Op::VectorShuffle:
        return shuffle();
      case Op::Select:
        return select();
      default:
        return each();
    }
  }

 private:
  std::optional<Elements> operand(size_t index) const {
    return index < operands_.size() ? constant_elements(module_, operands_[index]) : std::nullopt;
  }

  std::optional<Elements> each() {
    const auto a = operand(0);
    const auto b = operands_.size() > 1 ? operand(1) : a;
    if (!a || !b || a->size() != element_count(type_) || b->size() != a->size())
      return std::nullopt;
    const Type& from = module_.type(module_.type_of(operands_[0]));
    const uint32_t bits = element_bits(module_, from);
    if (bits == 0) return std::nullopt;
    Elements result;
    for (size_t at = 0; at < a->size(); ++at) {
      const auto value = combine(op_, (*a)[at], (*b)[at], bits);
      if (!value) return std::nullopt;
      result.push_back(cut(*value, bits_));
    }
    return result;
  }

  std::optional<Elements> select() {
    const auto condition = operand(0);
    const auto a = operand(1);
    const auto b = operand(2);
    if (!condition || !a || !b || a->size() != b->size() || a->size() != element_count(type_))
      return std::nullopt;
    if (condition->size() != 1 && condition->size() != a->size()) return std::nullopt;
    Elements result = *b;
    for (size_t at = 0; at < result.size(); ++at)
      if ((*condition)[condition->size() == 1 ? 0 : at] != 0) result[at] = (*a)[at];
    return result;
  }

  std::optional<Elements> shuffle() {
    const auto a = operand(0);
    const auto b = operand(1);
    if (!a || !b) return std::nullopt;
    Elements all = *a;
    all.insert(all.end(), b->begin(), b->end());
    Elements result;
    for (const uint32_t from : operands_.subspan(2)) {
      if (from >= all.size() || result.size() == most_elements) return std::nullopt;
      result.push_back(all[from]);
    }
    return result.size() == element_count(type_) ? std::optional(result) : std::nullopt;
  }

  // Walks down to the part, which is a scalar or a vector.
  std::optional<Elements> extract() {
    if (operands_.empty()) return std::nullopt;
    Id part = operands_[0];
    for (size_t at = 1; at < operands_.size(); ++at) {
      const Instruction* composite = module_.definition(part);
      if (composite == nullptr) return std::nullopt;
      if (composite->op == Op::ConstantNull) return Elements(element_count(type_), 0);
      const bool is_listed =
          composite->op == Op::ConstantComposite || composite->op == Op::SpecConstantComposite;
      if (is_listed && operands_[at] < composite->operands.size()) {
        part = composite->operands[operands_[at]];
        continue;
      }
      const auto elements = constant_elements(module_, part);
      const bool is_last = at + 1 == operands_.size();
      if (!is_last || !elements || operands_[at] >= elements->size()) return std::nullopt;
      return Elements{(*elements)[operands_[at]]};
    }
    auto elements = constant_elements(module_, part);
    return elements && elements->size() == element_count(type_) ? elements : std::nullopt;
  }

  std::optional<Elements> insert() {
    const auto part = operand(0);
    auto whole = operand(1);
    const bool is_element = operands_.size() == 3 && part && part->size() == 1 && whole &&
                            whole->size() == element_count(type_) && operands_[2] < whole->size();
    if (!is_element) return std::nullopt;
    (*whole)[operands_[2]] = part->front();
    return whole;
  }

  const Module& module_;
  Op op_;
  std::span<const uint32_t> operands_;
  const Type& type_;
  uint32_t bits_ = 0;
};

std::optional<uint64_t> scalar(const Module& module, const Instruction& constant) {
  const auto words = module.scalar_constant(constant);
  const uint32_t bits = scalar_bits(module.type(constant.type));
  if (words.empty() || bits == 0) return std::nullopt;
  const uint64_t high = words.size() > 1 ? words[1] : 0;
  return cut(words[0] | high << 32, bits);
}

}  // namespace

std::optional<std::vector<uint64_t>> constant_elements(const Module& module, Id id) {
  const Instruction* constant = module.definition(id);
  if (constant == nullptr) return std::nullopt;
  const Type& type = module.type(constant->type);
  switch (constant->op) {
    case Op::ConstantNull: {
      const bool fits = element_bits(module, type) != 0 && element_count(type) <= most_elements;
      return fits ? std::optional(Elements(element_count(type), 0)) : std::nullopt;
    }
    case Op::ConstantComposite:
    case Op::SpecConstantComposite: {
      if (type.kind != TypeKind::vector || constant->operands.size() > most_elements)
        return std::nullopt;
      Elements elements;
      for (const Id part : constant->operands) {
        const Instruction* element = module.definition(part);
        if (element == nullptr) return std::nullopt;
        const auto* known = module.calculated(part);
        const auto value = known != nullptr && known->size() == 1 ? std::optional(known->front())
                                                                  : scalar(module, *element);
        if (!value) return std::nullopt;
        elements.push_back(*value);
      }
      return elements;
    }
    case Op::SpecConstantOp: {
      const auto* known = module.calculated(id);
      return known == nullptr ? std::nullopt : std::optional(*known);
    }
    default: {
      const auto value = scalar(module, *constant);
      return value ? std::optional(Elements{*value}) : std::nullopt;
    }
  }
}

std::optional<std::vector<uint64_t>> calculate(const Module& module, const Instruction& constant) {
  return Calculation(module, constant).value();
}

std::optional<uint64_t> Module::integer_constant(Id id) const {
  if (type(type_of(id)).kind != TypeKind::integer) return std::nullopt;
  const auto elements = constant_elements(*this, id);
  return elements && elements->size() == 1 ? std::optional(elements->front()) : std::nullopt;
}

}  // namespace cleave::spirv
