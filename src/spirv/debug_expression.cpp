#include "spirv/debug_expression.h"

namespace cleave::spirv {
namespace {

class OperationRow {
 public:
  OperationRow(const DebugCandidates& candidates, std::span<const Id> operations)
      : candidates_(candidates), operations_(operations) {}

  std::optional<DebugOperations> make() {
    DebugOperations made;
    bool is_value = false;
    for (size_t at = 0; at < operations_.size(); ++at) {
      if (names_space(at)) {
        at += 2;
        continue;
      }
      const std::vector<uint32_t>& operation = words_of(at);
      const auto op = static_cast<DebugOperation>(operation[0]);
      const std::optional<size_t> numbers = numbers_of(op);
      const bool is_right = numbers && operation.size() == *numbers + 1 &&
                            made.fragment_bits == 0 &&
                            (!is_value || op == DebugOperation::Fragment) && has_numbers(at);
      if (!is_right) return std::nullopt;
      is_value = op == DebugOperation::StackValue;
      if (op == DebugOperation::Fragment) made.fragment_bits = operation[2];
      made.words.insert(made.words.end(), operation.begin(), operation.end());
    }
    return made;
  }

 private:
  [[nodiscard]] const std::vector<uint32_t>& words_of(size_t at) const {
    return candidates_.find(operations_[at])->entry.operands;
  }

  [[nodiscard]] bool is_operation(size_t at, DebugOperation op) const {
    return at < operations_.size() && words_of(at)[0] == static_cast<uint32_t>(op);
  }

  [[nodiscard]] bool names_space(size_t at) const {
    return is_operation(at, DebugOperation::Constu) && is_operation(at + 1, DebugOperation::Swap) &&
           is_operation(at + 2, DebugOperation::Xderef);
  }

  // A number is for the sum or difference behind it, and those need one.
  [[nodiscard]] bool has_numbers(size_t at) const {
    const auto adds = [&](size_t index) {
      return is_operation(index, DebugOperation::Plus) ||
             is_operation(index, DebugOperation::Minus);
    };
    if (is_operation(at, DebugOperation::Constu)) return adds(at + 1);
    return !adds(at) || (at > 0 && is_operation(at - 1, DebugOperation::Constu));
  }

  const DebugCandidates& candidates_;
  std::span<const Id> operations_;
};

}  // namespace

std::optional<DebugOperations> operations_in_a_row(const DebugCandidates& candidates,
                                                   std::span<const Id> operations) {
  return OperationRow(candidates, operations).make();
}

}  // namespace cleave::spirv
