// Keeps of the debug information of a module what is well-formed. The rest is left out with a
// warning: no result depends on it.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>

#include "spirv/debug_rows.h"
#include "spirv/parser.h"

namespace cleave::spirv {
namespace {

constexpr uint32_t deepest = 255;
constexpr uint32_t most_arguments = 255;
// LLVM recurses from structure to structure, by way of pointers too.
constexpr uint32_t most_composites = 2000;
constexpr uint64_t bits_of_pointers = 64;

enum class State : uint8_t { pending, good, dropped };

/// An instruction for debugging on its way to an entry.
struct Candidate {
  const Instruction* source = nullptr;
  const DebugRow* row = nullptr;
  DebugEntry entry{};
  std::vector<DebugOperand> kinds{};  // of the entry's operands
  State state = State::pending;
  uint32_t depth = 0;
  Id target = 0;  // of a TypeTemplate, an InlinedVariable: what it stands for
  Id held = 0;    // the composite type that lies in values of this type
};

bool is_type(DebugOp op) {
  switch (op) {
    case DebugOp::TypeBasic:
    case DebugOp::TypePointer:
    case DebugOp::TypeQualifier:
    case DebugOp::TypeArray:
    case DebugOp::TypeVector:
    case DebugOp::Typedef:
    case DebugOp::TypeFunction:
    case DebugOp::TypeEnum:
    case DebugOp::TypeComposite:
      return true;
    default:
      return false;
  }
}

bool is_scope(DebugOp op) {
  return op == DebugOp::CompilationUnit || op == DebugOp::Function || op == DebugOp::LexicalBlock ||
         op == DebugOp::LexicalBlockDiscriminator || op == DebugOp::TypeComposite;
}

class DebugInfo {
 public:
  explicit DebugInfo(Draft& draft)
      : module_(draft.module), problems_(draft.problems), tables_(draft.tables) {}

  void build() {
    const bool is_there = std::ranges::any_of(tables_.sets, [](const auto& set) {
      return set.second == InstructionSet::opencl_debug_info ||
             set.second == InstructionSet::shader_debug_info;
    });
    if (!is_there) return;
    for (const Instruction& instruction : tables_.instructions) add(instruction);
    for (Candidate& candidate : candidates_)
      if (candidate.state == State::pending) resolve(candidate);
    for (const Function& function : tables_.functions) walk(function);
    std::ranges::stable_sort(tables_.lines, {}, &LineMark::word);
    for (Candidate& candidate : candidates_) {
      if (candidate.state != State::good) continue;
      tables_.debug_places[tables_.slots.of(candidate.entry.id)] = tables_.debug_entries.size();
      tables_.debug_entries.push_back(std::move(candidate.entry));
    }
  }

 private:
  // First pass: divides the operands, and takes numbers and texts.

  void add(const Instruction& instruction) {
    if (instruction.op != Op::ExtInst && instruction.op != Op::ExtInstWithForwardRefsKHR) return;
    const InstructionSet set = module_.instruction_set(instruction.operands[0]);
    if (set != InstructionSet::opencl_debug_info && set != InstructionSet::shader_debug_info)
      return;
    is_opencl_ = set == InstructionSet::opencl_debug_info;
    const DebugRow* row = debug_row(instruction.operands[1]);
    if (row == nullptr)
      return problems_.warn(instruction, "its set has no instruction " +
                                             std::to_string(instruction.operands[1]) +
                                             ", and it is left out");
    Candidate candidate{.source = &instruction, .row = row};
    candidate.entry.op = row->op;
    candidate.entry.id = instruction.result;
    if (row->is_read) divide(candidate);
    places_[tables_.slots.of(instruction.result)] = candidates_.size();
    candidates_.push_back(std::move(candidate));
  }

  void divide(Candidate& candidate) {
    const std::span<const uint32_t> words = candidate.source->operands.subspan(2);
    size_t at = 0;
    for (const DebugTerm& term : candidate.row->terms()) {
      if (is_opencl_ ? !term.is_in_opencl : !term.is_in_shader) continue;
      do {
        if (at == words.size()) {
          if (!term.may_be_missing) return drop(candidate, "it is too short");
          break;
        }
        if (!take(candidate, term, words, at)) return;
      } while (term.is_repeated);
    }
    if (at != words.size()) drop(candidate, "it is too long");
  }

