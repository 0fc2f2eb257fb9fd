#include "spirv/parser.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

#include "spirv/offer.h"

namespace cleave::spirv {
namespace {

constexpr uint32_t magic = 0x07230203;
constexpr uint32_t magic_of_other_byte_order = 0x03022307;
constexpr size_t header_words = 5;

bool is_decoration(Op op) {
  return op == Op::Decorate || op == Op::DecorateId || op == Op::DecorateString ||
         op == Op::MemberDecorate || op == Op::MemberDecorateString;
}

/// Whether an extension gives modules of any version the capability that the row needs, and its
/// instructions with it.
bool comes_by_extension(const CapabilityNeed& need) {
  const auto choices = std::span(need.choices).first(need.count);
  return std::ranges::any_of(
      choices, [](Capability capability) { return !facts(capability)->extension.empty(); });
}

}  // namespace

bool Parser::parse(std::span<const std::byte> bytes) {
  if (!copy_words(bytes) || !scan()) return false;
  for (uint32_t at = header_words; at < tables_.words.size();) {
    const uint32_t length = tables_.words[at] >> 16;
    const InstructionFacts* row = facts(tables_.words[at] & 0xFFFF);
    if (row != nullptr && !parse_instruction(*row, at, length)) return false;
    at += length;
  }
  if (tables_.first_global == 0) tables_.first_global = tables_.instructions.size();
  if (tables_.first_function == 0) tables_.first_function = tables_.instructions.size();
  if (!has_memory_model_) {
    draft_.problems.add_at(0, "the module has no memory model");
    return false;
  }
  sort_decorations();
  return draft_.problems.empty() || strictness_ == Strictness::whole;
}

bool Parser::copy_words(std::span<const std::byte> bytes) {
  const auto fail = [this](uint32_t word, std::string_view what) {
    draft_.problems.add_at(word, what);
    return false;
  };
  // Ids that are asked for before any is defined, as by problems of the header, have the slot 0.
  tables_.names.resize(1);
  tables_.definitions.resize(1);
  tables_.type_indices.resize(1);
  tables_.types.resize(1);
  if (bytes.size() % sizeof(uint32_t) != 0)
    return fail(static_cast<uint32_t>(bytes.size() / sizeof(uint32_t)),
                "the last word is not whole");
  if (bytes.size() / sizeof(uint32_t) > ~0U) return fail(0, "the module is too large");
  if (bytes.size() < header_words * sizeof(uint32_t)) return fail(0, "the header is not whole");
  tables_.words.resize(bytes.size() / sizeof(uint32_t));
  std::memcpy(tables_.words.data(), bytes.data(), bytes.size());
  if (tables_.words[0] == magic_of_other_byte_order)
    return fail(0, "the bytes of each word are in the other order");
  if (tables_.words[0] != magic) return fail(0, "this is no SPIR-V");
  const uint32_t version = tables_.words[1];
  if (version < v1_0 || version > newest_version || (version & 0xFF0000FF) != 0)
    return fail(1, "the version is not one from 1.0 to 1.6");
  if (tables_.words[4] != 0) return fail(4, "the schema is not 0");
  return true;
}

// Divides the words into instructions, and finds the ids that they define.
bool Parser::scan() {
  struct IdDefinition {
    Id id;
    uint32_t word;
  };
  std::vector<IdDefinition> definitions;
  Id largest = 0;
  size_t count = 0;
  const std::span<const uint32_t> words = tables_.words;
  for (uint32_t at = header_words; at < words.size(); ++count) {
    const uint32_t length = words[at] >> 16;
    const uint32_t opcode = words[at] & 0xFFFF;
    const Instruction here{static_cast<Op>(opcode), 0, 0, {}, at};
    if (length == 0 || length > words.size() - at) {
      draft_.problems.add(here, length == 0 ? "its length is 0" : "it is longer than the module");
      return false;
    }
    const InstructionFacts* row = facts(opcode);
    if (row == nullptr) {
      has_unknown_ = true;
      if (strictness_ == Strictness::whole) {
        draft_.problems.add(here, "the instruction is unknown");
        return false;
      }
    } else if (row->has_result) {
      const uint32_t of_result = row->has_type ? 2 : 1;
      if (length <= of_result) {
        draft_.problems.add(here, "the id of its result is missing");
        return false;
      }
      definitions.push_back({words[at + of_result], at});
      largest = std::max(largest, words[at + of_result]);
    }
    at += length;
  }
  tables_.slots = IdSlots(largest, words.size());
  tables_.instructions.reserve(count);
  tables_.names.resize(definitions.size() + 1);
  tables_.definitions.resize(definitions.size() + 1);
  tables_.type_indices.resize(definitions.size() + 1);
  defined_words_.reserve(definitions.size() + 1);
  defined_words_.push_back(0);
  for (const IdDefinition& definition : definitions) {
    const Instruction here{
        static_cast<Op>(words[definition.word] & 0xFFFF), 0, definition.id, {}, definition.word};
    if (definition.id == 0 || definition.id >= words[3]) {
      draft_.problems.add(here, "its id is not between 0 and the header's bound");
      return false;
    }
    if (!tables_.slots.define(definition.id)) {
      draft_.problems.add(here, "its id is defined twice");
      return false;
    }
    defined_words_.push_back(definition.word);
  }
  return true;
}

bool Parser::parse_instruction(const InstructionFacts& row, uint32_t at, uint32_t length) {
  const auto words = std::span<const uint32_t>(tables_.words).subspan(at, length);
  Instruction instruction{row.op, 0, 0, {}, at};
  size_t first = 1;
  if (row.has_type && length > first) instruction.type = words[first++];
  if (row.has_result) instruction.result = words[first++];
  instruction.operands = words.subspan(std::min<size_t>(first, length));
  if (row.takes_ids_only && length >= row.least_words && length <= row.most_words) {
    if (!check_plain_ids(row, instruction, words)) return false;
    note(instruction);
    return true;
  }
  const ParseStatus status =
      operand_parser_.parse(row, words, row.op == Op::Switch ? literal_words(words) : 1);
  if (status != ParseStatus::whole && !check_parse_status(row, instruction, status)) return false;
  if (!check_ids(instruction)) return false;
  if (strictness_ == Strictness::whole) check_needs(row, instruction);
  if (status == ParseStatus::whole) note(instruction);
  return true;
}

// Unknown values cannot be read, but the build refuses them, not the outline. Unknown decorations
// are left out.
bool Parser::check_parse_status(const InstructionFacts& row, const Instruction& instruction,
                                ParseStatus status) {
  if (status == ParseStatus::malformed) {
    draft_.problems.add(instruction, operand_parser_.problem());
    return false;
  }
  if (strictness_ == Strictness::outline) {
    has_unknown_ = has_unknown_ || instruction.result != 0;
    return true;
  }
  const bool is_harmless =
      is_decoration(row.op) && operand_parser_.operands().back().kind == OperandKind::decoration;
  if (is_harmless)
    draft_.problems.warn(instruction, operand_parser_.problem() + ", and is left out");
  else
    draft_.problems.add(instruction, operand_parser_.problem());
  return true;
}

// Sets other than OpenCL.std have literals of their own, and nothing that a result depends on.
bool Parser::is_about_debugging(const Instruction& instruction) const {
  if (instruction.op != Op::ExtInst && instruction.op != Op::ExtInstWithForwardRefsKHR)
    return false;
  const ExtendedInstructionSet set = draft_.module.instruction_set(instruction.operands[0]);
  return set != ExtendedInstructionSet::none && set != ExtendedInstructionSet::opencl_std;
}

bool Parser::check_ids(const Instruction& instruction) {
  constexpr uint32_t last_of_set = 3;  // behind type and result
  const bool is_foreign = is_about_debugging(instruction);
  for (const ParsedOperand& operand : operand_parser_.operands())
    if (is_id(operand.kind) && (!is_foreign || operand.at <= last_of_set) &&
        !check_id(instruction, tables_.words[instruction.word + operand.at]))
      return false;
  return true;
}

bool Parser::check_id(const Instruction& instruction, Id id) {
  if (tables_.slots.of(id) != 0 || has_unknown_) return true;
  draft_.problems.add(instruction, "%" + std::to_string(id) + " is not defined");
  return false;
}

// Most instructions come here: their operands are ids, and need no parsing.
bool Parser::check_plain_ids(const InstructionFacts& row, const Instruction& instruction,
                             std::span<const uint32_t> words) {
  if (row.has_type && !check_id(instruction, words[1])) return false;
  for (const uint32_t id : instruction.operands)
    if (!check_id(instruction, id)) return false;
  if (strictness_ == Strictness::whole) check_row_needs(row, instruction);
  return true;
}

void Parser::check_row_needs(const InstructionFacts& row, const Instruction& instruction) {
  if (row.version > tables_.words[1] && !comes_by_extension(row.need))
    draft_.problems.add(instruction, "the module's version does not have it");
  demand(row.need, instruction, {});
}

void Parser::check_needs(const InstructionFacts& row, const Instruction& instruction) {
  check_row_needs(row, instruction);
  for (const ParsedOperand& operand : operand_parser_.operands())
    if (operand.value != nullptr) demand(operand.value->need, instruction, operand.value->name);
}

void Parser::demand(const CapabilityNeed& need, const Instruction& instruction,
                    std::string_view what) {
  if (need.count == 0) return;
  std::string names;
  for (size_t choice = 0; choice < need.count; ++choice) {
    if (declared_[static_cast<size_t>(need.choices[choice])]) return;
    if (choice != 0) names += " or ";
    names += facts(need.choices[choice])->name;
  }
  std::string text = "the module declares no " + names;
  if (!what.empty()) text += ", which " + std::string(what) + " needs";
  draft_.problems.add(instruction, text);
}

// The literals of OpSwitch are as wide as its selector, whose definition may follow in the words.
uint32_t Parser::literal_words(std::span<const uint32_t> words) const {
  if (words.size() < 2) return 1;
  const uint32_t selector = defined_words_[tables_.slots.of(words[1])];
  if (selector == 0) return 1;
  const InstructionFacts* row = facts(tables_.words[selector] & 0xFFFF);
  if (row == nullptr || !row->has_type) return 1;
  const uint32_t type = defined_words_[tables_.slots.of(tables_.words[selector + 1])];
  const bool is_wide = type != 0 && (tables_.words[type] & 0xFFFF) == uint32_t(Op::TypeInt) &&
                       (tables_.words[type] >> 16) > 2 && tables_.words[type + 2] > 32;
  return is_wide ? 2 : 1;
}

void Parser::mark_line(const Instruction& instruction) {
  LineMark mark{instruction.word, 0, 0, 0};
  if (instruction.op == Op::Line) {
    mark.file = instruction.operands[0];
    mark.line = instruction.operands[1];
    mark.column = instruction.operands[2];
  }
  if (mark.file != 0 || has_line_) tables_.lines.push_back(mark);
  has_line_ = mark.file != 0;
}

void Parser::note(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Nop:
      return;
    case Op::Line:
    case Op::NoLine:
      return mark_line(instruction);
    case Op::Capability:
      note_capability(instruction);
      break;
    case Op::MemoryModel:
      has_memory_model_ = true;
      if (instruction.operands[0] != static_cast<uint32_t>(AddressingModel::Physical64) ||
          instruction.operands[1] != static_cast<uint32_t>(MemoryModel::OpenCL))
        draft_.problems.add(instruction, "only Physical64 and OpenCL are offered");
      break;
    case Op::ExtInstImport:
      note_import(instruction);
      break;
    case Op::EntryPoint:
      tables_.entry_points.push_back({instruction.operands[1], text_at(instruction, 2)});
      break;
    case Op::ExecutionMode:
    case Op::ExecutionModeId:
      tables_.modes.push_back({instruction.operands[0],
                               static_cast<ExecutionMode>(instruction.operands[1]),
                               instruction.operands.subspan(2)});
      break;
    case Op::Name: {
      std::string_view& name = tables_.names[tables_.slots.of(instruction.operands[0])];
      if (name.empty()) name = text_at(instruction, 1);
      break;
    }
    case Op::String:
    case Op::ModuleProcessed:
      tables_.debug_strings.push_back(instruction);
      break;
    case Op::TypeStructContinuedINTEL:
    case Op::ConstantCompositeContinuedINTEL:
    case Op::SpecConstantCompositeContinuedINTEL:
    case Op::CompositeConstructContinuedINTEL:
      return join(instruction);
    default:
      if (is_decoration(instruction.op) || instruction.op == Op::GroupDecorate ||
          instruction.op == Op::GroupMemberDecorate)
        note_decoration(instruction);
  }
  const bool is_about_module = facts(instruction.op).rule == Rule::module_level;
  const size_t here = tables_.instructions.size();
  if (!is_about_module && tables_.first_global == 0) tables_.first_global = here;
  if (instruction.op == Op::Function && tables_.first_function == 0) tables_.first_function = here;
  tables_.instructions.push_back(instruction);
  if (instruction.result != 0)
    tables_.definitions[tables_.slots.of(instruction.result)] = static_cast<uint32_t>(here + 1);
  if (is_terminator(instruction.op)) mark_line({Op::NoLine, 0, 0, {}, instruction.word + 1});
}

