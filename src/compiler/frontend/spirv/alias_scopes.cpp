#include "compiler/frontend/spirv/alias_scopes.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/MDBuilder.h>

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

llvm::MDNode* make(ReaderState& state, const cleave::spirv::Instruction& declaration);

llvm::MDNode* node_of(ReaderState& state, cleave::spirv::Id declared) {
  const auto known = state.alias_nodes.find(declared);
  if (known != state.alias_nodes.end()) return known->second;
  llvm::MDNode* made = make(state, *state.source.definition(declared));
  return state.alias_nodes[declared] = made;
}

// Lists are made of scopes, and these of domains: no deeper.
llvm::MDNode* make(ReaderState& state, const cleave::spirv::Instruction& declaration) {
  llvm::LLVMContext& context = state.module.getContext();
  llvm::MDBuilder builder(context);
  if (declaration.op == Op::AliasDomainDeclINTEL) return builder.createAnonymousAliasScopeDomain();
  if (declaration.op == Op::AliasScopeDeclINTEL) {
    return builder.createAnonymousAliasScope(node_of(state, declaration.operands[0]));
  }
  llvm::SmallVector<llvm::Metadata*> scopes;
  for (const cleave::spirv::Id scope : declaration.operands)
    scopes.push_back(node_of(state, scope));
  return llvm::MDNode::get(context, scopes);
}

}  // namespace

llvm::MDNode* alias_scopes(ReaderState& state, cleave::spirv::Id list) {
  return node_of(state, list);
}

}  // namespace cleave::compiler::frontend::spirv
