// Finds in the tree what kernels may not do (SYCL 2020, 5.4): a message says what, where, and by
// which calls the kernel comes there. In LLVM's code types, templates and names are gone.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Basic/Diagnostic.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <set>
#include <string>
#include <utility>

#include "compiler/cxx/kernel_attributes.h"
#include "compiler/cxx/kernel_object.h"

namespace clang {
class Sema;
}

namespace cleave::compiler::cxx {

/// Checks the kernels of a unit. Something wrong is reported once, for the first kernel that comes
/// to it.
class KernelRules {
 public:
  /// `compiler` outlives this, and has read the whole unit.
  explicit KernelRules(clang::Sema& compiler);

  /// Checks all that a kernel calls, and returns the attributes of all of it. `entry` is what
  /// `object` describes.
  KernelAttributes check(const clang::FunctionDecl& entry, const KernelObject& object);
  /// Checks a SYCL_EXTERNAL function, for kernels of other units, and returns the attributes of all
  /// that it calls.
  KernelAttributes check_external(const clang::FunctionDecl& function);

 private:
  friend class KernelWalk;

  void check_parameters(const KernelObject& object);

  clang::Sema& compiler_;
  clang::ASTContext& tree_;
  llvm::SmallPtrSet<const void*, 16> reported_;                // statements and declarations
  std::set<std::pair<unsigned, std::string>> reported_texts_;  // with their locations
};

}  // namespace cleave::compiler::cxx
