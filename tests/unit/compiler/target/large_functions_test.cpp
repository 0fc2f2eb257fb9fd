// The functions that LLVM's passes take too long for: at each bound, and one beyond it.
#include "compiler/pass/ir/large_functions.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::pass {
namespace {

class LargeFunctions : public testing::Test {
 protected:
  llvm::BasicBlock* block() { return llvm::BasicBlock::Create(context_, "", function_); }

  llvm::LLVMContext context_;
  llvm::Module module_{"functions", context_};
  llvm::IRBuilder<> builder_{context_};
  llvm::Function* function_ = llvm::Function::Create(
      llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getInt32Ty(), builder_.getInt1Ty()},
                              false),
      llvm::Function::ExternalLinkage, "function", module_);
};

TEST_F(LargeFunctions, HaveMoreThan100Loops) {
  builder_.SetInsertPoint(block());
  const auto add_loop = [&] {
    llvm::BasicBlock* loop = block();
    llvm::BasicBlock* after = block();
    builder_.CreateBr(loop);
    builder_.SetInsertPoint(loop);
    builder_.CreateCondBr(function_->getArg(1), loop, after);
    builder_.SetInsertPoint(after);
  };
  for (int i = 0; i < 100; ++i) add_loop();
  llvm::ReturnInst* end = builder_.CreateRetVoid();
  EXPECT_FALSE(ir::has_many_loops(*function_));
  end->eraseFromParent();
  add_loop();
  builder_.CreateRetVoid();
  EXPECT_TRUE(ir::has_many_loops(*function_));
}

TEST_F(LargeFunctions, HaveMoreThan10000Instructions) {
  builder_.SetInsertPoint(block());
  for (int i = 0; i < 9'999; ++i) builder_.CreateFreeze(function_->getArg(0));
  llvm::ReturnInst* end = builder_.CreateRetVoid();
  EXPECT_FALSE(ir::has_many_instructions(*function_));
  builder_.SetInsertPoint(end);
  builder_.CreateFreeze(function_->getArg(0));
  EXPECT_TRUE(ir::has_many_instructions(*function_));
}

TEST_F(LargeFunctions, HaveABlockWithMoreThan1000Successors) {
  builder_.SetInsertPoint(block());
  const auto target = [&] {
    llvm::BasicBlock* place = block();
    new llvm::UnreachableInst(context_, place);
    return place;
  };
  llvm::SwitchInst* jump = builder_.CreateSwitch(function_->getArg(0), target());
  const auto add_case = [&] { jump->addCase(builder_.getInt32(jump->getNumCases()), target()); };
  while (jump->getNumSuccessors() < 1'000) add_case();
  EXPECT_FALSE(ir::has_many_successors(*function_));
  add_case();
  EXPECT_TRUE(ir::has_many_successors(*function_));
}

}  // namespace
}  // namespace cleave::compiler::pass
