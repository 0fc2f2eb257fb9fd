#include "compiler/cxx/kernel_walk.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprConcepts.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtSYCL.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>

#include <cstdint>
#include <optional>

#include "compiler/cxx/device_library.h"

namespace cleave::compiler::cxx {

using clang::dyn_cast;
using clang::FunctionDecl;
using clang::SourceLocation;
using clang::Stmt;
using clang::VarDecl;

namespace {
/// The number by which kernel_handler looks for a specialization constant, if the variable holds it.
std::optional<uint64_t> constant_identity(const VarDecl& variable) {
  if (!isa<clang::VarTemplateSpecializationDecl>(variable)) return std::nullopt;
  if (variable.getName() != "specialization_identity" || !variable.getType()->isIntegerType()) {
    return std::nullopt;
  }
  const auto* space = dyn_cast<clang::NamespaceDecl>(variable.getDeclContext());
  if (space == nullptr || space->getName() != "detail") return std::nullopt;
  const clang::APValue* value = variable.evaluateValue();
  if (value == nullptr || !value->isInt()) return std::nullopt;
  return value->getInt().getZExtValue();
}
}  // namespace

bool KernelWalk::is_in_system(SourceLocation location) const {
  return tree_.getSourceManager().isInSystemHeader(location);
}

bool KernelWalk::report(const void* what, SourceLocation location, const std::string& text,
                        clang::DiagnosticsEngine::Level level) {
  if (!rules_.reported_.insert(what).second) return false;
  // A mistake in the standard library is its caller's, who is told once.
  const SourceLocation user_location = path_.user_location(location);
  if (!rules_.reported_texts_.insert({user_location.getRawEncoding(), text}).second) return false;
  // The host's pass gives clang's warnings; those about kernels are this pass's alone.
  const bool ignores_warnings = messages_.getIgnoreAllWarnings();
  messages_.setIgnoreAllWarnings(false);
  messages_.Report(user_location, messages_.getCustomDiagID(level, "%0")) << text;
  path_.report();
  messages_.setIgnoreAllWarnings(ignores_warnings);
  return true;
}

void KernelWalk::refuse(const Stmt& statement, const std::string& text) {
  report(&statement, statement.getBeginLoc(), text);
}

void KernelWalk::note(SourceLocation location, const std::string& text) {
  messages_.Report(location, messages_.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0"))
      << text;
}

void KernelWalk::walk(const Stmt* statement) {
  if (statement == nullptr) return;
  Visit(statement);
  // Behind what it is made of, so that the first location is the one where the type is written.
  if (const auto* expression = dyn_cast<clang::Expr>(statement)) {
    use_type(expression->getType(), expression->getExprLoc());
  }
}

void KernelWalk::VisitStmt(const Stmt* statement) {
  for (const Stmt* child : statement->children()) walk(child);
}

// ---- functions ----

void KernelWalk::call(const FunctionDecl& function, SourceLocation location) {
  const FunctionDecl* canonical = function.getCanonicalDecl();
  if (function.isConsteval()) return;
  if (path_.contains(function)) {
    report(canonical, location,
           "SYCL kernels may not recurse: " + quoted_name(function) + " calls itself");
    return;
  }
  if (!walked_.insert(canonical).second) return;
  const FunctionDecl* definition = &function;
  if (!function.getBody(definition)) {
    read_attributes_of(function);
    if (!function.isDefaulted() && !function.isImplicit()) call_undefined(function, location);
    return;
  }
  if (definition->isVariadic() && !is_in_system(definition->getLocation())) {
    report(canonical, location,
           "SYCL kernels may not call a variadic function: " + quoted_name(function));
    return;
  }
  path_.enter(*definition, location);
  walk_function(*definition);
  path_.leave();
}

void KernelWalk::walk_function(const FunctionDecl& function) {
  read_attributes_of(function);
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    use_type(parameter->getType(), parameter->getLocation());
  }
  use_type(function.getReturnType(), function.getLocation());
  if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(&function)) {
    for (const clang::CXXCtorInitializer* one : constructor->inits()) walk(one->getInit());
  }
  walk(function.getBody());
  const auto* destructor = dyn_cast<clang::CXXDestructorDecl>(&function);
  if (destructor == nullptr) return;
  const clang::CXXRecordDecl& record = *destructor->getParent();
  for (const clang::FieldDecl* field : record.fields()) {
    destroy(field->getType(), function.getLocation());
  }
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    destroy(base.getType(), function.getLocation());
  }
}

void KernelWalk::read_attributes_of(const FunctionDecl& function) {
  std::vector<AttributeProblem> problems;
  const std::vector<AttributeUse> uses = read_attributes(function, problems);
  const auto* method = dyn_cast<clang::CXXMethodDecl>(&function);
  const bool is_kernel = method != nullptr && method->getParent() == callable_;
  for (AttributeProblem& problem : attributes_.add(uses, is_kernel)) {
    problems.push_back(std::move(problem));
  }
  for (const AttributeProblem& problem : problems) {
    const auto level =
        problem.is_warning ? clang::DiagnosticsEngine::Warning : clang::DiagnosticsEngine::Error;
    if (!report(&function, problem.location, problem.text, level)) continue;
    if (problem.other.isValid()) note(problem.other, "the other one is here");
  }
}

