#include "compiler/pass/widen/widen_instructions.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/ir/remarks.h"
#include "compiler/pass/widen/emit_collective.h"
#include "compiler/pass/widen/lane_scratch.h"
#include "compiler/pass/widen/wide_atomics.h"
#include "compiler/pass/widen/wide_calls.h"
#include "compiler/pass/widen/widen.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

bool is_simple(const llvm::Instruction& access) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) return load->isSimple();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) return store->isSimple();
  return false;
}

/// Not of the launch, which the compiler itself asks for: such loads never change.
bool is_of_program(const llvm::Instruction& load) {
  return !load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

/// True if no work-item writes the location of a uniform load: it may be marked invariant.
bool is_settled(const llvm::Instruction& load) {
  if (!llvm::isa<llvm::LoadInst>(load) || !is_simple(load)) return false;
  return load.getFunction()->hasFnAttribute(unordered_attribute);
}

/// Types that a vector register holds one of per lane.
bool is_element(const llvm::Type* type) {
  return type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
}

/// One instruction of the processor, or few.
bool is_cheap(llvm::Intrinsic::ID intrinsic) {
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
      memory_(lane_function, builder, values, small_objects),
      width_(values.width()) {}

void InstructionWidener::widen(llvm::Instruction& instruction, const Mask& mask) {
  builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
  if (widen_transposed(instruction, mask)) return;
  unsigned parts = is_for_all_parts(instruction) ? 1 : values_.parts();
  for (unsigned part = 0; part < parts; ++part) {
    values_.begin_part(part);
    widen_part(instruction, mask.empty() ? nullptr : mask[part]);
  }
}

std::optional<unsigned> InstructionWidener::cost_for_no_lane(
    const llvm::Instruction& instruction) const {
  if (instruction.isTerminator() || llvm::isa<llvm::PHINode>(instruction)) return 0;
  const unsigned parts = values_.parts();
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const bool is_masked = !values_.is_scalar(load) && memory_.may_load_for_no_lane(*load);
    return is_masked ? std::optional(2 * parts) : std::nullopt;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (intrinsic->isAssumeLikeIntrinsic()) return 0;
    return is_cheap(intrinsic->getIntrinsicID()) ? std::optional(parts) : std::nullopt;
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

/// Is it enough to do it once, if any lane of any part does it?
bool InstructionWidener::is_for_all_parts(const llvm::Instruction& instruction) const {
  auto is_uniform = [&](const Value* value) {
    return values_.shape_of(value).kind == Shape::Kind::uniform;
  };
  if (llvm::isa<llvm::FenceInst>(instruction)) return true;
  if (!instruction.getType()->isVoidTy()) return is_uniform(&instruction);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return store->isSimple() && is_uniform(store->getValueOperand()) &&
           is_uniform(store->getPointerOperand());
  }
  return false;
}

bool InstructionWidener::may_be_empty(Value* mask) const {
  return mask != nullptr && values_.parts() > 1;
}

Value* InstructionWidener::safe_address(Value* address, Value* mask) {
  if (!may_be_empty(mask)) return address;
  if (sink_ == nullptr) {
    constexpr uint64_t longest = 128;  // of a vector of the language
    sink_ = values_.new_variable(llvm::ArrayType::get(builder_.getInt8Ty(), longest), "nowhere");
    sink_->setAlignment(llvm::Align(longest));
  }
  Value* place = builder_.CreateAddrSpaceCast(sink_, address->getType());
  return builder_.CreateSelect(any_of_part(mask), address, place);
}

template <class Write>
void InstructionWidener::if_any(Value* mask, const Write& write) {
  if (!may_be_empty(mask)) return write();
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  auto* some = llvm::BasicBlock::Create(builder_.getContext(), "some.part", function);
  auto* after = llvm::BasicBlock::Create(builder_.getContext(), "part.done", function);
  builder_.CreateCondBr(any_of_part(mask), some, after);
  builder_.SetInsertPoint(some);
  write();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

void InstructionWidener::widen_part(llvm::Instruction& instruction, Value* mask) {
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return widen_call(*call, mask);
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    return widen_alloca(*variable);
  }
  bool has_result = !instruction.getType()->isVoidTy();
  if (has_result && values_.is_scalar(&instruction)) return copy_scalar(instruction, mask);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return widen_load(*load, mask);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return widen_store(*store, mask);
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    return widen_address(*address);
  }
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    builder_.Insert(instruction.clone());
    return;
  }
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return widen_atomic(*atomic, mask);
  }
  widen_elementwise(instruction, mask);
}

