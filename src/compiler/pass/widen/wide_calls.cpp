#include "compiler/pass/widen/wide_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <string>
#include <vector>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Function;

std::string name_of_wide(const Function& function) {
  return (function.getName() + ".wide").str();
}

/// Writes the two functions that replace one. Values that cross between them are in registers once
/// one has been inlined into the other: each member of `memory` is a whole vector.
class WideFunction {
 public:
  WideFunction(Function& function, unsigned width)
      : function_(function), width_(width), builder_(function.getContext()) {
    std::vector<llvm::Type*> members = {array(builder_.getInt8Ty())};  // does the lane run?
    for (const llvm::Argument& argument : function.args()) {
      members.push_back(array(argument.getType()));
    }
    members.push_back(array(function.getReturnType()));
    memory_type_ = llvm::StructType::get(function.getContext(), members);
  }

  void write() { write_wide(*write_lanes()); }

 private:
  llvm::Type* array(llvm::Type* type) const { return llvm::ArrayType::get(type, width_); }
  [[nodiscard]] unsigned result() const { return memory_type_->getNumElements() - 1; }
  llvm::Type* vector(unsigned member) const {
    llvm::Type* type = memory_type_->getElementType(member)->getArrayElementType();
    return llvm::FixedVectorType::get(type, width_);
  }

  Function* create(llvm::FunctionType* type, const std::string& name) {
    Function* made =
        Function::Create(type, llvm::GlobalValue::InternalLinkage, name, function_.getParent());
    made->addFnAttrs(llvm::AttrBuilder(made->getContext(), function_.getAttributes().getFnAttrs()));
    made->removeFnAttr(ir::wide_call_attribute);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(made->getContext(), "entry", made));
    return made;
  }

  Function* write_lanes() {
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false);
    Function* lanes = create(type, (function_.getName() + ".lanes").str());
    lanes->removeFnAttr(llvm::Attribute::NoInline);
    lanes->setMemoryEffects(llvm::MemoryEffects::argMemOnly());
    lanes->addFnAttr(ir::lanes_attribute, std::to_string(width_));
    llvm::Value* lane = builder_.CreateZExt(
        ir::create_lane_intrinsic(builder_, ir::LaneIntrinsic::lane), builder_.getInt64Ty());
    auto address = [&](unsigned member) {
      return builder_.CreateInBoundsGEP(memory_type_, lanes->getArg(0),
                                        {builder_.getInt32(0), builder_.getInt32(member), lane});
    };
    auto load = [&](unsigned member) {
      return builder_.CreateLoad(vector(member)->getScalarType(), address(member));
    };
    llvm::Value* runs = builder_.CreateIsNotNull(load(0));
    std::vector<llvm::Value*> arguments;
    for (unsigned i = 1; i < result(); ++i) arguments.push_back(load(i));
    llvm::BasicBlock* entry = builder_.GetInsertBlock();
    auto* body = llvm::BasicBlock::Create(lanes->getContext(), "body", lanes);
    auto* end = llvm::BasicBlock::Create(lanes->getContext(), "end", lanes);
    builder_.CreateCondBr(runs, body, end);
    builder_.SetInsertPoint(body);
    llvm::CallInst* call = builder_.CreateCall(&function_, arguments);
    call->setCallingConv(function_.getCallingConv());
    builder_.CreateBr(end);
    builder_.SetInsertPoint(end);
    llvm::PHINode* value = builder_.CreatePHI(function_.getReturnType(), 2);
    value->addIncoming(call, body);
    value->addIncoming(llvm::PoisonValue::get(value->getType()), entry);
    builder_.CreateStore(value, address(result()));
    builder_.CreateRetVoid();
    llvm::InlineFunctionInfo information;
    llvm::InlineFunction(*call, information);
    return lanes;
  }

  void write_wide(Function& lanes) {
    std::vector<llvm::Type*> parameters;
    for (unsigned i = 0; i < result(); ++i) parameters.push_back(vector(i));
    Function* wide = create(llvm::FunctionType::get(vector(result()), parameters, false),
                            name_of_wide(function_));
    llvm::Value* memory = builder_.CreateAlloca(memory_type_, nullptr, "memory");
    for (unsigned i = 0; i < result(); ++i) {
      builder_.CreateAlignedStore(
          wide->getArg(i), builder_.CreateStructGEP(memory_type_, memory, i), llvm::Align(1));
    }
    builder_.CreateCall(&lanes, {memory});
    builder_.CreateRet(builder_.CreateAlignedLoad(
        vector(result()), builder_.CreateStructGEP(memory_type_, memory, result()),
        llvm::Align(1)));
  }

  Function& function_;
  unsigned width_;
  llvm::IRBuilder<> builder_;
  llvm::StructType* memory_type_ = nullptr;
};

}  // namespace

void make_wide_functions(llvm::Module& module, unsigned width) {
  std::vector<Function*> functions;
  for (Function& function : module) {
    if (function.hasFnAttribute(ir::wide_call_attribute)) functions.push_back(&function);
  }
  for (Function* function : functions) WideFunction(*function, width).write();
}

Function* wide_function_of(const llvm::CallInst& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->hasFnAttribute(ir::wide_call_attribute)) return nullptr;
  return call.getModule()->getFunction(name_of_wide(*callee));
}

llvm::Value* call_wide(llvm::CallInst& call, llvm::Value* mask, llvm::IRBuilder<>& builder,
                       WideValues& values) {
  auto* type = llvm::FixedVectorType::get(builder.getInt8Ty(), values.width());
  llvm::Value* runs =
      mask == nullptr ? llvm::ConstantInt::get(type, 1) : builder.CreateZExt(mask, type);
  llvm::SmallVector<llvm::Value*> arguments = {runs};
  for (llvm::Value* argument : call.args()) arguments.push_back(values.vector(argument));
  return builder.CreateCall(wide_function_of(call), arguments);
}

}  // namespace cleave::compiler::pass::widen
