#include "compiler/target/host_processor.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/TargetParser/Triple.h>

namespace cleave::compiler::target {
namespace {

struct Host {
  llvm::Triple triple;
  std::string processor;
  std::string features;
};

// The name of a processor promises features that a hypervisor may have taken away, so every
// feature is stated, present or not.
Host read_host() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  llvm::SubtargetFeatures features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
    features.AddFeature(feature.getKey(), feature.getValue());
  }
  return {llvm::Triple(llvm::sys::getProcessTriple()), llvm::sys::getHostCPUName().str(),
          features.getString()};
}

const Host& host() {
  static const Host& read = *new Host(read_host());
  return read;
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_host_target_machine(std::string& error) {
  const Host& known = host();
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(known.triple, error);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  // Multiplications and additions are fused where the program's IR says so, nowhere else.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      known.triple, known.processor, known.features, options, llvm::Reloc::PIC_,
      llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, /*JIT=*/true));
  if (!machine) error = "LLVM makes no code for " + known.processor;
  return machine;
}

std::string host_description() {
  const Host& known = host();
  return known.triple.str() + ' ' + known.processor + ' ' + known.features;
}

}  // namespace cleave::compiler::target
