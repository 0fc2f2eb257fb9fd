#include "compiler/pass/simplify/hoist_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::pass::simplify {
namespace {

/// Returns the bytes that are there behind `pointer`, whatever the launch; 0 if nobody knows.
uint64_t bytes_behind(const llvm::Value& pointer) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&pointer)) {
    return argument->getArgNo() == 0 ? sizeof(interface::LaunchContext) : 0;
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&pointer);
  const llvm::MDNode* promise =
      load == nullptr ? nullptr : load->getMetadata(llvm::LLVMContext::MD_dereferenceable);
  if (promise == nullptr) return 0;
  return llvm::mdconst::extract<llvm::ConstantInt>(promise->getOperand(0))->getZExtValue();
}

class LoadHoister {
 public:
  explicit LoadHoister(llvm::Function& function)
      : layout_(function.getDataLayout()), entry_(function.getEntryBlock()) {}

  void run(llvm::Function& function) {
    // Loads that have been moved make others movable: addresses come before what is loaded from
    // them.
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && load->getParent() != &entry_) static_cast<void>(hoist(*load));
    }
  }

 private:
  /// Returns false if the load stays.
  bool hoist(llvm::LoadInst& load) {
    if (!load.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return false;
    llvm::APInt offset(64, 0);
    llvm::Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
        layout_, offset, /*AllowNonInbounds=*/true);
    const uint64_t bytes = layout_.getTypeStoreSize(load.getType());
    const uint64_t there = bytes_behind(*base);
    if (offset.isNegative() || offset.getZExtValue() + bytes > there) return false;
    auto* from = llvm::dyn_cast<llvm::LoadInst>(base);
    const bool is_there = from == nullptr || from->getParent() == &entry_ || hoist(*from);
    if (!is_there) return false;
    move_with_address(load);
    return true;
  }

  void move_with_address(llvm::Instruction& instruction) {
    for (llvm::Value* operand : instruction.operand_values()) {
      auto* part = llvm::dyn_cast<llvm::GetElementPtrInst>(operand);
      if (part != nullptr && part->getParent() != &entry_) move_with_address(*part);
    }
    instruction.moveBefore(entry_, entry_.getTerminator()->getIterator());
  }

  const llvm::DataLayout& layout_;
  llvm::BasicBlock& entry_;
};

}  // namespace

std::string hoist_loads(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(ir::lanes_attribute) && !function.isDeclaration()) {
      LoadHoister(function).run(function);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify
