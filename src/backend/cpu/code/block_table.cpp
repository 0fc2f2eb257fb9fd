#include "backend/cpu/code/block_table.h"

#include <algorithm>

namespace cleave::backend::cpu::code {

BlockTable::BlockTable(const std::vector<compiler::interface::KernelFacts>& kernels,
                       const std::vector<KernelTiers::TieredKernel>& sources,
                       const RunInBackground& run_in_background)
    : blocks_(kernels.size()) {
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i].role != compiler::interface::KernelRole::block) continue;
    auto code = std::make_shared<KernelTiers>(sources[i], run_in_background);
    blocks_[i] = std::make_unique<const BlockCode>(kernels[i], std::move(code));
  }
}

bool EnqueuedBlocks::prepare(const topology::UnitSet& units, std::string& error) const {
  return std::ranges::all_of(
      indices_, [&](uint32_t index) { return (*this)[index].code->prepare(units, error); });
}

uint64_t EnqueuedBlocks::stack_bytes() const {
  uint64_t most = 0;
  for (const uint32_t index : indices_) most = std::max(most, (*this)[index].code->stack_bytes());
  return most;
}

}  // namespace cleave::backend::cpu::code