/// The scalar of all lanes, or that of lane 0. Lane 0 may be one that does not run, so nothing is
/// promised about its arithmetic.
void InstructionWidener::copy_scalar(llvm::Instruction& instruction, Value* mask) {
  if (llvm::isa<llvm::LoadInst>(instruction) && is_of_program(instruction)) {
    explain_uniform_load(instruction, values_.shapes());
  }
  llvm::Instruction* copy = instruction.clone();
  for (llvm::Use& operand : copy->operands()) operand.set(values_.scalar(operand.get()));
  const bool is_uniform = values_.shape_of(&instruction).kind == Shape::Kind::uniform;
  if (!is_uniform && may_be_empty(mask)) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(copy)) {
      load->setOperand(0, safe_address(load->getPointerOperand(), mask));
    } else if (copy->isIntDivRem()) {
      Value* divisor = copy->getOperand(1);
      Value* one = llvm::ConstantInt::get(divisor->getType(), 1);
      copy->setOperand(1, builder_.CreateSelect(any_of_part(mask), divisor, one));
    }
  }
  if (mask == nullptr && is_uniform && is_settled(instruction)) {
    copy->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(copy->getContext(), {}));
  }
  const int64_t stride = values_.shape_of(&instruction).stride;
  if (stride != 0) {
    copy->dropPoisonGeneratingAnnotations();
    if (Value* followed = follow_lane_0(*copy, stride, mask)) {
      copy->deleteValue();
      return values_.define(instruction, followed);
    }
  }
  builder_.Insert(copy, instruction.getName());
  values_.define(instruction, copy);
}

/// What lane 0 would have if what its program promises of the lanes that run held for it too; null:
/// what the instruction computes.
Value* InstructionWidener::follow_lane_0(const llvm::Instruction& copy, int64_t stride,
                                         Value* mask) {
  Value* source = copy.getOperand(0);
  // The bits are disjoint in lanes that run; in lane 0 they may meet.
  if (copy.getOpcode() == llvm::Instruction::Or) {
    return builder_.CreateAdd(source, copy.getOperand(1));
  }
  if (mask == nullptr || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(copy)) return nullptr;
  // A lane that runs has not wrapped around: what is extended is its value.
  Value* bits = mask_bits(builder_, mask);
  Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()},
                                         {bits, builder_.getFalse()});
  auto steps = [&](llvm::Type* type) {
    return builder_.CreateMul(builder_.CreateZExtOrTrunc(lane, type),
                              llvm::ConstantInt::getSigned(type, stride));
  };
  Value* running = builder_.CreateAdd(source, steps(source->getType()));
  const auto extension = llvm::cast<llvm::CastInst>(copy).getOpcode();
  Value* extended = builder_.CreateCast(extension, running, copy.getType());
  return builder_.CreateSub(extended, steps(copy.getType()));
}

void InstructionWidener::widen_elementwise(llvm::Instruction& instruction, Value* mask) {
  using llvm::Instruction;
  llvm::Type* type = instruction.getType();
  auto operand = [&](unsigned i) { return values_.vector(instruction.getOperand(i)); };
  Value* result = nullptr;
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    Value* right = operand(1);
    // Lanes that do not run may divide by anything.
    if (instruction.isIntDivRem() && mask != nullptr) {
      Value* ones = llvm::ConstantInt::get(right->getType(), 1);
      right = blend(mask, right, ones);
    }
    result = builder_.CreateBinOp(binary->getOpcode(), operand(0), right);
  } else if (auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&instruction)) {
    result = builder_.CreateUnOp(unary->getOpcode(), operand(0));
  } else if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    result = builder_.CreateCmp(compare->getPredicate(), operand(0), operand(1));
  } else if (llvm::isa<llvm::BitCastInst>(instruction) &&
             (is_element(type) || llvm::isa<llvm::FixedVectorType>(type))) {
    result = builder_.CreateBitCast(operand(0), values_.wide_type(type));
  } else if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    result = builder_.CreateCast(cast->getOpcode(), operand(0), values_.wide_type(type));
  } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    bool whole = values_.shape_of(select->getCondition()).is_same() &&
                 !select->getCondition()->getType()->isVectorTy();
    if (whole) {
      result =
          builder_.CreateSelect(values_.scalar(select->getCondition()), operand(1), operand(2));
    } else if (type->isVectorTy() && select->getCondition()->getType()->isVectorTy()) {
      result = builder_.CreateSelect(operand(0), operand(1), operand(2));
    } else {
      result = blend(operand(0), operand(1), operand(2));
    }
  } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
    result = builder_.CreateFreeze(operand(0));
  } else if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    result = builder_.CreateExtractValue(operand(0), extract->getIndices());
  } else if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    result = builder_.CreateInsertValue(operand(0), operand(1), insert->getIndices());
  } else if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(
                 instruction)) {
    return widen_vector_access(instruction);
  } else {
    return serialise(instruction, mask);
  }
  if (auto* made = llvm::dyn_cast<Instruction>(result)) {
    if (made->getOpcode() == instruction.getOpcode()) made->copyIRFlags(&instruction);
  }
  values_.define(instruction, result);
}

/// What is a vector in each lane lies lane after lane.
void InstructionWidener::widen_vector_access(llvm::Instruction& instruction) {
  auto* source = llvm::cast<llvm::FixedVectorType>(instruction.getOperand(0)->getType());
  unsigned count = source->getNumElements();
  llvm::SmallVector<int> places;
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    Value* left = values_.vector(shuffle->getOperand(0));
    Value* right = values_.vector(shuffle->getOperand(1));
    for (unsigned lane = 0; lane < width_; ++lane) {
      for (int place : shuffle->getShuffleMask()) {
        unsigned p = static_cast<unsigned>(place);
        bool is_right = place >= 0 && p >= count;
        places.push_back(place < 0 ? -1
                                   : static_cast<int>(is_right ? (width_ + lane) * count + p - count
                                                               : lane * count + p));
      }
    }
    return values_.define(instruction, builder_.CreateShuffleVector(left, right, places));
  }
  bool is_extract = llvm::isa<llvm::ExtractElementInst>(instruction);
  auto* index = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(is_extract ? 1 : 2));
  if (index == nullptr || index->uge(count)) return serialise(instruction, nullptr);
  unsigned chosen = static_cast<unsigned>(index->getZExtValue());
  Value* vector = values_.vector(instruction.getOperand(0));
  if (is_extract) {
    for (unsigned lane = 0; lane < width_; ++lane) {
      places.push_back(static_cast<int>(lane * count + chosen));
    }
    return values_.define(instruction, builder_.CreateShuffleVector(vector, places));
  }
  llvm::SmallVector<int> spread;
  for (unsigned i = 0; i < width_ * count; ++i) {
    bool is_chosen = i % count == chosen;
    spread.push_back(static_cast<int>(i / count));
    places.push_back(static_cast<int>(is_chosen ? width_ * count + i : i));
  }
  Value* element = builder_.CreateShuffleVector(values_.vector(instruction.getOperand(1)), spread);
  values_.define(instruction, builder_.CreateShuffleVector(vector, element, places));
}

void InstructionWidener::widen_address(llvm::GetElementPtrInst& address) {
  // A scalar base with a vector of offsets is what gathers and scatters want.
  auto operand = [&](Value* value) {
    return values_.shape_of(value).is_same() ? values_.scalar(value) : values_.vector(value);
  };
  llvm::SmallVector<Value*> indices;
  for (Value* index : address.indices()) indices.push_back(operand(index));
  Value* base = operand(address.getPointerOperand());
  Value* result = builder_.CreateGEP(address.getSourceElementType(), base, indices, "",
                                     address.getNoWrapFlags());
  values_.define(address, result);
}

void InstructionWidener::widen_load(llvm::LoadInst& load, Value* mask) {
  llvm::Type* type = load.getType();
  if (!is_simple(load) || type->isStructTy() || type->isArrayTy() || !memory_.load(load, mask)) {
    serialise(load, mask);
  }
}

void InstructionWidener::widen_store(llvm::StoreInst& store, Value* mask) {
  llvm::Type* type = store.getValueOperand()->getType();
  if (!is_simple(store) || type->isStructTy() || type->isArrayTy()) return serialise(store, mask);
  if (values_.shape_of(store.getPointerOperand()).is_same()) {
    return store_to_one_place(store, mask);
  }
  if (!memory_.store(store, mask)) serialise(store, mask);
}

