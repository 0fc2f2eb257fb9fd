#include "compiler/pass/late/lower_half.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/processor.h"
#include "compiler/pass/late/half_rounding.h"

namespace cleave::compiler::pass::late {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// The features of a function's processor that matter here.
struct Processor {
  bool half_arithmetic;
  HalfConversions conversions;
};

Processor processor_of(const llvm::Function& function) {
  const bool half_arithmetic = ir::has_feature(function, "avx512fp16");
  const bool converts = half_arithmetic || ir::has_feature(function, "f16c");
  return {half_arithmetic, converts ? HalfConversions::of_processor : HalfConversions::by_integers};
}

bool is_half(const Value* value) {
  return value->getType()->getScalarType()->isHalfTy();
}

/// Emits a compare-exchange of the bits of a half.
void exchange_bits(llvm::IRBuilderBase& builder, Value* address, Value* expected, Value* fresh,
                   llvm::Align alignment, llvm::AtomicOrdering order, llvm::SyncScope::ID scope,
                   Value*& success, Value*& found, llvm::Instruction* /*source*/) {
  llvm::Type* bits = builder.getInt16Ty();
  Value* pair = builder.CreateAtomicCmpXchg(
      address, builder.CreateBitCast(expected, bits), builder.CreateBitCast(fresh, bits), alignment,
      order, llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
  success = builder.CreateExtractValue(pair, 1);
  found = builder.CreateBitCast(builder.CreateExtractValue(pair, 0), fresh->getType());
}

/// Code generation would make arithmetic of halves of them, behind this pass.
void expand_atomic_arithmetic(llvm::Function& function) {
  llvm::SmallVector<llvm::AtomicRMWInst*> all;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    if (atomic == nullptr || !is_half(atomic)) continue;
    if (atomic->isFloatingPointOperation()) all.push_back(atomic);
  }
  for (llvm::AtomicRMWInst* atomic : all) llvm::expandAtomicRMWToCmpXchg(atomic, exchange_bits);
}

/// Rewrites the instructions of one function.
class HalfLowering {
 public:
  HalfLowering(llvm::Function& function, Processor processor)
      : function_(function),
        has_arithmetic_(processor.half_arithmetic),
        conversions_(processor.conversions) {}

  void run() {
    llvm::SmallVector<llvm::Instruction*> all;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (is_half(&instruction) || llvm::any_of(instruction.operands(), is_half)) {
        all.push_back(&instruction);
      }
    }
    llvm::SmallVector<llvm::Instruction*> dead;
    for (llvm::Instruction* instruction : all) {
      Builder builder(instruction);
      Value* other = lowered(builder, *instruction);
      if (other == nullptr) continue;
      instruction->replaceAllUsesWith(other);
      if (Value* known = singles_.lookup(instruction)) singles_.try_emplace(other, known);
      dead.push_back(instruction);
    }
    // Not before: a new instruction at the address of an old one would be taken for it.
    for (llvm::Instruction* instruction : dead) instruction->eraseFromParent();
  }

