#include "compiler/pass/lowering/add_context_parameters.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::lowering {
namespace {

using Functions = llvm::SetVector<llvm::Function*>;

bool is_kernel_body(const llvm::Function& function) {
  return function.hasFnAttribute(ir::kernel_attribute);
}

/// The context and the ids of the work-item for which a function runs.
struct Position {
  bool in_kernel;
  llvm::Value* context;
  llvm::Value* linear_id;
  std::array<llvm::Value*, 3> local_id;
};

/// Returns the offset of the answer in LaunchContext; nullopt for intrinsics about the work-item.
std::optional<size_t> field_of(ir::LaneIntrinsic intrinsic) {
  switch (intrinsic) {
    case ir::LaneIntrinsic::work_dimensions:
      return offsetof(interface::LaunchContext, work_dimensions);
    case ir::LaneIntrinsic::global_size:
      return offsetof(interface::LaunchContext, global_size);
    case ir::LaneIntrinsic::global_offset:
      return offsetof(interface::LaunchContext, global_offset);
    case ir::LaneIntrinsic::enqueued_local_size:
      return offsetof(interface::LaunchContext, enqueued_local_size);
    case ir::LaneIntrinsic::group_count:
      return offsetof(interface::LaunchContext, group_count);
    case ir::LaneIntrinsic::group_id:
      return offsetof(interface::LaunchContext, group_id);
    case ir::LaneIntrinsic::local_size:
      return offsetof(interface::LaunchContext, local_size);
    default:
      return std::nullopt;
  }
}

bool is_constant_size(ir::LaneIntrinsic intrinsic, const ir::PassOptions& options) {
  return options.local_size[0] != 0 && (intrinsic == ir::LaneIntrinsic::local_size ||
                                        intrinsic == ir::LaneIntrinsic::enqueued_local_size);
}

llvm::Value* load_field(llvm::IRBuilder<>& builder, llvm::CallInst& call, size_t offset,
                        llvm::Value* context) {
  llvm::Value* address = builder.CreatePtrAdd(context, builder.getInt64(offset));
  if (call.arg_size() == 1) {
    llvm::Value* dimension = builder.CreateZExt(call.getArgOperand(0), builder.getInt64Ty());
    address = builder.CreatePtrAdd(address, builder.CreateMul(dimension, builder.getInt64(8)));
  }
  llvm::LoadInst* load = builder.CreateAlignedLoad(call.getType(), address, llvm::Align(8));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(call.getContext(), {}));
  return load;
}

llvm::Value* select_dimension(llvm::IRBuilder<>& builder, llvm::Value* dimension,
                              const std::array<llvm::Value*, 3>& values) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(dimension)) {
    return values[std::min<uint64_t>(constant->getZExtValue(), 2)];
  }
  llvm::Value* upper = builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(1)),
                                            values[1], values[2]);
  return builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(0)), values[0],
                              upper);
}

/// A group starts at a multiple of the enqueued size even if it is itself smaller. Small ids are
/// computed in 32 bits, and say that they do not overflow: what is computed from them in 32 bits
/// can then be followed from lane to lane. Returns an i64, or the lower half if `type` is i32.
llvm::Value* global_id(llvm::IRBuilder<>& builder, llvm::Type* type, unsigned dimension,
                       const Position& position, const ir::PassOptions& options) {
  const bool small = options.small_ids;
  auto field = [&](size_t offset) -> llvm::Value* {
    llvm::Value* address = builder.CreatePtrAdd(
        position.context, builder.getInt64(offset + sizeof(uint64_t) * dimension));
    llvm::LoadInst* load = builder.CreateAlignedLoad(builder.getInt64Ty(), address, llvm::Align(8));
    load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(builder.getContext(), {}));
    if (!small) return load;
    load->setMetadata(llvm::LLVMContext::MD_range,
                      llvm::MDBuilder(builder.getContext())
                          .createRange(llvm::APInt(64, 0), llvm::APInt(64, uint64_t{1} << 31)));
    return builder.CreateTrunc(load, builder.getInt32Ty(), "", true, true);
  };
  llvm::Value* local = position.local_id[dimension];
  if (small) local = builder.CreateTrunc(local, builder.getInt32Ty(), "", true, true);
  llvm::Value* group = field(offsetof(interface::LaunchContext, group_id));
  llvm::Value* size = is_constant_size(ir::LaneIntrinsic::enqueued_local_size, options)
                          ? llvm::ConstantInt::get(group->getType(), options.local_size[dimension])
                          : field(offsetof(interface::LaunchContext, enqueued_local_size));
  llvm::Value* first = builder.CreateMul(group, size, "", small, small);
  llvm::Value* start = builder.CreateAdd(
      first, field(offsetof(interface::LaunchContext, global_offset)), "", small, small);
  llvm::Value* id = builder.CreateAdd(start, local, "", small, small);
  if (type == id->getType()) return id;
  return small ? builder.CreateZExt(id, type, "", /*IsNonNeg=*/true)
               : builder.CreateTrunc(id, type);
}

