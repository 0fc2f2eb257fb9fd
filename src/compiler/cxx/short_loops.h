// Unrolls the short loops of SYCL's headers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cleave::compiler::cxx {

/// Makes straight code of loops over dimensions and elements in functions of SYCL's namespace, before these are inlined
/// into kernels: a subscript of an accessor is such a loop, and so is a sum of two marrays. Kernels are then what their
/// text says. Their own loops are left to drivers, which know their processors.
class UnrollShortLoops : public llvm::PassInfoMixin<UnrollShortLoops> {
 public:
  UnrollShortLoops();
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  llvm::FunctionPassManager passes_;
};

}  // namespace cleave::compiler::cxx