 private:
  /// The half in single precision: converted once, where it is defined.
  Value* single(Value* half) {
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(half)) {
      Builder builder(&function_.getEntryBlock(), function_.getEntryBlock().begin());
      return half_to_single(builder, constant, HalfConversions::of_processor);
    }
    Value*& known = singles_[half];
    if (known == nullptr) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(half);
      const auto position = instruction != nullptr
                                ? *instruction->getInsertionPointAfterDef()
                                : function_.getEntryBlock().getFirstInsertionPt();
      Builder builder(position->getParent(), position);
      known = half_to_single(builder, half, conversions_);
    }
    return known;
  }

  Value* rounded(Builder& builder, Value* single) const {
    return single_to_half(builder, single, conversions_);
  }

  /// Returns the value that replaces an instruction; nullptr where it may stay.
  Value* lowered(Builder& builder, llvm::Instruction& instruction) {
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      Value* result = lowered_library_function(builder, *call);
      return result != nullptr || has_arithmetic_ ? result : lowered_intrinsic(builder, *call);
    }
    if (has_arithmetic_) return nullptr;
    if (auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
      return lowered_conversion(builder, *conversion);
    }
    builder.setFastMathFlags(flags_of(instruction));
    if (auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction)) {
      return builder.CreateFCmp(comparison->getPredicate(), single(comparison->getOperand(0)),
                                single(comparison->getOperand(1)));
    }
    if (instruction.getOpcode() == llvm::Instruction::FNeg) {
      return with_sign_of_negation(builder, instruction.getOperand(0));
    }
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      Value* result = builder.CreateBinOp(operation->getOpcode(), single(operation->getOperand(0)),
                                          single(operation->getOperand(1)));
      return rounded(builder, result);
    }
    return nullptr;
  }

  static llvm::FastMathFlags flags_of(const llvm::Instruction& instruction) {
    const bool has_flags = llvm::isa<llvm::FPMathOperator>(instruction);
    return has_flags ? instruction.getFastMathFlags() : llvm::FastMathFlags();
  }

  Value* lowered_conversion(Builder& builder, llvm::CastInst& conversion) {
    Value* source = conversion.getOperand(0);
    llvm::Type* type = conversion.getType();
    switch (conversion.getOpcode()) {
      case llvm::Instruction::FPExt:
        return type->getScalarType()->isFloatTy() ? single(source)
                                                  : builder.CreateFPExt(single(source), type);
      case llvm::Instruction::FPTrunc:
        return rounded(builder, source->getType()->getScalarType()->isFloatTy()
                                    ? source
                                    : double_to_odd_single(builder, source));
      case llvm::Instruction::SIToFP:
      case llvm::Instruction::UIToFP:
        // Integers that single precision cannot hold exactly lie far beyond the greatest half.
        return rounded(builder, builder.CreateCast(conversion.getOpcode(), source,
                                                   type->getWithNewType(builder.getFloatTy())));
      case llvm::Instruction::FPToSI:
      case llvm::Instruction::FPToUI:
        return builder.CreateCast(conversion.getOpcode(), single(source), type);
      default:
        return nullptr;
    }
  }

  Value* lowered_intrinsic(Builder& builder, llvm::IntrinsicInst& call) {
    const auto argument = [&call](unsigned i) { return call.getArgOperand(i); };
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::fabs:
        return with_sign(builder, argument(0), llvm::ConstantFP::getZero(argument(0)->getType()));
      case llvm::Intrinsic::copysign:
        return with_sign(builder, argument(0), argument(1));
      case llvm::Intrinsic::fma:
        return rounded(builder, odd_multiply_add(builder, single(argument(0)), single(argument(1)),
                                                 single(argument(2))));
      case llvm::Intrinsic::fmuladd: {
        builder.setFastMathFlags(flags_of(call));
        Value* product = builder.CreateFMul(single(argument(0)), single(argument(1)));
        product = half_to_single(builder, rounded(builder, product), conversions_);
        return rounded(builder, builder.CreateFAdd(product, single(argument(2))));
      }
      case llvm::Intrinsic::canonicalize:
        return rounded(builder, single(argument(0)));
      case llvm::Intrinsic::fptosi_sat:
      case llvm::Intrinsic::fptoui_sat:
        return in_single(builder, call, {call.getType(), single_type(argument(0)->getType())});
      case llvm::Intrinsic::vector_reduce_fadd:
      case llvm::Intrinsic::vector_reduce_fmul:
        return reduction(builder, call);
      case llvm::Intrinsic::vector_reduce_fmax:
      case llvm::Intrinsic::vector_reduce_fmin:
      case llvm::Intrinsic::vector_reduce_fmaximum:
      case llvm::Intrinsic::vector_reduce_fminimum:
        return in_single(builder, call, {single_type(argument(0)->getType())});
      case llvm::Intrinsic::sqrt:
      case llvm::Intrinsic::floor:
      case llvm::Intrinsic::ceil:
      case llvm::Intrinsic::trunc:
      case llvm::Intrinsic::rint:
      case llvm::Intrinsic::nearbyint:
      case llvm::Intrinsic::round:
      case llvm::Intrinsic::roundeven:
      case llvm::Intrinsic::minnum:
      case llvm::Intrinsic::maxnum:
      case llvm::Intrinsic::minimum:
      case llvm::Intrinsic::maximum:
      case llvm::Intrinsic::minimumnum:
      case llvm::Intrinsic::maximumnum:
        return in_single(builder, call, {single_type(call.getType())});
      default:
        return nullptr;
    }
  }

  /// Computes in single precision what LLVM calls the C library for, which has no halves.
  Value* lowered_library_function(Builder& builder, llvm::IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::sin:
      case llvm::Intrinsic::cos:
      case llvm::Intrinsic::tan:
      case llvm::Intrinsic::asin:
      case llvm::Intrinsic::acos:
      case llvm::Intrinsic::atan:
      case llvm::Intrinsic::atan2:
      case llvm::Intrinsic::sinh:
      case llvm::Intrinsic::cosh:
      case llvm::Intrinsic::tanh:
      case llvm::Intrinsic::exp:
      case llvm::Intrinsic::exp2:
      case llvm::Intrinsic::exp10:
      case llvm::Intrinsic::log:
      case llvm::Intrinsic::log2:
      case llvm::Intrinsic::log10:
      case llvm::Intrinsic::pow:
        return in_single(builder, call, {single_type(call.getType())});
      case llvm::Intrinsic::ldexp:
      case llvm::Intrinsic::powi:
        return in_single(builder, call,
                         {single_type(call.getType()), call.getArgOperand(1)->getType()});
      case llvm::Intrinsic::lrint:
      case llvm::Intrinsic::llrint:
      case llvm::Intrinsic::lround:
      case llvm::Intrinsic::llround:
        return in_single(builder, call,
                         {call.getType(), single_type(call.getArgOperand(0)->getType())});
      case llvm::Intrinsic::modf:
      case llvm::Intrinsic::sincos:
        return in_single(builder, call, {single_type(call.getArgOperand(0)->getType())});
      case llvm::Intrinsic::frexp:
        return in_single(builder, call,
                         {single_type(call.getArgOperand(0)->getType()),
                          call.getType()->getStructElementType(1)});
      default:
        return nullptr;
    }
  }

  static llvm::Type* single_type(llvm::Type* type) {
    return type->getWithNewType(llvm::Type::getFloatTy(type->getContext()));
  }

  /// Emits the intrinsic for these types, on arguments in single precision.
  Value* in_single(Builder& builder, llvm::IntrinsicInst& call,
                   llvm::ArrayRef<llvm::Type*> overloads) {
    llvm::SmallVector<Value*> arguments;
    for (Value* argument : call.args()) {
      arguments.push_back(is_half(argument) ? single(argument) : argument);
    }
    builder.setFastMathFlags(flags_of(call));
    Value* result = builder.CreateIntrinsic(call.getIntrinsicID(), overloads, arguments);
    if (call.getType()->isStructTy()) return rounded_elements(builder, result, call.getType());
    return is_half(&call) ? rounded(builder, result) : result;
  }

  Value* rounded_elements(Builder& builder, Value* singles, llvm::Type* type) const {
    Value* result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < type->getStructNumElements(); ++i) {
      Value* element = builder.CreateExtractValue(singles, i);
      const bool is_number = type->getStructElementType(i)->getScalarType()->isHalfTy();
      result =
          builder.CreateInsertValue(result, is_number ? rounded(builder, element) : element, i);
    }
    return result;
  }

  /// Emits a sum or product of all elements: in any order and precision where that is allowed,
  /// otherwise with each step rounded.
  Value* reduction(Builder& builder, llvm::IntrinsicInst& call) {
    Value* elements = call.getArgOperand(1);
    if (call.hasAllowReassoc()) {
      return in_single(builder, call, {single_type(elements->getType())});
    }
    const auto operation = call.getIntrinsicID() == llvm::Intrinsic::vector_reduce_fadd
                               ? llvm::Instruction::FAdd
                               : llvm::Instruction::FMul;
    Value* all = single(elements);
    Value* result = call.getArgOperand(0);
    const auto* type = llvm::cast<llvm::FixedVectorType>(elements->getType());
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      Value* before = half_to_single(builder, result, conversions_);
      Value* after = builder.CreateBinOp(operation, before, builder.CreateExtractElement(all, i));
      result = rounded(builder, after);
    }
    return result;
  }

  static Value* bits_of(Builder& builder, Value* half) {
    return builder.CreateBitCast(half, half->getType()->getWithNewType(builder.getInt16Ty()));
  }

  static Value* with_sign(Builder& builder, Value* magnitude, Value* sign) {
    Value* bits = builder.CreateOr(builder.CreateAnd(bits_of(builder, magnitude), 0x7fff),
                                   builder.CreateAnd(bits_of(builder, sign), 0x8000));
    return builder.CreateBitCast(bits, magnitude->getType());
  }

  static Value* with_sign_of_negation(Builder& builder, Value* half) {
    return builder.CreateBitCast(builder.CreateXor(bits_of(builder, half), 0x8000),
                                 half->getType());
  }

  llvm::Function& function_;
  const bool has_arithmetic_;
  const HalfConversions conversions_;
  llvm::DenseMap<Value*, Value*> singles_;
};

}  // namespace

std::string lower_half(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const Processor processor = processor_of(function);
    if (!processor.half_arithmetic) expand_atomic_arithmetic(function);
    HalfLowering(function, processor).run();
  }
  return {};
}

}  // namespace cleave::compiler::pass::late
