#include "compiler/pass/lowering/retarget.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/pass/ir/debug_arguments.h"

namespace cleave::compiler::pass::lowering {
namespace {

// Attributes by which clang speaks to a target, and which could keep a function from being inlined
// or from using the whole registers.
constexpr const char* of_other_targets[] = {"frame-pointer",
                                            "min-legal-vector-width",
                                            "stack-protector-buffer-size",
                                            "target-cpu",
                                            "target-features",
                                            "tune-cpu",
                                            "uniform-work-group-size"};

// Each instruction of the program has flags for what -cl-fast-relaxed-math and its kin allow. These
// attributes would allow it to built-in functions too, once they are inlined.
constexpr const char* of_whole_functions[] = {"approx-func-fp-math",     "less-precise-fpmad",
                                              "no-infs-fp-math",         "no-nans-fp-math",
                                              "no-signed-zeros-fp-math", "unsafe-fp-math"};

// Clang's name for the body of a kernel, which the kernel itself only calls.
constexpr const char* stub_prefix = "__clang_ocl_kern_imp_";

/// Removes the address spaces of SPIR from the locations of variables: clang encodes them in a way
/// that debuggers of this target do not know.
void use_plain_addresses(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      unsigned space = 0;
      const auto* rest = llvm::DIExpression::extractAddressClass(record.getExpression(), space);
      record.setExpression(rest == nullptr ? llvm::DIExpression::get(function.getContext(), {})
                                           : const_cast<llvm::DIExpression*>(rest));
    }
  }
  llvm::DISubprogram* program = function.getSubprogram();
  if (program != nullptr && program->getLinkageName().starts_with(stub_prefix)) {
    program->replaceLinkageName(nullptr);
  }
}

}  // namespace

std::string retarget(llvm::Module& module, const ir::PassOptions& options) {
  for (llvm::Function& function : module) {
    // If lanes run together, no variable but an argument is a single value.
    if (options.lanes != ir::Lanes::serial) {
      ir::keep_arguments_only(function, function.getName().starts_with(stub_prefix));
    }
    use_plain_addresses(function);
    for (const char* attribute : of_whole_functions) function.removeFnAttr(attribute);
  }
  if (options.target_machine == nullptr) return {};
  const llvm::TargetMachine& machine = *options.target_machine;
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function& function : module) {
    for (const char* attribute : of_other_targets) function.removeFnAttr(attribute);
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering
