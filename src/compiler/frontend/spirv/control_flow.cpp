// Reads branches, what is expected of them, calls and returns.
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

void read_conditional(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::BasicBlock* yes = reader.block(instruction.operands[1]);
  llvm::BasicBlock* no = reader.block(instruction.operands[2]);
  if (yes == no) {
    reader.builder().CreateBr(yes);
  } else {
    const std::span<const uint32_t> weights = instruction.operands.subspan(3);
    llvm::MDNode* metadata = weights.empty() || (weights[0] == 0 && weights[1] == 0)
                                 ? nullptr
                                 : llvm::MDBuilder(reader.function().getContext())
                                       .createBranchWeights(weights[0], weights[1]);
    reader.builder().CreateCondBr(reader.value(instruction.operands[0]), yes, no, metadata);
  }
}

void read_switch(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::span<const uint32_t> operands = instruction.operands;
  llvm::Value* selector = reader.value(operands[0]);
  auto* type = llvm::cast<llvm::IntegerType>(selector->getType());
  const size_t words = type->getBitWidth() > 32 ? 2 : 1;
  llvm::SwitchInst* made = reader.builder().CreateSwitch(selector, reader.block(operands[1]));
  llvm::SmallPtrSet<llvm::ConstantInt*, 16> known;
  for (size_t i = 2; i + words < operands.size(); i += words + 1) {
    uint64_t value = operands[i];
    if (words == 2) value |= uint64_t{operands[i + 1]} << 32;
    auto* number = llvm::ConstantInt::get(
        reader.function().getContext(),
        llvm::APInt(type->getBitWidth(), value, false, /*implicitTrunc=*/true));
    if (known.insert(number).second) made->addCase(number, reader.block(operands[i + words]));
  }
}

// A composite is handed over as memory that the other side copies, or writes: the first argument is
// the result then.
llvm::SmallVector<llvm::Value*> arguments_of(FunctionReader& reader,
                                             const cleave::spirv::Instruction& instruction) {
  llvm::SmallVector<llvm::Value*> arguments;
  if (reader.state().types.is_composite(instruction.type)) {
    arguments.push_back(reader.temporary(instruction.type));
    reader.define(instruction, arguments.front());
  }
  for (const cleave::spirv::Id id : instruction.operands.subspan(1))
    arguments.push_back(reader.value(id));
  return arguments;
}

llvm::CallInst* create_call(FunctionReader& reader, llvm::Function* callee,
                            llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::CallInst* call = reader.builder().CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
  call->setAttributes(callee->getAttributes());
  return call;
}

void read_call(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::Function* callee = reader.state().functions.lookup(instruction.operands[0]);
  if (callee == nullptr) return reader.refuse(instruction);
  llvm::CallInst* call = create_call(reader, callee, arguments_of(reader, instruction));
  const bool returns_composite = reader.state().types.is_composite(instruction.type);
  if (!returns_composite && !call->getType()->isVoidTy()) reader.define(instruction, call);
}

// Passes know direct calls alone: a switch over the functions that can be meant. A pointer to none
// calls nothing, and the result is zero.
void read_indirect_call(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  ReaderState& state = reader.state();
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::LLVMContext& context = reader.function().getContext();
  const bool returns_composite = state.types.is_composite(instruction.type);
  llvm::Type* result = returns_composite ? builder.getVoidTy() : reader.result_type(instruction);
  llvm::Value* number =
      builder.CreatePtrToInt(reader.value(instruction.operands[0]), builder.getInt64Ty());
  const llvm::SmallVector<llvm::Value*> arguments = arguments_of(reader, instruction);
  llvm::SmallVector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(result, types, false);
  llvm::BasicBlock* before = builder.GetInsertBlock();
  auto* behind = llvm::BasicBlock::Create(context, "", &reader.function());
  llvm::SwitchInst* choice = builder.CreateSwitch(number, behind);
  builder.SetInsertPoint(behind);
  llvm::PHINode* value = result->isVoidTy() ? nullptr : builder.CreatePHI(result, 2);
  if (value != nullptr) {
    value->addIncoming(llvm::Constant::getNullValue(result), before);
    reader.define(instruction, value);
  }
  for (const auto [index, id] : llvm::enumerate(state.addressed_functions)) {
    llvm::Function* callee = state.functions.lookup(id);
    if (callee == nullptr || callee->getFunctionType() != type) continue;
    auto* block = llvm::BasicBlock::Create(context, "", &reader.function(), behind);
    choice->addCase(builder.getInt64(index + 1), block);
    builder.SetInsertPoint(block);
    llvm::CallInst* call = create_call(reader, callee, arguments);
    builder.CreateBr(behind);
    if (value != nullptr) value->addIncoming(call, block);
  }
  builder.SetInsertPoint(behind);
}

void read_return_value(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Id returned = instruction.operands[0];
  const cleave::spirv::Id type = reader.type_of(returned);
  if (!reader.state().types.is_composite(type)) {
    reader.builder().CreateRet(reader.value(returned));
    return;
  }
  reader.copy_composite(type, reader.function().getArg(0), reader.value(returned));
  reader.builder().CreateRetVoid();
}

// LLVM knows expectations of integers alone, and no branch asks for anything else.
void read_expectation(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::Value* value = reader.value(instruction.operands[0]);
  llvm::Type* type = value->getType();
  if (type->isIntegerTy()) {
    value = reader.builder().CreateIntrinsic(llvm::Intrinsic::expect, {type},
                                             {value, reader.value(instruction.operands[1])});
  }
  reader.define(instruction, value);
}

}  // namespace

bool read_control_flow(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::Branch:
      reader.builder().CreateBr(reader.block(instruction.operands[0]));
      return true;
    case Op::BranchConditional:
      read_conditional(reader, instruction);
      return true;
    case Op::Switch:
      read_switch(reader, instruction);
      return true;
    case Op::Return:
      reader.builder().CreateRetVoid();
      return true;
    case Op::ReturnValue:
      read_return_value(reader, instruction);
      return true;
    case Op::Unreachable:
      reader.builder().CreateUnreachable();
      return true;
    case Op::FunctionCall:
      read_call(reader, instruction);
      return true;
    case Op::FunctionPointerCallINTEL:
      read_indirect_call(reader, instruction);
      return true;
    case Op::LoopMerge:
      reader.control_loop(instruction.operands.subspan(2));
      return true;
    case Op::LoopControlINTEL:
      reader.control_loop(instruction.operands);
      return true;
    case Op::SelectionMerge:
      return true;
    case Op::AssumeTrueKHR:
      reader.builder().CreateAssumption(reader.value(instruction.operands[0]));
      return true;
    case Op::ExpectKHR:
      read_expectation(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv
