#include "compiler/pass/widen/access/lane_access.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/report/explain.h"

namespace cleave::compiler::pass::widen::access {
namespace {

/// Returns the pointer to which an instruction writes, nullptr if it writes nothing.
const llvm::Value* written_pointer(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return store->getPointerOperand();
  }
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    return memory->getRawDest();
  }
  return nullptr;
}

/// Returns the address spaces in which all lanes write to one location.
llvm::SmallVector<unsigned, 4> spaces_written_by_all(const llvm::Function& lane_function,
                                                     const analysis::ShapeAnalysis& shapes) {
  llvm::SmallVector<unsigned, 4> spaces;
  for (const llvm::Instruction& instruction : llvm::instructions(lane_function)) {
    const llvm::Value* pointer = written_pointer(instruction);
    if (pointer == nullptr || !shapes.of(pointer).is_same()) continue;
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (!llvm::is_contained(spaces, space)) spaces.push_back(space);
  }
  return spaces;
}

}  // namespace

LaneAccess::LaneAccess(llvm::Instruction& access)
    : instruction(access),
      pointer(llvm::getLoadStorePointerOperand(&access)),
      type(llvm::getLoadStoreType(&access)),
      align(llvm::getLoadStoreAlignment(&access)),
      is_load(llvm::isa<llvm::LoadInst>(access)) {}

llvm::Value* LaneAccess::stored() const {
  return llvm::cast<llvm::StoreInst>(instruction).getValueOperand();
}

bool LaneAccess::is_simple() const {
  return !instruction.isAtomic() && !instruction.isVolatile();
}

bool LaneAccess::is_volatile_local() const {
  return instruction.isVolatile() && !instruction.isAtomic() &&
         pointer->getType()->getPointerAddressSpace() == ir::local_space;
}

bool LaneAccess::is_element() const {
  return type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
}

MemoryFacts::MemoryFacts(llvm::Function& lane_function, const analysis::ShapeAnalysis& shapes,
                         unsigned width, unsigned parts, bool small_objects)
    : addresses_(shapes, lane_function.getDataLayout(), small_objects),
      groups_(lane_function, addresses_),
      width_(width),
      parts_(parts),
      written_by_all_(spaces_written_by_all(lane_function, shapes)) {}

bool MemoryFacts::may_be_vector(const LaneAccess& access) const {
  return (access.is_simple() || access.is_volatile_local()) && !access.type->isAggregateType() &&
         group_of(access) == nullptr;
}

bool MemoryFacts::is_single(const LaneAccess& access) const {
  return access.is_simple() && may_be_vector(access);
}

std::optional<uint64_t> MemoryFacts::bytes_without_gaps(llvm::Type* type) const {
  const uint64_t bytes = layout().getTypeStoreSize(type).getFixedValue();
  const bool is_padded =
      bytes != layout().getTypeAllocSize(type) || layout().getTypeSizeInBits(type) != 8 * bytes;
  return is_padded ? std::nullopt : std::optional(bytes);
}

bool MemoryFacts::may_read_written_by_all(const llvm::Value& pointer) const {
  const unsigned read = pointer.getType()->getPointerAddressSpace();
  return llvm::any_of(written_by_all_, [&](unsigned written) {
    return read == written || read == ir::generic_space || written == ir::generic_space;
  });
}

std::string MemoryFacts::why_apart(const llvm::Value& pointer) const {
  return report::why_lanes_stand_apart(pointer, shapes(), layout());
}

}  // namespace cleave::compiler::pass::widen::access
