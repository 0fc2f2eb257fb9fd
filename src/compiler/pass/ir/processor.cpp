#include "compiler/pass/ir/processor.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/X86TargetParser.h>

namespace cleave::compiler::pass {

bool has_feature(const llvm::Function& function, llvm::StringRef feature) {
  const llvm::StringRef own = function.getFnAttribute("target-features").getValueAsString();
  const auto says = [&](const char* what) {
    return llvm::is_contained(llvm::split(own, ','), (what + feature).str());
  };
  if (says("+")) return true;
  if (says("-")) return false;
  llvm::SmallVector<llvm::StringRef, 128> named;
  const llvm::StringRef processor = function.getFnAttribute("target-cpu").getValueAsString();
  if (llvm::X86::parseArchX86(processor) != llvm::X86::CK_None) {
    llvm::X86::getFeaturesForCPU(processor, named);
  }
  for (llvm::StringRef name : llvm::split(own, ',')) {
    if (name.consume_front("+")) named.push_back(name);
  }
  // Lists name what others follow from: x86-64-v4 has avx512bw, and with it avx512f.
  llvm::StringMap<bool> features;
  for (const llvm::StringRef name : named) {
    features[name] = true;
    llvm::X86::updateImpliedFeatures(name, true, features);
  }
  return features.lookup(feature);
}

unsigned vector_bits(const llvm::Function& function) {
  if (has_feature(function, "avx512f")) return 512;
  return has_feature(function, "avx2") ? 256 : 128;
}

}  // namespace cleave::compiler::pass
