#include "compiler/pass/widen/access/group_values.h"

#include "compiler/pass/ir/interleave_vectors.h"

namespace cleave::compiler::pass::widen::access {

using llvm::Value;

llvm::Type* common_type(const analysis::InterleaveGroup& group) {
  llvm::Type* common = llvm::getLoadStoreType(group.position);
  for (const analysis::InterleaveGroup::Member& member : group.members) {
    if (llvm::getLoadStoreType(member.access) != common) {
      return llvm::IntegerType::get(common->getContext(), 8 * group.element);
    }
  }
  return common;
}

std::vector<Value*> slots_of_members(const analysis::InterleaveGroup& group, WideValues& values,
                                     llvm::IRBuilder<>& builder) {
  std::vector<Value*> slots(group.slots);
  llvm::Type* type = values.wide_type(common_type(group));
  for (const analysis::InterleaveGroup::Member& member : group.members) {
    Value* value = values.vector(llvm::cast<llvm::StoreInst>(member.access)->getValueOperand());
    slots[member.slot] = builder.CreateBitOrPointerCast(value, type);
  }
  return slots;
}

std::vector<Value*> slots_of_stretch(const analysis::InterleaveGroup& group,
                                     const std::vector<Value*>& stretch,
                                     llvm::IRBuilder<>& builder) {
  std::vector<Value*> slots(group.slots);
  for (const analysis::InterleaveGroup::Member& member : group.members) {
    slots[member.slot] = ir::deinterleave(builder, stretch, member.slot);
  }
  return slots;
}

void define_members(const analysis::InterleaveGroup& group, const std::vector<Value*>& slots,
                    WideValues& values, llvm::IRBuilder<>& builder) {
  for (const analysis::InterleaveGroup::Member& member : group.members) {
    llvm::Type* type = values.wide_type(member.access->getType());
    values.define(*member.access, builder.CreateBitOrPointerCast(slots[member.slot], type));
  }
}

}  // namespace cleave::compiler::pass::widen::access
