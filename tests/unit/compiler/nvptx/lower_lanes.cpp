#include "tests/unit/compiler/nvptx/lower_lanes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <array>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::target::nvptx {
namespace {

using llvm::Value;
using pass::ir::LaneIntrinsic;
using Builder = llvm::IRBuilder<>;

/// A special register of PTX, in each dimension.
using Register = std::array<llvm::Intrinsic::ID, 3>;
constexpr Register tid = {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x,
                          llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                          llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z};
constexpr Register ntid = {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                           llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                           llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z};
constexpr Register ctaid = {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
                            llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                            llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z};
constexpr Register nctaid = {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
                             llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
                             llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z};

Value* read(Builder& builder, const Register& of, size_t dimension) {
  return builder.CreateIntrinsic(builder.getInt32Ty(), of[dimension], {});
}

Value* read_wide(Builder& builder, const Register& of, Value* dimension) {
  Value* chosen = read(builder, of, 2);
  for (const uint32_t candidate : {1U, 0U}) {
    chosen = builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(candidate)),
                                  read(builder, of, candidate), chosen);
  }
  return builder.CreateZExt(chosen, builder.getInt64Ty());
}

Value* linear_id(Builder& builder) {
  Value* const row = builder.CreateAdd(
      builder.CreateMul(read(builder, tid, 2), read(builder, ntid, 1)), read(builder, tid, 1));
  return builder.CreateAdd(builder.CreateMul(row, read(builder, ntid, 0)), read(builder, tid, 0));
}

/// Emits what a lane intrinsic returns; nullptr if this target does not know it.
Value* answer(Builder& builder, LaneIntrinsic intrinsic, Value* dimension) {
  const auto in_dimension = [&](const Register& of) { return read_wide(builder, of, dimension); };
  switch (intrinsic) {
    case LaneIntrinsic::global_size:
      return builder.CreateMul(in_dimension(nctaid), in_dimension(ntid));
    case LaneIntrinsic::global_offset:
      return builder.getInt64(0);
    case LaneIntrinsic::enqueued_local_size:
    case LaneIntrinsic::local_size:
      return in_dimension(ntid);
    case LaneIntrinsic::group_count:
      return in_dimension(nctaid);
    case LaneIntrinsic::group_id:
      return in_dimension(ctaid);
    case LaneIntrinsic::local_id:
      return in_dimension(tid);
    case LaneIntrinsic::global_id:
      return builder.CreateAdd(builder.CreateMul(in_dimension(ctaid), in_dimension(ntid)),
                               in_dimension(tid));
    case LaneIntrinsic::local_linear_id:
    case LaneIntrinsic::running_linear_id:
      return linear_id(builder);
    case LaneIntrinsic::work_group_barrier:
      return builder.CreateIntrinsic(builder.getVoidTy(),
                                     llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                                     {builder.getInt32(0)});
    default:
      return nullptr;
  }
}

}  // namespace

std::string lower_lanes(llvm::Module& module) {
  std::string unknown;
  for (llvm::Function& function : module) {
    const auto intrinsic = pass::ir::lane_intrinsic_of(function);
    if (!intrinsic || function.use_empty()) continue;
    Builder builder(llvm::BasicBlock::Create(module.getContext(), "", &function));
    Value* const value =
        answer(builder, *intrinsic, function.arg_empty() ? nullptr : function.getArg(0));
    if (value == nullptr) {
      unknown += (unknown.empty() ? "" : ", ") + function.getName().str();
    } else if (function.getReturnType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(value);
    }
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return unknown;
}

}  // namespace cleave::compiler::target::nvptx
