#include "compiler/pass/late/split_gathers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::late {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// Emits a vector of 64-bit integers of pairs of numbers, of whose bits LLVM knows nothing: where
/// it knows bits above a first number's to be zero it may forget to clear the second number.
Value* as_pairs_of(Builder& builder, Value* numbers) {
  const unsigned pairs = ir::width_of(numbers) / 2;
  auto* const reals = llvm::FixedVectorType::get(builder.getDoubleTy(), pairs);
  Value* const fenced = builder.CreateArithmeticFence(builder.CreateBitCast(numbers, reals), reals);
  return builder.CreateBitCast(fenced, llvm::FixedVectorType::get(builder.getInt64Ty(), pairs));
}

/// Emits the elements of a vector of 32-bit numbers, extended to 64 bits: two leave the register
/// together.
llvm::SmallVector<Value*> extended_elements(Builder& builder, Value* numbers, bool is_signed) {
  llvm::Type* const wide = builder.getInt64Ty();
  Value* const pairs = as_pairs_of(builder, numbers);
  llvm::SmallVector<Value*> elements;
  for (unsigned i = 0; i < ir::width_of(pairs); ++i) {
    Value* const pair = builder.CreateExtractElement(pairs, i);
    Value* const first = builder.CreateTrunc(pair, builder.getInt32Ty());
    elements.push_back(builder.CreateIntCast(first, wide, is_signed));
    elements.push_back(is_signed ? builder.CreateAShr(pair, 32) : builder.CreateLShr(pair, 32));
  }
  return elements;
}

llvm::SmallVector<Value*> elements_of_vector(Builder& builder, Value* vector) {
  auto* const extension = llvm::dyn_cast<llvm::CastInst>(vector);
  const bool is_signed = llvm::isa<llvm::SExtInst>(vector);
  if ((is_signed || llvm::isa<llvm::ZExtInst>(vector)) && ir::width_of(vector) % 2 == 0 &&
      extension->getSrcTy()->getScalarType()->isIntegerTy(32)) {
    return extended_elements(builder, extension->getOperand(0), is_signed);
  }
  llvm::SmallVector<Value*> elements;
  for (unsigned i = 0; i < ir::width_of(vector); ++i) {
    elements.push_back(builder.CreateExtractElement(vector, i));
  }
  return elements;
}

/// Emits the elements of a vector of addresses, from the indices if all have one base.
llvm::SmallVector<Value*> addresses_of(Builder& builder, Value* vector) {
  auto* const address = llvm::dyn_cast<llvm::GetElementPtrInst>(vector);
  const bool has_base = address != nullptr && address->getNumIndices() == 1 &&
                        !address->getPointerOperandType()->isVectorTy();
  if (!has_base) return elements_of_vector(builder, vector);
  llvm::SmallVector<Value*> addresses = elements_of_vector(builder, address->getOperand(1));
  for (Value*& one : addresses) {
    one = builder.CreateGEP(address->getSourceElementType(), address->getPointerOperand(), one);
  }
  return addresses;
}

bool has_all_lanes(const Value& mask) {
  return llvm::PatternMatch::match(&mask, llvm::PatternMatch::m_AllOnes());
}

/// Splits the gathers and scatters of one function.
class GatherSplitter {
 public:
  explicit GatherSplitter(llvm::Function& function)
      : function_(function), has_avx2_(ir::has_feature(function, "avx2")) {}

  void split_gather(llvm::IntrinsicInst& gather) {
    if (!has_all_lanes(*gather.getArgOperand(1))) return;
    Builder builder(&gather);
    gather.replaceAllUsesWith(emit_loads(builder, gather));
    gather.eraseFromParent();
  }

  void split_scatter(llvm::IntrinsicInst& scatter) {
    Value *const stored = scatter.getArgOperand(0), *const mask = scatter.getArgOperand(2);
    const bool has_mask = !has_all_lanes(*mask);
    if (has_mask && (!has_avx2_ || !fits_nowhere(*stored->getType()))) return;
    Builder builder(&scatter);
    llvm::SmallVector<Value*> addresses = addresses_of(builder, scatter.getArgOperand(1));
    if (has_mask) leave_out(builder, addresses, *mask);
    for (auto [lane, address] : llvm::enumerate(addresses)) {
      if (address == nullptr) continue;
      builder
          .CreateAlignedStore(builder.CreateExtractElement(stored, lane), address,
                              scatter.getParamAlign(1).valueOrOne())
          ->copyMetadata(scatter);
    }
    scatter.eraseFromParent();
  }