llvm::Value* answer_global_id(llvm::IRBuilder<>& builder, llvm::CallInst& call,
                              const Position& position, const ir::PassOptions& options) {
  std::array<llvm::Value*, 3> ids{};
  const auto* wanted = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  for (unsigned d = 0; d < 3; ++d) {
    if (wanted == nullptr || std::min<uint64_t>(wanted->getZExtValue(), 2) == d) {
      ids[d] = global_id(builder, call.getType(), d, position, options);
    }
  }
  return select_dimension(builder, call.getArgOperand(0), ids);
}

/// Emits how many work-items of the work-group the sub-groups before this one leave, at most W.
llvm::Value* sub_group_size(llvm::IRBuilder<>& builder, const Position& position, uint32_t width) {
  llvm::Value* items = builder.getInt32(1);
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value* address = builder.CreatePtrAdd(
        position.context, builder.getInt64(offsetof(interface::LaunchContext, local_size) + 8 * d));
    llvm::Value* size = builder.CreateAlignedLoad(builder.getInt64Ty(), address, llvm::Align(8));
    items = builder.CreateMul(items, builder.CreateTrunc(size, builder.getInt32Ty()));
  }
  llvm::Value* lanes = builder.getInt32(width);
  llvm::Value* rest = builder.CreateSub(
      items, builder.CreateMul(builder.CreateUDiv(position.linear_id, lanes), lanes));
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, rest, lanes);
}

/// Emits whether an address lies in a MemoryRange of the context.
llvm::Value* is_in_range(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Value* context,
                         size_t range) {
  const auto field = [&](size_t offset) {
    llvm::LoadInst* load = builder.CreateAlignedLoad(
        builder.getInt64Ty(), builder.CreatePtrAdd(context, builder.getInt64(range + offset)),
        llvm::Align(8));
    load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(builder.getContext(), {}));
    return load;
  };
  llvm::Value* distance =
      builder.CreateSub(address, field(offsetof(interface::MemoryRange, begin)));
  return builder.CreateICmpULT(distance, field(offsetof(interface::MemoryRange, bytes)));
}

llvm::Value* is_in_any_range(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::Value* context,
                             llvm::ArrayRef<size_t> ranges) {
  llvm::Value* address = builder.CreatePtrToInt(call.getArgOperand(0), builder.getInt64Ty());
  llvm::Value* found = builder.getFalse();
  for (const size_t range : ranges) {
    found = builder.CreateOr(found, is_in_range(builder, address, context, range));
  }
  return builder.CreateZExt(found, call.getType());
}

/// Emits the answer to a lane intrinsic if `position` has it; else returns null.
llvm::Value* answer_at_position(llvm::IRBuilder<>& builder, llvm::CallInst& call,
                                ir::LaneIntrinsic intrinsic, const Position& position,
                                const ir::PassOptions& options) {
  if (is_constant_size(intrinsic, options)) {
    std::array<llvm::Value*, 3> sizes{};
    for (unsigned d = 0; d < 3; ++d) sizes[d] = builder.getInt64(options.local_size[d]);
    return select_dimension(builder, call.getArgOperand(0), sizes);
  }
  if (auto offset = field_of(intrinsic))
    return load_field(builder, call, *offset, position.context);
  switch (intrinsic) {
    case ir::LaneIntrinsic::context:
      return position.context;
    case ir::LaneIntrinsic::local_id:
      return select_dimension(builder, call.getArgOperand(0), position.local_id);
    case ir::LaneIntrinsic::lower_local_id:  // a work-group never has 2^31 work-items
      return builder.CreateTrunc(
          select_dimension(builder, call.getArgOperand(0), position.local_id), call.getType(), "",
          /*IsNUW=*/true, /*IsNSW=*/true);
    case ir::LaneIntrinsic::global_id:
    case ir::LaneIntrinsic::lower_global_id:
      return answer_global_id(builder, call, position, options);
    case ir::LaneIntrinsic::is_local_address:
      return is_in_any_range(builder, call, position.context,
                             {offsetof(interface::LaunchContext, spaces.local)});
    case ir::LaneIntrinsic::is_private_address:
      return is_in_any_range(builder, call, position.context,
                             {offsetof(interface::LaunchContext, spaces.stack),
                              offsetof(interface::LaunchContext, spaces.frames),
                              offsetof(interface::LaunchContext, spaces.other_stacks)});
    case ir::LaneIntrinsic::local_linear_id:
      return position.linear_id;
    case ir::LaneIntrinsic::maximum_sub_group_size:
      return builder.getInt32(options.sub_group_size);
    case ir::LaneIntrinsic::sub_group_size:
      return position.in_kernel ? nullptr
                                : sub_group_size(builder, position, options.sub_group_size);
    default:
      return nullptr;
  }
}

/// Emits the position in a kernel's body, by the few lane intrinsics that remain there.
Position position_in_kernel(llvm::Function& kernel) {
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  builder.SetCurrentDebugLocation(ir::location_of(kernel));
  Position position{};
  position.in_kernel = true;
  position.context = ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::context);
  position.linear_id = ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::local_linear_id);
  for (uint32_t d = 0; d < 3; ++d) {
    position.local_id[d] =
        ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::local_id, builder.getInt32(d));
  }
  return position;
}

