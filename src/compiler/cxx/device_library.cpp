#include "compiler/cxx/device_library.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/Builtins.h>
#include <llvm/ADT/StringSet.h>

namespace cleave::compiler::cxx {
namespace {

bool is_device_name(llvm::StringRef symbol) {
  static const llvm::StringSet<> names = {
#define CLEAVE_DEVICE_NAME(symbol, since) #symbol,
#define CLEAVE_DEVICE_MATH(name, since) #name, #name "f",
#include "device_image/device_names.def"
  };
  return names.contains(symbol);
}

/// A builtin of clang that never becomes a call.
bool is_expanded(const clang::FunctionDecl& function) {
  const unsigned builtin = function.getBuiltinID();
  if (builtin == 0) return false;
  const clang::Builtin::Context& builtins = function.getASTContext().BuiltinInfo;
  const bool is_absolute_value = builtin == clang::Builtin::BIabs ||
                                 builtin == clang::Builtin::BIlabs ||
                                 builtin == clang::Builtin::BIllabs;
  // std::move and its like are predefined functions in the namespace std.
  return is_absolute_value || builtins.isInStdNamespace(builtin) ||
         !builtins.isPredefinedLibFunction(builtin);
}

}  // namespace

bool is_in_device_library(const clang::FunctionDecl& function) {
  if (is_expanded(function)) return true;
  return is_device_name(clang::ASTNameGenerator(function.getASTContext()).getName(&function));
}

}  // namespace cleave::compiler::cxx
