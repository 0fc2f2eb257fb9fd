// Makes the built-in library, when Cleave is built:
//   cleave_assemble_builtins OUTPUT.bc OUTPUT.groups LIBCLC.bc OWN.bc...
// The first output is the library as one module, for tests; the second is what the compiler embeds.
// The functions of the project's own files win over those of libclc, which were compiled for
// NVPTX: its data layout, target attributes and numbers of address spaces are replaced. Own files
// reach libclc's version of a function NAME as __libclc_NAME.
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "groups.h"
#include "traits.h"

namespace {

constexpr std::string_view original_prefix = "__libclc_";

// A call costs more than the body of a function of fewer instructions.
constexpr unsigned small_function_instructions = 60;

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "cleave_assemble_builtins: %s\n", message.c_str());
  std::exit(1);
}

std::unique_ptr<llvm::Module> read(const std::string& path, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIRFile(path, diagnostic, context);
  if (!module) fail(path + ": " + diagnostic.getMessage().str());
  return module;
}

// Tables lie in address space 4, which is constant memory on NVPTX and the generic space in the
// conventions of spir64, whose constant memory is 2. The address space of an existing type cannot
// be changed; the text of the module can.
std::unique_ptr<llvm::Module> with_constant_space(const llvm::Module& module,
                                                  llvm::LLVMContext& context) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  constexpr std::string_view from = "addrspace(4)";
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), "addrspace(2)");
  }
  llvm::SMDiagnostic diagnostic;
  auto result = llvm::parseAssemblyString(text, diagnostic, context);
  if (!result) fail("retargeted libclc: " + diagnostic.getMessage().str());
  return result;
}

// "_Z12__libclc_sinf" gives "_Z3sinf"; an empty string if `name` is no such name.
std::string original_name(std::string_view name) {
  if (!name.starts_with("_Z")) return {};
  size_t at = 2;
  size_t length = 0;
  while (at < name.size() && name[at] >= '0' && name[at] <= '9') {
    length = length * 10 + static_cast<size_t>(name[at++] - '0');
  }
  const std::string_view identifier = name.substr(at, length);
  if (!identifier.starts_with(original_prefix)) return {};
  const std::string_view original = identifier.substr(original_prefix.size());
  return "_Z" + std::to_string(original.size()) + std::string(original) +
         std::string(name.substr(at + length));
}

// Names by which own files ask for libclc's functions, given to those.
void rename_originals(llvm::Module& libclc, const llvm::Module& own) {
  for (const llvm::Function& function : own) {
    if (!function.isDeclaration()) continue;
    const std::string original = original_name(function.getName());
    if (original.empty()) continue;
    llvm::Function* const target = libclc.getFunction(original);
    if (target == nullptr || target->isDeclaration()) fail("libclc has no " + original);
    // Libclc's own calls of this name come to the version that wins.
    target->setName(function.getName());
    llvm::Function* const public_function =
        llvm::Function::Create(target->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                               target->getAddressSpace(), original, &libclc);
    target->replaceUsesWithIf(public_function, [](llvm::Use&) { return true; });
  }
}

// A mangled name with a pointer among its parameters: an overload by NVPTX' address spaces.
bool takes_pointer(const llvm::Function& function) {
  for (const llvm::Argument& argument : function.args()) {
    if (argument.getType()->isPointerTy()) return true;
  }
  return false;
}

// Leaves of libclc what own files lack. Everything else keeps its body only for callers within.
void restrict_to_missing(llvm::Module& libclc, const llvm::Module& own) {
  for (llvm::Function& function : libclc) {
    if (function.isDeclaration()) continue;
    const llvm::Function* const ours = own.getFunction(function.getName());
    if (ours != nullptr && !ours->isDeclaration()) {
      function.deleteBody();
      continue;
    }
    const bool overload = function.getName().starts_with("_Z");
    const bool asked_for = ours != nullptr;
    if (!asked_for && (!overload || takes_pointer(function))) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  for (llvm::GlobalVariable& variable : libclc.globals()) {
    if (!variable.isDeclaration()) variable.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

// libclc takes fused multiplication for an instruction. The function fma is one, where there is
// one.
void call_fma(llvm::Module& libclc) {
  for (const auto& [intrinsic, name] :
       {std::pair{"llvm.fma.f32", "_Z3fmafff"}, std::pair{"llvm.fma.f64", "_Z3fmaddd"}}) {
    llvm::Function* const instruction = libclc.getFunction(intrinsic);
    if (instruction == nullptr) continue;
    llvm::FunctionCallee function =
        libclc.getOrInsertFunction(name, instruction->getFunctionType());
    instruction->replaceAllUsesWith(function.getCallee());
  }
}

// After linking only own code uses the originals.
void hide_originals(llvm::Module& library) {
  for (llvm::Function& function : library) {
    if (!function.isDeclaration() && !original_name(function.getName()).empty()) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
}

void drop_unused(llvm::Module& module) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      if (function.use_empty() && (function.isDeclaration() || function.hasLocalLinkage())) {
        function.eraseFromParent();
        changed = true;
      }
    }
  }
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.use_empty() && variable.hasLocalLinkage()) variable.eraseFromParent();
  }
}