void KernelWalk::call_undefined(const FunctionDecl& function, SourceLocation location) {
  if (function.isReservedGlobalPlacementOperator()) return;
  if (function.isReplaceableGlobalAllocationFunction()) {
    report(&function, location,
           "SYCL kernels may not allocate memory: they come to " + quoted_name(function));
    return;
  }
  const bool is_known =
      function.hasAttr<clang::SYCLExternalAttr>() || is_in_device_library(function);
  const bool may_be_variadic = !function.isVariadic() || function.getBuiltinID() != 0 ||
                               function.isInStdNamespace() || is_in_device_library(function);
  if (is_known && may_be_variadic) return;
  std::string text = "SYCL kernels may not call a variadic function: ";
  if (!function.isVariadic() || function.getBuiltinID() != 0) {
    text = function.getBuiltinID() != 0 || is_in_system(function.getLocation())
               ? "SYCL kernels may not call a function of the system's library that devices lack: "
               : "SYCL kernels may not call a function that is neither defined in this unit nor "
                 "SYCL_EXTERNAL: ";
  }
  if (!report(&function, location, text + quoted_name(function))) return;
  if (!is_in_system(function.getLocation()) && function.getLocation().isValid()) {
    note(function.getLocation(), "it is declared here");
  }
}

// ---- calls ----

void KernelWalk::VisitCallExpr(const clang::CallExpr* expression) {
  const unsigned builtin = expression->getBuiltinCallee();
  if (builtin != 0 && tree_.BuiltinInfo.isUnevaluated(builtin)) return;
  if (is_refused_call(*expression)) return;
  if (const FunctionDecl* function = expression->getDirectCallee()) {
    call(*function, expression->getExprLoc());
  }
  VisitStmt(expression);
}

bool KernelWalk::is_refused_call(const clang::CallExpr& expression) {
  const unsigned builtin = expression.getBuiltinCallee();
  if (builtin == clang::Builtin::BI__builtin_operator_new ||
      builtin == clang::Builtin::BI__builtin_operator_delete) {
    refuse(expression, "SYCL kernels may not allocate memory");
    return true;
  }
  const clang::Expr* callee = expression.getCallee()->IgnoreParens();
  const FunctionDecl* function = expression.getDirectCallee();
  if (function == nullptr) {
    if (isa<clang::CXXPseudoDestructorExpr>(callee)) return false;
    const auto* operation = dyn_cast<clang::BinaryOperator>(callee);
    const bool is_member = operation != nullptr && operation->isPtrMemOp();
    refuse(expression, is_member
                           ? "SYCL kernels may not call through a pointer to a member function"
                           : "SYCL kernels may not call through a pointer to a function");
    return true;
  }
  const auto* method = dyn_cast<clang::CXXMethodDecl>(function);
  const auto* member = dyn_cast<clang::MemberExpr>(callee);
  if (method == nullptr || !method->isVirtual() || member == nullptr) return false;
  if (!member->performsVirtualDispatch(tree_.getLangOpts())) return false;
  if (method->getDevirtualizedMethod(member->getBase(), false) != nullptr) return false;
  refuse(expression, "SYCL kernels may not call a virtual function: " + quoted_name(*function));
  return true;
}

void KernelWalk::VisitCXXConstructExpr(const clang::CXXConstructExpr* construction) {
  call(*construction->getConstructor(), construction->getExprLoc());
  VisitStmt(construction);
}

void KernelWalk::VisitCXXInheritedCtorInitExpr(
    const clang::CXXInheritedCtorInitExpr* construction) {
  call(*construction->getConstructor(), construction->getExprLoc());
}

void KernelWalk::VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr* temporary) {
  destroy(temporary->getType(), temporary->getExprLoc());
  VisitStmt(temporary);
}

void KernelWalk::destroy(clang::QualType type, SourceLocation location) {
  const auto* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || record->hasTrivialDestructor()) return;
  if (const clang::CXXDestructorDecl* destructor = record->getDestructor())
    call(*destructor, location);
}

// ---- what is evaluated elsewhere, or not at all ----

void KernelWalk::VisitChooseExpr(const clang::ChooseExpr* choice) {
  walk(choice->getChosenSubExpr());
}
void KernelWalk::VisitGenericSelectionExpr(const clang::GenericSelectionExpr* selection) {
  walk(selection->getResultExpr());
}
void KernelWalk::VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr* argument) {
  walk(argument->getExpr());
}
void KernelWalk::VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr* initializer) {
  walk(initializer->getExpr());
}
void KernelWalk::VisitLambdaExpr(const clang::LambdaExpr* lambda) {
  for (const clang::Expr* value : lambda->capture_inits()) walk(value);
}
void KernelWalk::VisitSYCLKernelCallStmt(const clang::SYCLKernelCallStmt* statement) {
  walk(statement->getOutlinedFunctionDecl()->getBody());
}

