#include "spirv/module.h"

#include <algorithm>
#include <cstring>

#include "spirv/module_tables.h"

namespace cleave::spirv {
namespace {

constexpr uint32_t zero = 0;
constexpr uint32_t one = 1;

// Returns the instruction that defines an id; nullptr: none does.
const Instruction* find(const ModuleTables& tables, Id id) {
  const uint32_t number = tables.definitions[tables.slots.of(id)];
  return number == 0 ? nullptr : &tables.instructions[number - 1];
}

// The last mark that is not behind a word.
template <typename Mark>
const Mark* mark_at(const std::vector<Mark>& marks, uint32_t word) {
  const auto after = std::ranges::upper_bound(marks, word, {}, &Mark::word);
  return after == marks.begin() ? nullptr : &*std::prev(after);
}

std::span<const DecorationUse> decorations_of(const ModuleTables& tables, Id id, uint32_t member) {
  const uint32_t slot = tables.slots.of(id);
  if (slot == 0) return {};
  const auto is_before = [](const DecorationTarget& a, const DecorationTarget& b) {
    return a.slot != b.slot ? a.slot < b.slot : a.member < b.member;
  };
  const auto [begin, end] =
      std::equal_range(tables.decoration_targets.begin(), tables.decoration_targets.end(),
                       DecorationTarget{slot, member}, is_before);
  return std::span(tables.decorations)
      .subspan(static_cast<size_t>(begin - tables.decoration_targets.begin()),
               static_cast<size_t>(end - begin));
}

}  // namespace

std::string_view text_at(const Instruction& instruction, size_t first) {
  if (first >= instruction.operands.size()) return {};
  const auto words = instruction.operands.subspan(first);
  const char* begin = reinterpret_cast<const char*>(words.data());
  return {begin, strnlen(begin, words.size_bytes())};
}

size_t words_of_text(const Instruction& instruction, size_t first) {
  return text_at(instruction, first).size() / sizeof(uint32_t) + 1;
}

Module::Module(std::unique_ptr<const ModuleTables> tables) : tables_(std::move(tables)) {}
Module::Module(Module&&) noexcept = default;
Module& Module::operator=(Module&&) noexcept = default;
Module::~Module() = default;

uint32_t Module::version() const {
  return tables_->words[1];
}

bool Module::declares(Capability capability) const {
  return std::binary_search(tables_->capabilities.begin(), tables_->capabilities.end(), capability);
}

const std::vector<Capability>& Module::capabilities() const {
  return tables_->capabilities;
}

const std::vector<EntryPoint>& Module::entry_points() const {
  return tables_->entry_points;
}

const std::vector<ExecutionModeUse>& Module::execution_modes() const {
  return tables_->modes;
}

std::span<const Instruction> Module::globals() const {
  return std::span(tables_->instructions)
      .subspan(tables_->first_global, tables_->first_function - tables_->first_global);
}

const std::vector<Function>& Module::functions() const {
  return tables_->functions;
}

const Instruction* Module::definition(Id id) const {
  const Instruction* found = find(*tables_, id);
  if (found == nullptr || found->op == Op::Label || found->op == Op::DecorationGroup)
    return nullptr;
  return found;
}

const Type& Module::type(Id id) const {
  return tables_->types[tables_->type_indices[tables_->slots.of(id)]];
}

Id Module::type_of(Id value) const {
  const Instruction* found = find(*tables_, value);
  return found == nullptr ? 0 : found->type;
}

std::string_view Module::name(Id id) const {
  return tables_->names[tables_->slots.of(id)];
}

std::span<const DecorationUse> Module::decorations(Id id) const {
  return decorations_of(*tables_, id, DecorationTarget::none);
}

std::span<const DecorationUse> Module::member_decorations(Id structure, uint32_t member) const {
  return member == DecorationTarget::none ? std::span<const DecorationUse>{}
                                          : decorations_of(*tables_, structure, member);
}

const DecorationUse* Module::decoration(Id id, Decoration decoration) const {
  for (const DecorationUse& use : decorations(id))
    if (use.decoration == decoration) return &use;
  return nullptr;
}

ExtendedInstructionSet Module::instruction_set(Id id) const {
  const uint32_t slot = tables_->slots.of(id);
  const auto found = std::lower_bound(tables_->sets.begin(), tables_->sets.end(), slot,
                                      [](const auto& set, uint32_t b) { return set.first < b; });
  const bool is_there = slot != 0 && found != tables_->sets.end() && found->first == slot;
  return is_there ? found->second : ExtendedInstructionSet::none;
}

std::span<const uint32_t> Module::scalar_constant(const Instruction& constant) const {
  switch (constant.op) {
    case Op::Constant:
    case Op::SpecConstant:
      return constant.operands;
    case Op::ConstantTrue:
    case Op::SpecConstantTrue:
      return {&one, 1};
    case Op::ConstantFalse:
    case Op::SpecConstantFalse:
      return {&zero, 1};
    default:
      return {};
  }
}

const std::vector<uint64_t>* Module::calculated(Id id) const {
  const auto found = tables_->calculated.find(tables_->slots.of(id));
  return found == tables_->calculated.end() ? nullptr : &found->second;
}

std::string_view Module::string(Id id) const {
  const Instruction* found = find(*tables_, id);
  return found == nullptr || found->op != Op::String ? std::string_view{} : text_at(*found, 0);
}

std::span<const Instruction> Module::debug_strings() const {
  return tables_->debug_strings;
}

std::span<const DebugEntry> Module::debug_entries() const {
  return tables_->debug_entries;
}

const DebugEntry* Module::debug_entry(Id id) const {
  const auto found = tables_->debug_indices.find(tables_->slots.of(id));
  return found == tables_->debug_indices.end() ? nullptr : &tables_->debug_entries[found->second];
}

const DebugEntry* Module::debug_function(Id function) const {
  const auto found = tables_->debug_functions.find(tables_->slots.of(function));
  return found == tables_->debug_functions.end() ? nullptr : debug_entry(found->second);
}

DebugScope Module::debug_scope_of(const Instruction& instruction) const {
  const ScopeMark* mark = mark_at(tables_->scopes, instruction.word);
  return mark == nullptr ? DebugScope{} : mark->scope;
}

SourceLine Module::line_of(const Instruction& instruction) const {
  const LineMark* mark = mark_at(tables_->lines, instruction.word);
  if (mark == nullptr || mark->file == 0) return {};
  return {string(mark->file), mark->line, mark->column};
}

}  // namespace cleave::spirv
