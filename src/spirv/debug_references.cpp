#include "spirv/debug_references.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "spirv/debug_expression.h"

namespace cleave::spirv {
namespace {

constexpr uint32_t deepest = 255;
constexpr uint32_t most_arguments = 255;
// LLVM recurses from structure to structure, by way of pointers too.
constexpr uint32_t most_composites = 2000;

class References {
 public:
  References(Draft& draft, DebugCandidates& candidates)
      : module_(draft.module), tables_(draft.tables), candidates_(candidates) {}

  void resolve(DebugCandidate& candidate) {
    if (!candidate.row->is_read) return;
    DebugEntry& entry = candidate.entry;
    const bool is_composite = entry.op == DebugOp::TypeComposite;
    size_t kept = 0;
    for (size_t index = 0; index < entry.operands.size(); ++index) {
      const DebugOperand kind = candidate.kinds[index];
      std::optional<uint32_t> word = refer(candidate, kind, entry.operands[index]);
      if (!word && !is_composite) {
        candidates_.refuse(candidate, index + 1, kind);
        return;
      }
      // Pointers to a composite type may come before it, so that it is never dropped.
      if (!word && kind == DebugOperand::any) continue;
      entry.operands[kept++] = word.value_or(0);
    }
    entry.operands.resize(kept);
    if (candidate.depth > deepest) return candidates_.drop(candidate, "it nests too deeply");
    candidate.state = DebugCandidate::State::good;
    finish(candidate);
  }

 private:
  // Returns what the entry keeps; nothing: the operand does not fit.
  std::optional<uint32_t> refer(DebugCandidate& user, DebugOperand kind, uint32_t word) {
    switch (kind) {
      case DebugOperand::text:
      case DebugOperand::number:
      case DebugOperand::size:
      case DebugOperand::value:
        return word;
      case DebugOperand::count:
        return count(word);
      case DebugOperand::type:
        if (is_nothing(word) || is_void(word)) return 0;
        return refer_to_type(user, word);
      case DebugOperand::object: {
        const DebugCandidate* used = candidates_.find(word);
        const bool is_function = used != nullptr && used->entry.op == DebugOp::TypeFunction;
        return is_function ? std::nullopt : refer_to_type(user, word);
      }
      case DebugOperand::scope:
        if (is_nothing(word)) return 0;
        return refer_to(user, word, [](DebugOp op) { return is_debug_scope(op); });
      case DebugOperand::any:
        return refer_to_any(user, word);
      default:
        return refer_to(user, word, [kind](DebugOp op) {
          switch (kind) {
            case DebugOperand::source:
              return op == DebugOp::Source;
            case DebugOperand::inlined:
              return op == DebugOp::InlinedAt;
            case DebugOperand::variable:
              return op == DebugOp::LocalVariable;
            case DebugOperand::expression:
              return op == DebugOp::Expression;
            default:
              return op == DebugOp::Operation;
          }
        });
    }
  }

  template <typename Fits>
  std::optional<uint32_t> refer_to(DebugCandidate& user, Id id, const Fits& fits) {
    const DebugCandidate* used = candidates_.find(id);
    if (used == nullptr || used->state != DebugCandidate::State::good || !fits(used->entry.op))
      return std::nullopt;
    user.depth = std::max(user.depth, used->depth + 1);
    return used->entry.id;
  }

  std::optional<uint32_t> refer_to_type(DebugCandidate& user, Id id) {
    const DebugCandidate* used = candidates_.find(id);
    if (used == nullptr || !is_debug_type(used->entry.op)) return std::nullopt;
    const bool is_composite = used->entry.op == DebugOp::TypeComposite;
    if (used->state == DebugCandidate::State::dropped ||
        (used->state == DebugCandidate::State::pending && !is_composite))
      return std::nullopt;
    const bool is_pointer = user.entry.op == DebugOp::TypePointer;
    if (!is_pointer) user.held = is_composite ? used->entry.id : used->held;
    user.depth = std::max(user.depth, is_pointer && is_composite ? 1 : used->depth + 1);
    const bool lies_in_another =
        user.entry.op == DebugOp::TypeMember || user.entry.op == DebugOp::TypeInheritance;
    if (lies_in_another && user.held != 0 &&
        candidates_.find(user.held)->state != DebugCandidate::State::good)
      return std::nullopt;  // in itself, in the end
    return used->entry.id;
  }

  std::optional<uint32_t> refer_to_any(DebugCandidate& user, Id id) {
    switch (user.entry.op) {
      case DebugOp::TypeComposite:
        if (composites_ > most_composites) return std::nullopt;
        return refer_to(user, id, [](DebugOp op) {
          return op == DebugOp::TypeMember || op == DebugOp::TypeInheritance;
        });
      case DebugOp::FunctionDefinition:
        return refer_to(user, id, [](DebugOp op) { return op == DebugOp::Function; });
      default: {
        const auto function =
            refer_to(user, id, [](DebugOp op) { return op == DebugOp::Function; });
        return function ? function : refer_to_type(user, id);
      }
    }
  }

  std::optional<uint32_t> count(Id id) const {
    const DebugCandidate* range = candidates_.find(id);
    const bool is_range = range != nullptr && range->entry.op == DebugOp::TypeSubrange;
    if (is_range && range->state == DebugCandidate::State::good && !range->entry.operands.empty())
      return range->entry.operands[0];
    const bool is_variable = range != nullptr && (range->entry.op == DebugOp::LocalVariable ||
                                                  range->entry.op == DebugOp::Expression);
    return is_variable ? 0 : candidates_.number(id, true);
  }

  [[nodiscard]] bool is_nothing(Id id) const {
    const DebugCandidate* used = candidates_.find(id);
    return used != nullptr && (!used->row->is_read || used->entry.op == DebugOp::InfoNone);
  }

  [[nodiscard]] bool is_void(Id id) const { return module_.type(id).kind == TypeKind::void_type; }

  // The following functions read what several entries mean together.

  void finish(DebugCandidate& candidate) {
    DebugEntry& entry = candidate.entry;
    switch (entry.op) {
      case DebugOp::TypeTemplate:
      case DebugOp::InlinedVariable:
        candidate.target = entry.operands[0];
        return;
      case DebugOp::TypeComposite:
        ++composites_;
        entry.bits = candidates_.bits_of(entry);
        return;
      case DebugOp::Function:
        entry.function = entry.id;
        if (candidate.source->operands.size() > index_of_function)
          connect(candidate, candidate.source->operands[index_of_function]);
        return;
      case DebugOp::FunctionDefinition:
        return connect(*candidates_.find(entry.operands[0]), entry.operands[1]);
      case DebugOp::LexicalBlock:
        entry.function = candidates_.function_of(entry.operands[3]);
        return;
      case DebugOp::LexicalBlockDiscriminator:
        entry.function = candidates_.function_of(entry.operands[2]);
        if (entry.function == 0) candidates_.drop(candidate, "operand 3 is in no function");
        return;
      case DebugOp::InlinedAt:
        return finish_inlined(candidate);
      case DebugOp::LocalVariable:
        return finish_variable(candidate);
      case DebugOp::TypeArray:
        std::erase(entry.operands, 0U);  // unknown counts; the translator lists lower bounds, too
        entry.bits = candidates_.bits_of(entry);
        return;
      case DebugOp::Expression:
        return finish_expression(candidate);
      default:
        if (is_debug_type(entry.op)) entry.bits = candidates_.bits_of(entry);
    }
  }

  static constexpr size_t index_of_function = 2 + 9;  // in OpenCL.DebugInfo.100

  // Two functions with one description, or the other way round, are none of a compiler.
  void connect(DebugCandidate& described, Id function) {
    const Instruction* definition = module_.definition(function);
    if (definition == nullptr || definition->op != Op::Function) return;
    const bool is_new = described_.insert(described.entry.id).second;
    if (is_new) tables_.debug_functions.emplace(tables_.slots.of(function), described.entry.id);
  }

  void finish_inlined(DebugCandidate& inlined) {
    DebugEntry& entry = inlined.entry;
    const bool is_nested = entry.operands.size() > 2;
    if (candidates_.function_of(entry.operands[1]) == 0)
      return candidates_.drop(inlined, "operand 2 is in no function");
    entry.function = candidates_.function_of(entry.operands[is_nested ? 2 : 1]);
  }

  void finish_variable(DebugCandidate& variable) {
    DebugEntry& entry = variable.entry;
    entry.function = candidates_.function_of(entry.operands[5]);
    if (entry.function == 0) return candidates_.drop(variable, "operand 6 is in no function");
    if (entry.operands.size() < 8) entry.operands.push_back(0);
    uint32_t& argument = entry.operands[7];
    const uint64_t unique = uint64_t{entry.function} << 32 | argument;
    if (argument > most_arguments || !arguments_.insert(unique).second) argument = 0;
  }

  void finish_expression(DebugCandidate& expression) {
    auto row = operations_in_a_row(candidates_, expression.entry.operands);
    if (!row) return candidates_.drop(expression, "its operations are not offered");
    expression.entry.operands = std::move(row->words);
    expression.entry.bits = row->fragment_bits;
  }

  const Module& module_;
  ModuleTables& tables_;
  DebugCandidates& candidates_;
  std::unordered_set<Id> described_;        // DebugFunctions that have a function
  std::unordered_set<uint64_t> arguments_;  // functions with numbers of arguments
  uint32_t composites_ = 0;
};

}  // namespace

void resolve_debug_info(Draft& draft, DebugCandidates& candidates) {
  References references(draft, candidates);
  for (DebugCandidate& candidate : candidates.all())
    if (candidate.state == DebugCandidate::State::pending) references.resolve(candidate);
}

}  // namespace cleave::spirv
