#include "spirv/parse_debug_info.h"

#include <algorithm>
#include <string>
#include <utility>

namespace cleave::spirv {
namespace {

class DebugInfoParser {
 public:
  DebugInfoParser(Draft& draft, DebugCandidates& candidates)
      : module_(draft.module), problems_(draft.problems), candidates_(candidates) {}

  void add(const Instruction& instruction) {
    if (instruction.op != Op::ExtInst && instruction.op != Op::ExtInstWithForwardRefsKHR) return;
    const ExtendedInstructionSet set = module_.instruction_set(instruction.operands[0]);
    if (set != ExtendedInstructionSet::opencl_debug_info &&
        set != ExtendedInstructionSet::shader_debug_info)
      return;
    is_opencl_ = set == ExtendedInstructionSet::opencl_debug_info;
    const DebugRow* row = debug_row(instruction.operands[1]);
    if (row == nullptr)
      return problems_.warn(instruction, "its set has no instruction " +
                                             std::to_string(instruction.operands[1]) +
                                             ", and it is left out");
    DebugCandidate candidate{.source = &instruction, .row = row};
    candidate.entry.op = row->op;
    candidate.entry.id = instruction.result;
    if (row->is_read) parse(candidate);
    candidates_.add(std::move(candidate));
  }

 private:
  void parse(DebugCandidate& candidate) {
    const std::span<const uint32_t> words = candidate.source->operands.subspan(2);
    size_t at = 0;
    for (const DebugTerm& term : candidate.row->terms()) {
      if (is_opencl_ ? !term.is_in_opencl : !term.is_in_shader) continue;
      do {
        if (at == words.size()) {
          if (!term.may_be_missing) return candidates_.drop(candidate, "it is too short");
          break;
        }
        if (!take(candidate, term, words, at)) return;
      } while (term.is_repeated);
    }
    if (at != words.size()) candidates_.drop(candidate, "it is too long");
  }

  bool take(DebugCandidate& candidate, const DebugTerm& term, std::span<const uint32_t> words,
            size_t& at) {
    if (term.kind == DebugOperand::enumerator) {
      if (words.size() - at < 2) return refuse(candidate, at + 1, term.kind);
      at += 2;
      return keep(candidate, DebugOperand::size, words[at - 2], at - 1) &&
             keep(candidate, DebugOperand::text, words[at - 1], at);
    }
    const uint32_t word = words[at++];
    return !term.is_kept || keep(candidate, term.kind, word, at);
  }

  // Keeps a number as it is, and the id of anything else for the second pass.
  bool keep(DebugCandidate& candidate, DebugOperand kind, uint32_t word, size_t position) {
    std::optional<uint32_t> value = word;
    if (kind == DebugOperand::text) value = text(word);
    if (kind == DebugOperand::size || (kind == DebugOperand::number && !is_opencl_))
      value = candidates_.number(word, kind == DebugOperand::size);
    if (!value) return refuse(candidate, position, kind);
    candidate.entry.operands.push_back(*value);
    candidate.kinds.push_back(kind);
    return true;
  }

  [[nodiscard]] std::optional<uint32_t> text(Id id) const {
    const Instruction* definition = module_.definition(id);
    if (definition != nullptr && definition->op == Op::String) return id;
    return candidates_.is_none(id) ? std::optional(0U) : std::nullopt;
  }

  bool refuse(DebugCandidate& candidate, size_t position, DebugOperand kind) {
    candidates_.refuse(candidate, position, kind);
    return false;
  }

  const Module& module_;
  Problems& problems_;
  DebugCandidates& candidates_;
  bool is_opencl_ = false;
};

}  // namespace

void parse_debug_info(Draft& draft, DebugCandidates& candidates) {
  DebugInfoParser parser(draft, candidates);
  for (const Instruction& instruction : draft.tables.instructions) parser.add(instruction);
}

}  // namespace cleave::spirv
