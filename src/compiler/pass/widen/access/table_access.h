// Widens loads from small constant tables, as mathematical functions have them: the table is in
// registers, and a permutation takes each lane's element.
#pragma once

#include <llvm/IR/GlobalVariable.h>

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

class TableAccess {
 public:
  [[nodiscard]] static std::optional<TableAccess> match(const LaneAccess& access,
                                                        const MemoryFacts& facts);
  static void write_remark(const LaneAccess& access, const MemoryFacts& facts);
  void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;
  /// Requires nothing: no store is matched.
  static void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter);

 private:
  TableAccess(const llvm::Constant* elements, llvm::Value* index, int64_t first)
      : elements_(elements), index_(index), first_(first) {}

  const llvm::Constant* elements_;
  llvm::Value* index_;  // a value of the lane function; index 0 is element `first_`
  int64_t first_;
};

}  // namespace cleave::compiler::pass::widen::access
