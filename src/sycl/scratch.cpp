// Finds memory for commands that was another one's.
#include "sycl/scratch.h"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "sycl/failure.h"
#include "sycl/queue.h"
#include "sycl/unified_memory.h"

namespace cleave::sycl {
namespace {

constexpr size_t line = 64;
constexpr size_t least_bytes = 1024;
constexpr size_t most_kept_bytes = size_t{256} << 10;  // of a block
constexpr size_t most_blocks = 16;

/// The command that had it has ended.
void give_back(void* state) {
  std::unique_ptr<ScratchBlock> block(static_cast<ScratchBlock*>(state));
  const Ref<Context> context = std::move(block->context);
  context->spare_scratch().keep(block);
  if (block) free_scratch(*context, *block);
}

void* allocate_block(Queue& queue, size_t bytes) {
  const cleave_sycl_usm_request request{sizeof request,
                                        CLEAVE_SYCL_USM_SHARED,
                                        handle_of<cleave_sycl_context>(&queue.context()),
                                        handle_of<cleave_sycl_device>(&queue.device()),
                                        bytes,
                                        line};
  void* const memory = allocate(request);
  if (memory == nullptr) {
    fail(Code::memory_allocation, "memory for a command: there is none left");
  }
  return memory;
}

}  // namespace

std::unique_ptr<ScratchBlock> SpareScratch::take(uint64_t device, size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(
      blocks_, [&](const auto& block) { return block->device == device && block->bytes == bytes; });
  if (found == blocks_.end()) return nullptr;
  std::unique_ptr<ScratchBlock> block = std::move(*found);
  blocks_.erase(found);
  return block;
}

void SpareScratch::keep(std::unique_ptr<ScratchBlock>& block) noexcept {
  if (block->bytes > most_kept_bytes) return;
  const std::lock_guard lock(mutex_);
  if (blocks_.size() == most_blocks) return;
  try {
    blocks_.reserve(most_blocks);
  } catch (const std::bad_alloc&) {
    return;
  }
  blocks_.push_back(std::move(block));
}

std::vector<std::unique_ptr<ScratchBlock>> SpareScratch::take_all() {
  const std::lock_guard lock(mutex_);
  return std::exchange(blocks_, {});
}

void free_scratch(const Context& context, const ScratchBlock& block) noexcept {
  try {
    free_memory(context, block.memory);
  } catch (...) {
    // Memory that cannot be freed is lost.
  }
}

void* take_scratch(Queue& queue, size_t bytes, cleave_sycl_box& box) {
  Context& context = queue.context();
  const uint64_t device = queue.device().number();
  const size_t rounded = std::bit_ceil(std::max(bytes, least_bytes));
  std::unique_ptr<ScratchBlock> block = context.spare_scratch().take(device, rounded);
  if (!block) {
    block = std::make_unique<ScratchBlock>(ScratchBlock{nullptr, device, rounded, nullptr});
    block->memory = allocate_block(queue, rounded);
  }
  block->context = Ref(&context);
  void* const memory = block->memory;
  box = {block.release(), give_back};
  return memory;
}

}  // namespace cleave::sycl
