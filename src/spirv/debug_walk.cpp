#include "spirv/debug_walk.h"

#include <algorithm>

namespace cleave::spirv {
namespace {

class DebugWalk {
 public:
  DebugWalk(Draft& draft, DebugCandidates& candidates)
      : tables_(draft.tables), candidates_(candidates) {}

  void walk(const Function& function) {
    const auto described =
        tables_.debug_functions.find(tables_.slots.of(function.definition->result));
    const Id own = described == tables_.debug_functions.end() ? 0 : described->second;
    for (const BasicBlock& block : function.blocks) {
      DebugScope scope;
      bool has_line = false;
      for (const Instruction& instruction : block.instructions) {
        DebugCandidate* here = candidates_.of_instruction(instruction.result);
        if (here != nullptr && here->state == DebugCandidate::State::good)
          look(*here, own, scope, has_line);
      }
      const uint32_t end = block.instructions.back().word + 1;
      if (scope.scope != 0) tables_.scopes.push_back({end, {}});
      if (has_line) tables_.lines.push_back({end, 0, 0, 0});
    }
  }

 private:
  void look(DebugCandidate& here, Id own, DebugScope& scope, bool& has_line) {
    const auto& operands = here.entry.operands;
    switch (here.entry.op) {
      case DebugOp::Scope:
      case DebugOp::NoScope:
        scope = scope_of(here, own);
        tables_.scopes.push_back({here.source->word, scope});
        return;
      case DebugOp::Line:
        tables_.lines.push_back({here.source->word,
                                 candidates_.find(operands[0])->entry.operands[0], operands[1],
                                 operands[3]});
        has_line = true;
        return;
      case DebugOp::NoLine:
        tables_.lines.push_back({here.source->word, 0, 0, 0});
        return;
      case DebugOp::Declare:
      case DebugOp::Value:
        return check_use(here, scope.scope != 0 ? candidates_.function_of(scope.scope) : own);
      default:
        return;
    }
  }

  DebugScope scope_of(DebugCandidate& here, Id own) {
    const auto& operands = here.entry.operands;
    if (operands.empty()) return {};
    const Id inlined = operands.size() > 1 ? operands[1] : 0;
    const bool is_local = candidates_.function_of(operands[0]) != 0;
    const Id outermost = candidates_.function_of(inlined != 0 ? inlined : operands[0]);
    if (is_local && outermost == own) return {operands[0], inlined};
    candidates_.drop(here, "its scope is of another function");
    return {};
  }

  // A variable is one of the scope's function, and a fragment a part of it.
  void check_use(DebugCandidate& use, Id function) {
    const DebugEntry& variable = candidates_.find(use.entry.operands[0])->entry;
    if (function == 0 || variable.function != function)
      return candidates_.drop(use, "its variable is of another function");
    const DebugEntry& expression = candidates_.find(use.entry.operands[2])->entry;
    const uint64_t bits = candidates_.bits_of(variable.operands[1]);
    if (expression.bits == 0 || bits == 0) return;
    const uint64_t first = expression.operands[expression.operands.size() - 2];
    if (first + expression.bits > bits || expression.bits == bits)
      candidates_.drop(use, "it is of no part of its variable");
  }

  ModuleTables& tables_;
  DebugCandidates& candidates_;
};

}  // namespace

void walk_debug_info(Draft& draft, DebugCandidates& candidates) {
  DebugWalk walk(draft, candidates);
  for (const Function& function : draft.tables.functions) walk.walk(function);
  std::ranges::stable_sort(draft.tables.lines, {}, &LineMark::word);
}

}  // namespace cleave::spirv
