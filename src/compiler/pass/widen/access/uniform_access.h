// Widens accesses of all lanes to one location: one scalar load, or one scalar store of the value
// that one of the lanes has.
#pragma once

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

class UniformAccess {
 public:
  [[nodiscard]] static std::optional<UniformAccess> match(const LaneAccess& access,
                                                          const MemoryFacts& facts);
  static void write_remark(const LaneAccess& access, const MemoryFacts& facts);
  static void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter);
  static void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter);
};

}  // namespace cleave::compiler::pass::widen::access
