// Checks what spans several instructions of a parsed module, so that whoever has the Module need
// not.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spirv/operands.h"
#include "spirv/parser.h"

namespace cleave::spirv {

/// Checks that the parts of a module come in their order.
void check_layout(Draft& draft);
/// Checks types: what they are made of, widths, sizes, nesting.
void check_types(Draft& draft);
/// Checks constants and variables of the module, and that each comes after what it is made of.
void check_globals(Draft& draft);
/// Checks decorations, linkage, entry points and execution modes.
void check_annotations(Draft& draft);
/// Checks blocks, phis and dominance, and puts blocks after their dominators.
void check_flow(Draft& draft);
/// Checks the types of operands and results of instructions in functions.
void check_instructions(Draft& draft);

/// Calls `use` with each id among an instruction's operands, that of its type not included.
template <typename Use>
void for_each_id(const Instruction& instruction, std::span<const uint32_t> words,
                 OperandParser& parser, const Use& use) {
  const InstructionFacts& row = facts(instruction.op);
  if (row.takes_ids_only) {
    for (const uint32_t id : instruction.operands) use(id);
    return;
  }
  // The caller handles OpSwitch, whose literals have a width that is not known here.
  const auto own = words.subspan(instruction.word, words[instruction.word] >> 16);
  parser.parse(row, own, 1);
  for (const ParsedOperand& operand : parser.operands())
    if (is_id(operand.kind) && operand.kind != OperandKind::type) use(own[operand.at]);
}

}  // namespace cleave::spirv
