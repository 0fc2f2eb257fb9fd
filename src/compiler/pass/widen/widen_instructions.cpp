#include "compiler/pass/widen/widen_instructions.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/widen/elementwise.h"
#include "compiler/pass/widen/emit_collective.h"
#include "compiler/pass/widen/serialise.h"
#include "compiler/pass/widen/wide_atomics.h"
#include "compiler/pass/widen/wide_calls.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Value;

/// Returns true for intrinsics that are one instruction of the processor, or few.
bool is_cheap_intrinsic(llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::copysign:
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::abs:
      return true;
    default:
      return false;
  }
}

}  // namespace

InstructionWidener::InstructionWidener(llvm::Function& lane_function, llvm::IRBuilder<>& builder,
                                       WideValues& values, bool small_objects)
    : builder_(builder),
      values_(values),
      empty_parts_(builder, values),
      strides_(lane_function, builder, values),
      memory_(lane_function, builder, values, empty_parts_, small_objects),
      width_(values.width()) {}

void InstructionWidener::widen(llvm::Instruction& instruction, const PartMasks& masks) {
  builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
  const bool is_access = llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction);
  if (is_access && memory_.widen(instruction, masks)) return;
  const unsigned parts = is_for_all_parts(instruction, values_.shapes()) ? 1 : values_.parts();
  for (unsigned part = 0; part < parts; ++part) {
    values_.begin_part(part);
    Value* mask = masks.empty() ? nullptr : masks[part];
    is_access ? serialise(instruction, mask) : widen_part(instruction, mask);
  }
}

std::optional<unsigned> InstructionWidener::cost_for_no_lane(llvm::Instruction& instruction) const {
  if (instruction.isTerminator() || llvm::isa<llvm::PHINode>(instruction)) return 0;
  const unsigned parts = values_.parts();
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (values_.is_scalar(load)) return std::nullopt;
    const std::optional<unsigned> of_part = memory_.cost_for_no_lane(*load);
    return of_part ? std::optional(*of_part * parts) : std::nullopt;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (intrinsic->isAssumeLikeIntrinsic()) return 0;
    return is_cheap_intrinsic(intrinsic->getIntrinsicID()) ? std::optional(parts) : std::nullopt;
  }
  if (instruction.mayReadOrWriteMemory() || instruction.isIntDivRem() ||
      instruction.getOpcode() == llvm::Instruction::FDiv ||
      instruction.getOpcode() == llvm::Instruction::FRem ||
      llvm::isa<llvm::CallInst, llvm::AllocaInst>(instruction)) {
    return std::nullopt;
  }
  const bool is_address = llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(instruction);
  return values_.is_scalar(&instruction) && is_address ? 0 : parts;
}

report::LaneWork InstructionWidener::work_of(const llvm::Instruction& instruction) const {
  using Way = report::LaneWork::Way;
  const unsigned times = is_for_all_parts(instruction, values_.shapes()) ? 1 : values_.parts();
  if (one_lane_at_a_time_.contains(&instruction)) return {Way::serial, times};
  const bool is_access = llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction);
  auto& access = const_cast<llvm::Instruction&>(instruction);  // which is asked about alone
  return {is_access && memory_.is_apart(access) ? Way::apart : Way::at_once, times};
}

void InstructionWidener::widen_part(llvm::Instruction& instruction, Value* mask) {
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return widen_call(*call, mask);
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    return widen_alloca(*variable);
  }
  bool has_result = !instruction.getType()->isVoidTy();
  if (has_result && values_.is_scalar(&instruction)) return copy_scalar(instruction, mask);
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    builder_.Insert(instruction.clone());
    return;
  }
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return widen_atomic(*atomic, mask);
  }
  widen_elementwise(instruction, mask, builder_, values_, empty_parts_);
}

