// Widens interleave groups at a constant stride: whole vectors of the memory that all lanes access,
// and shuffles.
#pragma once

#include <vector>

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

/// The cost was compared with that of gathers when the group was made
/// (analysis/interleave_groups.cpp).
class InterleavedAccess {
 public:
  [[nodiscard]] static std::optional<InterleavedAccess> match(const LaneAccess& access,
                                                              const MemoryFacts& facts);
  void write_remark(const LaneAccess& access, const MemoryFacts& facts) const;
  /// Both require the access at the group's position.
  void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;
  void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;

 private:
  explicit InterleavedAccess(const analysis::InterleaveGroup& group) : group_(&group) {}

  const analysis::InterleaveGroup* group_;
};

/// Loads a group whose lanes follow each other in memory; returns all lanes' elements of each slot.
/// `first` is the address that the access at the group's position has in lane 0.
[[nodiscard]] std::vector<llvm::Value*> load_interleaved(const analysis::InterleaveGroup& group,
                                                         llvm::Value* first, llvm::Value* mask,
                                                         AccessEmitter& emitter);
/// Loads the same, and returns the memory that all lanes access as it lies there: as many vectors
/// of W elements as there are slots. Requires a member in each slot.
[[nodiscard]] std::vector<llvm::Value*> load_stretch(const analysis::InterleaveGroup& group,
                                                     llvm::Value* first, llvm::Value* mask,
                                                     AccessEmitter& emitter);
/// Stores the vectors of a group's slots in the same way.
void store_interleaved(const analysis::InterleaveGroup& group, llvm::Value* first,
                       const std::vector<llvm::Value*>& slots, llvm::Value* mask,
                       AccessEmitter& emitter);

}  // namespace cleave::compiler::pass::widen::access
