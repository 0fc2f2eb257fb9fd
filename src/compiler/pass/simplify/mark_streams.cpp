#include "compiler/pass/simplify/mark_streams.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::simplify {
namespace {

using llvm::Instruction;
using llvm::StoreInst;

/// Streamed vectors that are whole cache lines pay with any number of streams. Parts of lines are
/// put together in few buffers, which other streams take away: 256 MiB copied from and to 1, 2, 4,
/// 8 and 16 arrays at once in parts of 16 bytes took 20, 22, 23, 76 and 240 ms; in whole lines 23,
/// 17, 16, 20 and 26 ms, and by plain stores 31, 28, 30, 36 and 28 ms.
bool streaming_pays(uint64_t vector_bytes, size_t stores) {
  constexpr size_t most_in_parts = 4;
  return vector_bytes % ir::cache_line_bytes == 0 || stores <= most_in_parts;
}

/// True of what makes earlier stores visible to other threads.
bool publishes(const Instruction& instruction) {
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    return !ir::stands_at_barrier(*fence);
  }
  const llvm::AtomicOrdering ordering =
      llvm::TypeSwitch<const Instruction*, llvm::AtomicOrdering>(&instruction)
          .Case([](const StoreInst* store) { return store->getOrdering(); })
          .Case([](const llvm::AtomicRMWInst* update) { return update->getOrdering(); })
          .Case([](const llvm::AtomicCmpXchgInst* update) { return update->getMergedOrdering(); })
          .Default(llvm::AtomicOrdering::NotAtomic);
  return llvm::isReleaseOrStronger(ordering);
}

/// The stores to what an argument points to; nothing where it may be read, or handed on.
class StoresTo {
 public:
  explicit StoresTo(llvm::LoadInst& argument) {
    pointers_.insert(&argument);
    for (size_t i = 0; i < pointers_.size() && is_known_; ++i) {
      for (llvm::Use& use : pointers_[i]->uses()) look_at(use);
    }
  }
  [[nodiscard]] llvm::ArrayRef<StoreInst*> all() const {
    return is_known_ ? stores_.getArrayRef() : llvm::ArrayRef<StoreInst*>();
  }

 private:
  void look_at(llvm::Use& use) {
    auto* user = llvm::cast<Instruction>(use.getUser());
    if (auto* store = llvm::dyn_cast<StoreInst>(user)) {
      is_known_ &= use.getOperandNo() == StoreInst::getPointerOperandIndex();
      if (store->isSimple()) stores_.insert(store);
    } else if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::PHINode,
                         llvm::SelectInst>(user)) {
      pointers_.insert(user);
    } else if (!llvm::isa<llvm::CmpInst>(user) && !user->isLifetimeStartOrEnd() &&
               !user->isDroppable()) {
      is_known_ = false;
    }
  }

  llvm::SetVector<Instruction*> pointers_;
  llvm::SetVector<StoreInst*> stores_;
  bool is_known_ = true;
};

void unmark_all(llvm::Function& function) {
  for (Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<StoreInst>(instruction)) {
      instruction.setMetadata(llvm::LLVMContext::MD_nontemporal, nullptr);
    }
  }
}

llvm::SetVector<StoreInst*> streamed_stores(llvm::Function& kernel) {
  llvm::SetVector<StoreInst*> stores;
  for (Instruction& instruction : llvm::instructions(kernel)) {
    if (publishes(instruction)) return {};
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !load->hasMetadata(ir::streamed_metadata)) continue;
    stores.insert_range(StoresTo(*load).all());
  }
  return stores;
}

void mark(llvm::Function& kernel, unsigned lanes) {
  const llvm::SetVector<StoreInst*> stores = streamed_stores(kernel);
  llvm::LLVMContext& context = kernel.getContext();
  auto* one = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1);
  llvm::MDNode* yes = llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(one));
  for (StoreInst* store : stores) {
    const uint64_t bytes =
        kernel.getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
    if (streaming_pays(lanes * bytes, stores.size())) {
      store->setMetadata(llvm::LLVMContext::MD_nontemporal, yes);
    }
  }
}

}  // namespace

std::string mark_streams(llvm::Module& module, const ir::PassOptions& options) {
  for (llvm::Function& function : module) {
    unmark_all(function);
    if (options.streamed_arguments != 0 && function.hasFnAttribute(ir::kernel_attribute)) {
      mark(function, options.sub_group_size);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