  bool take(Candidate& candidate, const DebugTerm& term, std::span<const uint32_t> words,
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
  bool keep(Candidate& candidate, DebugOperand kind, uint32_t word, size_t place) {
    std::optional<uint32_t> value = word;
    if (kind == DebugOperand::text) value = text(word);
    if (kind == DebugOperand::size || (kind == DebugOperand::number && !is_opencl_))
      value = number(word, kind == DebugOperand::size);
    if (!value) return refuse(candidate, place, kind);
    candidate.entry.operands.push_back(*value);
    candidate.kinds.push_back(kind);
    return true;
  }

  [[nodiscard]] std::optional<uint32_t> text(Id id) const {
    const Instruction* definition = module_.definition(id);
    if (definition != nullptr && definition->op == Op::String) return id;
    return is_none(id) ? std::optional(0U) : std::nullopt;
  }

  [[nodiscard]] std::optional<uint32_t> number(Id id, bool may_be_none) const {
    const std::optional<uint64_t> value = module_.integer_constant(id);
    if (value && *value <= std::numeric_limits<uint32_t>::max())
      return static_cast<uint32_t>(*value);
    return may_be_none && is_none(id) ? std::optional(0U) : std::nullopt;
  }

  [[nodiscard]] bool is_none(Id id) const {
    const Instruction* definition = module_.definition(id);
    return definition != nullptr && definition->op == Op::ExtInst &&
           module_.instruction_set(definition->operands[0]) != InstructionSet::opencl_std &&
           definition->operands[1] == static_cast<uint32_t>(DebugOp::InfoNone);
  }

  // Second pass: what the operands refer to.

  void resolve(Candidate& candidate) {
    if (!candidate.row->is_read) return;
    DebugEntry& entry = candidate.entry;
    const bool is_composite = entry.op == DebugOp::TypeComposite;
    size_t kept = 0;
    for (size_t place = 0; place < entry.operands.size(); ++place) {
      const DebugOperand kind = candidate.kinds[place];
      std::optional<uint32_t> word = refer(candidate, kind, entry.operands[place]);
      if (!word && !is_composite) {
        refuse(candidate, place + 1, kind);
        return;
      }
      // Pointers to a composite type may come before it, so that it is never dropped.
      if (!word && kind == DebugOperand::any) continue;
      entry.operands[kept++] = word.value_or(0);
    }
    entry.operands.resize(kept);
    if (candidate.depth > deepest) return drop(candidate, "it nests too deeply");
    candidate.state = State::good;
    finish(candidate);
  }

  // Returns what the entry keeps; nothing: the operand does not fit.
  std::optional<uint32_t> refer(Candidate& user, DebugOperand kind, uint32_t word) {
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
        const Candidate* used = candidate(word);
        const bool is_function = used != nullptr && used->entry.op == DebugOp::TypeFunction;
        return is_function ? std::nullopt : refer_to_type(user, word);
      }
      case DebugOperand::scope:
        if (is_nothing(word)) return 0;
        return refer_to(user, word, [](DebugOp op) { return is_scope(op); });
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
  std::optional<uint32_t> refer_to(Candidate& user, Id id, const Fits& fits) {
    const Candidate* used = candidate(id);
    if (used == nullptr || used->state != State::good || !fits(used->entry.op)) return std::nullopt;
    user.depth = std::max(user.depth, used->depth + 1);
    return used->entry.id;
  }

  std::optional<uint32_t> refer_to_type(Candidate& user, Id id) {
    const Candidate* used = candidate(id);
    if (used == nullptr || !is_type(used->entry.op)) return std::nullopt;
    const bool is_composite = used->entry.op == DebugOp::TypeComposite;
    if (used->state == State::dropped || (used->state == State::pending && !is_composite))
      return std::nullopt;
    const bool is_pointer = user.entry.op == DebugOp::TypePointer;
    if (!is_pointer) user.held = is_composite ? used->entry.id : used->held;
    user.depth = std::max(user.depth, is_pointer && is_composite ? 1 : used->depth + 1);
    const bool lies_in_another =
        user.entry.op == DebugOp::TypeMember || user.entry.op == DebugOp::TypeInheritance;
    if (lies_in_another && user.held != 0 && candidate(user.held)->state != State::good)
      return std::nullopt;  // in itself, in the end
    return used->entry.id;
  }

  std::optional<uint32_t> refer_to_any(Candidate& user, Id id) {
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
    const Candidate* range = candidate(id);
    const bool is_range = range != nullptr && range->entry.op == DebugOp::TypeSubrange;
    if (is_range && range->state == State::good && !range->entry.operands.empty())
      return range->entry.operands[0];
    const bool is_variable = range != nullptr && (range->entry.op == DebugOp::LocalVariable ||
                                                  range->entry.op == DebugOp::Expression);
    return is_variable ? 0 : number(id, true);
  }

  [[nodiscard]] bool is_nothing(Id id) const {
    const Candidate* used = candidate(id);
    return used != nullptr && (!used->row->is_read || used->entry.op == DebugOp::InfoNone);
  }

  [[nodiscard]] bool is_void(Id id) const { return module_.type(id).kind == TypeKind::void_type; }

  // Third: what entries mean together.

  void finish(Candidate& candidate) {
    DebugEntry& entry = candidate.entry;
    switch (entry.op) {
      case DebugOp::TypeTemplate:
        candidate.target = entry.operands[0];
        return;
      case DebugOp::InlinedVariable:
        candidate.target = entry.operands[0];
        return;
      case DebugOp::TypeComposite:
        ++composites_;
        entry.bits = bits_of(entry);
        return;
      case DebugOp::Function:
        entry.function = entry.id;
        if (candidate.source->operands.size() > place_of_function)
          connect(candidate, candidate.source->operands[place_of_function]);
        return;
      case DebugOp::FunctionDefinition:
        return connect(*this->candidate(entry.operands[0]), entry.operands[1]);
      case DebugOp::LexicalBlock:
        entry.function = function_of(entry.operands[3]);
        return;
      case DebugOp::LexicalBlockDiscriminator:
        entry.function = function_of(entry.operands[2]);
        if (entry.function == 0) drop(candidate, "operand 3 is in no function");
        return;
      case DebugOp::InlinedAt:
        return finish_inlined(candidate);
      case DebugOp::LocalVariable:
        return finish_variable(candidate);
      case DebugOp::TypeArray:
        std::erase(entry.operands, 0U);  // unknown counts; the translator lists lower bounds, too
        entry.bits = bits_of(entry);
        return;
      case DebugOp::Expression:
        return finish_expression(candidate);
      default:
        if (is_type(entry.op)) entry.bits = bits_of(entry);
    }
  }

  static constexpr size_t place_of_function = 2 + 9;  // in OpenCL.DebugInfo.100

  // Two functions with one description, or the other way round, are none of a compiler.
  void connect(Candidate& described, Id function) {
    const Instruction* definition = module_.definition(function);
    if (definition == nullptr || definition->op != Op::Function) return;
    const bool is_new = described_.insert(described.entry.id).second;
    if (is_new) tables_.debug_functions.emplace(tables_.slots.of(function), described.entry.id);
  }

  [[nodiscard]] Id function_of(Id scope) const {
    const Candidate* used = candidate(scope);
    return used == nullptr ? 0 : used->entry.function;
  }

  void finish_inlined(Candidate& place) {
    DebugEntry& entry = place.entry;
    const bool is_nested = entry.operands.size() > 2;
    if (function_of(entry.operands[1]) == 0) return drop(place, "operand 2 is in no function");
    entry.function = function_of(entry.operands[is_nested ? 2 : 1]);
  }

  void finish_variable(Candidate& variable) {
    DebugEntry& entry = variable.entry;
    entry.function = function_of(entry.operands[5]);
    if (entry.function == 0) return drop(variable, "operand 6 is in no function");
    if (entry.operands.size() < 8) entry.operands.push_back(0);
    uint32_t& argument = entry.operands[7];
    const uint64_t unique = uint64_t{entry.function} << 32 | argument;
    if (argument > most_arguments || !arguments_.insert(unique).second) argument = 0;
  }

  [[nodiscard]] uint64_t bits_of(Id type) const {
    const Candidate* used = candidate(type);
    if (used == nullptr) return 0;
    const bool is_open = used->state == State::pending;  // a composite type that comes later
    return is_open ? bits_of(used->entry) : used->entry.bits;
  }

  [[nodiscard]] uint64_t bits_of(const DebugEntry& entry) const {
    const auto& operands = entry.operands;
    switch (entry.op) {
      case DebugOp::TypePointer:
        return bits_of_pointers;
      case DebugOp::TypeBasic:
        return operands[1];
      case DebugOp::TypeEnum:
        return operands[6];
      case DebugOp::TypeComposite:
        return operands[7];
      case DebugOp::TypeQualifier:
        return bits_of(operands[0]);
      case DebugOp::Typedef:
        return bits_of(operands[1]);
      case DebugOp::TypeVector:
        return product(bits_of(operands[0]), operands[1] == 3 ? 4 : operands[1]);
      case DebugOp::TypeArray: {
        uint64_t bits = operands.size() > 1 ? bits_of(operands[0]) : 0;
        for (size_t at = 1; at < operands.size(); ++at) bits = product(bits, operands[at]);
        return bits;
      }
      default:
        return 0;
    }
  }

  // 0 where it is more than an object has.
  static uint64_t product(uint64_t bits, uint64_t count) {
    constexpr uint64_t most = uint64_t{1} << 62;
    return count != 0 && bits > most / count ? 0 : bits * count;
  }

  // Keeps the operations in a row, without the address spaces of SPIR, which mean nothing to
  // debuggers of a processor.
  void finish_expression(Candidate& expression) {
    std::vector<uint32_t> words;
    uint32_t fragment = 0;
    bool is_value = false;
    const std::vector<Id> operations = std::move(expression.entry.operands);
    for (size_t at = 0; at < operations.size(); ++at) {
      const auto& operation = candidate(operations[at])->entry.operands;
      if (names_space(operations, at)) {
        at += 2;
        continue;
      }
      const auto op = static_cast<DebugOperation>(operation[0]);
      const std::optional<size_t> numbers = numbers_of(op);
      const bool is_right = numbers && operation.size() == *numbers + 1 && fragment == 0 &&
                            (!is_value || op == DebugOperation::Fragment) &&
                            has_numbers(operations, at);
      if (!is_right) return drop(expression, "its operations are not offered");
      is_value = op == DebugOperation::StackValue;
      if (op == DebugOperation::Fragment) fragment = operation[2];
      words.insert(words.end(), operation.begin(), operation.end());
    }
    expression.entry.operands = std::move(words);
    expression.entry.bits = fragment;
  }

  [[nodiscard]] bool is_operation(std::span<const Id> operations, size_t at,
                                  DebugOperation op) const {
    return at < operations.size() &&
           candidate(operations[at])->entry.operands[0] == static_cast<uint32_t>(op);
  }

  [[nodiscard]] bool names_space(std::span<const Id> operations, size_t at) const {
    return is_operation(operations, at, DebugOperation::Constu) &&
           is_operation(operations, at + 1, DebugOperation::Swap) &&
           is_operation(operations, at + 2, DebugOperation::Xderef);
  }

  // A number is for the sum or difference behind it, and those need one.
  [[nodiscard]] bool has_numbers(std::span<const Id> operations, size_t at) const {
    const auto adds = [&](size_t place) {
      return is_operation(operations, place, DebugOperation::Plus) ||
             is_operation(operations, place, DebugOperation::Minus);
    };
    if (is_operation(operations, at, DebugOperation::Constu)) return adds(at + 1);
    return !adds(at) || (at > 0 && is_operation(operations, at - 1, DebugOperation::Constu));
  }

  // Fourth: functions, where lines and scopes go on to the next ones.

  void walk(const Function& function) {
    const auto described =
        tables_.debug_functions.find(tables_.slots.of(function.definition->result));
    const Id own = described == tables_.debug_functions.end() ? 0 : described->second;
    for (const Block& block : function.blocks) {
      DebugPlace place;
      bool has_line = false;
      for (const Instruction& instruction : block.instructions) {
        const auto known = places_.find(tables_.slots.of(instruction.result));
        if (instruction.result == 0 || known == places_.end()) continue;
        Candidate& here = candidates_[known->second];
        if (here.state == State::good) look(here, own, place, has_line);
      }
      const uint32_t end = block.instructions.back().word + 1;
      if (place.scope != 0) tables_.places.push_back({end, {}});
      if (has_line) tables_.lines.push_back({end, 0, 0, 0});
    }
  }

  void look(Candidate& here, Id own, DebugPlace& place, bool& has_line) {
    const auto& operands = here.entry.operands;
    switch (here.entry.op) {
      case DebugOp::Scope:
      case DebugOp::NoScope:
        place = place_of(here, own);
        tables_.places.push_back({here.source->word, place});
        return;
      case DebugOp::Line:
        tables_.lines.push_back({here.source->word, candidate(operands[0])->entry.operands[0],
                                 operands[1], operands[3]});
        has_line = true;
        return;
      case DebugOp::NoLine:
        tables_.lines.push_back({here.source->word, 0, 0, 0});
        return;
      case DebugOp::Declare:
      case DebugOp::Value:
        return check_use(here, place.scope != 0 ? function_of(place.scope) : own);
      default:
        return;
    }
  }

  DebugPlace place_of(Candidate& here, Id own) {
    const auto& operands = here.entry.operands;
    if (operands.empty()) return {};
    const Id inlined = operands.size() > 1 ? operands[1] : 0;
    const bool is_local = function_of(operands[0]) != 0;
    const Id outermost = function_of(inlined != 0 ? inlined : operands[0]);
    if (is_local && outermost == own) return {operands[0], inlined};
    drop(here, "its scope is of another function");
    return {};
  }

  // A variable is one of the scope's function, and a fragment a part of it.
  void check_use(Candidate& use, Id function) {
    const DebugEntry& variable = candidate(use.entry.operands[0])->entry;
    if (function == 0 || variable.function != function)
      return drop(use, "its variable is of another function");
    const DebugEntry& expression = candidate(use.entry.operands[2])->entry;
    const uint64_t bits = bits_of(variable.operands[1]);
    if (expression.bits == 0 || bits == 0) return;
    const uint64_t first = expression.operands[expression.operands.size() - 2];
    if (first + expression.bits > bits || expression.bits == bits)
      drop(use, "it is of no part of its variable");
  }

  // The rest.

  [[nodiscard]] const Candidate* candidate(Id id) const {
    const auto known = id == 0 ? places_.end() : places_.find(tables_.slots.of(id));
    if (known == places_.end()) return nullptr;
    const Candidate& found = candidates_[known->second];
    return found.target != 0 ? candidate(found.target) : &found;
  }
  [[nodiscard]] Candidate* candidate(Id id) {
    return const_cast<Candidate*>(std::as_const(*this).candidate(id));
  }

  bool refuse(Candidate& candidate, size_t place, DebugOperand kind) {
    drop(candidate, "operand " + std::to_string(place) + " is no " + std::string(name_of(kind)));
    return false;
  }

  void drop(Candidate& candidate, std::string_view why) {
    candidate.state = State::dropped;
    problems_.warn(*candidate.source, "Debug" + std::string(candidate.row->name) +
                                          " is left out: " + std::string(why));
  }

  const Module& module_;
  Problems& problems_;
  ModuleTables& tables_;
  bool is_opencl_ = false;
  std::vector<Candidate> candidates_;
  std::unordered_map<uint32_t, size_t> places_;  // in `candidates_`, by slot
  std::unordered_set<Id> described_;             // DebugFunctions that have a function
  std::unordered_set<uint64_t> arguments_;       // functions with numbers of arguments
  uint32_t composites_ = 0;
};

}  // namespace

void build_debug_info(Draft& draft) {
  DebugInfo(draft).build();
}

}  // namespace cleave::spirv
