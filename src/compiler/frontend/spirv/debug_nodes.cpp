#include "compiler/frontend/spirv/debug_nodes.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::DebugOp;
using cleave::spirv::DebugOperation;

// Bits of the flags of functions.
constexpr uint32_t is_local = 0x4;

// LLVM has no larger columns, and none of no line.
unsigned column_of(uint32_t line, uint32_t column) {
  constexpr uint32_t most = 0xffff;
  return line == 0 || column > most ? 0 : column;
}

// LLVM describes no function in the middle of another.
bool lies_in_function(const llvm::DIScope* scope) {
  while (scope != nullptr && !llvm::isa<llvm::DILocalScope>(scope)) scope = scope->getScope();
  return scope != nullptr;
}

uint64_t operation_of(uint32_t operation) {
  namespace dwarf = llvm::dwarf;
  switch (static_cast<DebugOperation>(operation)) {
    case DebugOperation::Plus:
      return dwarf::DW_OP_plus;
    case DebugOperation::Minus:
      return dwarf::DW_OP_minus;
    case DebugOperation::PlusUconst:
      return dwarf::DW_OP_plus_uconst;
    case DebugOperation::Constu:
      return dwarf::DW_OP_constu;
    case DebugOperation::StackValue:
      return dwarf::DW_OP_stack_value;
    case DebugOperation::Fragment:
      return dwarf::DW_OP_LLVM_fragment;
    default:
      return dwarf::DW_OP_deref;
  }
}

}  // namespace

DebugNodes::DebugNodes(const cleave::spirv::Module& source, llvm::DIBuilder& builder,
                       llvm::DICompileUnit& unit)
    : source_(source),
      builder_(builder),
      unit_(unit),
      is_full_(unit.getEmissionKind() == llvm::DICompileUnit::FullDebug) {}

llvm::StringRef DebugNodes::text(cleave::spirv::Id id) const {
  return source_.string(id);
}

llvm::DIFile* DebugNodes::file(std::string_view name) {
  return builder_.createFile(name.empty() ? "<il>" : llvm::StringRef(name), "");
}

llvm::DIFile* DebugNodes::file_of(cleave::spirv::Id source) {
  return file(source_.string(entry(source).operands[0]));
}

llvm::DIScope* DebugNodes::scope(cleave::spirv::Id id) {
  if (id == 0) return &unit_;
  const cleave::spirv::DebugEntry& wanted = entry(id);
  if (wanted.op == DebugOp::CompilationUnit) return &unit_;
  if (wanted.op == DebugOp::TypeComposite) return type(id);
  if (llvm::DIScope* known = scopes_.lookup(id)) return known;
  llvm::DIScope* made = make_scope(wanted);
  scopes_[id] = made;
  return made;
}

// A block outside of functions is a namespace.
llvm::DIScope* DebugNodes::make_scope(const cleave::spirv::DebugEntry& wanted) {
  const auto& operands = wanted.operands;
  if (wanted.op == DebugOp::Function) return make_function(wanted);
  if (wanted.op == DebugOp::LexicalBlockDiscriminator) {
    return builder_.createLexicalBlockFile(scope(operands[2]), file_of(operands[0]), operands[1]);
  }
  if (wanted.function != 0) {
    return builder_.createLexicalBlock(scope(operands[3]), file_of(operands[0]), operands[1],
                                       column_of(operands[1], operands[2]));
  }
  const llvm::StringRef name = operands.size() > 4 ? text(operands[4]) : llvm::StringRef();
  return builder_.createNameSpace(scope(operands[3]), name, /*ExportSymbols=*/false);
}

llvm::DISubprogram* DebugNodes::make_function(const cleave::spirv::DebugEntry& wanted) {
  const auto [name, type, source, line, column, parent, linkage, flags, scope_line] =
      wanted.first<9>();
  llvm::DIFile* in = file_of(source);
  llvm::DIScope* around = is_full_ ? scope(parent) : in;
  if (around == &unit_ || lies_in_function(around)) around = in;
  auto parts = llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized;
  if ((flags & is_local) != 0) parts |= llvm::DISubprogram::SPFlagLocalToUnit;
  return builder_.createFunction(around, text(name), text(linkage), in, line, function_type(type),
                                 scope_line, llvm::DINode::FlagPrototyped, parts);
}

llvm::DISubprogram* DebugNodes::function(cleave::spirv::Id id) {
  return llvm::cast<llvm::DISubprogram>(scope(id));
}

llvm::DILocalScope* DebugNodes::local_scope(cleave::spirv::Id id) {
  return llvm::cast<llvm::DILocalScope>(scope(id));
}

llvm::DILocalScope* DebugNodes::in_file(llvm::DILocalScope* scope, std::string_view name) {
  if (name.empty() || scope->getFilename() == llvm::StringRef(name)) return scope;
  llvm::DIFile* other = file(name);
  llvm::DILocalScope*& known = in_files_[{scope, other}];
  if (known == nullptr) known = builder_.createLexicalBlockFile(scope, other);
  return known;
}

llvm::DILocation* DebugNodes::inlined_at(cleave::spirv::Id id) {
  if (id == 0) return nullptr;
  if (llvm::DILocation* known = calls_.lookup(id)) return known;
  const auto& operands = entry(id).operands;
  llvm::DILocation* outer = inlined_at(operands.size() > 2 ? operands[2] : 0);
  llvm::DILocation* made = llvm::DILocation::getDistinct(unit_.getContext(), operands[0], 0,
                                                         local_scope(operands[1]), outer);
  calls_[id] = made;
  return made;
}

llvm::DILocalVariable* DebugNodes::variable(cleave::spirv::Id id) {
  if (llvm::DILocalVariable* known = variables_.lookup(id)) return known;
  const auto [name, type_id, source, line, column, parent, flags, argument] = entry(id).first<8>();
  llvm::DIScope* around = scope(parent);
  llvm::DIFile* in = file_of(source);
  llvm::DIType* of = type(type_id);
  llvm::DILocalVariable* made =
      argument == 0 ? builder_.createAutoVariable(around, text(name), in, line, of)
                    : builder_.createParameterVariable(around, text(name), argument, in, line, of);
  variables_[id] = made;
  return made;
}

llvm::DIExpression* DebugNodes::expression(cleave::spirv::Id id) const {
  const auto& words = entry(id).operands;
  llvm::SmallVector<uint64_t> operations;
  for (size_t at = 0; at < words.size();) {
    const size_t numbers = *cleave::spirv::numbers_of(static_cast<DebugOperation>(words[at]));
    operations.push_back(operation_of(words[at++]));
    // DWARF has the fragment's offset first, as SPIR-V does.
    for (size_t i = 0; i < numbers; ++i) operations.push_back(words[at++]);
  }
  return builder_.createExpression(operations);
}

}  // namespace cleave::compiler::frontend::spirv
