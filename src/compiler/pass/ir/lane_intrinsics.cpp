#include "compiler/pass/ir/lane_intrinsics.h"

#include <array>

namespace cleave::compiler::pass {
namespace {

enum class Shape : uint8_t { plain, by_dimension };
enum class Type : uint8_t { nothing, integer32, integer64, pointer };

struct QueryDescription {
  const char* name;
  Shape shape;
  Type type;
};

// In the order of LaneIntrinsic.
constexpr std::array descriptions = {
    QueryDescription{"__cleave_context", Shape::plain, Type::pointer},
    QueryDescription{"__cleave_work_dimensions", Shape::plain, Type::integer32},
    QueryDescription{"__cleave_global_size", Shape::by_dimension, Type::integer64},
    QueryDescription{"__cleave_global_offset", Shape::by_dimension, Type::integer64},
    QueryDescription{"__cleave_enqueued_local_size", Shape::by_dimension, Type::integer64},
    QueryDescription{"__cleave_group_count", Shape::by_dimension, Type::integer64},
    QueryDescription{"__cleave_group_id", Shape::by_dimension, Type::integer64},
    QueryDescription{"__cleave_local_size", Shape::by_dimension, Type::integer64},
    QueryDescription{"__cleave_local_id", Shape::by_dimension, Type::integer64},
    QueryDescription{"__cleave_global_id", Shape::by_dimension, Type::integer64},
    QueryDescription{"__cleave_local_linear_id", Shape::plain, Type::integer32},
    QueryDescription{"__cleave_maximum_sub_group_size", Shape::plain, Type::integer32},
    QueryDescription{"__cleave_sub_group_size", Shape::plain, Type::integer32},
    QueryDescription{"__cleave_work_group_barrier", Shape::plain, Type::nothing},
    QueryDescription{"__cleave_sub_group_barrier", Shape::plain, Type::nothing},
    QueryDescription{"__cleave_active_barrier", Shape::plain, Type::nothing},
    QueryDescription{"__cleave_active_lanes", Shape::plain, Type::integer64},
    QueryDescription{"__cleave_sub_group_exchange", Shape::plain, Type::pointer},
    QueryDescription{"__cleave_work_group_exchange", Shape::plain, Type::pointer},
    QueryDescription{"__cleave_lane", Shape::plain, Type::integer32},
    QueryDescription{"__cleave_part", Shape::plain, Type::integer32},
};

llvm::Type* llvm_type(llvm::LLVMContext& context, Type type) {
  switch (type) {
    case Type::nothing:
      return llvm::Type::getVoidTy(context);
    case Type::integer32:
      return llvm::Type::getInt32Ty(context);
    case Type::integer64:
      return llvm::Type::getInt64Ty(context);
    case Type::pointer:
      return llvm::PointerType::get(context, 0);
  }
  return nullptr;
}

}  // namespace

std::optional<LaneIntrinsic> lane_intrinsic_of(const llvm::Function& function) {
  if (!function.isDeclaration() || !function.getName().starts_with("__cleave_")) {
    return std::nullopt;
  }
  for (size_t i = 0; i < descriptions.size(); ++i) {
    if (function.getName() == descriptions[i].name) return static_cast<LaneIntrinsic>(i);
  }
  return std::nullopt;
}

std::optional<LaneIntrinsic> lane_intrinsic_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return std::nullopt;
  return lane_intrinsic_of(*call->getCalledFunction());
}

bool is_barrier(LaneIntrinsic query) {
  return query == LaneIntrinsic::work_group_barrier || query == LaneIntrinsic::sub_group_barrier ||
         query == LaneIntrinsic::active_barrier;
}

bool needs_kernel(LaneIntrinsic query) {
  return is_barrier(query) || query == LaneIntrinsic::active_lanes ||
         query == LaneIntrinsic::sub_group_exchange || query == LaneIntrinsic::work_group_exchange;
}

llvm::CallInst* create_lane_intrinsic(llvm::IRBuilderBase& builder, LaneIntrinsic query,
                                      llvm::Value* dimension) {
  const QueryDescription& description = descriptions[static_cast<size_t>(query)];
  llvm::LLVMContext& context = builder.getContext();
  llvm::SmallVector<llvm::Type*, 1> parameters;
  if (description.shape == Shape::by_dimension) {
    parameters.push_back(llvm::Type::getInt32Ty(context));
  }
  auto* type = llvm::FunctionType::get(llvm_type(context, description.type), parameters, false);
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto function = module.getOrInsertFunction(description.name, type);
  llvm::CallInst* call = description.shape == Shape::by_dimension
                             ? builder.CreateCall(function, dimension)
                             : builder.CreateCall(function);
  if (!is_barrier(query)) {
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    call->addFnAttr(llvm::Attribute::WillReturn);
  }
  return call;
}

}  // namespace cleave::compiler::pass
