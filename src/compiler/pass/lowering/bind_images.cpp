#include "compiler/pass/lowering/bind_images.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <cstddef>
#include <optional>

#include "builtins/image_memory.h"
#include "compiler/pass/ir/block_kernels.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass::lowering {
namespace {

using builtins::ImageDescriptor;

/// Returns the word of a descriptor that the format decides.
std::optional<uint32_t> word_at(uint64_t offset, const interface::FormatWord& format) {
  switch (offset) {
    case offsetof(ImageDescriptor, channel_order):
      return format.channel_order;
    case offsetof(ImageDescriptor, channel_type):
      return format.channel_type;
    case offsetof(ImageDescriptor, texel_bytes):
      return format.texel_bytes;
    case offsetof(ImageDescriptor, has_neighbours):
      return format.has_neighbours;
    default:
      return std::nullopt;
  }
}

/// Answers the queries at `address`, which is `offset` bytes into the descriptor, and behind it.
void answer_queries(llvm::Value& address, uint64_t offset, const interface::FormatWord& format) {
  const llvm::DataLayout& layout =
      llvm::isa<llvm::Argument>(address)
          ? llvm::cast<llvm::Argument>(address).getParent()->getDataLayout()
          : llvm::cast<llvm::Instruction>(address).getDataLayout();
  for (llvm::User* user : llvm::make_early_inc_range(address.users())) {
    if (auto* part = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt distance(64, 0);
      if (!part->accumulateConstantOffset(layout, distance)) continue;
      answer_queries(*part, offset + distance.getZExtValue(), format);
      continue;
    }
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getCalledFunction() == nullptr ||
        call->getCalledFunction()->getName() != "__cleave_image_word") {
      continue;
    }
    if (const std::optional<uint32_t> word = word_at(offset, format)) {
      call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), *word));
      call->eraseFromParent();
    }
  }
}

/// Answers the queries of an image that a block captures, which lies at `offset` of its literal.
void bind_captured(llvm::Function& block, uint64_t offset, const interface::FormatWord& format) {
  const llvm::DataLayout& layout = block.getDataLayout();
  for (llvm::Instruction& instruction : llvm::instructions(block)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !load->isSimple() || !load->getType()->isPointerTy()) continue;
    llvm::APInt distance(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
    const llvm::Value* const base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
        layout, distance, /*AllowNonInbounds=*/true);
    if (base == block.getArg(0) && distance == offset) answer_queries(*load, 0, format);
  }
}

void bind(llvm::Function& kernel, const interface::Bindings& bindings) {
  for (const auto& [number, value] : bindings.list()) {
    if (number >= kernel.arg_size()) {
      const uint64_t at = uint64_t{number - kernel.arg_size()} * sizeof(uint64_t);
      if (!ir::is_block_kernel(kernel) || at < ir::literal_offset(kernel)) continue;
      bind_captured(kernel, at - ir::literal_offset(kernel), interface::FormatWord::unpack(value));
      continue;
    }
    llvm::Argument& argument = *kernel.getArg(number);
    if (argument.getType()->isPointerTy()) {
      answer_queries(argument, 0, interface::FormatWord::unpack(value));
    } else {
      argument.replaceAllUsesWith(llvm::ConstantInt::get(argument.getType(), value));
    }
  }
}

void run(llvm::Function& function, llvm::FunctionPassManager passes,
         const ir::PassOptions& options) {
  ir::LlvmPasses(options.target_machine).run(function, passes);
}

}  // namespace

std::string bind_images(llvm::Module& module, const ir::PassOptions& options) {
  if (options.bindings.are_none()) return {};
  for (llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL || function.isDeclaration()) {
      continue;
    }
    llvm::FunctionPassManager before;
    before.addPass(llvm::PromotePass());
    run(function, std::move(before), options);
    bind(function, options.bindings);
    llvm::FunctionPassManager after;
    after.addPass(llvm::InstCombinePass());
    after.addPass(llvm::SimplifyCFGPass());
    run(function, std::move(after), options);
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering
