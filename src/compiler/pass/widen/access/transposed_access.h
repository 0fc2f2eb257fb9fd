// Widens accesses that are contiguous from part to part, as those of a transposed matrix are. The
// accesses of one lane in all parts become one vector access; a transposition in registers takes
// these vectors to those of the parts. Requires that all lanes of all parts run.
#pragma once

#include <vector>

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

class TransposedAccess {
 public:
  [[nodiscard]] static std::optional<TransposedAccess> match(const LaneAccess& access,
                                                             const MemoryFacts& facts);
  static void write_remark(const LaneAccess& access);
  /// Returns the value of each part.
  [[nodiscard]] static std::vector<llvm::Value*> emit_load(const LaneAccess& access,
                                                           AccessEmitter& emitter);
  static void emit_store(const LaneAccess& access, AccessEmitter& emitter);
};

}  // namespace cleave::compiler::pass::widen::access
