// Widens interleave groups whose lanes may be anywhere: the neighbouring elements that a lane
// accesses are gathered or scattered together, 4 or 8 bytes at once.
#pragma once

#include <vector>

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

/// The cost was compared with that of separate gathers when the group was made
/// (analysis/interleave_groups.cpp).
class GatherGroupAccess {
 public:
  [[nodiscard]] static std::optional<GatherGroupAccess> match(const LaneAccess& access,
                                                              const MemoryFacts& facts);
  void write_remark(const LaneAccess& access, const MemoryFacts& facts) const;
  /// Both require the access at the group's position.
  void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;
  void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;

 private:
  explicit GatherGroupAccess(const analysis::InterleaveGroup& group) : group_(&group) {}

  const analysis::InterleaveGroup* group_;
};

/// Returns all lanes' elements of each slot.
[[nodiscard]] std::vector<llvm::Value*> gather_slots(const analysis::InterleaveGroup& group,
                                                     llvm::Value* mask, AccessEmitter& emitter);
/// Returns the same as the memory of lanes that follow each other would hold it: as many vectors of
/// W elements as there are slots. Requires a member in each slot.
[[nodiscard]] std::vector<llvm::Value*> gather_stretch(const analysis::InterleaveGroup& group,
                                                       llvm::Value* mask, AccessEmitter& emitter);
void scatter_slots(const analysis::InterleaveGroup& group, const std::vector<llvm::Value*>& slots,
                   llvm::Value* mask, AccessEmitter& emitter);

}  // namespace cleave::compiler::pass::widen::access
