#include "spirv/debug_rows.h"

#include <algorithm>
#include <stdexcept>

namespace cleave::spirv {
namespace {

constexpr auto kind_names = std::to_array<std::string_view>(
    {"text", "number", "size", "source", "scope", "inlined", "variable", "expression", "operation",
     "type", "object", "count", "any", "value", "enumerator"});

constexpr DebugTerm term_of(std::string_view word) {
  DebugTerm term;
  if (word.front() == '-' || word.front() == '+') {
    term.is_kept = false;
    term.is_in_opencl = word.front() == '-';
    term.is_in_shader = word.front() == '+';
    word.remove_prefix(1);
  }
  if (word.back() == '?' || word.back() == '*') {
    term.may_be_missing = true;
    term.is_repeated = word.back() == '*';
    word.remove_suffix(1);
  }
  for (size_t kind = 0; kind < kind_names.size(); ++kind) {
    if (kind_names[kind] != word) continue;
    term.kind = static_cast<DebugOperand>(kind);
    return term;
  }
  throw std::invalid_argument("a word that the table does not explain");
}

constexpr DebugRow row_of(std::string_view name, DebugOp op, std::string_view pattern) {
  DebugRow row{.name = name, .op = op, .is_read = pattern != "unread"};
  while (row.is_read && !pattern.empty()) {
    const size_t end = std::min(pattern.find(' '), pattern.size());
    row.operands[row.count++] = term_of(pattern.substr(0, end));
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
  }
  return row;
}

constexpr auto rows = std::to_array<DebugRow>({
#define CLEAVE_DEBUG_INSTRUCTION(name, number, operands) row_of(#name, DebugOp::name, operands),
#include "spirv/debug_info.def"
});

}  // namespace

const DebugRow* debug_row(uint32_t number) {
  const auto row = std::ranges::lower_bound(
      rows, number, {}, [](const DebugRow& other) { return static_cast<uint32_t>(other.op); });
  return row != rows.end() && static_cast<uint32_t>(row->op) == number ? &*row : nullptr;
}

std::string_view name_of(DebugOperand kind) {
  return kind_names[static_cast<size_t>(kind)];
}

}  // namespace cleave::spirv
