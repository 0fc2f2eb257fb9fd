// Parses a module: from bytes to the tables that a Module answers from, before anything that spans
// several instructions is checked.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spirv/module_tables.h"
#include "spirv/operands.h"
#include "spirv/problems.h"
#include "spirv/read.h"

namespace cleave::spirv {

/// A module that is being read. `module` sees what `tables` has so far.
struct Draft {
  Draft() : Draft(std::make_unique<ModuleTables>()) {}

  ModuleTables& tables;
  Module module;
  Problems problems{module};

 private:
  explicit Draft(std::unique_ptr<ModuleTables> owned) : tables(*owned), module(std::move(owned)) {}
};

/// How strictly a module is parsed.
enum class Strictness : uint8_t {
  outline,  // values that tables do not know, or a device does not offer, are no problem yet
  whole,
};

class Parser {
 public:
  /// `offer` is asked where strictness is `whole`.
  Parser(Draft& draft, Strictness strictness, const Offer& offer)
      : draft_(draft), tables_(draft.tables), strictness_(strictness), offer_(offer) {}

  /// Parses everything. Returns false where words cannot be divided into instructions and operands,
  /// or an id has no definition or two: then problems say so, and the tables must not be used.
  /// Problems without this are of single instructions, and the tables are as good as the module.
  bool parse(std::span<const std::byte> bytes);

 private:
  bool copy_words(std::span<const std::byte> bytes);
  bool scan();
  bool parse_instruction(const InstructionFacts& row, uint32_t at, uint32_t length);
  bool check_parse_status(const InstructionFacts& row, const Instruction& instruction,
                          ParseStatus status);
  [[nodiscard]] bool is_about_debugging(const Instruction& instruction) const;
  bool check_ids(const Instruction& instruction);
  bool check_id(const Instruction& instruction, Id id);
  bool check_plain_ids(const InstructionFacts& row, const Instruction& instruction,
                       std::span<const uint32_t> words);
  void check_row_needs(const InstructionFacts& row, const Instruction& instruction);
  void check_needs(const InstructionFacts& row, const Instruction& instruction);
  void demand(const CapabilityNeed& need, const Instruction& instruction, std::string_view what);
  uint32_t literal_words(std::span<const uint32_t> words) const;

  void note(const Instruction& instruction);
  void note_capability(const Instruction& instruction);
  void note_import(const Instruction& instruction);
  void note_decoration(const Instruction& instruction);
  void join(const Instruction& instruction);
  void mark_line(const Instruction& instruction);
  void sort_decorations();

  struct RawDecoration {
    DecorationTarget target;
    DecorationUse use;
  };

  Draft& draft_;
  ModuleTables& tables_;
  Strictness strictness_;
  const Offer& offer_;
  OperandParser operand_parser_;
  std::bitset<8192> declared_;
  std::vector<uint32_t> defined_words_;  // by slot, where the defining instruction begins
  std::vector<RawDecoration> decorations_;
  std::vector<Instruction> groups_;  // OpGroupDecorate and OpGroupMemberDecorate
  bool has_unknown_ = false;         // instructions that define nobody knows what
  bool has_memory_model_ = false;
  bool has_line_ = false;
};

/// Makes types, specializes constants and calculates those that OpSpecConstantOp makes, in the
/// order of the module.
void build_globals(Draft& draft, std::span<const Specialization> specializations);

/// Divides functions into blocks.
void build_functions(Draft& draft);

/// Takes in debug information, with warnings of what is left out. Nothing is a problem here.
void build_debug_info(Draft& draft);

}  // namespace cleave::spirv
