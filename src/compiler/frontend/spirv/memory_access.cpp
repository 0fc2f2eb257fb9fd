#include "compiler/frontend/spirv/memory_access.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

#include "compiler/frontend/spirv/alias_scopes.h"

namespace cleave::compiler::frontend::spirv {
namespace {

void mark_nontemporal(llvm::Instruction& access) {
  llvm::LLVMContext& context = access.getContext();
  auto* one = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1);
  access.setMetadata(llvm::LLVMContext::MD_nontemporal,
                     llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(one)));
}

void set_scopes(llvm::Instruction& access, const LoadStoreMode& mode) {
  access.setMetadata(llvm::LLVMContext::MD_alias_scope, mode.alias_scopes);
  access.setMetadata(llvm::LLVMContext::MD_noalias, mode.no_alias);
}

llvm::MDNode* declared_scopes(FunctionReader& reader, cleave::spirv::Id list) {
  llvm::MDNode* scopes = alias_scopes(reader.state(), list);
  reader.enter_scopes(scopes);
  return scopes;
}

// Producers before SPIR-V 1.4, and for calls, decorate the result.
void add_decorated_scopes(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                          LoadStoreMode& mode) {
  const cleave::spirv::Module& source = reader.state().source;
  if (instruction.result == 0) return;
  if (const auto* use =
          source.decoration(instruction.result, cleave::spirv::Decoration::AliasScopeINTEL)) {
    mode.alias_scopes = declared_scopes(reader, use->operands[0]);
  }
  if (const auto* use =
          source.decoration(instruction.result, cleave::spirv::Decoration::NoAliasINTEL)) {
    mode.no_alias = alias_scopes(reader.state(), use->operands[0]);
  }
}

LoadStoreMode mode_at(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                      size_t first) {
  LoadStoreMode mode;
  const std::span<const uint32_t> operands = instruction.operands;
  if (first >= operands.size()) return mode;
  const uint32_t mask = operands[first];
  size_t next = first + 1;
  mode.is_volatile = cleave::spirv::has(mask, cleave::spirv::MemoryAccess::Volatile);
  mode.is_nontemporal = cleave::spirv::has(mask, cleave::spirv::MemoryAccess::Nontemporal);
  if (cleave::spirv::has(mask, cleave::spirv::MemoryAccess::Aligned) && next < operands.size()) {
    const uint32_t bytes = operands[next++];
    if (llvm::isPowerOf2_32(bytes)) mode.alignment = llvm::Align(bytes);
  }
  if (cleave::spirv::has(mask, cleave::spirv::MemoryAccess::AliasScopeINTEL)) {
    mode.alias_scopes = declared_scopes(reader, operands[next++]);
  }
  if (cleave::spirv::has(mask, cleave::spirv::MemoryAccess::NoAliasINTEL)) {
    mode.no_alias = alias_scopes(reader.state(), operands[next++]);
  }
  mode.operands = next - first;
  return mode;
}

}  // namespace

LoadStoreMode access_mode(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                          size_t first, cleave::spirv::Id pointer) {
  LoadStoreMode mode = mode_at(reader, instruction, first);
  add_decorated_scopes(reader, instruction, mode);
  const cleave::spirv::Module& source = reader.state().source;
  if (source.decoration(pointer, cleave::spirv::Decoration::Volatile) != nullptr)
    mode.is_volatile = true;
  return mode;
}

llvm::Value* load_value(FunctionReader& reader, cleave::spirv::Id type, llvm::Value* pointer,
                        const LoadStoreMode& mode) {
  const Types& types = reader.state().types;
  llvm::IRBuilderBase& builder = reader.builder();
  const llvm::Align alignment = mode.alignment.value_or(types.alignment(type));
  if (types.is_composite(type)) {
    llvm::AllocaInst* own = reader.temporary(type);
    set_scopes(*builder.CreateMemCpy(own, own->getAlign(), pointer, alignment, types.bytes(type),
                                     mode.is_volatile),
               mode);
    return own;
  }
  llvm::LoadInst* load =
      builder.CreateAlignedLoad(types.in_memory(type), pointer, alignment, mode.is_volatile);
  if (mode.is_nontemporal) mark_nontemporal(*load);
  set_scopes(*load, mode);
  if (!types.is_boolean(type)) return load;
  return builder.CreateICmpNE(load, llvm::Constant::getNullValue(load->getType()));
}

void store_value(FunctionReader& reader, cleave::spirv::Id type, llvm::Value* value,
                 llvm::Value* pointer, const LoadStoreMode& mode) {
  const Types& types = reader.state().types;
  llvm::IRBuilderBase& builder = reader.builder();
  const llvm::Align alignment = mode.alignment.value_or(types.alignment(type));
  if (types.is_composite(type)) {
    set_scopes(*builder.CreateMemCpy(pointer, alignment, value, types.alignment(type),
                                     types.bytes(type), mode.is_volatile),
               mode);
    return;
  }
  if (types.is_boolean(type)) value = builder.CreateZExt(value, types.in_memory(type));
  llvm::StoreInst* store = builder.CreateAlignedStore(value, pointer, alignment, mode.is_volatile);
  if (mode.is_nontemporal) mark_nontemporal(*store);
  set_scopes(*store, mode);
}

}  // namespace cleave::compiler::frontend::spirv
