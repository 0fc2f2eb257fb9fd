#include "compiler/frontend/spirv/debug_lines.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

namespace cleave::compiler::frontend {

DebugLines::~DebugLines() {
  if (builder_) builder_->finalize();
}

llvm::DIFile* DebugLines::file(std::string_view name) {
  return builder_->createFile(name.empty() ? "<il>" : llvm::StringRef(name), "");
}

spirv::SourceLine DebugLines::first_line(const spirv::Function& source) const {
  for (const spirv::Block& block : source.blocks) {
    for (const spirv::Instruction& instruction : block.instructions) {
      const spirv::SourceLine line = state_.source.line_of(instruction);
      if (line.line != 0) return line;
    }
  }
  return {};
}

void DebugLines::describe(llvm::Function& function, const spirv::Function& source) {
  const spirv::SourceLine line = first_line(source);
  if (line.line == 0) return;
  if (!builder_) {
    llvm::Module& module = state_.module;
    module.addModuleFlag(llvm::Module::Max, "Dwarf Version", 5);
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    builder_ = std::make_unique<llvm::DIBuilder>(module);
    unit_ = builder_->createCompileUnit(
        llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL), file(line.file), "Cleave",
        /*isOptimized=*/true, "", 0, "", llvm::DICompileUnit::LineTablesOnly);
  }
  auto* type = builder_->createSubroutineType(builder_->getOrCreateTypeArray({}));
  const std::string_view name = state_.source.name(source.definition->result);
  llvm::DIFile* of = file(line.file);
  function.setSubprogram(builder_->createFunction(
      unit_, llvm::StringRef(name), "", of, line.line, type, line.line,
      llvm::DINode::FlagPrototyped,
      llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized));
}

llvm::DebugLoc DebugLines::place_of(const llvm::Function& function,
                                    const spirv::Instruction& instruction) const {
  llvm::DISubprogram* scope = function.getSubprogram();
  if (scope == nullptr) return {};
  const spirv::SourceLine line = state_.source.line_of(instruction);
  return llvm::DILocation::get(function.getContext(), line.line, line.column, scope);
}

}  // namespace cleave::compiler::frontend
