// Widens accesses whose lanes are contiguous for some values only, as a[i & m]: a check at run time
// chooses between two versions, a vector access and a gather or scatter (cf. loop versioning).
#pragma once

#include <vector>

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

/// An access by itself, or an interleave group: contiguous then means that the lanes' elements
/// follow each other.
class VersionedAccess {
 public:
  [[nodiscard]] static std::optional<VersionedAccess> match(const LaneAccess& access,
                                                            const MemoryFacts& facts);
  void write_remark(const LaneAccess& access, const MemoryFacts& facts) const;
  /// Both require the access at the group's position, if there is a group.
  void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;
  void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;

 private:
  VersionedAccess(analysis::ContiguityCandidate candidate, const analysis::InterleaveGroup* group)
      : candidate_(candidate), group_(group) {}
  /// Both return the vector of an access by itself, else those of the group's slots, or where each
  /// slot has a member the group's stretch of memory.
  [[nodiscard]] std::vector<llvm::Value*> load_contiguous(const LaneAccess& access,
                                                          llvm::Value* first, llvm::Value* mask,
                                                          AccessEmitter& emitter) const;
  [[nodiscard]] std::vector<llvm::Value*> load_apart(const LaneAccess& access, llvm::Value* mask,
                                                     AccessEmitter& emitter) const;
  [[nodiscard]] bool loads_stretch() const;

  analysis::ContiguityCandidate candidate_;
  const analysis::InterleaveGroup* group_;  // nullptr: an access by itself
};

}  // namespace cleave::compiler::pass::widen::access