/// All lanes store to one place: what remains is any of their values, here the last.
void InstructionWidener::store_to_one_place(llvm::StoreInst& store, Value* mask) {
  remark(store, Topic::store, "uniform", "all lanes store to one place: one scalar store");
  Value* value = nullptr;
  if (values_.shape_of(store.getValueOperand()).is_same()) {
    value = values_.scalar(store.getValueOperand());
  } else {
    Value* lane = builder_.getInt32(width_ - 1);
    if (mask != nullptr) {
      Value* bits = mask_bits(builder_, mask);
      if (may_be_empty(mask)) bits = builder_.CreateOr(bits, 1);
      Value* leading = builder_.CreateIntrinsic(llvm::Intrinsic::ctlz, {bits->getType()},
                                                {bits, builder_.getTrue()});
      lane = builder_.CreateSub(lane, builder_.CreateZExtOrTrunc(leading, builder_.getInt32Ty()));
    }
    LaneScratch memory(builder_, values_, store.getValueOperand()->getType());
    memory.store_all(values_.vector(store.getValueOperand()));
    value = memory.load(lane);
  }
  Value* address = values_.scalar(store.getPointerOperand());
  const bool is_uniform = values_.shape_of(store.getPointerOperand()).kind == Shape::Kind::uniform;
  if (!is_uniform || !is_for_all_parts(store)) address = safe_address(address, mask);
  builder_.CreateAlignedStore(value, address, store.getAlign())
      ->copyMetadata(store, {llvm::LLVMContext::MD_tbaa});
}

/// One for each lane, lane after lane, unless there is already room for all of them.
void InstructionWidener::widen_alloca(llvm::AllocaInst& variable) {
  llvm::Type* all = variable.getAllocatedType();
  if (!interleaved_stride(variable)) {
    const int64_t stride = values_.shape_of(&variable).stride;
    all = llvm::ArrayType::get(builder_.getInt8Ty(), static_cast<uint64_t>(stride) * width_);
  }
  llvm::AllocaInst* wide = values_.new_variable(all, variable.getName());
  wide->setAlignment(std::max(variable.getAlign(), llvm::Align(64)));
  values_.define(variable, wide);
}

void InstructionWidener::widen_call(llvm::CallInst& call, Value* mask) {
  if (std::optional<LaneIntrinsic> own = lane_intrinsic_of(call)) {
    if (own == LaneIntrinsic::lane) return values_.define(call, builder_.getInt32(0));
    if (own == LaneIntrinsic::part) return values_.define(call, builder_.getInt32(values_.part()));
    if (is_barrier(*own)) return;
  }
  if (std::optional<Collective> collective = collective_of(call)) {
    return widen_collective(call, *collective, mask);
  }
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (intrinsic != nullptr && widen_intrinsic(*intrinsic, mask)) return;
  if (call.getFnAttr(yield_attribute).isValid()) {
    auto* copy = llvm::cast<llvm::CallInst>(call.clone());
    copy->setArgOperand(0, values_.scalar(call.getArgOperand(0)));
    builder_.Insert(copy);
    return;
  }
  if (!call.getType()->isVoidTy() && values_.is_scalar(&call)) return copy_scalar(call, mask);
  wide_function_of(call) == nullptr ? serialise(call, mask) : call_wide(call, mask);
}

/// All lanes that run take part; only the source of a shuffle may differ between them.
void InstructionWidener::widen_collective(llvm::CallInst& call, const Collective& collective,
                                          Value* mask) {
  Value* selector = nullptr;
  if (collective.has_selector()) {
    Value* wanted = call.getArgOperand(1);
    if (collective.kind == Collective::Kind::shuffle) {
      selector = values_.vector(wanted);
    } else {
      selector = values_.is_scalar(wanted) ? values_.scalar(wanted)
                                           : of_first_lane(values_.vector(wanted), mask);
    }
  }
  Value* operands = values_.vector(call.getArgOperand(0));
  values_.define(call, emit_collective(builder_, collective, operands, selector, mask));
}

/// The value of the first lane that runs.
Value* InstructionWidener::of_first_lane(Value* vector, Value* mask) {
  if (mask == nullptr) return builder_.CreateExtractElement(vector, uint64_t{0});
  Value* bits = mask_bits(builder_, mask);
  Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()},
                                         {bits, builder_.getFalse()});
  return builder_.CreateExtractElement(vector, lane);
}

