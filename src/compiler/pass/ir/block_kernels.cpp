#include "compiler/pass/ir/block_kernels.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::pass::ir {
bool is_block_kernel(const llvm::Function& function) {
  if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL || function.arg_empty()) {
    return false;
  }
  const llvm::Type* type = function.getArg(0)->getType();
  return type->isPointerTy() && type->getPointerAddressSpace() == generic_space;
}

llvm::Function* named_block(const llvm::Value& value) {
  const auto* function = llvm::dyn_cast<llvm::Function>(value.stripPointerCasts());
  const bool is_block = function != nullptr && is_block_kernel(*function);
  return is_block ? const_cast<llvm::Function*>(function) : nullptr;
}

llvm::SmallVector<llvm::Function*> blocks_named_in(const llvm::Function& function) {
  llvm::SmallVector<llvm::Function*> blocks;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::Use& operand : instruction.operands()) {
      llvm::Function* block = named_block(*operand.get());
      if (block != nullptr && !llvm::is_contained(blocks, block)) blocks.push_back(block);
    }
  }
  return blocks;
}

bool uses_device_queues(const llvm::Function& function) {
  static constexpr llvm::StringLiteral beginnings[] = {
      "__enqueue_kernel_",         "__get_kernel_",
      "_Z17get_default_queue",     "_Z14enqueue_marker",
      "_Z12retain_event",          "_Z13release_event",
      "_Z17create_user_event",     "_Z14is_valid_event",
      "_Z21set_user_event_status", "_Z28capture_event_profiling_info"};
  return llvm::any_of(beginnings,
                      [&](llvm::StringRef one) { return function.getName().starts_with(one); });
}

uint32_t literal_offset(const llvm::Function& block_kernel) {
  constexpr uint64_t alignment = 128;
  return static_cast<uint32_t>(llvm::alignTo(8 * (block_kernel.arg_size() - 1), alignment));
}

}  // namespace cleave::compiler::pass::ir
