#include "compiler/pass/analysis/loop_frequencies.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace cleave::compiler::pass::analysis {
namespace {

/// Returns true for loops that go on until an exchange succeeds, which it mostly does at once.
bool tries_to_exchange(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      return llvm::isa<llvm::AtomicCmpXchgInst>(instruction);
    });
  });
}

}  // namespace

double LoopFrequencies::trip_count(const llvm::Loop& loop) const {
  const unsigned known = evolution_.getSmallConstantTripCount(&loop);
  if (known != 0) return std::min(known, most_trip_count);
  return tries_to_exchange(loop) ? 1 : usual_;
}

double LoopFrequencies::of(const llvm::Loop* loop) const {
  double result = 1;
  for (; loop != nullptr; loop = loop->getParentLoop()) result *= trip_count(*loop);
  return result;
}

double LoopFrequencies::of(const llvm::BasicBlock& block, const llvm::Loop* loop) const {
  const double often = of(loop);
  if (loop == nullptr || &block == loop->getHeader() ||
      loop->getExitingBlock() != loop->getHeader()) {
    return often;
  }
  const unsigned known = evolution_.getSmallConstantTripCount(loop);
  return known < 2 || known > most_trip_count ? often : often * (known - 1) / known;
}

}  // namespace cleave::compiler::pass::analysis
