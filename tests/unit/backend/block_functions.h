// Makes blocks of functions of a test, for trees of launches without a compiler.
#pragma once

#include <memory>
#include <span>

#include "backend/cpu/code/block_table.h"
#include "backend_support.h"

namespace cleave::backend::test {

struct BlockFunction {
  compiler::interface::KernelEntry entry = nullptr;
  bool uses_device_queues = true;
  bool may_wait = false;
};

/// Returns blocks, numbered in this order, whose code is there for the units. They take work-groups
/// of up to 1,024 work-items, capture `literal_bytes`, and need `stack_bytes` of stack.
[[nodiscard]] std::unique_ptr<cpu::code::EnqueuedBlocks> make_blocks(
    std::span<const BlockFunction> functions, uint32_t literal_bytes, const UnitSet& units,
    uint64_t stack_bytes = 0);

}  // namespace cleave::backend::test
