// Finds interleave groups (LLVM: InterleaveGroup): accesses of a lane to neighbouring locations, as
// members of a structure or elements of a vector. The accesses of all lanes then cover one stretch
// of memory, which whole vectors access fastest.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>
#include <memory>
#include <vector>

#include "compiler/pass/analysis/lane_address.h"

namespace cleave::compiler::pass::analysis {

/// Loads, or stores, of one block with the same stride of `slots` elements between lanes:
///   lane 0: [ slot 0 ][ slot 1 ] …  lane 1: [ slot 0 ][ slot 1 ] …
/// A single access at a stride of its own size is a group with one slot. If the stride is unknown,
/// the members fill all slots: a few neighbouring elements per lane, lanes anywhere.
struct InterleaveGroup {
  struct Member {
    llvm::Instruction* access;
    unsigned slot;  // the first member in memory has slot 0
  };
  std::vector<Member> members;
  llvm::Instruction* position = nullptr;  // the insertion point: the first load, or the
                                          // last store
  unsigned element = 0;                   // bytes
  unsigned slots = 0;
  bool is_apart = false;  // the lanes' stride is not known

  [[nodiscard]] unsigned last_slot() const;
  [[nodiscard]] unsigned slot_of(const llvm::Instruction& access) const;
};

/// The groups of a lane function that cost less than gathers or scatters of their members.
class InterleaveGroups {
 public:
  InterleaveGroups(llvm::Function& lane_function, const LaneAddresses& addresses);
  /// Returns the group of an access; nullptr if it is in none.
  [[nodiscard]] const InterleaveGroup* of(const llvm::Instruction& access) const;

 private:
  std::vector<std::unique_ptr<InterleaveGroup>> groups_;
  std::map<const llvm::Instruction*, const InterleaveGroup*> group_of_;
};

}  // namespace cleave::compiler::pass::analysis
