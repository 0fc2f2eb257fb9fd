#include "compiler/pass/verify_canonical.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>

namespace cleave::compiler::pass {
namespace {

// Clang's for spir64; LLVM itself has no layout for a target without a back end.
constexpr llvm::StringLiteral spir64_layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";
constexpr unsigned last_address_space = 4;  // generic; 0 private, 1 global, 2 constant, 3 local

class CanonicalVerifier {
 public:
  std::string run(const llvm::Module& module) {
    check_target(module);
    if (!module.getModuleInlineAsm().empty()) problem("inline assembly beside the functions");
    for (const llvm::GlobalVariable& variable : module.globals()) check(variable);
    for (const llvm::Function& function : module) check(function);
    llvm::raw_string_ostream stream(problems_);
    llvm::verifyModule(module, &stream);
    while (!problems_.empty() && problems_.back() == '\n') problems_.pop_back();
    return std::move(problems_);
  }

 private:
  /// The address space of a pointer, or of pointers in a vector, if it is none of ours.
  static std::optional<unsigned> foreign_space(const llvm::Value& value) {
    const llvm::Type* type = value.getType()->getScalarType();
    if (!type->isPointerTy() || type->getPointerAddressSpace() <= last_address_space) return {};
    return type->getPointerAddressSpace();
  }

  void problem(const std::string& text) { problems_ += "not canonical: " + text + '\n'; }

  void problem(const llvm::Instruction& instruction, const std::string& text) {
    std::string where = " in " + instruction.getFunction()->getName().str();
    if (const llvm::DILocation* location = instruction.getDebugLoc().get()) {
      where += " at line " + std::to_string(location->getLine());
    }
    problem(text + where);
  }

  void check_target(const llvm::Module& module) {
    const llvm::Triple& triple = module.getTargetTriple();
    if (triple.getArch() != llvm::Triple::spir64) {
      problem("the module's triple is " + triple.str() + ", not spir64");
    } else if (module.getDataLayoutStr() != spir64_layout) {
      problem("the module's data layout is not spir64's");
    }
  }

  void check(const llvm::GlobalVariable& variable) {
    if (variable.getAddressSpace() > last_address_space) {
      problem("variable " + variable.getName().str() + " is in address space " +
              std::to_string(variable.getAddressSpace()));
    }
  }

  void check(const llvm::Function& function) {
    if (function.isDeclaration()) return check_declaration(function);
    if (function.isVarArg()) problem(function.getName().str() + " takes variable arguments");
    for (const llvm::Argument& argument : function.args()) {
      if (std::optional<unsigned> space = foreign_space(argument)) {
        problem("an argument of " + function.getName().str() + " points to address space " +
                std::to_string(*space));
      }
    }
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) check_kernel(function);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) check(instruction);
  }

  void check_declaration(const llvm::Function& function) {
    llvm::StringRef name = function.getName();
    bool known = function.isIntrinsic() || name == "printf" || name.starts_with("__cleave_") ||
                 name.starts_with("_Z");
    // A plain C name is a function that the program declares and never defines: the front end
    // reports it with its line.
    if (known && function.isVarArg() && name != "printf") {
      problem("built-in " + name.str() + " takes variable arguments");
    }
  }

  void check_kernel(const llvm::Function& kernel) {
    if (!kernel.getReturnType()->isVoidTy()) {
      problem("kernel " + kernel.getName().str() + " returns a value");
    }
    for (const char* kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
                             "kernel_arg_base_type", "kernel_arg_type_qual"}) {
      const llvm::MDNode* arguments = kernel.getMetadata(kind);
      if (arguments == nullptr || arguments->getNumOperands() != kernel.arg_size()) {
        problem("kernel " + kernel.getName().str() + " lacks " + kind + " of its arguments");
      }
    }
  }

  void check(const llvm::Instruction& instruction) {
    if (std::optional<unsigned> space = foreign_space(instruction)) {
      problem(instruction, "a pointer of address space " + std::to_string(*space));
    }
    if (llvm::isa<llvm::InvokeInst, llvm::LandingPadInst, llvm::ResumeInst>(instruction)) {
      problem(instruction, "an exception");
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) return;
    if (call->isInlineAsm()) return problem(instruction, "inline assembly");
    if (call->getCalledFunction() == nullptr) problem(instruction, "an indirect call");
  }

  std::string problems_;
};

}  // namespace

std::string verify_canonical(llvm::Module& module, const PassOptions&) {
  return CanonicalVerifier().run(module);
}

}  // namespace cleave::compiler::pass
