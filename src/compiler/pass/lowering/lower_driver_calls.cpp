#include "compiler/pass/lowering/lower_driver_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass {
namespace {

/// A function of the driver, and where DriverCalls has its address.
struct DriverCall {
  const char* name;
  size_t offset;
};

constexpr DriverCall driver_calls[] = {
#define CLEAVE_DRIVER_CALL(name, result, parameters) \
  {"__cleave_" #name, offsetof(DriverCalls, name)},
#include "compiler/interface/driver_calls.def"
};

llvm::Value* load_address(llvm::IRBuilder<>& builder, llvm::Value* from, size_t offset) {
  llvm::LoadInst* load = builder.CreateAlignedLoad(
      builder.getPtrTy(), builder.CreatePtrAdd(from, builder.getInt64(offset)), llvm::Align(8));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

void lower(llvm::CallInst& call, size_t offset) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* context = create_lane_intrinsic(builder, LaneIntrinsic::context);
  llvm::Value* table = load_address(builder, context, offsetof(LaunchContext, driver_calls));
  llvm::Value* called = load_address(builder, table, offset);
  std::vector<llvm::Type*> types = {builder.getPtrTy()};
  std::vector<llvm::Value*> arguments = {context};
  for (llvm::Value* argument : call.args()) {
    // Addresses of any space are those of the host.
    const bool is_pointer = argument->getType()->isPointerTy();
    arguments.push_back(is_pointer ? builder.CreateAddrSpaceCast(argument, builder.getPtrTy())
                                   : argument);
    types.push_back(arguments.back()->getType());
  }
  auto* type = llvm::FunctionType::get(call.getType(), types, false);
  llvm::CallInst* made = builder.CreateCall(type, called, arguments);
  made->addFnAttr(llvm::Attribute::NoUnwind);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

}  // namespace

std::string lower_driver_calls(llvm::Module& module, const PassOptions&) {
  for (const auto& [name, offset] : driver_calls) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) lower(*call, offset);
    }
    if (function->use_empty()) function->eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass
