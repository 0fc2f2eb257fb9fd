#include "compiler/pass/simplify/scalarise.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include <vector>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass::simplify {
namespace {

/// InstCombine makes `any` and `all` of bits a comparison of an integer that has them all. That
/// integer, for all lanes, would be put together from masks bit by bit.
void ask_elements(llvm::ICmpInst& comparison) {
  auto* bits = llvm::dyn_cast<llvm::BitCastInst>(comparison.getOperand(0));
  const auto* wanted = llvm::dyn_cast<llvm::ConstantInt>(comparison.getOperand(1));
  if (bits == nullptr || wanted == nullptr || !comparison.isEquality()) return;
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(bits->getSrcTy());
  if (type == nullptr || !type->getElementType()->isIntegerTy(1)) return;
  if (!wanted->isZero() && !wanted->isMinusOne()) return;
  const bool asks_for_all = wanted->isMinusOne();
  llvm::IRBuilder<> builder(&comparison);
  llvm::Value* answer = nullptr;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    llvm::Value* element = builder.CreateExtractElement(bits->getOperand(0), i);
    if (answer == nullptr) {
      answer = element;
    } else {
      answer =
          asks_for_all ? builder.CreateAnd(answer, element) : builder.CreateOr(answer, element);
    }
  }
  const bool is_equal = comparison.getPredicate() == llvm::CmpInst::ICMP_EQ;
  if (is_equal != asks_for_all) answer = builder.CreateNot(answer);
  comparison.replaceAllUsesWith(answer);
  comparison.eraseFromParent();
  if (bits->use_empty()) bits->eraseFromParent();
}

}  // namespace

std::string scalarise(llvm::Module& module, const ir::PassOptions& options) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(ir::serial_lanes_attribute)) continue;
    std::vector<llvm::ICmpInst*> comparisons;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
        comparisons.push_back(comparison);
    }
    for (llvm::ICmpInst* comparison : comparisons) ask_elements(*comparison);
  }
  llvm::ScalarizerPassOptions elements;
  elements.ScalarizeLoadStore = true;
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::ScalarizerPass(elements));
  llvm::ModulePassManager manager;
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(
      ir::UnlessAttribute(ir::serial_lanes_attribute, std::move(functions))));
  ir::LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass::simplify
