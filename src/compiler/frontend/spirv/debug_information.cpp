#include "compiler/frontend/spirv/debug_information.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include "compiler/frontend/spirv/function_reader.h"

namespace cleave::compiler::frontend {
namespace {

using spirv::DebugOp;

const spirv::DebugEntry* unit_of(const spirv::Module& source) {
  for (const spirv::DebugEntry& entry : source.debug_entries()) {
    if (entry.op == DebugOp::CompilationUnit) return &entry;
  }
  return nullptr;
}

// Debuggers read expressions by it.
llvm::dwarf::SourceLanguage language_of(const spirv::DebugEntry* unit) {
  constexpr size_t language = 3;
  const bool is_c =
      unit == nullptr || static_cast<spirv::SourceLanguage>(unit->operands[language]) <=
                             spirv::SourceLanguage::OpenCL_C;
  return is_c ? llvm::dwarf::DW_LANG_OpenCL : llvm::dwarf::DW_LANG_C_plus_plus_14;
}

spirv::SourceLine location_of_function(const spirv::Module& source,
                                       const spirv::DebugEntry& entry) {
  constexpr size_t file = 2;
  constexpr size_t line = 3;
  const spirv::DebugEntry* in = source.debug_entry(entry.operands[file]);
  return {source.string(in->operands[0]), entry.operands[line], 0};
}

// The first line of a body; of a wrapper, which has none, the one of the function that it calls.
spirv::SourceLine first_line(const spirv::Module& source, const spirv::Function& function) {
  for (const spirv::BasicBlock& block : function.blocks) {
    for (const spirv::Instruction& instruction : block.instructions) {
      const spirv::SourceLine line = source.line_of(instruction);
      if (line.line != 0) return line;
      if (instruction.op != spirv::Op::FunctionCall) continue;
      const spirv::DebugEntry* called = source.debug_function(instruction.operands[0]);
      if (called != nullptr) return location_of_function(source, *called);
    }
  }
  return {};
}

// Debuggers show no call of a function without a name.
llvm::StringRef name_of(const spirv::Module& source, const llvm::Function& function, spirv::Id id) {
  if (const std::string_view name = source.name(id); !name.empty()) return name;
  for (const spirv::EntryPoint& entry : source.entry_points()) {
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
  const spirv::DebugEntry* unit = unit_of(state_.source);
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

void DebugInformation::describe(llvm::Function& function, const spirv::Function& source) {
  const spirv::Module& module = state_.source;
  const spirv::Id id = source.definition->result;
  if (const spirv::DebugEntry* described = module.debug_function(id)) {
    begin({});
    function.setSubprogram(nodes_->function(described->id));
    return;
  }
  const spirv::SourceLine line = first_line(module, source);
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
                                             const spirv::Instruction& instruction) {
  llvm::DILocalScope* scope = function.getSubprogram();
  if (scope == nullptr) return {};
  const spirv::DebugScope here = state_.source.debug_scope_of(instruction);
  if (here.scope != 0) scope = nodes_->local_scope(here.scope);
  const spirv::SourceLine line = state_.source.line_of(instruction);
  return llvm::DILocation::get(function.getContext(), line.line, line.column,
                               nodes_->in_file(scope, line.file), nodes_->inlined_at(here.inlined));
}

void DebugInformation::record_variable(FunctionReader& reader,
                                       const spirv::Instruction& instruction) {
  const spirv::DebugEntry* entry = state_.source.debug_entry(instruction.result);
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

}  // namespace cleave::compiler::frontend
