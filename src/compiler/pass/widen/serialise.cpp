#include "compiler/pass/widen/serialise.h"

#include <map>
#include <optional>

#include "compiler/pass/ir/remarks.h"
#include "compiler/pass/widen/lane_scratch.h"
#include "compiler/pass/widen/wide_atomics.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Value;

Value* insert_for_lane(llvm::Instruction* copy, llvm::IRBuilder<>& builder) {
  auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(copy);
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(copy);
  Value* result = nullptr;
  if (atomic != nullptr && is_atomic_for_one_thread(*atomic)) {
    result =
        emit_without_lock(builder, *atomic, atomic->getPointerOperand(), atomic->getValOperand());
  } else if (exchange != nullptr && is_atomic_for_one_thread(*exchange)) {
    result = emit_without_lock(builder, *exchange);
  } else {
    return builder.Insert(copy);
  }
  copy->deleteValue();
  return result;
}

}  // namespace

void serialise(llvm::Instruction& instruction, Value* mask, llvm::IRBuilder<>& builder,
               WideValues& values, const EmptyParts& empty_parts) {
  if (values.part() == 0) {
    ir::remark(instruction, ir::Topic::lanes, "serial",
               instruction.isVolatile() && !instruction.isAtomic()
                   ? llvm::Twine("one lane after another: the access is volatile")
                   : llvm::Twine("one lane after another: no vector instruction does '") +
                         instruction.getOpcodeName() + "' on such operands");
  }
  llvm::LLVMContext& context = builder.getContext();
  llvm::Function* function = builder.GetInsertBlock()->getParent();
  bool has_result = !instruction.getType()->isVoidTy() && !instruction.use_empty();

  // Vectors are put into memory before the loop, lanes are taken from there inside.
  std::map<unsigned, LaneScratch> operands;
  std::map<unsigned, Value*> scalars;
  for (const llvm::Use& operand : instruction.operands()) {
    if (llvm::isa<llvm::Constant, llvm::BasicBlock>(operand.get()) ||
        operand->getType()->isMetadataTy()) {
      continue;
    }
    if (values.shape_of(operand.get()).is_same()) {
      scalars[operand.getOperandNo()] = values.scalar(operand.get());
    } else {
      auto memory =
          operands.try_emplace(operand.getOperandNo(), builder, values, operand->getType()).first;
      memory->second.store_all(values.vector(operand.get()));
    }
  }
  std::optional<LaneScratch> results;
  if (has_result) results.emplace(builder, values, instruction.getType());

  llvm::Type* bits_type = builder.getIntNTy(values.width());
  Value* first = mask == nullptr ? llvm::ConstantInt::getAllOnesValue(bits_type)
                                 : ir::mask_bits(builder, mask);
  llvm::BasicBlock* before = builder.GetInsertBlock();
  auto* loop = llvm::BasicBlock::Create(context, "lane", function, before->getNextNode());
  auto* after = llvm::BasicBlock::Create(context, "lanes.done", function, loop->getNextNode());
  if (empty_parts.may_be_empty(mask)) {
    builder.CreateCondBr(builder.CreateIsNotNull(first), loop, after);
  } else {
    builder.CreateBr(loop);
  }
  builder.SetInsertPoint(loop);
  llvm::PHINode* bits = builder.CreatePHI(bits_type, 2);
  bits->addIncoming(first, before);
  Value* lane = builder.CreateZExtOrTrunc(
      builder.CreateIntrinsic(llvm::Intrinsic::cttz, {bits_type}, {bits, builder.getTrue()}),
      builder.getInt32Ty());
  llvm::Instruction* copy = instruction.clone();
  for (auto& [number, memory] : operands) copy->setOperand(number, memory.load(lane));
  for (auto [number, scalar] : scalars) copy->setOperand(number, scalar);
  Value* result = insert_for_lane(copy, builder);
  if (has_result) results->store(result, lane);
  Value* left =
      builder.CreateAnd(bits, builder.CreateSub(bits, llvm::ConstantInt::get(bits_type, 1)));
  bits->addIncoming(left, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateIsNull(left), after, loop);
  builder.SetInsertPoint(after);
  if (has_result) values.define(instruction, results->load_all());
}

}  // namespace cleave::compiler::pass::widen
