// Widens xor-permuted accesses: a[id ^ s], where s is uniform and the ids of the lanes begin at a
// multiple of W. With the bits of s split,
//   (first + lane) ^ s  =  (first ^ (s & -W))  +  (lane ^ (s & (W - 1)))
// so that the accesses of all lanes are contiguous, and each lane has the element of another one.
// Sorting networks and butterflies do so. A vector access and a permutation replace the accesses.
#pragma once

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

class XorPermutedAccess {
 public:
  [[nodiscard]] static std::optional<XorPermutedAccess> match(const LaneAccess& access,
                                                              const MemoryFacts& facts);
  static void write_remark(const LaneAccess& access, const MemoryFacts& facts);
  void emit_load(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;
  void emit_store(const LaneAccess& access, llvm::Value* mask, AccessEmitter& emitter) const;

 private:
  XorPermutedAccess(analysis::LinearAddress address, unsigned term, llvm::Value* id,
                    llvm::Value* flipped)
      : address_(std::move(address)), term_(term), id_(id), flipped_(flipped) {}
  [[nodiscard]] llvm::Value* lowest_address(llvm::IRBuilder<>& builder, WideValues& values) const;
  [[nodiscard]] llvm::Value* permute(llvm::IRBuilder<>& builder, WideValues& values,
                                     llvm::Value* vector) const;

  analysis::LinearAddress address_;  // its only term that differs from lane to lane is `term_`
  unsigned term_;
  llvm::Value* id_;       // grows by one from lane to lane
  llvm::Value* flipped_;  // s: the bits of the id that are flipped
};

}  // namespace cleave::compiler::pass::widen::access