bool InstructionWidener::widen_intrinsic(llvm::IntrinsicInst& call, Value* mask) {
  llvm::Intrinsic::ID id = call.getIntrinsicID();
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
    if_any(mask, [&] { builder_.Insert(copy); });
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
  if (values_.part() == 0) {
    remark(instruction, Topic::lanes, "serial",
           llvm::Twine("one lane after another: no vector instruction does '") +
               instruction.getOpcodeName() + "' on such operands");
  }
  llvm::LLVMContext& context = builder_.getContext();
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  bool has_result = !instruction.getType()->isVoidTy() && !instruction.use_empty();

  // Vectors are put into memory before the loop, lanes are taken from there inside.
  std::map<unsigned, LaneScratch> operands;
  std::map<unsigned, Value*> scalars;
  for (const llvm::Use& operand : instruction.operands()) {
    if (llvm::isa<llvm::Constant, llvm::BasicBlock>(operand.get()) ||
        operand->getType()->isMetadataTy()) {
      continue;
    }
    if (values_.shape_of(operand.get()).is_same()) {
      scalars[operand.getOperandNo()] = values_.scalar(operand.get());
    } else {
      auto place =
          operands.try_emplace(operand.getOperandNo(), builder_, values_, operand->getType()).first;
      place->second.store_all(values_.vector(operand.get()));
    }
  }
  std::optional<LaneScratch> results;
  if (has_result) results.emplace(builder_, values_, instruction.getType());

  llvm::Type* bits_type = builder_.getIntNTy(width_);
  Value* first =
      mask == nullptr ? llvm::ConstantInt::getAllOnesValue(bits_type) : mask_bits(builder_, mask);
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  auto* loop = llvm::BasicBlock::Create(context, "lane", function, before->getNextNode());
  auto* after = llvm::BasicBlock::Create(context, "lanes.done", function, loop->getNextNode());
  if (may_be_empty(mask)) {
    builder_.CreateCondBr(builder_.CreateIsNotNull(first), loop, after);
  } else {
    builder_.CreateBr(loop);
  }
  builder_.SetInsertPoint(loop);
  llvm::PHINode* bits = builder_.CreatePHI(bits_type, 2);
  bits->addIncoming(first, before);
  Value* lane = builder_.CreateZExtOrTrunc(
      builder_.CreateIntrinsic(llvm::Intrinsic::cttz, {bits_type}, {bits, builder_.getTrue()}),
      builder_.getInt32Ty());
  llvm::Instruction* copy = instruction.clone();
  for (auto& [number, memory] : operands) copy->setOperand(number, memory.load(lane));
  for (auto [number, scalar] : scalars) copy->setOperand(number, scalar);
  Value* result = insert_for_lane(copy);
  if (has_result) results->store(result, lane);
  Value* left =
      builder_.CreateAnd(bits, builder_.CreateSub(bits, llvm::ConstantInt::get(bits_type, 1)));
  bits->addIncoming(left, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateIsNull(left), after, loop);
  builder_.SetInsertPoint(after);
  if (has_result) values_.define(instruction, results->load_all());
}

Value* InstructionWidener::insert_for_lane(llvm::Instruction* copy) {
  auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(copy);
  if (atomic == nullptr || !is_atomic_for_one_thread(*atomic)) return builder_.Insert(copy);
  Value* old =
      emit_without_lock(builder_, *atomic, atomic->getPointerOperand(), atomic->getValOperand());
  copy->deleteValue();
  return old;
}

void InstructionWidener::widen_atomic(llvm::AtomicRMWInst& atomic, Value* mask) {
  if (values_.shape_of(atomic.getPointerOperand()).is_same() && can_combine(atomic)) {
    // A part in which no lane runs does nothing, somewhere else.
    Value* address = safe_address(values_.scalar(atomic.getPointerOperand()), mask);
    Value* found =
        emit_combined(builder_, atomic, address, values_.vector(atomic.getValOperand()), mask);
    if (found != nullptr) values_.define(atomic, found);
    return;
  }
  if (!is_atomic_for_one_thread(atomic) || !atomic.use_empty()) return serialise(atomic, mask);
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
  Value* bits = mask_bits(builder_, mask);
  Value* all = llvm::ConstantInt::getAllOnesValue(bits->getType());
  builder_.CreateCondBr(builder_.CreateICmpEQ(bits, all), whole, some);
  builder_.SetInsertPoint(whole);
  do_all();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(some);
  serialise(atomic, mask);
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

Value* InstructionWidener::any(const Mask& mask) {
  Value* all = mask.front();
  for (Value* part : llvm::drop_begin(mask)) all = builder_.CreateOr(all, part);
  return any_of_part(all);
}

Value* InstructionWidener::any_of_part(Value* mask) {
  return any_lane(builder_, mask);
}

Value* InstructionWidener::blend(Value* mask, Value* fresh, Value* old) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(fresh->getType())) {
    Value* result = fresh;
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      Value* element =
          blend(mask, builder_.CreateExtractValue(fresh, i), builder_.CreateExtractValue(old, i));
      result = builder_.CreateInsertValue(result, element, i);
    }
    return result;
  }
  unsigned elements = llvm::cast<llvm::FixedVectorType>(fresh->getType())->getNumElements();
  return builder_.CreateSelect(repeat_mask(builder_, mask, elements / width_), fresh, old);
}

}  // namespace cleave::compiler::pass
