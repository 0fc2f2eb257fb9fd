#include "compiler/pass/widen/jammed_parts.h"

#include <llvm/IR/IntrinsicInst.h>

namespace cleave::compiler::pass::widen {

using llvm::Value;

Value* any_lane_of_parts(llvm::IRBuilder<>& builder, const PartMasks& masks) {
  Value* any = masks.front();
  for (Value* part : llvm::drop_begin(masks)) any = builder.CreateOr(any, part);
  return ir::any_lane(builder, any);
}

Value* all_lanes_of_parts(llvm::IRBuilder<>& builder, const PartMasks& masks) {
  Value* common = masks.front();
  for (Value* part : llvm::drop_begin(masks)) common = builder.CreateAnd(common, part);
  return ir::all_lanes(builder, common);
}

bool is_for_all_parts(const llvm::Instruction& instruction, const analysis::ShapeAnalysis& shapes) {
  auto is_uniform = [&](const Value* value) {
    return shapes.of(value).kind == analysis::Shape::Variation::uniform;
  };
  if (llvm::isa<llvm::FenceInst, llvm::NoAliasScopeDeclInst>(instruction)) return true;
  if (!instruction.getType()->isVoidTy()) return is_uniform(&instruction);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return store->isSimple() && is_uniform(store->getValueOperand()) &&
           is_uniform(store->getPointerOperand());
  }
  return false;
}

Value* EmptyParts::safe_address(Value* address, Value* mask) {
  if (!may_be_empty(mask)) return address;
  if (sink_ == nullptr) {
    constexpr uint64_t longest = 128;  // the longest vector of the language
    sink_ = values_.new_variable(llvm::ArrayType::get(builder_.getInt8Ty(), longest), "nowhere");
    sink_->setAlignment(llvm::Align(longest));
  }
  Value* sink = builder_.CreateAddrSpaceCast(sink_, address->getType());
  return builder_.CreateSelect(ir::any_lane(builder_, mask), address, sink);
}

}  // namespace cleave::compiler::pass::widen
