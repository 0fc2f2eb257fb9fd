#include "spirv/check_rules.h"

namespace cleave::spirv {
namespace {

// Only what may stand in a function does.
bool is_of_functions(const Instruction& instruction) {
  const Rule rule = facts(instruction.op).rule;
  return rule != Rule::type_declaration && rule != Rule::module_level && !is_constant_rule(rule);
}

void check_signature(Draft& draft, const Function& function) {
  const Module& module = draft.module;
  const Instruction& definition = *function.definition;
  const Type& type = module.type(definition.operands[1]);
  if (type.kind != TypeKind::function)
    return draft.problems.add(definition, "operand 2 is no type of functions");
  if (type.element != definition.type)
    return draft.problems.add(definition, "its result is not the one of its type");
  if (function.parameters.size() != type.members.size())
    return draft.problems.add(definition, "it has not as many parameters as its type");
  for (size_t at = 0; at < function.parameters.size(); ++at)
    if (function.parameters[at].type != type.members[at])
      draft.problems.add(function.parameters[at], "it has another type than in its function's");
}

}  // namespace

void check_instructions(Draft& draft) {
  RuleCheck rules(draft.module, draft.problems);
  for (const Function& function : draft.module.functions()) check_signature(draft, function);
  for (const Function& function : draft.module.functions()) {
    for (const BasicBlock& block : function.blocks) {
      for (const Instruction& instruction : block.instructions) {
        if (is_of_functions(instruction))
          rules.check(instruction, function.definition->type);
        else
          draft.problems.add(instruction, "it stands in a function");
        if (draft.problems.is_full()) return;
      }
    }
  }
}

}  // namespace cleave::spirv
