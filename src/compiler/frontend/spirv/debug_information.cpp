#include "compiler/frontend/spirv/debug_information.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::DebugOp;

const cleave::spirv::DebugEntry* unit_of(const cleave::spirv::Module& source) {
  for (const cleave::spirv::DebugEntry& entry : source.debug_entries()) {
    if (entry.op == DebugOp::CompilationUnit) return &entry;
  }
  return nullptr;
}

// Debuggers read expressions by it.
llvm::dwarf::SourceLanguage language_of(const cleave::spirv::DebugEntry* unit) {
  constexpr size_t language = 3;
  const bool is_c =
      unit == nullptr || static_cast<cleave::spirv::SourceLanguage>(unit->operands[language]) <=
                             cleave::spirv::SourceLanguage::OpenCL_C;
  return is_c ? llvm::dwarf::DW_LANG_OpenCL : llvm::dwarf::DW_LANG_C_plus_plus_14;
}

cleave::spirv::SourceLine location_of_function(const cleave::spirv::Module& source,
                                               const cleave::spirv::DebugEntry& entry) {
  constexpr size_t file = 2;
  constexpr size_t line = 3;
  const cleave::spirv::DebugEntry* in = source.debug_entry(entry.operands[file]);
  return {source.string(in->operands[0]), entry.operands[line], 0};
}

// The first line of a body; of a wrapper, which has none, the one of the function that it calls.
cleave::spirv::SourceLine first_line(const cleave::spirv::Module& source,
                                     const cleave::spirv::Function& function) {
  for (const cleave::spirv::BasicBlock& block : function.blocks) {
    for (const cleave::spirv::Instruction& instruction : block.instructions) {
      const cleave::spirv::SourceLine line = source.line_of(instruction);
      if (line.line != 0) return line;
      if (instruction.op != cleave::spirv::Op::FunctionCall) continue;
      const cleave::spirv::DebugEntry* called = source.debug_function(instruction.operands[0]);
      if (called != nullptr) return location_of_function(source, *called);
    }
  }
  return {};
}

// Debuggers show no call of a function without a name.
llvm::StringRef name_of(const cleave::spirv::Module& source, const llvm::Function& function,
                        cleave::spirv::Id id) {
  if (const std::string_view name = source.name(id); !name.empty()) return name;
  for (const cleave::spirv::EntryPoint& entry : source.entry_points()) {
    if (entry.function == id) return entry.name;
  }
  return function.getName();
}

}  // namespace

DebugInformation::~DebugInformation() {
  if (!builder_) return;
  nodes_->complete();
  builder_->finalize();
}

void DebugInformation::begin(std::string_view file) {
  if (builder_) return;
  llvm::Module& module = state_.module;
  module.addModuleFlag(llvm::Module::Max, "Dwarf Version", 5);
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  builder_ = std::make_unique<llvm::DIBuilder>(module);
  const cleave::spirv::DebugEntry* unit = unit_of(state_.source);
  if (unit != nullptr) {
    file = state_.source.string(state_.source.debug_entry(unit->operands[2])->operands[0]);
  }
  unit_ = builder_->createCompileUnit(
      llvm::DISourceLanguageName(language_of(unit)),
      builder_->createFile(file.empty() ? "<il>" : llvm::StringRef(file), ""), "Cleave",
      /*isOptimized=*/true, "", 0, "",
      state_.describes_variables ? llvm::DICompileUnit::FullDebug
                                 : llvm::DICompileUnit::LineTablesOnly);
  nodes_ = std::make_unique<DebugNodes>(state_.source, *builder_, *unit_);
}

void DebugInformation::describe(llvm::Function& function, const cleave::spirv::Function& source) {
  const cleave::spirv::Module& module = state_.source;
  const cleave::spirv::Id id = source.definition->result;
  if (const cleave::spirv::DebugEntry* described = module.debug_function(id)) {
    begin({});
    function.setSubprogram(nodes_->function(described->id));
    return;
  }
  const cleave::spirv::SourceLine line = first_line(module, source);
  if (line.line == 0) return;
  begin(line.file);
  auto* type = builder_->createSubroutineType(builder_->getOrCreateTypeArray({}));
  llvm::DIFile* of = nodes_->file(line.file);
  function.setSubprogram(builder_->createFunction(
      of, name_of(module, function, id), "", of, line.line, type, line.line,
      llvm::DINode::FlagPrototyped,
      llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized));
}

llvm::DebugLoc DebugInformation::location_of(const llvm::Function& function,
                                             const cleave::spirv::Instruction& instruction) {
  llvm::DILocalScope* scope = function.getSubprogram();
  if (scope == nullptr) return {};
  const cleave::spirv::DebugScope here = state_.source.debug_scope_of(instruction);
  if (here.scope != 0) scope = nodes_->local_scope(here.scope);
  const cleave::spirv::SourceLine line = state_.source.line_of(instruction);
  return llvm::DILocation::get(function.getContext(), line.line, line.column,
                               nodes_->in_file(scope, line.file), nodes_->inlined_at(here.inlined));
}

void DebugInformation::record_variable(FunctionReader& reader,
                                       const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::DebugEntry* entry = state_.source.debug_entry(instruction.result);
  const bool is_record =
      entry != nullptr && (entry->op == DebugOp::Declare || entry->op == DebugOp::Value);
  if (!is_record || !state_.describes_variables) return;
  const auto [variable, value_id, expression] = entry->first<3>();
  llvm::Value* value = reader.known_value(value_id);
  if (value == nullptr) return;
  llvm::DIExpression* way = nodes_->expression(expression);
  llvm::BasicBlock* here = reader.builder().GetInsertBlock();
  const llvm::DebugLoc location = location_of(reader.function(), instruction);
  if (entry->op == DebugOp::Declare) {
    if (value->getType()->isPointerTy()) {
      builder_->insertDeclare(value, nodes_->variable(variable), way, location.get(), here);
    }
    return;
  }
  // The value of a composite is memory that holds it.
  if (state_.types.is_composite(reader.type_of(value_id))) {
    way = llvm::DIExpression::prepend(way, llvm::DIExpression::DerefBefore);
  }
  builder_->insertDbgValueIntrinsic(value, nodes_->variable(variable), way, location.get(), here);
}

}  // namespace cleave::compiler::frontend::spirv
