#include "compiler/pass/ir/processor.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/TargetParser/X86TargetParser.h>

#include <string>

namespace cleave::compiler::pass::ir {

namespace {

/// Returns what a processor has that is named and described by words such as "+avx2,-fma", and what
/// follows from that: x86-64-v4 has avx512bw, and with it avx512f.
llvm::StringSet<> features_of(llvm::StringRef processor, llvm::StringRef own) {
  llvm::SmallVector<llvm::StringRef, 128> named;
  if (llvm::X86::parseArchX86(processor) != llvm::X86::CK_None) {
    llvm::X86::getFeaturesForCPU(processor, named);
  }
  for (llvm::StringRef name : llvm::split(own, ',')) {
    if (name.consume_front("+")) named.push_back(name);
  }
  llvm::StringMap<bool> implied;
  for (const llvm::StringRef name : named) {
    implied[name] = true;
    llvm::X86::updateImpliedFeatures(name, true, implied);
  }
  llvm::StringSet<> features;
  for (const auto& feature : implied) {
    if (feature.getValue()) features.insert(feature.getKey());
  }
  for (llvm::StringRef name : llvm::split(own, ',')) {
    if (name.consume_front("-")) features.erase(name);
  }
  return features;
}

}  // namespace

bool has_feature(const llvm::Function& function, llvm::StringRef feature) {
  const llvm::StringRef processor = function.getFnAttribute("target-cpu").getValueAsString();
  const llvm::StringRef own = function.getFnAttribute("target-features").getValueAsString();
  struct KnownFeatures {
    std::string processor, own;
    llvm::StringSet<> features;
  };
  // A thread makes code for one processor, mostly, and asks some fifty times for a kernel.
  thread_local KnownFeatures known;
  if (known.processor != processor || known.own != own || known.features.empty()) {
    known = {processor.str(), own.str(), features_of(processor, own)};
  }
  return known.features.contains(feature);
}

unsigned vector_bits(const llvm::Function& function) {
  if (has_feature(function, "avx512f")) return 512;
  return has_feature(function, "avx2") ? 256 : 128;
}

}  // namespace cleave::compiler::pass::ir
