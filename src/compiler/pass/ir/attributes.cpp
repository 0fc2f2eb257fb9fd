#include "compiler/pass/ir/attributes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

namespace cleave::compiler::pass::ir {

std::optional<uint64_t> interleaved_stride(const llvm::AllocaInst& variable) {
  const llvm::MDNode* node = variable.getMetadata(interleaved_metadata);
  if (node == nullptr) return std::nullopt;
  return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue();
}

}  // namespace cleave::compiler::pass::ir
