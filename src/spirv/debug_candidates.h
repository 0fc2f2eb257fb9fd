// Holds the instructions for debugging of a module on their way to debug information: what is
// well-formed is kept, the rest left out with a warning.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spirv/debug_rows.h"
#include "spirv/parser.h"

namespace cleave::spirv {

/// An instruction for debugging on its way to an entry.
struct DebugCandidate {
  enum class State : uint8_t { pending, good, dropped };

  const Instruction* source = nullptr;
  const DebugRow* row = nullptr;
  DebugEntry entry{};
  std::vector<DebugOperand> kinds{};  // one for each of the entry's operands
  State state = State::pending;
  uint32_t depth = 0;
  Id target = 0;  // the entry that a TypeTemplate or an InlinedVariable stands for
  Id held = 0;    // the composite type that lies in values of this type
};

[[nodiscard]] bool is_debug_type(DebugOp op);
[[nodiscard]] bool is_debug_scope(DebugOp op);

class DebugCandidates {
 public:
  explicit DebugCandidates(Draft& draft)
      : module_(draft.module), problems_(draft.problems), tables_(draft.tables) {}

  void add(DebugCandidate candidate);
  [[nodiscard]] std::span<DebugCandidate> all() { return candidates_; }
  /// Returns what the id stands for; nullptr: no instruction for debugging has it.
  [[nodiscard]] const DebugCandidate* find(Id id) const;
  [[nodiscard]] DebugCandidate* find(Id id);
  /// Returns the instruction itself that has the id, whatever it stands for.
  [[nodiscard]] DebugCandidate* of_instruction(Id id);

  /// Returns the DebugFunction that a scope is in; 0: none.
  [[nodiscard]] Id function_of(Id scope) const;
  /// Returns how many bits values of a type have; 0: unknown, or more than an object has.
  [[nodiscard]] uint64_t bits_of(Id type) const;
  [[nodiscard]] uint64_t bits_of(const DebugEntry& type) const;
  /// Returns the value of a constant; nothing: it is none, and no InfoNone that may stand for it.
  [[nodiscard]] std::optional<uint32_t> number(Id id, bool may_be_none) const;
  /// Tells whether the id is a DebugInfoNone, before candidates have been added too.
  [[nodiscard]] bool is_none(Id id) const;

  /// Leaves a candidate out, with a warning.
  void drop(DebugCandidate& candidate, std::string_view why);
  void refuse(DebugCandidate& candidate, size_t position, DebugOperand kind);

 private:
  const Module& module_;
  Problems& problems_;
  const ModuleTables& tables_;
  std::vector<DebugCandidate> candidates_;
  std::unordered_map<uint32_t, size_t> indices_;  // in `candidates_`, by slot
};

}  // namespace cleave::spirv
