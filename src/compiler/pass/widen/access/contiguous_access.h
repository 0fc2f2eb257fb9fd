// Widens accesses of lanes to neighbouring locations, upwards or downwards: a vector access.
#pragma once

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

class ContiguousAccess {
 public:
  [[nodiscard]] static std::optional<ContiguousAccess> match(const LaneAccess& access,
                                                             const MemoryFacts& facts);
  /// Returns the cost of a load whose mask is empty, in instructions of the processor for each
  /// part; nullopt if the load must not run then.
  [[nodiscard]] std::optional<unsigned> cost_for_no_lane(const LaneAccess& load,
                                                         const MemoryFacts& facts) const;
  void write_remark(const LaneAccess& access, const MemoryFacts& facts) const;
  void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;
  void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;

 private:
  ContiguousAccess(uint64_t bytes, bool is_reversed) : bytes_(bytes), is_reversed_(is_reversed) {}
  [[nodiscard]] llvm::Value* lowest_address(const LaneAccess& access, llvm::Value* mask,
                                            AccessEmitter& emitter) const;
  [[nodiscard]] llvm::Value* in_memory_order(llvm::Value* vector, AccessEmitter& emitter) const;

  uint64_t bytes_;  // each lane's
  bool is_reversed_;
};

}  // namespace cleave::compiler::pass::widen::access