 private:
  [[nodiscard]] bool fits_nowhere(llvm::Type& vector) const {
    const llvm::DataLayout& layout = function_.getDataLayout();
    return layout.getTypeStoreSize(vector.getScalarType()) <=
           layout.getTypeStoreSize(nowhere_type());
  }

  [[nodiscard]] llvm::Type* nowhere_type() const {
    return llvm::Type::getInt64Ty(function_.getContext());
  }

  /// Returns memory that lanes store to which do not run.
  Value* dummy_slot(Builder& builder, llvm::Type* pointer) {
    if (dummy_slot_ == nullptr) {
      Builder at_begin(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      dummy_slot_ = at_begin.CreateAlloca(nowhere_type(), nullptr, "dummy_slot");
    }
    return builder.CreateAddrSpaceCast(dummy_slot_, pointer);
  }

  /// Makes the addresses of lanes that the mask leaves out `dummy_slot`, and of those that it
  /// always leaves out null.
  void leave_out(Builder& builder, llvm::MutableArrayRef<Value*> addresses, Value& mask) {
    if (const auto* known = llvm::dyn_cast<llvm::Constant>(&mask)) {
      for (auto [lane, address] : llvm::enumerate(addresses)) {
        if (!known->getAggregateElement(lane)->isOneValue()) address = nullptr;
      }
      return;
    }
    Value* const runs = ir::mask_bits(builder, builder.CreateFreeze(&mask));
    Value* const other = dummy_slot(builder, addresses.front()->getType());
    for (auto [lane, address] : llvm::enumerate(addresses)) {
      Value* const bit = builder.CreateTrunc(builder.CreateLShr(runs, lane), builder.getInt1Ty());
      address = builder.CreateSelect(bit, address, other);
    }
  }

  static Value* emit_loads(Builder& builder, const llvm::IntrinsicInst& gather) {
    Value* loaded = llvm::PoisonValue::get(gather.getType());
    const auto addresses = addresses_of(builder, gather.getArgOperand(0));
    for (auto [lane, address] : llvm::enumerate(addresses)) {
      auto* const load = builder.CreateAlignedLoad(gather.getType()->getScalarType(), address,
                                                   gather.getParamAlign(0).valueOrOne());
      load->copyMetadata(gather);
      loaded = builder.CreateInsertElement(loaded, load, lane);
    }
    return loaded;
  }

  llvm::Function& function_;
  const bool has_avx2_;
  llvm::AllocaInst* dummy_slot_ = nullptr;
};

constexpr const char* leave_gathers = "+fast-gather";

/// Returns true if LLVM's table of processors says that this one is fast at gathers.
bool has_fast_gathers(const ir::PassOptions& options) {
  const llvm::TargetMachine* const machine = options.target_machine;
  return machine != nullptr && machine->getMCSubtargetInfo()->checkFeatures(leave_gathers);
}

/// Has LLVM leave gathers to the processor.
void use_instruction(llvm::Function& function) {
  constexpr const char* attribute = "target-features";
  const llvm::StringRef features = function.getFnAttribute(attribute).getValueAsString();
  const char* const separator = features.empty() ? "" : ",";
  function.addFnAttr(attribute, (features + separator + leave_gathers).str());
}

void split(llvm::Function& function, bool gathers_too) {
  llvm::SmallVector<llvm::IntrinsicInst*> gathers, scatters;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) continue;
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_gather) gathers.push_back(call);
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_scatter) scatters.push_back(call);
  }
  GatherSplitter splitter(function);
  for (llvm::IntrinsicInst* scatter : scatters) splitter.split_scatter(*scatter);
  if (!gathers_too || gathers.empty()) return;
  for (llvm::IntrinsicInst* gather : gathers) splitter.split_gather(*gather);
  // LLVM describes the processor anew for a function of other features: none without need.
  if (ir::has_feature(function, "avx2")) use_instruction(function);
}

}  // namespace

std::string split_gathers(llvm::Module& module, const ir::PassOptions& options) {
  const bool gathers_too = !has_fast_gathers(options);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !ir::has_feature(function, "avx512f"))
      split(function, gathers_too);
  }
  return {};
}

}  // namespace cleave::compiler::pass::late
