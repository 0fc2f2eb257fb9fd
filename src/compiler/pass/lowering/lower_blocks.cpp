#include "compiler/pass/lowering/lower_blocks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "compiler/pass/ir/block_kernels.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass::lowering {

std::string lower_blocks(llvm::Module& module, const ir::PassOptions& options) {
  bool has_blocks = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      for (llvm::Use& operand : instruction.operands()) {
        const llvm::Function* block = ir::named_block(*operand.get());
        if (block == nullptr) continue;
        uint64_t number = 0;
        const llvm::Attribute mark = block->getFnAttribute(ir::block_number_attribute);
        if (mark.getValueAsString().getAsInteger(10, number)) {
          return "block " + block->getName().str() + " has no number";
        }
        llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
        operand.set(llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(word, number),
                                                    operand->getType()));
        has_blocks = true;
      }
    }
  }
  if (!has_blocks) return {};
  llvm::ModulePassManager manager;
  manager.addPass(llvm::GlobalDCEPass());
  ir::LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass::lowering
