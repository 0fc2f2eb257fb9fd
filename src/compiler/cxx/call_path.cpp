#include "compiler/cxx/call_path.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace cleave::compiler::cxx {

std::string quoted_name(const clang::NamedDecl& declaration) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  clang::PrintingPolicy policy(declaration.getASTContext().getLangOpts());
  policy.SuppressTemplateArgsInCXXConstructors = true;
  // The location of a lambda has a note of its own.
  policy.AnonymousTagLocations = false;
  declaration.getNameForDiagnostic(stream, policy, true);
  return "'" + text + "'";
}

bool CallPath::contains(const clang::FunctionDecl& function) const {
  return std::ranges::any_of(calls_, [&](const Call& call) {
    return call.function->getCanonicalDecl() == function.getCanonicalDecl();
  });
}

bool CallPath::is_kernel_itself(const clang::FunctionDecl& function) const {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method != nullptr && callable_ != nullptr &&
         method->getParent()->getCanonicalDecl() == callable_->getCanonicalDecl() &&
         method->getOverloadedOperator() == clang::OO_Call;
}

void CallPath::report() const {
  const clang::SourceManager& sources = messages_.getSourceManager();
  const auto note = [&](clang::SourceLocation location, const char* text, const std::string& what) {
    messages_.Report(
        location, messages_.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Note, text))
        << what;
  };
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    const clang::FunctionDecl& function = *call->function;
    const bool is_first = std::next(call) == calls_.rend();
    if (is_kernel_itself(function) || is_first) {
      return note(function.getLocation(), "in %0", kernel_);
    }
    const bool is_ours = sources.isInSystemHeader(function.getLocation());
    const bool is_called_by_us =
        sources.isInSystemHeader(call->location) || call->location.isInvalid();
    if (!is_called_by_us) {
      note(call->location, "in %0, which is called here", quoted_name(function));
    } else if (!is_ours) {
      note(function.getLocation(), "in %0, which headers of the system call",
           quoted_name(function));
    }
  }
}

clang::SourceLocation CallPath::user_location(clang::SourceLocation location) const {
  const clang::SourceManager& sources = messages_.getSourceManager();
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    if (!sources.isInSystemHeader(location)) break;
    location = call->location;
  }
  return location;
}

}  // namespace cleave::compiler::cxx
