#include "compiler/cxx/used_aspects.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace cleave::compiler::cxx {
namespace {

// Numbers of include/sycl/detail/aspects.def; features are sets of such bits.
constexpr uint32_t fp16 = 6;
constexpr uint32_t fp64 = 7;
constexpr uint32_t atomic64 = 8;
using Features = uint32_t;
constexpr Features bit(uint32_t aspect) {
  return Features{1} << aspect;
}

Features features_of(const llvm::Type& type) {
  if (type.isDoubleTy()) return bit(fp64);
  if (type.isHalfTy()) return bit(fp16);
  Features found = 0;
  for (const llvm::Type* part : type.subtypes()) found |= features_of(*part);
  return found;
}

const llvm::Type* type_of_atomic(const llvm::Instruction& instruction) {
  if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return change->getValOperand()->getType();
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return exchange->getNewValOperand()->getType();
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isAtomic()) {
    return load->getType();
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      store && store->isAtomic()) {
    return store->getValueOperand()->getType();
  }
  return nullptr;
}

Features features_of(const llvm::Instruction& instruction) {
  // Values count. Memory of such a type does not, as long as nothing of it is computed with.
  Features found = features_of(*instruction.getType());
  for (const llvm::Use& operand : instruction.operands()) found |= features_of(*operand->getType());
  if (const llvm::Type* type = type_of_atomic(instruction)) {
    const bool is_wide = type->isPointerTy() || type->getScalarSizeInBits() == 64;
    if (is_wide) found |= bit(atomic64);
  }
  return found;
}

/// A function's own features, and the functions that it names.
struct Facts {
  Features features = 0;
  llvm::SmallPtrSet<const llvm::Function*, 8> named;
};

void add_named(const llvm::Constant& constant, Facts& facts) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&constant)) {
    facts.named.insert(function);
    return;
  }
  if (llvm::isa<llvm::GlobalValue>(constant)) return;
  for (const llvm::Use& operand : constant.operands()) {
    if (const auto* part = llvm::dyn_cast<llvm::Constant>(operand)) add_named(*part, facts);
  }
}

class FeatureFinder {
 public:
  Features of_kernel(const llvm::Function& kernel) {
    llvm::SmallPtrSet<const llvm::Function*, 32> seen = {&kernel};
    llvm::SmallVector<const llvm::Function*> open = {&kernel};
    Features found = 0;
    while (!open.empty()) {
      const Facts& facts = facts_of(*open.pop_back_val());
      found |= facts.features;
      for (const llvm::Function* named : facts.named) {
        if (seen.insert(named).second) open.push_back(named);
      }
    }
    return found;
  }

 private:
  const Facts& facts_of(const llvm::Function& function) {
    const auto [at, is_new] = known_.try_emplace(&function);
    if (!is_new) return *at->second;
    auto facts = std::make_unique<Facts>();
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        facts->features |= features_of(instruction);
        for (const llvm::Use& operand : instruction.operands()) {
          if (const auto* named = llvm::dyn_cast<llvm::Constant>(operand))
            add_named(*named, *facts);
        }
      }
    }
    return *(known_[&function] = std::move(facts));
  }

  llvm::DenseMap<const llvm::Function*, std::unique_ptr<Facts>> known_;
};

}  // namespace

void note_used_aspects(const llvm::Module& module, device_image::Table& table) {
  FeatureFinder finder;
  for (device_image::KernelRow& row : table.kernels) {
    const llvm::Function* kernel = module.getFunction(row.symbol);
    if (kernel == nullptr) continue;
    const Features used = finder.of_kernel(*kernel);
    for (const uint32_t aspect : {fp16, fp64, atomic64}) {
      if ((used & bit(aspect)) != 0 && !llvm::is_contained(row.aspects, aspect)) {
        row.aspects.push_back(aspect);
      }
    }
    std::ranges::sort(row.aspects);
  }
}

}  // namespace cleave::compiler::cxx
