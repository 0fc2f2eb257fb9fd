// Holds what a Module answers from. The parser fills it; whoever has a Module sees it unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spirv/module.h"

namespace cleave::spirv {

/// Numbers the ids that are defined, from 1 in the order of their definitions, so that tables grow
/// with what a module defines and not with the numbers that it chose.
class IdSlots {
 public:
  /// Prepares for ids up to `largest`, of a module of so many words.
  IdSlots(Id largest, size_t words) {
    if (largest < ids_for_each_word * words) dense_.resize(size_t{largest} + 1);
  }
  IdSlots() = default;

  /// Gives the id a slot. Returns false where it has one.
  bool define(Id id) {
    uint32_t& slot = id < dense_.size() ? dense_[id] : sparse_[id];
    if (slot != 0) return false;
    slot = ++count_;
    return true;
  }
  /// Returns 0 for ids that are not defined.
  [[nodiscard]] uint32_t of(Id id) const {
    if (id < dense_.size()) return dense_[id];
    if (sparse_.empty()) return 0;
    const auto found = sparse_.find(id);
    return found == sparse_.end() ? 0 : found->second;
  }
  [[nodiscard]] uint32_t count() const { return count_; }

 private:
  static constexpr size_t ids_for_each_word = 4;

  std::vector<uint32_t> dense_;
  std::unordered_map<Id, uint32_t> sparse_;
  uint32_t count_ = 0;
};

/// A source line, which holds from this word to the next mark or the end of the function.
struct LineMark {
  uint32_t word = 0;
  Id file = 0;  // 0: unknown from here
  uint32_t line = 0;
  uint32_t column = 0;
};

/// The slot that is decorated; one of its members, unless `member` is `none`.
struct DecorationTarget {
  static constexpr uint32_t none = ~0U;
  uint32_t slot = 0;
  uint32_t member = none;
};

struct ModuleTables {
  std::vector<uint32_t> words;
  std::vector<std::vector<uint32_t>> joined;  // operands that Op…ContinuedINTEL went on with
  IdSlots slots;

  std::vector<Capability> capabilities;  // with those that they imply; ascending
  std::vector<EntryPoint> entry_points;
  std::vector<ExecutionModeUse> modes;
  std::vector<Instruction> instructions;  // all but OpNop, OpLine and OpNoLine
  std::vector<Instruction> debug_strings;
  std::vector<Function> functions;
  size_t first_global = 0;    // in `instructions`
  size_t first_function = 0;  // in `instructions`

  // By slot. The first element is for ids that are not defined.
  std::vector<uint32_t> definitions;   // one more than the index in `instructions`; 0: none
  std::vector<uint32_t> type_indices;  // index in `types`; 0: no type
  std::vector<std::string_view> names;

  std::vector<Type> types;                                        // the first is of kind `none`
  std::vector<std::pair<uint32_t, ExtendedInstructionSet>> sets;  // by ascending slot
  std::vector<LineMark> lines;                                    // by ascending word

  // `decorations[i]` decorates `decoration_targets[i]`; ordered by slot and member. Decorations
  // without a member come last in a slot.
  std::vector<DecorationTarget> decoration_targets;
  std::vector<DecorationUse> decorations;

  std::vector<DebugEntry> debug_entries;
  std::unordered_map<uint32_t, size_t> debug_indices;  // in `debug_entries`, by slot
  std::unordered_map<uint32_t, Id> debug_functions;    // DebugFunctions, by slot of the function
  std::vector<ScopeMark> scopes;                       // by ascending word

  // Integers that OpSpecConstantOp calculates, by slot: the elements of vectors one by one.
  std::unordered_map<uint32_t, std::vector<uint64_t>> calculated;
};

}  // namespace cleave::spirv
