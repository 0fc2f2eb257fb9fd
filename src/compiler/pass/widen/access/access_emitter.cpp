#include "compiler/pass/widen/access/access_emitter.h"

#include <llvm/IR/Intrinsics.h>

namespace cleave::compiler::pass::widen::access {

using llvm::Value;

Value* AccessEmitter::load(llvm::Type* wide, Value* first, llvm::Align align, Value* mask,
                           bool is_volatile) const {
  if (mask == nullptr) return builder.CreateAlignedLoad(wide, first, align, is_volatile);
  const auto emit = [&] { return builder.CreateMaskedLoad(wide, first, align, mask); };
  return is_volatile ? in_its_place(emit) : emit();
}

Value* AccessEmitter::address_of_index(Value* pointer,
                                       const analysis::ContiguityCandidate& candidate,
                                       Value* first) const {
  const analysis::LinearAddress address = analysis::take_apart(pointer, facts.layout());
  return pointers.first_by_indices(address, [&](const analysis::LinearAddress::Term& term) {
    return values.shape_of(term.index).is_same()
               ? builder.CreateIntCast(values.scalar(term.index), builder.getInt32Ty(),
                                       term.is_signed)
               : checks.first_index(term.index, candidate, first);
  });
}

llvm::Instruction* AccessEmitter::store(Value* wide, Value* first, llvm::Align align, Value* mask,
                                        bool is_volatile) const {
  if (mask == nullptr) return builder.CreateAlignedStore(wide, first, align, is_volatile);
  const auto emit = [&] { return builder.CreateMaskedStore(wide, first, align, mask); };
  return is_volatile ? in_its_place(emit) : emit();
}

void AccessEmitter::order() const {
  builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, llvm::SyncScope::SingleThread);
}

void AccessEmitter::keep(Value& loaded) const {
  const llvm::ArrayRef<llvm::Type*> no_overload;
  builder.CreateIntrinsic(llvm::Intrinsic::fake_use, no_overload, {&loaded});
}

void copy_metadata(Value* made, const llvm::Instruction& from) {
  auto* access = llvm::dyn_cast<llvm::Instruction>(made);
  if (access != nullptr && access->mayReadOrWriteMemory()) {
    access->copyMetadata(from, {llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_invariant_load,
                                llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
    // There is no nontemporal store with a mask.
    if (llvm::isa<llvm::StoreInst>(access)) {
      access->copyMetadata(from, {llvm::LLVMContext::MD_nontemporal});
    }
  }
}

}  // namespace cleave::compiler::pass::widen::access
