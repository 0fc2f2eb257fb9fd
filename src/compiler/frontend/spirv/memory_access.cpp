#include "compiler/frontend/spirv/memory_access.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

namespace cleave::compiler::frontend {
namespace {

void mark_nontemporal(llvm::Instruction& access) {
  llvm::LLVMContext& context = access.getContext();
  auto* one = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1);
  access.setMetadata(llvm::LLVMContext::MD_nontemporal,
                     llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(one)));
}

}  // namespace

AccessMode access_mode(const spirv::Instruction& instruction, size_t first) {
  AccessMode mode;
  const std::span<const uint32_t> operands = instruction.operands;
  if (first >= operands.size()) return mode;
  const uint32_t mask = operands[first];
  size_t next = first + 1;
  mode.is_volatile = spirv::has(mask, spirv::MemoryAccess::Volatile);
  mode.is_nontemporal = spirv::has(mask, spirv::MemoryAccess::Nontemporal);
  if (spirv::has(mask, spirv::MemoryAccess::Aligned) && next < operands.size()) {
    const uint32_t bytes = operands[next++];
    if (llvm::isPowerOf2_32(bytes)) mode.alignment = llvm::Align(bytes);
  }
  if (spirv::has(mask, spirv::MemoryAccess::AliasScopeINTEL)) ++next;
  if (spirv::has(mask, spirv::MemoryAccess::NoAliasINTEL)) ++next;
  mode.operands = next - first;
  return mode;
}

AccessMode access_mode(FunctionReader& reader, const spirv::Instruction& instruction, size_t first,
                       spirv::Id pointer) {
  AccessMode mode = access_mode(instruction, first);
  const spirv::Module& source = reader.state().source;
  if (source.decoration(pointer, spirv::Decoration::Volatile) != nullptr) mode.is_volatile = true;
  return mode;
}

llvm::Value* load_value(FunctionReader& reader, spirv::Id type, llvm::Value* pointer,
                        const AccessMode& mode) {
  const Types& types = reader.state().types;
  llvm::IRBuilderBase& builder = reader.builder();
  const llvm::Align alignment = mode.alignment.value_or(types.alignment(type));
  if (types.is_composite(type)) {
    llvm::AllocaInst* own = reader.temporary(type);
    builder.CreateMemCpy(own, own->getAlign(), pointer, alignment, types.bytes(type),
                         mode.is_volatile);
    return own;
  }
  llvm::LoadInst* load =
      builder.CreateAlignedLoad(types.in_memory(type), pointer, alignment, mode.is_volatile);
  if (mode.is_nontemporal) mark_nontemporal(*load);
  if (!types.is_boolean(type)) return load;
  return builder.CreateICmpNE(load, llvm::Constant::getNullValue(load->getType()));
}

void store_value(FunctionReader& reader, spirv::Id type, llvm::Value* value, llvm::Value* pointer,
                 const AccessMode& mode) {
  const Types& types = reader.state().types;
  llvm::IRBuilderBase& builder = reader.builder();
  const llvm::Align alignment = mode.alignment.value_or(types.alignment(type));
  if (types.is_composite(type)) {
    builder.CreateMemCpy(pointer, alignment, value, types.alignment(type), types.bytes(type),
                         mode.is_volatile);
    return;
  }
  if (types.is_boolean(type)) value = builder.CreateZExt(value, types.in_memory(type));
  llvm::StoreInst* store = builder.CreateAlignedStore(value, pointer, alignment, mode.is_volatile);
  if (mode.is_nontemporal) mark_nontemporal(*store);
}

}  // namespace cleave::compiler::frontend
