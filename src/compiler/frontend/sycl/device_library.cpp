#include "compiler/frontend/sycl/device_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

#include <memory>
#include <utility>

#include "compiler/canonical/relaxed_arithmetic.h"

extern "C" {
#define CLEAVE_EMBEDDED(name) \
  extern const char cleave_device_##name##_begin[], cleave_device_##name##_end[];
CLEAVE_EMBEDDED(complex)
CLEAVE_EMBEDDED(failure)
CLEAVE_EMBEDDED(math)
CLEAVE_EMBEDDED(memory)
#undef CLEAVE_EMBEDDED
}

namespace cleave::compiler::frontend::sycl {
namespace {

/// Part of the library, as bitcode.
struct Part {
  const char* begin;
  const char* end;
};

// A part stands before those that it calls.
constexpr Part parts[] = {
    {cleave_device_complex_begin, cleave_device_complex_end},
    {cleave_device_math_begin, cleave_device_math_end},
    {cleave_device_memory_begin, cleave_device_memory_end},
    {cleave_device_failure_begin, cleave_device_failure_end},
};

/// Passes know functions of C by their names, and would take ours for the system's.
constexpr const char* prefix = "__cleave_device_";

/// The functions of a part that the module declares, calls and does not define.
llvm::SmallVector<std::string> wanted_functions(const llvm::Module& module,
                                                const llvm::Module& part) {
  llvm::SmallVector<std::string> wanted;
  for (const llvm::Function& function : part) {
    if (function.isDeclaration() || function.hasLocalLinkage()) continue;
    const llvm::Function* declared = module.getFunction(function.getName());
    if (declared != nullptr && declared->isDeclaration() && !declared->use_empty()) {
      wanted.push_back(function.getName().str());
    }
  }
  return wanted;
}

std::string link_part(llvm::Module& module, const Part& bytes) {
  const llvm::StringRef bitcode(bytes.begin, static_cast<size_t>(bytes.end - bytes.begin));
  auto part = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcode, "device library"),
                                         module.getContext());
  if (!part) return "error: " + llvm::toString(part.takeError()) + '\n';
  const auto wanted = wanted_functions(module, **part);
  if (wanted.empty()) return {};
  canonical::fix_options(**part);
  if (llvm::Linker::linkModules(module, std::move(*part), llvm::Linker::LinkOnlyNeeded)) {
    return "error: the library of device code does not fit the program\n";
  }
  for (const std::string& name : wanted) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr || function->isDeclaration()) continue;
    function->setComdat(nullptr);
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    function->setName(prefix + name);
  }
  return {};
}

}  // namespace

std::string link_device_library(llvm::Module& module) {
  std::string problems;
  for (const Part& part : parts) problems += link_part(module, part);
  return problems;
}

}  // namespace cleave::compiler::frontend::sycl
