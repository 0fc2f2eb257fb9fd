#include "compiler/pass/lowering/lower_printf.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

#include "compiler/interface/launch_context.h"
#include "compiler/interface/printf_record.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::lowering {
namespace {

using llvm::IRBuilder;

uint64_t padded(uint64_t bytes) {
  return llvm::alignTo(bytes, 8);
}

interface::PrintfKind kind_of(const llvm::Type* type) {
  if (type->isFPOrFPVectorTy()) return interface::PrintfKind::floating;
  return type->isPtrOrPtrVectorTy() ? interface::PrintfKind::pointer
                                    : interface::PrintfKind::integer;
}

unsigned element_count(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

uint64_t element_bytes(const llvm::Type* type, const llvm::DataLayout& layout) {
  return layout.getTypeStoreSize(const_cast<llvm::Type*>(type)->getScalarType());
}

uint64_t payload_bytes(const llvm::Type* type, const llvm::DataLayout& layout) {
  return padded(element_bytes(type, layout) * element_count(type));
}

/// Makes `ptr reserve(ptr ring, i64 bytes)`, which returns the address for a record, or null.
llvm::Function* reserve_function(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  llvm::Type* word = llvm::Type::getInt64Ty(context);
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(pointer, {pointer, word}, false),
                             llvm::GlobalValue::InternalLinkage, "__cleave_printf_place", module);
  llvm::Value* ring = function->getArg(0);
  llvm::Value* bytes = function->getArg(1);
  auto* look = llvm::BasicBlock::Create(context, "look", function);
  auto* reserve = llvm::BasicBlock::Create(context, "reserve", function);
  auto* full = llvm::BasicBlock::Create(context, "full", function);
  auto* room = llvm::BasicBlock::Create(context, "room", function);
  auto* none = llvm::BasicBlock::Create(context, "none", function);
  IRBuilder<> builder(look);
  auto field = [&](size_t offset) { return builder.CreatePtrAdd(ring, builder.getInt64(offset)); };
  auto add = [&](size_t offset, llvm::Value* value) {
    return builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, field(offset), value, llvm::Align(8),
                                   llvm::AtomicOrdering::Monotonic);
  };
  builder.CreateCondBr(builder.CreateIsNull(ring), none, reserve);
  builder.SetInsertPoint(reserve);
  llvm::Value* start = add(offsetof(interface::PrintfRing, used), bytes);
  llvm::Value* capacity =
      builder.CreateLoad(word, field(offsetof(interface::PrintfRing, capacity)));
  builder.CreateCondBr(builder.CreateICmpULE(builder.CreateAdd(start, bytes), capacity), room,
                       full);
  builder.SetInsertPoint(full);
  add(offsetof(interface::PrintfRing, dropped), builder.getInt64(1));
  builder.CreateBr(none);
  builder.SetInsertPoint(room);
  llvm::Value* data = builder.CreateLoad(pointer, field(offsetof(interface::PrintfRing, data)));
  builder.CreateRet(builder.CreatePtrAdd(data, start));
  builder.SetInsertPoint(none);
  builder.CreateRet(llvm::Constant::getNullValue(pointer));
  return function;
}

uint64_t record_bytes(const llvm::CallInst& call, const llvm::DataLayout& layout) {
  uint64_t bytes = sizeof(interface::PrintfRecord);
  for (unsigned i = 1; i < call.arg_size(); ++i) {
    bytes +=
        sizeof(interface::PrintfArgument) + payload_bytes(call.getArgOperand(i)->getType(), layout);
  }
  return bytes;
}

void write_record(IRBuilder<>& builder, const llvm::CallInst& call, llvm::Value* record,
                  uint64_t bytes, const llvm::DataLayout& layout) {
  auto store = [&](llvm::Value* value, uint64_t offset) {
    builder.CreateAlignedStore(value, builder.CreatePtrAdd(record, builder.getInt64(offset)),
                               llvm::Align(1));
  };
  store(builder.getInt32(static_cast<uint32_t>(bytes)), offsetof(interface::PrintfRecord, bytes));
  store(builder.getInt32(call.arg_size() - 1), offsetof(interface::PrintfRecord, argument_count));
  store(builder.CreatePtrToInt(call.getArgOperand(0), builder.getInt64Ty()),
        offsetof(interface::PrintfRecord, format));
  uint64_t offset = sizeof(interface::PrintfRecord);
  for (unsigned i = 1; i < call.arg_size(); ++i) {
    llvm::Value* value = call.getArgOperand(i);
    llvm::Type* type = value->getType();
    uint64_t size = element_bytes(type, layout);
    store(builder.getInt16(static_cast<uint16_t>(kind_of(type))), offset);
    store(builder.getInt16(static_cast<uint16_t>(size)),
          offset + offsetof(interface::PrintfArgument, element_bytes));
    store(builder.getInt32(element_count(type)),
          offset + offsetof(interface::PrintfArgument, elements));
    offset += sizeof(interface::PrintfArgument);
    for (unsigned element = 0; element < element_count(type); ++element) {
      store(type->isVectorTy() ? builder.CreateExtractElement(value, element) : value,
            offset + element * size);
    }
    offset += payload_bytes(type, layout);
  }
}

void lower_printf_call(llvm::CallInst& call, llvm::Function& reserve) {
  const llvm::DataLayout& layout = call.getDataLayout();
  uint64_t bytes = record_bytes(call, layout);
  IRBuilder<> builder(&call);
  llvm::Value* context = ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::context);
  llvm::Value* ring = builder.CreateLoad(
      builder.getPtrTy(),
      builder.CreatePtrAdd(context,
                           builder.getInt64(offsetof(interface::LaunchContext, printf_ring))));
  llvm::Value* record = builder.CreateCall(&reserve, {ring, builder.getInt64(bytes)});
  llvm::Value* failed = builder.CreateIsNull(record);
  llvm::Value* result = builder.CreateSelect(failed, builder.getInt32(-1), builder.getInt32(0));
  llvm::Instruction* then =
      llvm::SplitBlockAndInsertIfThen(builder.CreateNot(failed), &call, false);
  IRBuilder<> writer(then);
  write_record(writer, call, record, bytes, layout);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace

std::string lower_printf(llvm::Module& module, const ir::PassOptions&) {
  llvm::Function* printf = module.getFunction("printf");
  if (printf == nullptr) return {};
  llvm::Function* reserve = reserve_function(module);
  for (llvm::User* user : llvm::make_early_inc_range(printf->users())) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) lower_printf_call(*call, *reserve);
  }
  if (printf->use_empty()) printf->eraseFromParent();
  return {};
}

}  // namespace cleave::compiler::pass::lowering
