#include "compiler/pass/widen/access/contiguous_access.h"

#include <cstdlib>

namespace cleave::compiler::pass::widen::access {
namespace {

using llvm::Value;

unsigned elements_of_access(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

/// Some processors make a masked load wait for all stores before it, however far away they are.
bool stands_among_scattered_stores(const LaneAccess& load, const MemoryFacts& facts) {
  if (facts.parts() > 1) return false;  // a part may have no lane that runs
  return llvm::any_of(*load.instruction.getParent(), [&](llvm::Instruction& other) {
    if (llvm::isa<llvm::AtomicRMWInst>(other)) return true;
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&other);
    return store != nullptr && !facts.addresses().stride(store->getPointerOperand());
  });
}

/// One of the lanes runs, so its page may be loaded from: as a whole vector, if it holds that.
Value* load_within_page(AccessEmitter& emitter, llvm::Type* wide, Value* first, llvm::Align align,
                        Value* mask) {
  constexpr uint64_t page = 4096;
  llvm::IRBuilder<>& builder = emitter.builder;
  const uint64_t bytes = emitter.facts.layout().getTypeStoreSize(wide).getFixedValue();
  llvm::Function* function = builder.GetInsertBlock()->getParent();
  llvm::LLVMContext& context = builder.getContext();
  auto* whole = llvm::BasicBlock::Create(context, "one.page", function);
  auto* some = llvm::BasicBlock::Create(context, "two.pages", function);
  auto* after = llvm::BasicBlock::Create(context, "loaded", function);
  Value* offset = builder.CreateAnd(builder.CreatePtrToInt(first, builder.getInt64Ty()),
                                    builder.getInt64(page - 1));
  builder.CreateCondBr(builder.CreateICmpULE(offset, builder.getInt64(page - bytes)), whole, some);
  builder.SetInsertPoint(whole);
  Value* plain = builder.CreateAlignedLoad(wide, first, align);
  builder.CreateBr(after);
  builder.SetInsertPoint(some);
  Value* masked = builder.CreateMaskedLoad(wide, first, align, mask);
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  llvm::PHINode* loaded = builder.CreatePHI(wide, 2);
  loaded->addIncoming(plain, whole);
  loaded->addIncoming(masked, some);
  return loaded;
}

}  // namespace

std::optional<ContiguousAccess> ContiguousAccess::match(const LaneAccess& access,
                                                        const MemoryFacts& facts) {
  if (!facts.may_be_vector(access)) return std::nullopt;
  const std::optional<uint64_t> bytes = facts.bytes_without_gaps(access.type);
  if (!bytes) return std::nullopt;
  const std::optional<int64_t> stride = facts.addresses().stride(access.pointer);
  if (!stride || std::abs(*stride) != static_cast<int64_t>(*bytes)) return std::nullopt;
  const bool is_reversed = *stride < 0;
  if (is_reversed && !access.is_element()) return std::nullopt;
  return ContiguousAccess(*bytes, is_reversed);
}

std::optional<unsigned> ContiguousAccess::cost_for_no_lane(const LaneAccess& load,
                                                           const MemoryFacts& facts) const {
  if (is_reversed_ || !load.is_element() || !load.is_simple() ||
      stands_among_scattered_stores(load, facts)) {
    return std::nullopt;
  }
  return 2;
}

void ContiguousAccess::write_remark(const LaneAccess& access, const MemoryFacts& /*facts*/) const {
  const llvm::StringRef kind = access.is_load ? "a vector load" : "a vector store";
  ir::remark(access.instruction, access.topic(), "contiguous",
             kind + llvm::Twine(is_reversed_ ? ", backwards" : "") +
                 (access.is_simple() ? "" : ", volatile"));
}

Value* ContiguousAccess::lowest_address(const LaneAccess& access, Value* mask,
                                        AccessEmitter& emitter) const {
  Value* first = emitter.pointers.first(access.pointer, mask);
  if (!is_reversed_) return first;
  const uint64_t further = bytes_ * (emitter.values.width() - 1);
  return emitter.builder.CreatePtrAdd(first, emitter.builder.getInt64(0 - further));
}

/// Takes the order of memory to the order of lanes as well. nullptr stays nullptr.
Value* ContiguousAccess::in_memory_order(Value* vector, AccessEmitter& emitter) const {
  const bool is_kept = !is_reversed_ || vector == nullptr;
  return is_kept ? vector : emitter.builder.CreateVectorReverse(vector);
}

void ContiguousAccess::emit_load(const LaneAccess& access, Value* mask,
                                 AccessEmitter& emitter) const {
  llvm::Type* wide = emitter.values.wide_type(access.type);
  Value* first = lowest_address(access, mask, emitter);
  mask = in_memory_order(mask, emitter);
  const llvm::Align align = llvm::commonAlignment(access.align, bytes_);
  if (mask != nullptr)
    mask = ir::repeat_mask(emitter.builder, mask, elements_of_access(access.type));
  // A volatile access reads nothing of lanes that do not run.
  const bool may_read_more =
      mask != nullptr && access.is_simple() && stands_among_scattered_stores(access, emitter.facts);
  Value* loaded = may_read_more ? load_within_page(emitter, wide, first, align, mask)
                                : emitter.load(wide, first, align, mask, !access.is_simple());
  copy_metadata(loaded, access.instruction);
  emitter.values.define(access.instruction, in_memory_order(loaded, emitter));
}

void ContiguousAccess::emit_store(const LaneAccess& access, Value* mask,
                                  AccessEmitter& emitter) const {
  Value* value = emitter.values.vector(access.stored());
  Value* first = lowest_address(access, mask, emitter);
  mask = in_memory_order(mask, emitter);
  value = in_memory_order(value, emitter);
  const llvm::Align align = llvm::commonAlignment(access.align, bytes_);
  if (mask != nullptr)
    mask = ir::repeat_mask(emitter.builder, mask, elements_of_access(access.type));
  copy_metadata(emitter.store(value, first, align, mask, !access.is_simple()), access.instruction);
}

}  // namespace cleave::compiler::pass::widen::access