/// Computes the scalar of all lanes, or that of lane 0. Lane 0 may be one that does not run, so
/// nothing is promised about its arithmetic.
void InstructionWidener::copy_scalar(llvm::Instruction& instruction, Value* mask) {
  const bool has_stride = values_.shape_of(&instruction).stride != 0;
  if (has_stride && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction)) {
    const auto& extension = llvm::cast<llvm::CastInst>(instruction);
    return values_.define(instruction, strides_.extend(extension, mask));
  }
  if (has_stride && instruction.getOpcode() == llvm::Instruction::Or) {
    // The bits are disjoint in lanes that run; in lane 0 they may meet.
    return values_.define(instruction,
                          builder_.CreateAdd(values_.scalar(instruction.getOperand(0)),
                                             values_.scalar(instruction.getOperand(1))));
  }
  llvm::Instruction* copy = instruction.clone();
  for (llvm::Use& operand : copy->operands()) operand.set(values_.scalar(operand.get()));
  const bool is_uniform =
      values_.shape_of(&instruction).kind == analysis::Shape::Variation::uniform;
  if (!is_uniform && empty_parts_.may_be_empty(mask) && may_trap(instruction)) {
    Value* divisor = copy->getOperand(1);
    Value* one = llvm::ConstantInt::get(divisor->getType(), 1);
    copy->setOperand(1, builder_.CreateSelect(ir::any_lane(builder_, mask), divisor, one));
  }
  if (has_stride) copy->dropPoisonGeneratingAnnotations();
  builder_.Insert(copy, instruction.getName());
  values_.define(instruction, copy);
}

/// Allocates a variable for each lane, lane after lane, unless there is already room for all of
/// them, or all share one.
void InstructionWidener::widen_alloca(llvm::AllocaInst& variable) {
  llvm::Type* all = variable.getAllocatedType();
  const auto [kind, stride] = values_.shape_of(&variable);
  if (!ir::interleaved_stride(variable) && kind != analysis::Shape::Variation::uniform) {
    all = llvm::ArrayType::get(builder_.getInt8Ty(), static_cast<uint64_t>(stride) * width_);
  }
  llvm::AllocaInst* wide = values_.new_variable(all, variable.getName());
  wide->setAlignment(std::max(variable.getAlign(), llvm::Align(64)));
  values_.define(variable, wide);
}

void InstructionWidener::widen_call(llvm::CallInst& call, Value* mask) {
  if (std::optional<ir::LaneIntrinsic> own = ir::lane_intrinsic_of(call)) {
    if (own == ir::LaneIntrinsic::lane) return values_.define(call, builder_.getInt32(0));
    if (own == ir::LaneIntrinsic::part)
      return values_.define(call, builder_.getInt32(values_.part()));
    if (ir::is_barrier(*own)) return;
  }
  if (std::optional<ir::Collective> collective = ir::collective_of(call)) {
    return widen_collective(call, *collective, mask);
  }
  if (ir::is_called_once(call)) return call_once(call, mask);
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (intrinsic != nullptr && widen_intrinsic(*intrinsic, mask)) return;
  if (call.getFnAttr(ir::yield_attribute).isValid()) {
    auto* copy = llvm::cast<llvm::CallInst>(call.clone());
    copy->setArgOperand(0, values_.scalar(call.getArgOperand(0)));
    builder_.Insert(copy);
    return;
  }
  if (!call.getType()->isVoidTy() && values_.is_scalar(&call)) return copy_scalar(call, mask);
  if (wide_function_of(call) == nullptr) return serialise(call, mask);
  values_.define(call, call_wide(call, mask, builder_, values_));
}

/// Calls with the arguments of the first lane that runs, which are those of all.
void InstructionWidener::call_once(llvm::CallInst& call, Value* mask) {
  auto* copy = llvm::cast<llvm::CallInst>(call.clone());
  for (llvm::Use& argument : copy->args()) {
    argument.set(values_.is_scalar(argument.get())
                     ? values_.scalar(argument.get())
                     : of_first_lane(values_.vector(argument.get()), mask));
  }
  llvm::BasicBlock* const before = builder_.GetInsertBlock();
  empty_parts_.if_any(mask, [&] { builder_.Insert(copy); });
  Value* result = copy;
  if (builder_.GetInsertBlock() != before) {
    llvm::PHINode* phi = builder_.CreatePHI(copy->getType(), 2);
    phi->addIncoming(copy, copy->getParent());
    phi->addIncoming(llvm::PoisonValue::get(copy->getType()), before);
    result = phi;
  }
  if (!values_.is_scalar(&call)) result = builder_.CreateVectorSplat(width_, result);
  values_.define(call, result);
}

/// All lanes that run take part; only the source of a shuffle may differ between them.
void InstructionWidener::widen_collective(llvm::CallInst& call, const ir::Collective& collective,
                                          Value* mask) {
  Value* selector = nullptr;
  if (collective.has_selector()) {
    Value* wanted = call.getArgOperand(1);
    if (collective.kind == ir::Collective::Kind::shuffle) {
      selector = values_.vector(wanted);
    } else {
      selector = values_.is_scalar(wanted) ? values_.scalar(wanted)
                                           : of_first_lane(values_.vector(wanted), mask);
    }
  }
  Value* operands = values_.vector(call.getArgOperand(0));
  values_.define(call, emit_collective(builder_, collective, operands, selector, mask));
}

