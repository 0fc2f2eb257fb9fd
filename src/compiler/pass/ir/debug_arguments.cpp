#include "compiler/pass/ir/debug_arguments.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>

#include <cstddef>
#include <vector>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::pass::ir {
namespace {

constexpr const char* arguments_metadata = "cleave.arguments";  // pairs: a variable, its offset

/// Returns the location in `lanes` of code of the variable's function; null: there is none.
llvm::DILocation* location_in(const llvm::Function& lanes, const llvm::DILocalVariable& variable) {
  llvm::DISubprogram* program = variable.getScope()->getSubprogram();
  for (const llvm::Instruction& instruction : llvm::instructions(lanes)) {
    const llvm::DebugLoc& location = instruction.getDebugLoc();
    if (!location || location->getScope()->getSubprogram() != program) continue;
    return llvm::DILocation::get(lanes.getContext(), variable.getLine(), 0, program,
                                 location.getInlinedAt());
  }
  return nullptr;
}

}  // namespace

void keep_arguments_only(llvm::Function& function, bool is_kernel) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::DbgRecord& record : llvm::make_early_inc_range(instruction.getDbgRecordRange())) {
      const auto* variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
      const bool is_argument =
          is_kernel && variable != nullptr && variable->getVariable()->isParameter();
      if (!is_argument) record.eraseFromParent();
    }
  }
}

void note_arguments(llvm::Function& body, const llvm::Function& kernel,
                    const ArgumentLayout& layout) {
  llvm::LLVMContext& context = body.getContext();
  std::vector<llvm::Metadata*> noted;
  for (llvm::Instruction& instruction : llvm::instructions(body)) {
    for (llvm::DbgVariableRecord& record :
         llvm::make_early_inc_range(llvm::filterDbgVars(instruction.getDbgRecordRange()))) {
      const unsigned number = record.getVariable()->getArg() - 1;
      if (number < kernel.arg_size()) {
        const llvm::Type* type = kernel.getArg(number)->getType();
        // A pointer to local memory is put together from two locations.
        if (!type->isPointerTy() || type->getPointerAddressSpace() != local_space) {
          noted.push_back(record.getVariable());
          noted.push_back(llvm::ConstantAsMetadata::get(
              llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), layout.offsets[number])));
        }
      }
      record.eraseFromParent();
    }
  }
  if (!noted.empty()) body.setMetadata(arguments_metadata, llvm::MDNode::get(context, noted));
}

void copy_noted_arguments(const llvm::Function& from, llvm::Function& to) {
  if (llvm::MDNode* noted = from.getMetadata(arguments_metadata))
    to.setMetadata(arguments_metadata, noted);
}

void add_debug_arguments(const llvm::Function& lanes, llvm::BasicBlock& entry) {
  const llvm::MDNode* noted = lanes.getMetadata(arguments_metadata);
  if (noted == nullptr) return;
  llvm::IRBuilder<> builder(entry.getTerminator());
  builder.SetCurrentDebugLocation(entry.getTerminator()->getDebugLoc());
  llvm::AllocaInst* context = builder.CreateAlloca(builder.getPtrTy(), nullptr, "context");
  // Volatile, or it would become a register, which is used for something else before long.
  builder.CreateStore(entry.getParent()->getArg(0), context, /*isVolatile=*/true);
  for (unsigned i = 0; i + 1 < noted->getNumOperands(); i += 2) {
    auto* variable = llvm::cast<llvm::DILocalVariable>(noted->getOperand(i));
    llvm::DILocation* location = location_in(lanes, *variable);
    if (location == nullptr) continue;
    const uint64_t offset =
        llvm::mdconst::extract<llvm::ConstantInt>(noted->getOperand(i + 1))->getZExtValue();
    llvm::DIExpression* way = llvm::DIExpression::get(
        entry.getContext(), {llvm::dwarf::DW_OP_deref, llvm::dwarf::DW_OP_plus_uconst,
                             offsetof(interface::LaunchContext, arguments),
                             llvm::dwarf::DW_OP_deref, llvm::dwarf::DW_OP_plus_uconst, offset});
    entry.insertDbgRecordBefore(
        llvm::DbgVariableRecord::createDVRDeclare(context, variable, way, location),
        entry.getTerminator()->getIterator());
  }
}

}  // namespace cleave::compiler::pass::ir
