// Keeps the code of a program's blocks, which its kernels enqueue.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backend/cpu/code/kernel_tiers.h"
#include "backend/launch.h"

namespace cleave::backend::cpu::code {

/// The blocks of a program, by the indices of their kernels: applications make kernels anew, and
/// the code of blocks outlives them. Immutable; its code is thread-safe.
class BlockTable {
 public:
  struct BlockCode {
    compiler::interface::KernelFacts facts;
    std::shared_ptr<KernelTiers> code;
  };
  /// `sources` of all kernels, in the order of their facts.
  BlockTable(const std::vector<compiler::interface::KernelFacts>& kernels,
             const std::vector<KernelTiers::TieredKernel>& sources,
             const RunInBackground& run_in_background);
  /// nullptr: the kernel is not that of a block.
  [[nodiscard]] const BlockCode* find(uint32_t index) const {
    return index < blocks_.size() ? blocks_[index].get() : nullptr;
  }

 private:
  std::vector<std::unique_ptr<const BlockCode>> blocks_;
};

/// Blocks that one kernel may enqueue, directly or through other blocks. Thread-safe.
class EnqueuedBlocks final : public KernelBlocks {
 public:
  EnqueuedBlocks(std::shared_ptr<const BlockTable> table, std::vector<uint32_t> indices)
      : table_(std::move(table)), indices_(std::move(indices)) {}
  /// Precondition: the kernel, or one that it enqueues, names it.
  [[nodiscard]] const BlockTable::BlockCode& operator[](uint32_t index) const {
    return *table_->find(index);
  }
  /// Makes code of all, so that each may begin at once; better code follows. False, and why in
  /// `error`, when some cannot be made.
  [[nodiscard]] bool prepare(const topology::UnitSet& units, std::string& error) const;
  /// Returns the bytes of stack that threads need for any of them. Precondition: prepare().
  [[nodiscard]] uint64_t stack_bytes() const;

 private:
  const std::shared_ptr<const BlockTable> table_;
  const std::vector<uint32_t> indices_;
};

}  // namespace cleave::backend::cpu::code
