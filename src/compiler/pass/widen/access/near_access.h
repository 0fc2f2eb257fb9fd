// Widens loads whose lanes are near each other for some values only, as a[(int)(i * 0.6f)], where
// pictures are resized: a check at run time chooses between two vector loads with a permutation and
// a gather.
#pragma once

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass {

class NearAccess {
 public:
  [[nodiscard]] static std::optional<NearAccess> match(const MemoryAccess& access,
                                                       const MemoryFacts& facts);
  static void write_remark(const MemoryAccess& access, const MemoryFacts& facts);
  void emit_load(const MemoryAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;
  /// Requires nothing: no store is matched.
  static void emit_store(const MemoryAccess& access, llvm::Value* mask, AccessEmitter& emitter);

 private:
  explicit NearAccess(ContiguityCandidate candidate) : candidate_(candidate) {}
  [[nodiscard]] llvm::Value* load_near(const MemoryAccess& access, const NearnessCheck& check,
                                       AccessEmitter& emitter) const;

  ContiguityCandidate candidate_;
};

}  // namespace cleave::compiler::pass
