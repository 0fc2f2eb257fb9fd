#include "compiler/pass/lowering/approximate_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <iterator>
#include <optional>
#include <string>

namespace cleave::compiler::pass::lowering {
namespace {

struct Approximation {
  llvm::StringLiteral name, stand_in;
};
constexpr Approximation rows[] = {
#define CLEAVE_APPROXIMATED(name, stand_in) {#name, #stand_in},
#include "compiler/pass/lowering/approximated_functions.def"
#undef CLEAVE_APPROXIMATED
};

/// Returns the mangled name of what stands in for a function, by that of the function, which is _Z,
/// the name's length, the name and its types; nullopt if there is no such function.
std::optional<std::string> stand_in_for(llvm::StringRef mangled) {
  unsigned length;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return std::nullopt;
  const llvm::StringRef name = mangled.take_front(length), types = mangled.drop_front(name.size());
  const bool is_single =
      types.trim('f').empty() || (types.starts_with("Dv") && types.contains("_f"));
  const Approximation* const row = llvm::find_if(
      rows, [name](const Approximation& candidate) { return candidate.name == name; });
  if (!is_single || row == std::end(rows)) return std::nullopt;
  return ("_Z" + llvm::Twine(row->stand_in.size()) + row->stand_in + types).str();
}

}  // namespace

std::string approximate_functions(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    const std::optional<std::string> stand_in = stand_in_for(function.getName());
    if (!stand_in) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->getCalledFunction() != &function || !call->hasApproxFunc())
        continue;
      llvm::FunctionCallee callee = module.getOrInsertFunction(
          *stand_in, function.getFunctionType(), function.getAttributes());
      llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(function.getCallingConv());
      call->setCalledFunction(callee);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering
