#include "compiler/pass/ir/value_pointers.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/kernel_layout.h"

namespace cleave::compiler::pass::ir {

std::optional<ValuePointer> value_pointer(const llvm::LoadInst& load) {
  const llvm::Type& type = *load.getType();
  if (!type.isPointerTy() || type.getPointerAddressSpace() != global_space || !load.isSimple()) {
    return std::nullopt;
  }
  const llvm::DataLayout& layout = load.getDataLayout();
  const llvm::Value* pointer = load.getPointerOperand();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(
      pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (argument == nullptr || !argument->hasByValAttr() || !argument->onlyReadsMemory()) {
    return std::nullopt;
  }
  const uint64_t bytes = argument_bytes(*argument);
  const uint64_t at = offset.getLimitedValue();
  constexpr uint64_t pointer_bytes = sizeof(uint64_t);
  if (bytes < pointer_bytes || at > bytes - pointer_bytes || at % pointer_bytes != 0) {
    return std::nullopt;
  }
  return ValuePointer{argument, at};
}

std::vector<uint32_t> pointers_in_values(const llvm::Function& kernel) {
  const ArgumentLayout layout = layout_arguments(kernel);
  std::vector<uint32_t> offsets;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const auto pointer = load == nullptr ? std::nullopt : value_pointer(*load);
    if (!pointer) continue;
    offsets.push_back(layout.offsets[pointer->argument->getArgNo()] +
                      static_cast<uint32_t>(pointer->offset));
  }
  std::ranges::sort(offsets);
  offsets.erase(std::ranges::unique(offsets).begin(), offsets.end());
  return offsets;
}

}  // namespace cleave::compiler::pass::ir
