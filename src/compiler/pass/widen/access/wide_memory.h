// Widens loads and stores by the rows of the memory table (docs/COMPILER.md).
#pragma once

#include "compiler/pass/widen/access/access_emitter.h"
#include "compiler/pass/widen/access/choose_access.h"

namespace cleave::compiler::pass::widen::access {

/// Emits at the builder, which may insert in another block afterwards.
class WideMemory {
 public:
  WideMemory(llvm::Function& lane_function, llvm::IRBuilder<>& builder, WideValues& values,
             EmptyParts& empty_parts, bool small_objects);

  /// Begins another version of blocks of the lane function, where no check has been made yet.
  void begin_version() { checks_.forget(); }
  /// Widens a load or store for all parts; defines the value of a load, and of other loads in its
  /// interleave group. A store that belongs to a group is emitted with the group's last store.
  /// Returns false if the access has to be serialised.
  [[nodiscard]] bool widen(llvm::Instruction& instruction, const PartMasks& masks);
  /// Returns the cost of a load whose mask is empty, in instructions of the processor for each
  /// part; nullopt if the load must not run then.
  [[nodiscard]] std::optional<unsigned> cost_for_no_lane(llvm::LoadInst& load) const;
  /// Returns whether lanes of a load or store stand apart: it is neither a vector nor one location.
  [[nodiscard]] bool is_apart(llvm::Instruction& instruction) const;
  /// Returns all lanes' addresses of a load, store or atomic operation.
  [[nodiscard]] llvm::Value* all_addresses(llvm::Value* pointer) { return pointers_.all(pointer); }

 private:
  void write_remarks(const LaneAccess& access, const AccessPlan& plan,
                     const PartMasks& masks) const;
  bool emit_streamed(const LaneAccess& access, const PartAccess& row, llvm::Value* mask);
  void emit_for_part(const LaneAccess& access, const PartAccess& row, llvm::Value* mask);
  void emit_for_each_part(const LaneAccess& access, const PartAccess& row, const PartMasks& masks);
  [[nodiscard]] std::vector<llvm::Value*> emit_at_once(const LaneAccess& access);
  [[nodiscard]] std::vector<llvm::Value*> emit_if_all_run(const LaneAccess& access,
                                                          const PartAccess& row,
                                                          const PartMasks& masks);

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  MemoryFacts facts_;
  LanePointers pointers_;
  ContiguityChecks checks_;
  AccessEmitter emitter_;
};

}  // namespace cleave::compiler::pass::widen::access
