#include "compiler/canonical/kernel_modules.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/canonical/module/bitcode.h"

namespace cleave::compiler::canonical {
namespace {

// Some 16 KiB of bitcode, beside 4 KiB of LLVM's own names that each module has.
constexpr size_t instructions_of_own_module = 800;

using GlobalValues = llvm::SetVector<llvm::GlobalValue*>;

/// The functions and variables that one function, variable or alias of a module refers to.
struct GlobalReferences {
  llvm::SmallVector<llvm::GlobalValue*, 8> values;
  size_t instructions = 0;
};

/// Finds the functions and variables that constants are made of. Each constant is followed once.
class ReferenceWalk {
 public:
  void add(llvm::Value* value) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(value);
    if (constant == nullptr || !seen_.insert(constant).second) return;
    if (auto* global = llvm::dyn_cast<llvm::GlobalValue>(constant)) {
      values_.push_back(global);
    } else {
      add_operands(*constant);
    }
  }
  void add_operands(llvm::User& user) {
    for (llvm::Value* operand : user.operand_values()) add(operand);
  }
  [[nodiscard]] llvm::ArrayRef<llvm::GlobalValue*> values() const { return values_; }

 private:
  llvm::SmallPtrSet<llvm::Constant*, 16> seen_;
  llvm::SmallVector<llvm::GlobalValue*, 8> values_;
};

GlobalReferences references_of(llvm::GlobalValue& value) {
  GlobalReferences references;
  ReferenceWalk walk;
  walk.add_operands(value);
  if (auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      walk.add_operands(instruction);
      ++references.instructions;
    }
  }
  references.values.assign(walk.values().begin(), walk.values().end());
  return references;
}

/// Removes the names of values in functions. No pass asks for them, and the order in which a module
/// lists them depends on how it came to be: it would have other bytes when it was read.
void drop_local_names(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Argument& argument : function.args()) argument.setName("");
    for (llvm::BasicBlock& block : function) {
      block.setName("");
      for (llvm::Instruction& instruction : block) instruction.setName("");
    }
  }
}

/// Writes modules of some of a module's functions and variables. These are moved to another module
/// while it is written: nothing is copied, and the rest costs nothing.
class ModuleCutter {
 public:
  explicit ModuleCutter(llvm::Module& whole)
      : whole_(whole), cut_(whole.getModuleIdentifier(), whole.getContext()) {
    cut_.setSourceFileName(whole.getSourceFileName());
    cut_.setTargetTriple(whole.getTargetTriple());
    cut_.setDataLayout(whole.getDataLayout());
    for (llvm::NamedMDNode& named : whole.named_metadata()) {
      llvm::NamedMDNode* copy = cut_.getOrInsertNamedMetadata(named.getName());
      for (llvm::MDNode* operand : named.operands()) copy->addOperand(operand);
    }
    for (llvm::GlobalValue& value : whole.global_values()) {
      order_[&value] = order_.size();
      // A kernel that does not come to such a function is written with it all the same: metadata
      // that was left may name it.
      if (value.isUsedByMetadata()) named_by_metadata_.insert(&value);
      references_[&value] = references_of(value);
      instructions_ += references_[&value].instructions;
    }
  }

  /// Returns all that a kernel comes to, and the kernel.
  [[nodiscard]] GlobalValues reachable(const std::string& kernel) const {
    GlobalValues reached = named_by_metadata_;
    reached.insert(whole_.getFunction(kernel));
    for (size_t i = 0; i < reached.size(); ++i) {
      const GlobalReferences& references = references_.at(reached[i]);
      reached.insert(references.values.begin(), references.values.end());
    }
    return reached;
  }

  [[nodiscard]] size_t instructions_of(const GlobalValues& values) const {
    size_t instructions = 0;
    for (llvm::GlobalValue* value : values) instructions += references_.at(value).instructions;
    return instructions;
  }
  [[nodiscard]] size_t instructions() const { return instructions_; }

  /// Returns the bitcode of a module of the values, in the order of the whole module.
  [[nodiscard]] std::vector<std::byte> write(const GlobalValues& chosen) {
    std::vector<llvm::GlobalValue*> values(chosen.begin(), chosen.end());
    std::ranges::sort(values, {}, [&](llvm::GlobalValue* value) { return order_.at(value); });
    for (llvm::GlobalValue* value : values) move(*value, whole_, cut_);
    std::vector<std::byte> bytes = module::to_bitcode(cut_);
    for (llvm::GlobalValue* value : values) move(*value, cut_, whole_);
    return bytes;
  }

 private:
  static void move(llvm::GlobalValue& value, llvm::Module& from, llvm::Module& to) {
    if (auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
      function->removeFromParent();
      to.getFunctionList().push_back(function);
    } else if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
      from.removeGlobalVariable(variable);
      to.insertGlobalVariable(variable);
    } else if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&value)) {
      from.removeAlias(alias);
      to.insertAlias(alias);
    } else {
      auto& choice = llvm::cast<llvm::GlobalIFunc>(value);
      from.removeIFunc(&choice);
      to.insertIFunc(&choice);
    }
  }

  llvm::Module& whole_;
  llvm::Module cut_;  // empty but for metadata, except while it is written
  llvm::DenseMap<const llvm::GlobalValue*, size_t> order_;
  llvm::DenseMap<const llvm::GlobalValue*, GlobalReferences> references_;
  GlobalValues named_by_metadata_;
  size_t instructions_ = 0;
};

/// Gives kernels their modules.
class KernelCutter {
 public:
  explicit KernelCutter(llvm::Module& whole) : cutter_(whole) {}

  [[nodiscard]] interface::KernelModules cut(const std::vector<interface::KernelFacts>& kernels) {
    result_.of_kernels.assign(kernels.size(), static_cast<uint32_t>(kernels.size()));  // none
    for (uint32_t i = 0; i < kernels.size(); ++i) {
      const GlobalValues values = cutter_.reachable(kernels[i].name);
      if (cutter_.instructions_of(values) >= instructions_of_own_module) {
        write(values, {i});
        continue;
      }
      gathered_.insert(values.begin(), values.end());
      small_.push_back(i);
      if (cutter_.instructions_of(gathered_) >= instructions_of_own_module) write_small();
    }
    if (!small_.empty()) write_small();
    return std::move(result_);
  }

 private:
  void write_small() {
    write(gathered_, small_);
    gathered_.clear();
    small_.clear();
  }
  void write(const GlobalValues& values, const std::vector<uint32_t>& kernels) {
    const size_t instructions = cutter_.instructions_of(values);
    const bool is_most = 2 * instructions > cutter_.instructions();
    if (is_most || written_ > 2 * cutter_.instructions()) return;
    for (const uint32_t kernel : kernels) {
      result_.of_kernels[kernel] = static_cast<uint32_t>(result_.modules.size());
    }
    result_.modules.push_back(cutter_.write(values));
    written_ += instructions;
  }

  ModuleCutter cutter_;
  size_t written_ = 0;     // instructions of all modules
  GlobalValues gathered_;  // of small kernels that have no module yet
  std::vector<uint32_t> small_;
  interface::KernelModules result_;
};

}  // namespace

interface::KernelModules cut_kernels(llvm::Module& module,
                                     const std::vector<interface::KernelFacts>& kernels) {
  if (kernels.size() < 2 || module.getInstructionCount() < 2 * instructions_of_own_module) {
    return {};
  }
  drop_local_names(module);
  return KernelCutter(module).cut(kernels);
}

}  // namespace cleave::compiler::canonical
