#include "compiler/pass/ir/lane_intrinsics.h"

#include <llvm/ADT/StringSwitch.h>

#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::pass::ir {
namespace {

enum class Parameters : uint8_t { plain, by_dimension, of_address };
enum class IntrinsicType : uint8_t { nothing, integer32, integer64, pointer };

struct Description {
  llvm::StringLiteral name;
  Parameters parameters;
  IntrinsicType type;
};

constexpr Description descriptions[] = {
#define CLEAVE_LANE_INTRINSIC(name, parameters, type) \
  {"__cleave_" #name, Parameters::parameters, IntrinsicType::type},
#include "compiler/pass/ir/lane_intrinsics.def"
};

llvm::Type* llvm_type(llvm::LLVMContext& context, IntrinsicType type) {
  switch (type) {
    case IntrinsicType::nothing:
      return llvm::Type::getVoidTy(context);
    case IntrinsicType::integer32:
      return llvm::Type::getInt32Ty(context);
    case IntrinsicType::integer64:
      return llvm::Type::getInt64Ty(context);
    case IntrinsicType::pointer:
      return llvm::PointerType::get(context, 0);
  }
  return nullptr;
}

}  // namespace

std::optional<LaneIntrinsic> lane_intrinsic_of(const llvm::Function& function) {
  using Found = std::optional<LaneIntrinsic>;
  if (!function.isDeclaration() || !function.getName().starts_with("__cleave_")) return {};
  return llvm::StringSwitch<Found>(function.getName())
#define CLEAVE_LANE_INTRINSIC(name, parameters, type) .Case("__cleave_" #name, LaneIntrinsic::name)
#include "compiler/pass/ir/lane_intrinsics.def"
      .Default(std::nullopt);
}

std::optional<LaneIntrinsic> lane_intrinsic_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return std::nullopt;
  return lane_intrinsic_of(*call->getCalledFunction());
}

bool is_id(LaneIntrinsic intrinsic) {
  return intrinsic == LaneIntrinsic::local_id || intrinsic == LaneIntrinsic::global_id ||
         intrinsic == LaneIntrinsic::lower_local_id || intrinsic == LaneIntrinsic::lower_global_id;
}

bool is_barrier(LaneIntrinsic intrinsic) {
  return intrinsic == LaneIntrinsic::work_group_barrier ||
         intrinsic == LaneIntrinsic::sub_group_barrier ||
         intrinsic == LaneIntrinsic::active_barrier;
}

bool is_barrier_call(const llvm::Instruction& instruction) {
  const std::optional<LaneIntrinsic> intrinsic = lane_intrinsic_of(instruction);
  return intrinsic && is_barrier(*intrinsic);
}

bool stands_at_barrier(const llvm::FenceInst& fence) {
  const llvm::Instruction* before = fence.getPrevNode();
  const llvm::Instruction* behind = fence.getNextNode();
  return (before != nullptr && is_barrier_call(*before)) ||
         (behind != nullptr && is_barrier_call(*behind));
}

bool needs_kernel(LaneIntrinsic intrinsic) {
  return is_barrier(intrinsic) || intrinsic == LaneIntrinsic::active_lanes ||
         intrinsic == LaneIntrinsic::sub_group_exchange ||
         intrinsic == LaneIntrinsic::work_group_exchange;
}

llvm::CallInst* create_lane_intrinsic(llvm::IRBuilderBase& builder, LaneIntrinsic intrinsic,
                                      llvm::Value* argument) {
  const Description& description = descriptions[static_cast<size_t>(intrinsic)];
  llvm::LLVMContext& context = builder.getContext();
  llvm::SmallVector<llvm::Type*, 1> parameters;
  if (description.parameters == Parameters::by_dimension) {
    parameters.push_back(llvm::Type::getInt32Ty(context));
  } else if (description.parameters == Parameters::of_address) {
    parameters.push_back(llvm::PointerType::get(context, generic_space));
  }
  auto* type = llvm::FunctionType::get(llvm_type(context, description.type), parameters, false);
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto function = module.getOrInsertFunction(description.name, type);
  llvm::CallInst* call = description.parameters == Parameters::plain
                             ? builder.CreateCall(function)
                             : builder.CreateCall(function, argument);
  if (!is_barrier(intrinsic)) {
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    call->addFnAttr(llvm::Attribute::WillReturn);
  }
  return call;
}

}  // namespace cleave::compiler::pass::ir
