#include "compiler/cxx/device_library.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/Builtins.h>
#include <llvm/ADT/StringSet.h>

namespace cleave::compiler::cxx {
namespace {

bool is_listed(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
#define CLEAVE_LIBRARY_FUNCTION(name) #name,
#define CLEAVE_MATH_FUNCTION(name) #name, #name "f",
#include "compiler/cxx/device_library.def"
#undef CLEAVE_LIBRARY_FUNCTION
#undef CLEAVE_MATH_FUNCTION
  };
  return names.contains(name);
}

/// std::__throw_out_of_range and its like: an abort.
bool throws_for_library(const clang::FunctionDecl& function) {
  return function.isInStdNamespace() && function.getName().starts_with("__throw_");
}

}  // namespace

bool is_in_device_library(const clang::FunctionDecl& function) {
  if (function.getIdentifier() == nullptr) return false;
  const unsigned builtin = function.getBuiltinID();
  const clang::Builtin::Context& builtins = function.getASTContext().BuiltinInfo;
  // An instruction or an intrinsic, as __builtin_popcount is.
  if (builtin != 0 && !builtins.isPredefinedLibFunction(builtin)) return true;
  // std::move and its like, which clang expands itself.
  if (builtin != 0 && builtins.isInStdNamespace(builtin)) return true;
  if (throws_for_library(function)) return true;
  return (function.isExternC() || builtin != 0 || function.isInStdNamespace()) &&
         is_listed(function.getName());
}

}  // namespace cleave::compiler::cxx
