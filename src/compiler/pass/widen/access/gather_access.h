// Widens accesses of lanes to any locations: a gather or a scatter.
#pragma once

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

class GatherAccess {
 public:
  [[nodiscard]] static std::optional<GatherAccess> match(const LaneAccess& access,
                                                         const MemoryFacts& facts);
  static void write_remark(const LaneAccess& access, const MemoryFacts& facts);
  static void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter);
  static void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter);
};

/// Returns what a load of elements gathers.
[[nodiscard]] llvm::Value* gather(const LaneAccess& load, llvm::Value* mask,
                                  AccessEmitter& emitter);
void scatter(const LaneAccess& store, llvm::Value* mask, AccessEmitter& emitter);

}  // namespace cleave::compiler::pass::widen::access
