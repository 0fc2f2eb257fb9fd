// Keeps the calls that lead from a kernel to the location that is looked at, for messages.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Basic/Diagnostic.h>

#include <string>
#include <vector>

namespace cleave::compiler::cxx {

/// A name as messages have it, in quotes.
[[nodiscard]] std::string quoted_name(const clang::NamedDecl& declaration);

class CallPath {
 public:
  /// `kernel` is what a message calls the end of the path: "the kernel 'Scale'". `callable` is the
  /// user's lambda or function object, or null.
  CallPath(clang::DiagnosticsEngine& messages, std::string kernel,
           const clang::CXXRecordDecl* callable)
      : messages_(messages), kernel_(std::move(kernel)), callable_(callable) {}

  void enter(const clang::FunctionDecl& function, clang::SourceLocation call) {
    calls_.push_back({&function, call});
  }
  void leave() { calls_.pop_back(); }
  [[nodiscard]] bool contains(const clang::FunctionDecl& function) const;

  /// Reports each call as a note, the innermost first. Those between functions of the
  /// implementation, headers of the system and ours, are left out.
  void report() const;
  /// Returns where the innermost function of the user makes the call that led here; `location` if it
  /// lies in the user's code.
  [[nodiscard]] clang::SourceLocation user_location(clang::SourceLocation location) const;

 private:
  struct Call {
    const clang::FunctionDecl* function;
    clang::SourceLocation location;  // in the function that calls it
  };

  [[nodiscard]] bool is_kernel_itself(const clang::FunctionDecl& function) const;

  clang::DiagnosticsEngine& messages_;
  std::string kernel_;
  const clang::CXXRecordDecl* callable_;
  std::vector<Call> calls_;
};

}  // namespace cleave::compiler::cxx
