#include "compiler/frontend/spirv/loop_controls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Type.h>

#include <bit>

#include "spirv/tokens.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::LoopControl;

llvm::MDNode* hint(llvm::LLVMContext& context, llvm::StringRef name) {
  return llvm::MDNode::get(context, llvm::MDString::get(context, name));
}

llvm::MDNode* hint(llvm::LLVMContext& context, llvm::StringRef name, uint32_t number) {
  auto* value = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number);
  return llvm::MDNode::get(
      context, {llvm::MDString::get(context, name), llvm::ConstantAsMetadata::get(value)});
}

// Parameters come in the order of their bits, the lowest of which have none.
uint32_t parameter(std::span<const uint32_t> controls, LoopControl control) {
  constexpr auto with_parameters = ~(static_cast<uint32_t>(LoopControl::DependencyLength) - 1);
  const uint32_t below = static_cast<uint32_t>(control) - 1;
  const auto index = 1 + std::popcount(controls[0] & below & with_parameters);
  return static_cast<size_t>(index) < controls.size() ? controls[static_cast<size_t>(index)] : 0;
}

}  // namespace

llvm::MDNode* loop_hints(llvm::LLVMContext& context, std::span<const uint32_t> controls) {
  if (controls.empty()) return nullptr;
  const auto asks = [&](LoopControl control) { return cleave::spirv::has(controls[0], control); };
  llvm::SmallVector<llvm::Metadata*> hints = {nullptr};  // stands for the node itself
  const uint32_t copies =
      asks(LoopControl::PartialCount) ? parameter(controls, LoopControl::PartialCount) : 0;
  if (asks(LoopControl::DontUnroll)) {
    hints.push_back(hint(context, "llvm.loop.unroll.disable"));
  } else if (copies > 1) {
    hints.push_back(hint(context, "llvm.loop.unroll.count", copies));
  } else if (asks(LoopControl::Unroll)) {
    hints.push_back(hint(context, "llvm.loop.unroll.enable"));
  }
  if (hints.size() == 1) return nullptr;
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, hints);
  loop->replaceOperandWith(0, loop);
  return loop;
}

}  // namespace cleave::compiler::frontend::spirv
