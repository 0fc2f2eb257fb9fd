#include "compiler/cxx/used_aspects.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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
  /// Returns the features of a function and of all that it calls; adds to `calls` those that the module does not define.
  Features of_all(const llvm::Function& first, std::vector<std::string>& calls) {
    llvm::SmallPtrSet<const llvm::Function*, 32> seen = {&first};
    llvm::SmallVector<const llvm::Function*> open = {&first};
    Features found = 0;
    while (!open.empty()) {
      const llvm::Function& function = *open.pop_back_val();
      if (function.isDeclaration() && !function.isIntrinsic()) {
        calls.push_back(symbol_of(function.getName()));
      }
      const Facts& facts = facts_of(function);
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

/// Completes the rows of a table.
class NeedsWriter {
 public:
  NeedsWriter(const llvm::Module& module, device_image::Table& table)
      : module_(module), table_(table) {
    for (const std::string& symbol : table.wanted) wanted_.insert(symbol);
  }

  void write() {
    for (device_image::KernelRow& row : table_.kernels) {
      if (const llvm::Function* kernel = find(row.symbol)) add(*kernel, row.symbol, row.aspects);
    }
    for (const std::string& symbol : table_.defined) {
      const llvm::Function* function = find(symbol);
      if (function == nullptr) continue;
      std::vector<uint32_t> aspects;
      for (const device_image::FunctionNeeds& listed : listed_) {
        if (listed.symbol == symbol) aspects = listed.aspects;
      }
      add(*function, symbol, aspects);
      if (!aspects.empty()) row_of(symbol).aspects = std::move(aspects);
    }
  }

 private:
  const llvm::Function* find(const std::string& symbol) const {
    const llvm::Function* function = module_.getFunction(symbol);
    return function != nullptr ? function : module_.getFunction("\1" + symbol);
  }

  device_image::FunctionNeeds& row_of(const std::string& symbol) {
    if (table_.needs.empty() || table_.needs.back().symbol != symbol) {
      table_.needs.push_back({symbol, {}, {}});
    }
    return table_.needs.back();
  }

  void add(const llvm::Function& function, const std::string& symbol,
           std::vector<uint32_t>& aspects) {
    std::vector<std::string> calls;
    const Features used = finder_.of_all(function, calls);
    for (const uint32_t aspect : {fp16, fp64, atomic64}) {
      if ((used & bit(aspect)) != 0 && !llvm::is_contained(aspects, aspect)) {
        aspects.push_back(aspect);
      }
    }
    std::ranges::sort(aspects);
    std::erase_if(calls, [&](const std::string& name) { return !wanted_.contains(name); });
    if (calls.empty()) return;
    std::ranges::sort(calls);
    row_of(symbol).calls = std::move(calls);
  }

  const llvm::Module& module_;
  device_image::Table& table_;
  std::vector<device_image::FunctionNeeds> listed_ = std::move(table_.needs);  // by attributes
  llvm::StringSet<> wanted_;
  FeatureFinder finder_;
};

}  // namespace

void note_used_aspects(const llvm::Module& module, device_image::Table& table) {
  NeedsWriter(module, table).write();
}

}  // namespace cleave::compiler::cxx
