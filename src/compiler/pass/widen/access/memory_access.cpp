#include "compiler/pass/widen/access/memory_access.h"

#include "compiler/pass/report/explain.h"

namespace cleave::compiler::pass {

MemoryAccess::MemoryAccess(llvm::Instruction& access)
    : instruction(access),
      pointer(llvm::getLoadStorePointerOperand(&access)),
      type(llvm::getLoadStoreType(&access)),
      align(llvm::getLoadStoreAlignment(&access)),
      is_load(llvm::isa<llvm::LoadInst>(access)) {}

llvm::Value* MemoryAccess::stored() const {
  return llvm::cast<llvm::StoreInst>(instruction).getValueOperand();
}

bool MemoryAccess::is_simple() const {
  return !instruction.isAtomic() && !instruction.isVolatile();
}

bool MemoryAccess::is_element() const {
  return type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
}

MemoryFacts::MemoryFacts(llvm::Function& lane_function, const Shapes& shapes, unsigned width,
                         unsigned parts, bool small_objects)
    : addresses_(shapes, lane_function.getDataLayout(), small_objects),
      groups_(lane_function, addresses_),
      width_(width),
      parts_(parts) {}

bool MemoryFacts::is_single(const MemoryAccess& access) const {
  return access.is_simple() && !access.type->isAggregateType() && group_of(access) == nullptr;
}

std::optional<uint64_t> MemoryFacts::bytes_without_gaps(llvm::Type* type) const {
  const uint64_t bytes = layout().getTypeStoreSize(type).getFixedValue();
  const bool is_padded =
      bytes != layout().getTypeAllocSize(type) || layout().getTypeSizeInBits(type) != 8 * bytes;
  return is_padded ? std::nullopt : std::optional(bytes);
}

std::string MemoryFacts::why_apart(const llvm::Value& pointer) const {
  return why_lanes_stand_apart(pointer, shapes(), layout());
}

}  // namespace cleave::compiler::pass
