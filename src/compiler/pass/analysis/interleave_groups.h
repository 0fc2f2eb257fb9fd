// Accesses of a lane that lie beside each other, as the members of a structure do or the elements
// of a vector: all lanes' are one stretch of memory, so they are best done together.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>
#include <memory>
#include <vector>

#include "compiler/pass/analysis/lane_address.h"

namespace cleave::compiler::pass {

/// Loads, or stores, of one block that lanes do at the same stride of `slots` elements:
///   lane 0: [ slot 0 ][ slot 1 ] …  lane 1: [ slot 0 ][ slot 1 ] …
/// A single access at a stride of its own size is a group with one slot. Where the stride is not
/// known, all slots are accessed: a few elements for each lane, anywhere.
struct InterleaveGroup {
  struct Member {
    llvm::Instruction* access;
    unsigned slot;  // the first member in memory has slot 0
  };
  std::vector<Member> members;
  llvm::Instruction* place = nullptr;  // where all are done: the first load, the last store
  unsigned element = 0;                // bytes
  unsigned slots = 0;
  bool is_apart = false;  // the lanes' stride is not known

  [[nodiscard]] unsigned last_slot() const;
  [[nodiscard]] unsigned slot_of(const llvm::Instruction& access) const;
};

/// Groups of a lane function, each worth more than as many gathers or scatters.
class InterleaveGroups {
 public:
  InterleaveGroups(llvm::Function& lane_function, const LaneAddresses& addresses);
  /// Null: the access stands alone.
  [[nodiscard]] const InterleaveGroup* of(const llvm::Instruction& access) const;

 private:
  std::vector<std::unique_ptr<InterleaveGroup>> groups_;
  std::map<const llvm::Instruction*, const InterleaveGroup*> group_of_;
};

}  // namespace cleave::compiler::pass