Position position_in_callee(llvm::Function& function) {
  unsigned first = static_cast<unsigned>(function.arg_size()) - 5;
  return {false,
          function.getArg(first),
          function.getArg(first + 1),
          {function.getArg(first + 2), function.getArg(first + 3), function.getArg(first + 4)}};
}

/// Returns a copy of the function with five more parameters. Callers still call the old one.
llvm::Function* with_position(llvm::Function& old) {
  llvm::LLVMContext& context = old.getContext();
  llvm::Type* word = llvm::Type::getInt64Ty(context);
  std::vector<llvm::Type*> parameters(old.getFunctionType()->params());
  parameters.push_back(llvm::PointerType::get(context, 0));
  parameters.push_back(llvm::Type::getInt32Ty(context));
  parameters.insert(parameters.end(), 3, word);
  auto* type = llvm::FunctionType::get(old.getReturnType(), parameters, false);
  auto* added =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "", old.getParent());
  added->takeName(&old);
  llvm::ValueToValueMapTy values;
  for (llvm::Argument& argument : old.args()) {
    values[&argument] = added->getArg(argument.getArgNo());
  }
  llvm::SmallVector<llvm::ReturnInst*, 4> returns;
  llvm::CloneFunctionInto(added, &old, values, llvm::CloneFunctionChangeType::LocalChangesOnly,
                          returns);
  // Cloning has copied the visibility of the old function.
  added->setVisibility(llvm::GlobalValue::DefaultVisibility);
  added->setDSOLocal(true);
  // It reads the context now, so it is not the constant function it may have been.
  added->setMemoryEffects(llvm::MemoryEffects::unknown());
  return added;
}

/// Returns the functions, except kernel bodies, that call lane intrinsics, directly or not.
Functions functions_that_ask(llvm::Module& module) {
  Functions functions;
  auto add_callers = [&](llvm::Function& callee) {
    for (llvm::User* user : callee.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr && !is_kernel_body(*call->getFunction())) {
        functions.insert(call->getFunction());
      }
    }
  };
  for (llvm::Function& function : module) {
    if (ir::lane_intrinsic_of(function)) add_callers(function);
  }
  for (size_t i = 0; i < functions.size(); ++i) add_callers(*functions[i]);
  return functions;
}

/// Replaces the call, and freezes of it, which would hide how ids are made: answers are always
/// defined.
void replace_with_answer(llvm::CallInst& call, llvm::Value* answer_at_position) {
  for (llvm::User* user : llvm::make_early_inc_range(call.users())) {
    auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(user);
    if (freeze == nullptr) continue;
    freeze->replaceAllUsesWith(answer_at_position);
    freeze->eraseFromParent();
  }
  call.replaceAllUsesWith(answer_at_position);
}

class ContextParameters {
 public:
  ContextParameters(llvm::Module& module, const ir::PassOptions& options)
      : module_(module), options_(options) {}

  void run() {
    for (llvm::Function* function : functions_that_ask(module_)) {
      replacements_[function] = with_position(*function);
    }
    std::vector<llvm::Function*> functions;
    for (llvm::Function& function : module_) {
      if (!function.isDeclaration() && !replacements_.contains(&function)) {
        functions.push_back(&function);
      }
    }
    for (llvm::Function* function : functions) rewrite(*function);
    for (auto [old, added] : replacements_) old->dropAllReferences();
    for (auto [old, added] : replacements_) old->eraseFromParent();
  }

 private:
  void rewrite(llvm::Function& function) {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->getCalledFunction() == nullptr) continue;
      if (ir::lane_intrinsic_of(*call) || replacements_.contains(call->getCalledFunction())) {
        calls.push_back(call);
      }
    }
    if (calls.empty()) return;
    Position position =
        is_kernel_body(function) ? position_in_kernel(function) : position_in_callee(function);
    for (llvm::CallInst* call : calls) rewrite(*call, position);
  }

  void rewrite(llvm::CallInst& call, const Position& position) {
    llvm::IRBuilder<> builder(&call);
    if (std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(call)) {
      llvm::Value* value = answer_at_position(builder, call, *intrinsic, position, options_);
      if (value == nullptr) return;
      replace_with_answer(call, value);
    } else {
      std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_end());
      arguments.insert(arguments.end(), {position.context, position.linear_id, position.local_id[0],
                                         position.local_id[1], position.local_id[2]});
      llvm::CallInst* added =
          builder.CreateCall(replacements_.at(call.getCalledFunction()), arguments);
      added->setAttributes(call.getAttributes());
      added->setMemoryEffects(llvm::MemoryEffects::unknown());
      call.replaceAllUsesWith(added);
    }
    call.eraseFromParent();
  }

  llvm::Module& module_;
  const ir::PassOptions& options_;
  std::map<llvm::Function*, llvm::Function*> replacements_;
};

}  // namespace

std::string add_context_parameters(llvm::Module& module, const ir::PassOptions& options) {
  ContextParameters(module, options).run();
  return {};
}

}  // namespace cleave::compiler::pass::lowering