// Declares it with what it implies.
void Parser::note_capability(const Instruction& instruction) {
  const CapabilityFacts* row = facts(static_cast<Capability>(instruction.operands[0]));
  if (row == nullptr) {
    if (strictness_ == Strictness::whole)
      draft_.problems.add(instruction,
                          "capability " + std::to_string(instruction.operands[0]) + " is unknown");
    return;
  }
  if (strictness_ == Strictness::whole && !is_offered(*row, offer_))
    draft_.problems.add(instruction, std::string(row->name) + " is not offered");
  std::vector<const CapabilityFacts*> left{row};
  while (!left.empty()) {
    const CapabilityFacts* next = left.back();
    left.pop_back();
    if (declared_[static_cast<size_t>(next->capability)]) continue;
    declared_.set(static_cast<size_t>(next->capability));
    auto& list = tables_.capabilities;
    list.insert(std::upper_bound(list.begin(), list.end(), next->capability), next->capability);
    for (const Capability implied : next->implied) left.push_back(facts(implied));
  }
}

void Parser::note_import(const Instruction& instruction) {
  const std::string_view name = text_at(instruction, 0);
  ExtendedInstructionSet set = ExtendedInstructionSet::none;
  if (name == "OpenCL.std")
    set = ExtendedInstructionSet::opencl_std;
  else if (name == "OpenCL.DebugInfo.100")
    set = ExtendedInstructionSet::opencl_debug_info;
  else if (name == "NonSemantic.Shader.DebugInfo.100" || name == "NonSemantic.Shader.DebugInfo.200")
    set = ExtendedInstructionSet::shader_debug_info;
  else if (name.starts_with("NonSemantic.") || name == "SPIRV.debug")
    set = ExtendedInstructionSet::ignored;
  else if (strictness_ == Strictness::whole)
    draft_.problems.add(instruction, "the set " + quoted(name) + " is unknown");
  if (set == ExtendedInstructionSet::ignored)
    draft_.problems.warn(instruction, "the set " + quoted(name) + " is left out");
  tables_.sets.emplace_back(tables_.slots.of(instruction.result), set);
}

void Parser::note_decoration(const Instruction& instruction) {
  if (instruction.op == Op::GroupDecorate || instruction.op == Op::GroupMemberDecorate) {
    groups_.push_back(instruction);
    return;
  }
  const bool is_of_member =
      instruction.op == Op::MemberDecorate || instruction.op == Op::MemberDecorateString;
  RawDecoration decoration;
  decoration.target.slot = tables_.slots.of(instruction.operands[0]);
  if (is_of_member) decoration.target.member = instruction.operands[1];
  if (is_of_member && decoration.target.member == DecorationTarget::none)
    return draft_.problems.add(instruction, "there is no such member");
  const size_t at = is_of_member ? 2 : 1;
  decoration.use.decoration = static_cast<Decoration>(instruction.operands[at]);
  decoration.use.operands = instruction.operands.subspan(at + 1);
  // clang 22 writes an alignment of 128 as a byte with a sign.
  constexpr uint32_t signed_128 = 0xFFFFFF80;
  if (decoration.use.decoration == Decoration::Alignment &&
      decoration.use.operands[0] == signed_128)
    tables_.words[instruction.word + 1 + at + 1] = 128;
  decorations_.push_back(decoration);
}

// Appends operands to those of the instruction before.
void Parser::join(const Instruction& instruction) {
  const auto begins = [&](Op op) {
    switch (instruction.op) {
      case Op::TypeStructContinuedINTEL:
        return op == Op::TypeStruct;
      case Op::ConstantCompositeContinuedINTEL:
        return op == Op::ConstantComposite;
      case Op::SpecConstantCompositeContinuedINTEL:
        return op == Op::SpecConstantComposite;
      default:
        return op == Op::CompositeConstruct;
    }
  };
  if (tables_.instructions.empty() || !begins(tables_.instructions.back().op)) {
    draft_.problems.add(instruction, "there is nothing before it that it could go on with");
    return;
  }
  Instruction& begun = tables_.instructions.back();
  const bool is_joined =
      !tables_.joined.empty() && tables_.joined.back().data() == begun.operands.data();
  if (!is_joined) tables_.joined.emplace_back(begun.operands.begin(), begun.operands.end());
  std::vector<uint32_t>& all = tables_.joined.back();
  all.insert(all.end(), instruction.operands.begin(), instruction.operands.end());
  begun.operands = all;
}

}  // namespace cleave::spirv
