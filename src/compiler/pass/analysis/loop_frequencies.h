// Estimates how often the blocks of loops run, from constant trip counts and a guess of the others.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

namespace cleave::compiler::pass::analysis {

/// Estimates for one function, while its loops stay as they are.
class LoopFrequencies {
 public:
  /// The greatest trip count that an estimate knows: longer loops count as this one.
  static constexpr unsigned most_trip_count = 256;

  /// `usual`: the trip count of a loop without a constant one.
  LoopFrequencies(llvm::ScalarEvolution& evolution, unsigned usual)
      : evolution_(evolution), usual_(usual) {}

  /// Returns how often the loop's body runs for each time that the function does; 1 for no loop.
  [[nodiscard]] double of(const llvm::Loop* loop) const;
  /// Returns how often one block of the loop runs. A header that alone ends its loop runs once more
  /// than the blocks behind it.
  [[nodiscard]] double of(const llvm::BasicBlock& block, const llvm::Loop* loop) const;

 private:
  [[nodiscard]] double trip_count(const llvm::Loop& loop) const;

  llvm::ScalarEvolution& evolution_;
  unsigned usual_;
};

}  // namespace cleave::compiler::pass::analysis
