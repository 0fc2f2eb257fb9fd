#include "compiler/pass/processor.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/TargetParser/X86TargetParser.h>

namespace cleave::compiler::pass {

bool has_feature(const llvm::Function& function, llvm::StringRef feature) {
  const llvm::StringRef own = function.getFnAttribute("target-features").getValueAsString();
  const auto says = [&](const char* what) {
    return llvm::is_contained(llvm::split(own, ','), (what + feature).str());
  };
  if (says("+")) return true;
  if (says("-")) return false;
  const llvm::StringRef processor = function.getFnAttribute("target-cpu").getValueAsString();
  if (llvm::X86::parseArchX86(processor) == llvm::X86::CK_None) return false;
  llvm::SmallVector<llvm::StringRef, 128> named;
  llvm::X86::getFeaturesForCPU(processor, named);
  return llvm::is_contained(named, feature);
}

}  // namespace cleave::compiler::pass
