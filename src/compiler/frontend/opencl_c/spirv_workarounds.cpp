#include "compiler/frontend/opencl_c/spirv_workarounds.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "builtins/index.h"

namespace cleave::compiler::frontend::opencl_c {
namespace {

using llvm::Function;
using llvm::Value;

constexpr uint32_t first_channel_data_type = 0x10D0;  // CLK_SNORM_INT8: 0 in SPIR-V

/// An integer conversion by name: "convert_uint4_sat(short vector[4])".
struct ConversionName {
  explicit ConversionName(llvm::StringRef demangled)
      : to_unsigned(demangled.starts_with("convert_u")),
        from_unsigned(demangled.contains("(unsigned")),
        saturates(demangled.contains("_sat")) {}
  bool to_unsigned, from_unsigned, saturates;
};

/// Returns the value, or the number nearest to it that the result's type has.
Value* saturated(llvm::IRBuilder<>& builder, Value* value, llvm::Type* to,
                 ConversionName conversion) {
  using llvm::APInt;
  using llvm::Intrinsic::ID;
  const unsigned bits = value->getType()->getScalarSizeInBits();
  const unsigned to_bits = to->getScalarSizeInBits();
  const auto clamp = [&](ID function, const APInt& limit) {
    value = builder.CreateBinaryIntrinsic(function, value,
                                          llvm::ConstantInt::get(value->getType(), limit));
  };
  if (conversion.from_unsigned) {
    const unsigned result_bits = conversion.to_unsigned ? to_bits : to_bits - 1;
    if (result_bits < bits) clamp(llvm::Intrinsic::umin, APInt::getLowBitsSet(bits, result_bits));
  } else if (conversion.to_unsigned) {
    clamp(llvm::Intrinsic::smax, APInt::getZero(bits));
    if (to_bits < bits) clamp(llvm::Intrinsic::smin, APInt::getLowBitsSet(bits, to_bits));
  } else if (to_bits < bits) {
    clamp(llvm::Intrinsic::smin, APInt::getSignedMaxValue(to_bits).sext(bits));
    clamp(llvm::Intrinsic::smax, APInt::getSignedMinValue(to_bits).sext(bits));
  }
  return value;
}

void define(Function& function, ConversionName conversion) {
  auto* const entry = llvm::BasicBlock::Create(function.getContext(), "", &function);
  llvm::IRBuilder<> builder(entry);
  Value* value = function.getArg(0);
  llvm::Type* const to = function.getReturnType();
  if (conversion.saturates) value = saturated(builder, value, to, conversion);
  builder.CreateRet(builder.CreateIntCast(value, to, !conversion.from_unsigned));
  // The back end knows the function by its name.
  function.setName("integer_conversion");
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.removeFnAttr(llvm::Attribute::Convergent);
}

void count_from_first_data_type(Function& function) {
  for (llvm::User* const user : llvm::to_vector(function.users())) {
    auto* const call = llvm::cast<llvm::CallInst>(user);
    llvm::IRBuilder<> builder(call->getNextNode());
    auto* const sum = llvm::cast<llvm::Instruction>(
        builder.CreateAdd(call, builder.getInt32(first_channel_data_type)));
    call->replaceUsesWithIf(sum, [&](const llvm::Use& use) { return use.getUser() != sum; });
  }
}

/// Returns SPIR-V's number of a scope of OpenCL C (CLK_…: memory_scope_work_item is 0).
uint32_t spirv_scope(uint64_t scope) {
  constexpr uint32_t numbers[] = {4, 2, 1, 0,
                                  3};  // invocation, workgroup, device, all devices, subgroup
  return numbers[std::min<uint64_t>(scope, std::size(numbers) - 1)];
}

/// Returns SPIR-V's memory semantics of a barrier with these flags (CLK_LOCAL_MEM_FENCE is 1).
uint32_t barrier_semantics(uint64_t flags) {
  constexpr uint32_t sequentially_consistent = 0x10;
  constexpr uint32_t of_flags[] = {0x100, 0x200, 0x800};  // local, global, images
  uint32_t semantics = flags == 0 ? 0 : sequentially_consistent;
  for (size_t i = 0; i < std::size(of_flags); ++i) {
    if ((flags >> i & 1) != 0) semantics |= of_flags[i];
  }
  return semantics;
}

/// Calls the instruction in place of sub_group_barrier, whose scope is the sub-group where there is
/// none.
std::string call_control_barrier(Function& function) {
  constexpr uint64_t sub_group = 4;
  constexpr uint32_t sub_group_execution = 3;
  for (llvm::User* const user : llvm::to_vector(function.users())) {
    auto* const call = llvm::cast<llvm::CallInst>(user);
    llvm::IRBuilder<> builder(call);
    const auto* const flags = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    const auto* const scope = call->arg_size() > 1
                                  ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1))
                                  : builder.getInt32(sub_group);
    if (flags == nullptr || scope == nullptr) {
      return "error: the flags and the scope of a sub_group_barrier are constants in SPIR-V\n";
    }
    llvm::FunctionCallee barrier = function.getParent()->getOrInsertFunction(
        "_Z22__spirv_ControlBarrieriii", builder.getVoidTy(), builder.getInt32Ty(),
        builder.getInt32Ty(), builder.getInt32Ty());
    auto* const callee = llvm::cast<Function>(barrier.getCallee());
    callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    callee->setConvergent();
    builder
        .CreateCall(barrier, {builder.getInt32(sub_group_execution),
                              builder.getInt32(spirv_scope(scope->getZExtValue())),
                              builder.getInt32(barrier_semantics(flags->getZExtValue()))})
        ->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    call->eraseFromParent();
  }
  return {};
}

/// Returns whether calls of the function name a level: by a number or by gradients.
bool names_level(const Function& function, llvm::StringRef demangled) {
  constexpr size_t without_level = 3;  // image, sampler, coordinates; image, coordinates, texel
  return (demangled.starts_with("read_image") || demangled.starts_with("write_image")) &&
         function.arg_size() > without_level;
}

std::string refused(const Function& function, llvm::StringRef demangled) {
  const auto* const call = llvm::cast<llvm::CallInst>(*function.user_begin());
  llvm::StringRef caller = call->getFunction()->getName();
  caller.consume_front("__clang_ocl_kern_imp_");  // the body of a kernel
  const llvm::StringRef called = demangled.take_until([](char letter) { return letter == '('; });
  return "error: LLVM's SPIR-V back end would lose the level of '" + called.str() + "' in '" +
         llvm::demangle(caller) + "'\n";
}

}  // namespace

std::string work_around_spirv_back_end(llvm::Module& module) {
  std::string problems;
  for (Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.use_empty()) continue;
    // The program may have functions with names like theirs.
    if (!builtins::find(function.getName())) continue;
    const std::string name = llvm::demangle(function.getName());
    const llvm::StringRef demangled = name;
    if (demangled.starts_with("convert_") && function.getReturnType()->isIntOrIntVectorTy() &&
        function.getArg(0)->getType()->isIntOrIntVectorTy()) {
      define(function, ConversionName(demangled));
    } else if (demangled.starts_with("get_image_channel_data_type(")) {
      count_from_first_data_type(function);
    } else if (demangled.starts_with("sub_group_barrier(")) {
      problems += call_control_barrier(function);
    } else if (names_level(function, demangled)) {
      problems += refused(function, demangled);
    }
  }
  return problems;
}

}  // namespace cleave::compiler::frontend::opencl_c
