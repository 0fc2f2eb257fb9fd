// Widens loads whose lanes are near each other for some values only, as a[(int)(i * 0.6f)] and
// a[i / 2], where pictures are resized: a check at run time chooses between two vector loads with
// permutations and a gather.
#pragma once

#include <vector>

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

/// A load by itself, or a group of two neighbours: there is a permutation for each.
class NearAccess {
 public:
  [[nodiscard]] static std::optional<NearAccess> match(const LaneAccess& access,
                                                       const MemoryFacts& facts);
  void write_remark(const LaneAccess& access, const MemoryFacts& facts) const;
  /// Requires the load at the group's position, if there is a group.
  void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;
  /// Requires nothing: no store is matched.
  static void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter);

 private:
  NearAccess(analysis::ContiguityCandidate candidate, const analysis::InterleaveGroup* group)
      : candidate_(candidate), group_(group) {}
  /// Returns all elements between those of the lanes, 2 W of them.
  [[nodiscard]] llvm::Value* load_between(const LaneAccess& access, const NearnessCheck& check,
                                          AccessEmitter& emitter) const;
  /// Both return a vector for each element that a lane loads.
  [[nodiscard]] std::vector<llvm::Value*> load_near(const LaneAccess& access,
                                                    const NearnessCheck& check,
                                                    AccessEmitter& emitter) const;
  [[nodiscard]] std::vector<llvm::Value*> load_apart(const LaneAccess& access, llvm::Value* mask,
                                                     AccessEmitter& emitter) const;
  [[nodiscard]] unsigned elements() const { return group_ == nullptr ? 1 : group_->slots; }

  analysis::ContiguityCandidate candidate_;
  const analysis::InterleaveGroup* group_;  // nullptr: a load by itself
};

}  // namespace cleave::compiler::pass::widen::access
