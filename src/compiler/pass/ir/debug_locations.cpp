#include "compiler/pass/ir/debug_locations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::pass::ir {
namespace {

/// Returns true if every value that the record names is also one of the copy.
bool is_known(const llvm::DbgVariableRecord& record, const llvm::ValueToValueMapTy& values) {
  return llvm::all_of(record.location_ops(), [&](const llvm::Value* value) {
    return llvm::isa<llvm::Constant>(value) || values.count(value) != 0;
  });
}

}  // namespace

llvm::DebugLoc make_location(llvm::Function& function, const llvm::Function& kernel) {
  const llvm::DISubprogram* source = kernel.getSubprogram();
  if (source == nullptr) return {};
  auto* part = llvm::DISubprogram::getDistinct(
      function.getContext(), source->getFile(), source->getName(), function.getName(),
      source->getFile(), source->getLine(), source->getType(), source->getLine(), nullptr, 0, 0,
      llvm::DINode::FlagArtificial,
      llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagLocalToUnit |
          llvm::DISubprogram::SPFlagOptimized,
      source->getUnit());
  function.setSubprogram(part);
  return location_of(function);
}

llvm::DebugLoc location_of(const llvm::Function& function) {
  llvm::DISubprogram* program = function.getSubprogram();
  if (program == nullptr) return {};
  return llvm::DILocation::get(function.getContext(), program->getLine(), 0, program);
}

llvm::DebugLoc CopiedLocations::moved(const llvm::DebugLoc& original) {
  if (!original || !location_) return location_;
  llvm::LLVMContext& context = location_->getContext();
  const llvm::DebugLoc around =
      llvm::DebugLoc::appendInlinedAt(original, location_, context, known_);
  return llvm::DILocation::get(context, original.getLine(), original.getCol(), original.getScope(),
                               around, original->isImplicitCode());
}

void CopiedLocations::move(llvm::Instruction& copy, llvm::ValueToValueMapTy& values) {
  if (!location_) return;
  copy.setDebugLoc(moved(copy.getDebugLoc()));
  llvm::updateLoopMetadataDebugLocations(copy, [&](llvm::Metadata* metadata) -> llvm::Metadata* {
    auto* location = llvm::dyn_cast<llvm::DILocation>(metadata);
    return location == nullptr ? metadata : moved(location).get();
  });
  for (llvm::DbgRecord& record : copy.getDbgRecordRange()) {
    record.setDebugLoc(moved(record.getDebugLoc()));
    auto* variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
    if (variable == nullptr) continue;
    if (is_known(*variable, values)) {
      llvm::RemapDbgRecord(copy.getModule(), variable, values,
                           llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    } else {
      variable->setKillLocation();
    }
  }
}

void CopiedLocations::declare(llvm::AllocaInst& variable, llvm::Value& address,
                              llvm::BasicBlock& at) {
  if (!location_) return;
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&variable)) {
    llvm::DbgVariableRecord* copy = llvm::DbgVariableRecord::createDVRDeclare(
        &address, record->getVariable(), record->getExpression(),
        moved(record->getDebugLoc()).get());
    at.insertDbgRecordBefore(copy, at.getTerminator()->getIterator());
  }
}

}  // namespace cleave::compiler::pass::ir