/// Returns the value of the first lane that runs.
Value* InstructionWidener::of_first_lane(Value* vector, Value* mask) {
  if (mask == nullptr) return builder_.CreateExtractElement(vector, uint64_t{0});
  Value* bits = ir::mask_bits(builder_, mask);
  Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()},
                                         {bits, builder_.getFalse()});
  return builder_.CreateExtractElement(vector, lane);
}

bool InstructionWidener::widen_intrinsic(llvm::IntrinsicInst& call, Value* mask) {
  llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (llvm::isa<llvm::NoAliasScopeDeclInst>(call)) {
    builder_.Insert(call.clone());
    return true;
  }
  if (call.isAssumeLikeIntrinsic() && call.getType()->isVoidTy()) return true;
  if (!call.getType()->isVoidTy() && values_.is_scalar(&call)) {
    copy_scalar(call, mask);
    return true;
  }
  if (llvm::isa<llvm::MemIntrinsic>(call)) {
    bool is_same = true;
    for (Value* argument : call.args()) is_same &= values_.shape_of(argument).is_same();
    if (!is_same) return false;
    llvm::Instruction* copy = call.clone();
    for (llvm::Use& operand : copy->operands()) operand.set(values_.scalar(operand.get()));
    empty_parts_.if_any(mask, [&] { builder_.Insert(copy); });
    return true;
  }
  if (!llvm::isTriviallyVectorizable(id) || call.getType()->isStructTy()) return false;
  llvm::SmallVector<Value*> arguments;
  llvm::SmallVector<llvm::Type*> overloads;
  if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr)) {
    overloads.push_back(values_.wide_type(call.getType()));
  }
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    bool stays_scalar = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr);
    if (stays_scalar && !values_.shape_of(argument).is_same()) return false;  // not lane 0's alone
    arguments.push_back(stays_scalar ? values_.scalar(argument) : values_.vector(argument));
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), nullptr)) {
      overloads.push_back(arguments.back()->getType());
    }
  }
  llvm::Function* wide = llvm::Intrinsic::getOrInsertDeclaration(call.getModule(), id, overloads);
  llvm::CallInst* made = builder_.CreateCall(wide, arguments);
  if (llvm::isa<llvm::FPMathOperator>(made)) made->copyFastMathFlags(&call);
  values_.define(call, made);
  return true;
}

void InstructionWidener::serialise(llvm::Instruction& instruction, Value* mask) {
  one_lane_at_a_time_.insert(&instruction);
  widen::serialise(instruction, mask, builder_, values_, empty_parts_);
}

void InstructionWidener::widen_atomic(llvm::AtomicRMWInst& atomic, Value* mask) {
  if (values_.shape_of(atomic.getPointerOperand()).is_same() && can_combine(atomic)) {
    // A part in which no lane runs does nothing, somewhere else.
    Value* address = empty_parts_.safe_address(values_.scalar(atomic.getPointerOperand()), mask);
    Value* found =
        emit_combined(builder_, atomic, address, values_.vector(atomic.getValOperand()), mask);
    if (found != nullptr) values_.define(atomic, found);
    return;
  }
  if (!is_atomic_for_one_thread(atomic) || !atomic.use_empty()) return serialise(atomic, mask);
  one_lane_at_a_time_.insert(&atomic);
  // Operands are looked up before ways part.
  Value* addresses = memory_.all_addresses(atomic.getPointerOperand());
  Value* operands = values_.vector(atomic.getValOperand());
  static_cast<void>(values_.vector(atomic.getPointerOperand()));
  const auto do_all = [&] {
    for (unsigned lane = 0; lane < width_; ++lane) {
      emit_without_lock(builder_, atomic, builder_.CreateExtractElement(addresses, lane),
                        builder_.CreateExtractElement(operands, lane));
    }
  };
  if (mask == nullptr) return do_all();
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  llvm::LLVMContext& context = builder_.getContext();
  auto* whole = llvm::BasicBlock::Create(context, "all.lanes", function);
  auto* some = llvm::BasicBlock::Create(context, "some.lanes", function);
  auto* after = llvm::BasicBlock::Create(context, "done", function);
  builder_.CreateCondBr(ir::all_lanes(builder_, mask), whole, some);
  builder_.SetInsertPoint(whole);
  do_all();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(some);
  serialise(atomic, mask);
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

}  // namespace cleave::compiler::pass::widen