// Every function of OpenCL C is convergent until shown otherwise. Here it can be shown.
void set_convergence_and_inlining(llvm::Module& library) {
  const std::set<const llvm::Function*> meeting =
      cleave::builtins::assemble::meeting_functions(library);
  for (llvm::Function& function : library) {
    const bool meets = meeting.contains(&function);
    if (!meets) function.setNotConvergent();
    if (!function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::NoInline) &&
        (meets || function.getInstructionCount() < small_function_instructions)) {
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call != nullptr && !meeting.contains(call->getCalledFunction())) {
          call->removeFnAttr(llvm::Attribute::Convergent);
        }
      }
    }
  }
}

// One convention and one target for all: the C convention, and no processor named. The fast-math
// flags that libclc was compiled with are not those that a program allows.
void unify(llvm::Module& module) {
  for (llvm::Function& function : module) {
    function.setCallingConv(llvm::CallingConv::C);
    function.setDSOLocal(function.hasLocalLinkage());
    function.setComdat(nullptr);
    llvm::AttributeMask target_attributes;
    for (const llvm::Attribute& attribute : function.getAttributes().getFnAttrs()) {
      if (attribute.isStringAttribute())
        target_attributes.addAttribute(attribute.getKindAsString());
    }
    target_attributes.addAttribute(llvm::Attribute::AlwaysInline);
    target_attributes.addAttribute(llvm::Attribute::OptimizeForSize);
    function.removeFnAttrs(target_attributes);
    function.setSubprogram(nullptr);
    function.clearMetadata();
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
          call->setCallingConv(llvm::CallingConv::C);
        }
        instruction.dropUnknownNonDebugMetadata(llvm::LLVMContext::MD_prof);
        if (llvm::isa<llvm::FPMathOperator>(instruction)) {
          instruction.copyFastMathFlags(llvm::FastMathFlags());
        }
      }
    }
  }
  while (!module.named_metadata_empty()) {
    module.eraseNamedMetadata(&*module.named_metadata_begin());
  }
}

template <class Write>
void write_file(const char* path, Write write) {
  std::error_code error;
  llvm::raw_fd_ostream output(path, error);
  if (error) fail(std::string(path) + ": " + error.message());
  write(output);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    fail("usage: cleave_assemble_builtins OUTPUT.bc OUTPUT.groups LIBCLC.bc OWN.bc...");
  }
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> library = read(argv[4], context);
  for (int i = 5; i < argc; ++i) {
    if (llvm::Linker::linkModules(*library, read(argv[i], context))) fail(argv[i]);
  }

  std::unique_ptr<llvm::Module> libclc = read(argv[3], context);
  rename_originals(*libclc, *library);
  restrict_to_missing(*libclc, *library);
  call_fma(*libclc);
  drop_unused(*libclc);
  libclc = with_constant_space(*libclc, context);
  libclc->setTargetTriple(library->getTargetTriple());
  libclc->setDataLayout(library->getDataLayout());
  unify(*libclc);
  unify(*library);
  if (llvm::Linker::linkModules(*library, std::move(libclc))) fail("cannot link with libclc");
  hide_originals(*library);
  drop_unused(*library);
  set_convergence_and_inlining(*library);
  library->setModuleIdentifier("cleave_builtins");
  library->setSourceFileName("cleave_builtins");

  if (llvm::verifyModule(*library, &llvm::errs())) fail("the library is not valid");
  write_file(argv[1],
             [&](llvm::raw_ostream& output) { llvm::WriteBitcodeToFile(*library, output); });
  write_file(argv[2], [&](llvm::raw_ostream& output) {
    output << cleave::builtins::assemble::write_groups(*library);
  });
  return 0;
}