void KernelWalk::VisitIfStmt(const clang::IfStmt* statement) {
  if (statement->isConsteval()) {
    walk(statement->isNegatedConsteval() ? statement->getThen() : statement->getElse());
    return;
  }
  if (statement->isConstexpr()) {
    if (const auto taken = statement->getNondiscardedCase(tree_)) {
      walk(*taken);
      return;
    }
  }
  VisitStmt(statement);
}

// ---- variables ----

void KernelWalk::VisitDeclStmt(const clang::DeclStmt* statement) {
  for (const clang::Decl* declaration : statement->decls()) {
    if (const auto* variable = dyn_cast<VarDecl>(declaration)) local_variable(*variable);
  }
}

void KernelWalk::local_variable(const VarDecl& variable) {
  if (variable.isConstexpr()) return;
  use_type(variable.getType(), variable.getLocation());
  if (variable.getTSCSpec() != clang::TSCS_unspecified) {
    report(&variable, variable.getLocation(),
           "SYCL kernels may not have thread-local variables: " + quoted_name(variable));
    return;
  }
  if (variable.isStaticLocal()) {
    if (variable.getType().isConstant(tree_)) return;
    report(&variable, variable.getLocation(),
           "SYCL kernels may not have static variables that can change: " + quoted_name(variable));
    return;
  }
  if (variable.getType()->isVariableArrayType()) {
    report(&variable, variable.getLocation(),
           "SYCL kernels may not have arrays of variable length: " + quoted_name(variable));
    return;
  }
  walk(variable.getInit());
  destroy(variable.getType(), variable.getLocation());
}

void KernelWalk::VisitDeclRefExpr(const clang::DeclRefExpr* reference) {
  if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) {
    used_variable(*variable, *reference);
    if (const auto identity = constant_identity(*variable)) attributes_.add_constant(*identity);
  }
}

void KernelWalk::VisitMemberExpr(const clang::MemberExpr* member) {
  if (const auto* variable = dyn_cast<VarDecl>(member->getMemberDecl())) {
    used_variable(*variable, *member);
  }
  VisitStmt(member);
}

void KernelWalk::used_variable(const VarDecl& variable, const Stmt& statement) {
  if (!variable.hasGlobalStorage() || variable.isConstexpr()) return;
  if (variable.getTSCSpec() != clang::TSCS_unspecified) {
    report(&variable, statement.getBeginLoc(),
           "SYCL kernels may not use thread-local variables: " + quoted_name(variable));
    return;
  }
  // Local memory of a work-group, as the headers declare it.
  if (variable.getType().getAddressSpace() == clang::LangAS::opencl_local) return;
  if (variable.hasAttr<clang::LoaderUninitializedAttr>()) return;
  // The variable that a reference stands for is looked at by its own name.
  if (variable.getType().isConstant(tree_) || variable.getType()->isReferenceType()) return;
  report(&variable, statement.getBeginLoc(),
         "SYCL kernels may not use variables outside of them that can change: " +
             quoted_name(variable));
}

void KernelWalk::use_type(clang::QualType type, SourceLocation location) {
  if (type.isNull()) return;
  type = type.getCanonicalType().getUnqualifiedType();
  if (type != tree_.LongDoubleTy && type != tree_.Float128Ty) return;
  // Once a unit: each step of a calculation would have a message of its own.
  report(type.getAsOpaquePtr(), location,
         "SYCL kernels may not use '" + type.getAsString() + "', which devices lack");
}

// ---- statements that devices cannot execute ----

void KernelWalk::VisitCXXNewExpr(const clang::CXXNewExpr* expression) {
  const FunctionDecl* allocation = expression->getOperatorNew();
  if (allocation == nullptr || !allocation->isReservedGlobalPlacementOperator()) {
    return refuse(*expression, "SYCL kernels may not allocate memory with new");
  }
  VisitStmt(expression);
}
void KernelWalk::VisitCXXDeleteExpr(const clang::CXXDeleteExpr* expression) {
  refuse(*expression, "SYCL kernels may not release memory with delete");
}
void KernelWalk::VisitCXXThrowExpr(const clang::CXXThrowExpr* expression) {
  // The standard library throws where a program would end anyway: that becomes an abort.
  if (is_in_system(expression->getBeginLoc())) return;
  refuse(*expression, "SYCL kernels may not throw exceptions");
}
void KernelWalk::VisitCXXTryStmt(const clang::CXXTryStmt* statement) {
  if (!is_in_system(statement->getBeginLoc())) {
    return refuse(*statement, "SYCL kernels may not catch exceptions");
  }
  walk(statement->getTryBlock());
}
void KernelWalk::VisitCXXTypeidExpr(const clang::CXXTypeidExpr* expression) {
  refuse(*expression, "SYCL kernels may not use typeid");
}
void KernelWalk::VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr* expression) {
  refuse(*expression, "SYCL kernels may not use dynamic_cast");
}
void KernelWalk::VisitAsmStmt(const clang::AsmStmt* statement) {
  refuse(*statement, "SYCL kernels may not contain assembly");
}
void KernelWalk::VisitCoroutineBodyStmt(const clang::CoroutineBodyStmt* statement) {
  refuse(*statement, "SYCL kernels may not be or call coroutines");
}

}  // namespace cleave::compiler::cxx
