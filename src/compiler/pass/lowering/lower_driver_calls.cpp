#include "compiler/pass/lowering/lower_driver_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::lowering {
namespace {

/// A function of the driver, and where DriverCalls has its address.
struct DriverCall {
  const char* name;
  size_t offset;
};

constexpr DriverCall driver_calls[] = {
#define CLEAVE_DRIVER_CALL(name, result, parameters) \
  {"__cleave_" #name, offsetof(interface::DriverCalls, name)},
#include "compiler/interface/driver_calls.def"
};

/// Prefix of the names of functions that return whether they refuse.
constexpr llvm::StringLiteral enqueuing = "__cleave_enqueue_";

llvm::Value* load_address(llvm::IRBuilder<>& builder, llvm::Value* from, size_t offset) {
  llvm::LoadInst* load = builder.CreateAlignedLoad(
      builder.getPtrTy(), builder.CreatePtrAdd(from, builder.getInt64(offset)), llvm::Align(8));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

/// Returns true if some part of the program was built with -g: all others have line tables only.
bool is_debugged(const llvm::Module& module) {
  return llvm::any_of(module.debug_compile_units(), [](const llvm::DICompileUnit* unit) {
    return unit->getEmissionKind() == llvm::DICompileUnit::FullDebug;
  });
}

/// Only programs that are built with -g hear why they are refused (OpenCL C 3.0, 6.15.18).
llvm::Value* without_reason(llvm::IRBuilder<>& builder, llvm::Value* refusal) {
  constexpr int enqueue_failure = -101;  // CLK_ENQUEUE_FAILURE
  return builder.CreateSelect(builder.CreateIsNull(refusal), refusal,
                              builder.getInt32(static_cast<uint32_t>(enqueue_failure)));
}

void lower_driver_call(llvm::CallInst& call, size_t offset, bool gives_reasons) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* context = ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::context);
  llvm::Value* table =
      load_address(builder, context, offsetof(interface::LaunchContext, driver_calls));
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
  const bool may_be_refused = call.getCalledFunction()->getName().starts_with(enqueuing);
  llvm::Value* result = made;
  if (may_be_refused && !gives_reasons) result = without_reason(builder, result);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace

std::string lower_driver_calls(llvm::Module& module, const ir::PassOptions&) {
  const bool gives_reasons = is_debugged(module);
  for (const auto& [name, offset] : driver_calls) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
        lower_driver_call(*call, offset, gives_reasons);
    }
    if (function->use_empty()) function->eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering
