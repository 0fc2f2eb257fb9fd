#include "compiler/target/x86/host_processor.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/TargetParser/X86TargetParser.h>

#include <array>
#include <atomic>

#include "options/instruction_set.h"

namespace cleave::compiler::target::x86 {
namespace {

struct Host {
  llvm::Triple triple;
  std::string processor;
  std::string features;
};

// Returns the features in which this processor differs from others of its name: a hypervisor may
// have taken some away. LLVM reads every word of the list again for every function it compiles.
std::string own_features(llvm::StringRef processor) {
  llvm::SmallVector<llvm::StringRef, 128> named;
  const bool is_known = llvm::X86::parseArchX86(processor) != llvm::X86::CK_None;
  if (is_known) llvm::X86::getFeaturesForCPU(processor, named);
  llvm::SubtargetFeatures features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
    const bool promised = llvm::is_contained(named, feature.getKey());
    if (promised != feature.getValue()) features.AddFeature(feature.getKey(), feature.getValue());
  }
  return features.getString();
}

// LLVM's names of the levels of x86-64, which are what these sets are.
const char* name_of(options::InstructionSet set) {
  switch (set) {
    case options::InstructionSet::sse42:
      return "x86-64-v2";
    case options::InstructionSet::avx2:
      return "x86-64-v3";
    case options::InstructionSet::avx512:
      return "x86-64-v4";
  }
  return "x86-64-v2";
}

// LLVM's default follows every value through the machine code for the sake of a debugger's
// variables, also where a function has lines alone: 6 % of the time of code generation, up to 25 %
// of kernels with many values. The older way follows the debug values that there are. Clang marks
// in C++ which instructions begin a statement (key instructions); our passes lose these marks, and
// no line would begin anywhere: gdb could stop at none.
void choose_debug_information() {
  constexpr std::array arguments = {"cleave", "--experimental-debug-variable-locations=false",
                                    "--dwarf-use-key-instructions=false"};
  llvm::cl::ParseCommandLineOptions(static_cast<int>(arguments.size()), arguments.data());
}

/// Registers LLVM's parts for this processor, once in a process. An application whose code comes from
/// the cache or from compiler processes does without: that was a fifth of its first launch.
void register_target() {
  static const bool once = [] {
    choose_debug_information();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    return true;
  }();
  static_cast<void>(once);
}

Host read_host() {
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  if (!options::is_native_instruction_set()) {
    return {triple, name_of(options::instruction_set()), ""};
  }
  const llvm::StringRef processor = llvm::sys::getHostCPUName();
  return {triple, processor.str(), own_features(processor)};
}

const Host& host() {
  static const Host& read = *new Host(read_host());
  return read;
}

/// Each level has a slot where a target machine waits for its next user, who takes it by an atomic
/// exchange: there is no lock that a forked child could find held.
std::atomic<llvm::TargetMachine*>& kept_machine(llvm::CodeGenOptLevel level) {
  static std::array<std::atomic<llvm::TargetMachine*>, 4> kept = {};
  return kept.at(static_cast<size_t>(level));
}

llvm::TargetMachine* make_machine(llvm::CodeGenOptLevel level, std::string& error) {
  register_target();
  const Host& known = host();
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(known.triple, error);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  // Multiplications and additions are fused where the program's IR says so, nowhere else.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  llvm::TargetMachine* machine =
      target->createTargetMachine(known.triple, known.processor, known.features, options,
                                  llvm::Reloc::PIC_, llvm::CodeModel::Small, level, /*JIT=*/true);
  if (machine == nullptr) error = "LLVM makes no code for " + known.processor;
  return machine;
}

}  // namespace

void KeepTargetMachine::operator()(llvm::TargetMachine* machine) const {
  // Release and acquire: the next user may be another thread.
  delete kept_machine(level).exchange(machine, std::memory_order_acq_rel);
}

HostTargetMachine host_target_machine(llvm::CodeGenOptLevel level, std::string& error) {
  llvm::TargetMachine* machine = kept_machine(level).exchange(nullptr, std::memory_order_acq_rel);
  if (machine == nullptr) machine = make_machine(level, error);
  if (machine != nullptr) machine->setOptLevel(level);  // its last user may have gone below
  return {machine, KeepTargetMachine{level}};
}

void prepare_host_machine() {
  std::string error;
  const HostTargetMachine machine = host_target_machine(llvm::CodeGenOptLevel::Less, error);
  if (machine == nullptr) return;
  llvm::LLVMContext context;
  llvm::Module module("", context);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  llvm::Function* function =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "", module);
  // As passes set them (pass/lowering/retarget.h): the machine goes by these attributes.
  function->addFnAttr("target-cpu", machine->getTargetCPU());
  function->addFnAttr("target-features", machine->getTargetFeatureString());
  static_cast<void>(machine->getSubtargetImpl(*function));
}

std::string host_description() {
  const Host& known = host();
  return known.triple.str() + ' ' + known.processor + ' ' + known.features;
}

}  // namespace cleave::compiler::target::x86
