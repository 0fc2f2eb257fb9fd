// Walks over the statements that a kernel executes, from its entry through all calls.
#pragma once

#include <clang/AST/StmtVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <string>
#include <vector>

#include "compiler/cxx/call_path.h"
#include "compiler/cxx/kernel_rules.h"

namespace cleave::compiler::cxx {

class KernelWalk : public clang::ConstStmtVisitor<KernelWalk> {
 public:
  KernelWalk(KernelRules& rules, CallPath path, const clang::CXXRecordDecl* callable)
      : rules_(rules),
        tree_(rules.tree_),
        messages_(rules.tree_.getDiagnostics()),
        path_(std::move(path)),
        callable_(callable) {}

  /// Walks over a function that is called at `location`.
  void call(const clang::FunctionDecl& function, clang::SourceLocation location);
  [[nodiscard]] KernelAttributes attributes() const { return attributes_; }

  void VisitStmt(const clang::Stmt* statement);
  // Expressions that are not evaluated, or whose value the compiler knows.
  void VisitConstantExpr(const clang::ConstantExpr*) {}
  void VisitCXXNoexceptExpr(const clang::CXXNoexceptExpr*) {}
  void VisitRequiresExpr(const clang::RequiresExpr*) {}
  void VisitTypeTraitExpr(const clang::TypeTraitExpr*) {}
  void VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr*) {}
  void VisitChooseExpr(const clang::ChooseExpr* choice);
  void VisitGenericSelectionExpr(const clang::GenericSelectionExpr* selection);
  void VisitIfStmt(const clang::IfStmt* statement);
  // Code that a walk over children does not find.
  void VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr* argument);
  void VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr* initializer);
  void VisitLambdaExpr(const clang::LambdaExpr* lambda);
  void VisitSYCLKernelCallStmt(const clang::SYCLKernelCallStmt* statement);
  void VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr* temporary);
  // Calls.
  void VisitCallExpr(const clang::CallExpr* call);
  void VisitCXXConstructExpr(const clang::CXXConstructExpr* construction);
  void VisitCXXInheritedCtorInitExpr(const clang::CXXInheritedCtorInitExpr* construction);
  // Code that may be wrong by itself.
  void VisitDeclStmt(const clang::DeclStmt* statement);
  void VisitDeclRefExpr(const clang::DeclRefExpr* reference);
  void VisitMemberExpr(const clang::MemberExpr* member);
  void VisitCXXNewExpr(const clang::CXXNewExpr* expression);
  void VisitCXXDeleteExpr(const clang::CXXDeleteExpr* expression);
  void VisitCXXThrowExpr(const clang::CXXThrowExpr* expression);
  void VisitCXXTryStmt(const clang::CXXTryStmt* statement);
  void VisitCXXTypeidExpr(const clang::CXXTypeidExpr* expression);
  void VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr* expression);
  void VisitAsmStmt(const clang::AsmStmt* statement);
  void VisitCoroutineBodyStmt(const clang::CoroutineBodyStmt* statement);

 private:
  void walk(const clang::Stmt* statement);
  void walk_function(const clang::FunctionDecl& function);
  void call_undefined(const clang::FunctionDecl& function, clang::SourceLocation location);
  bool is_refused_call(const clang::CallExpr& call);
  void local_variable(const clang::VarDecl& variable);
  void used_variable(const clang::VarDecl& variable, const clang::Stmt& statement);
  void destroy(clang::QualType type, clang::SourceLocation location);
  void use_type(clang::QualType type, clang::SourceLocation location);
  void read_attributes_of(const clang::FunctionDecl& function);

  [[nodiscard]] bool is_in_system(clang::SourceLocation location) const;
  void refuse(const clang::Stmt& statement, const std::string& text);
  /// `what` is what is wrong: it is reported once.
  bool report(const void* what, clang::SourceLocation location, const std::string& text,
              clang::DiagnosticsEngine::Level level = clang::DiagnosticsEngine::Error);
  void note(clang::SourceLocation location, const std::string& text);

  KernelRules& rules_;
  clang::ASTContext& tree_;
  clang::DiagnosticsEngine& messages_;
  CallPath path_;
  const clang::CXXRecordDecl* callable_;
  KernelAttributes attributes_;
  llvm::SmallPtrSet<const clang::FunctionDecl*, 32> walked_;
};

}  // namespace cleave::compiler::cxx
