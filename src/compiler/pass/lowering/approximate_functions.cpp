#include "compiler/pass/lowering/approximate_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace cleave::compiler::pass {
namespace {

constexpr const char* approximated[] = {
#define CLEAVE_APPROXIMATED(name) #name,
#include "compiler/pass/lowering/approximated_functions.def"
#undef CLEAVE_APPROXIMATED
};

/// Returns the mangled name of native_NAME for that of NAME, which is _Z, the name's length, the
/// name and its types; nullopt if there is no such function.
std::optional<std::string> native_name(llvm::StringRef mangled) {
  unsigned length;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return std::nullopt;
  const llvm::StringRef name = mangled.take_front(length), types = mangled.drop_front(name.size());
  const bool is_single =
      types.trim('f').empty() || (types.starts_with("Dv") && types.contains("_f"));
  if (!is_single || !llvm::is_contained(approximated, name)) return std::nullopt;
  const std::string native = ("native_" + name).str();
  return "_Z" + std::to_string(native.size()) + native + types.str();
}

}  // namespace

std::string approximate_functions(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    const std::optional<std::string> native = native_name(function.getName());
    if (!native) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->getCalledFunction() != &function || !call->hasApproxFunc())
        continue;
      llvm::FunctionCallee callee =
          module.getOrInsertFunction(*native, function.getFunctionType(), function.getAttributes());
      llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(function.getCallingConv());
      call->setCalledFunction(callee);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass
