#include "compiler/pass/late/align_streams.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <vector>

namespace cleave::compiler::pass {
namespace {

using llvm::StoreInst;

constexpr uint64_t least_register = 16, largest_register = 64;

bool is_streamed(const llvm::Instruction& instruction) {
  return llvm::isa<StoreInst>(instruction) &&
         instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal);
}

/// The alignment that instructions want; none where there are none for such a vector.
llvm::MaybeAlign wanted_alignment(const StoreInst& store) {
  const llvm::Type* type = store.getValueOperand()->getType();
  const uint64_t bytes = store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  if (!type->isVectorTy() || bytes < least_register || !llvm::isPowerOf2_64(bytes)) return {};
  return llvm::Align(std::min(bytes, largest_register));
}

void check_at_run_time(StoreInst& store, llvm::Align wanted) {
  llvm::IRBuilder<> builder(&store);
  llvm::Value* address = builder.CreatePtrToInt(store.getPointerOperand(), builder.getInt64Ty());
  llvm::Value* rest = builder.CreateAnd(address, builder.getInt64(wanted.value() - 1));
  llvm::Value* is_aligned = builder.CreateICmpEQ(rest, builder.getInt64(0));
  llvm::Instruction* aligned_end = nullptr;
  llvm::Instruction* other_end = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(
      is_aligned, &store, &aligned_end, &other_end,
      llvm::MDBuilder(store.getContext()).createLikelyBranchWeights());
  auto* plain = llvm::cast<StoreInst>(store.clone());
  plain->setMetadata(llvm::LLVMContext::MD_nontemporal, nullptr);
  plain->insertBefore(other_end->getIterator());
  store.moveBefore(aligned_end->getIterator());
  store.setAlignment(wanted);
}

void align(StoreInst& store) {
  const llvm::MaybeAlign wanted = wanted_alignment(store);
  if (!wanted) return store.setMetadata(llvm::LLVMContext::MD_nontemporal, nullptr);
  const llvm::Align known =
      std::max(store.getAlign(),
               llvm::getKnownAlignment(store.getPointerOperand(), store.getDataLayout(), &store));
  if (known >= *wanted) return store.setAlignment(known);
  check_at_run_time(store, *wanted);
}

}  // namespace

std::string align_streams(llvm::Module& module, const PassOptions& /*options*/) {
  for (llvm::Function& function : module) {
    std::vector<StoreInst*> streamed;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_streamed(instruction)) streamed.push_back(llvm::cast<StoreInst>(&instruction));
    }
    for (StoreInst* store : streamed) align(*store);
  }
  return {};
}

}  // namespace cleave::compiler::pass
