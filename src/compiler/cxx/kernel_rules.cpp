#include "compiler/cxx/kernel_rules.h"

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

#include "compiler/cxx/kernel_parameters.h"
#include "compiler/cxx/kernel_walk.h"

namespace cleave::compiler::cxx {
namespace {

void report_at(clang::DiagnosticsEngine& messages, clang::SourceLocation location,
               const std::string& text) {
  messages.Report(location, messages.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
      << text;
}

void note_at(clang::DiagnosticsEngine& messages, clang::SourceLocation location,
             const std::string& text) {
  messages.Report(location, messages.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0")) << text;
}

/// Devices would follow a reference into the memory of the host.
void check_captures(clang::DiagnosticsEngine& messages, const clang::CXXRecordDecl& lambda,
                    llvm::SmallPtrSetImpl<const void*>& reported) {
  for (const clang::LambdaCapture& capture : lambda.captures()) {
    if (!capture.capturesVariable() || capture.getCaptureKind() != clang::LCK_ByRef) continue;
    if (!reported.insert(capture.getCapturedVar()).second) continue;
    report_at(
        messages, capture.getLocation(),
        "SYCL kernels may not capture by reference: " + quoted_name(*capture.getCapturedVar()));
    const char* advice = capture.isExplicit() ? "capture it by value, without &"
                                              : "capture by value: [=] in place of [&]";
    note_at(messages, lambda.getLocation(), advice);
  }
}

}  // namespace

KernelRules::KernelRules(clang::Sema& compiler) : compiler_(compiler), tree_(compiler.Context) {}

void KernelRules::check_parameters(const KernelObject& object) {
  clang::DiagnosticsEngine& messages = tree_.getDiagnostics();
  for (const ParameterProblem& problem : find_parameter_problems(compiler_, object)) {
    // One lambda is several kernels where several launches take it.
    if (!reported_texts_.insert({problem.location.getRawEncoding(), problem.text}).second) continue;
    report_at(messages, problem.location, problem.text);
    if (!problem.cause.empty()) note_at(messages, problem.cause_place, problem.cause);
    note_at(messages, problem.location, problem.advice);
  }
}

KernelAttributes KernelRules::check(const clang::FunctionDecl& entry, const KernelObject& object) {
  clang::DiagnosticsEngine& messages = tree_.getDiagnostics();
  if (object.callable != nullptr && object.callable->isLambda()) {
    check_captures(messages, *object.callable, reported_);
  }
  check_parameters(object);
  std::string name = object.name.empty() ? "the kernel" : "the kernel '" + object.name + "'";
  KernelWalk walk(*this, CallPath(messages, std::move(name), object.callable), object.callable);
  walk.call(entry, object.location);
  return walk.attributes();
}

KernelAttributes KernelRules::check_external(const clang::FunctionDecl& function) {
  clang::DiagnosticsEngine& messages = tree_.getDiagnostics();
  const std::string name = "the SYCL_EXTERNAL function " + quoted_name(function);
  KernelWalk walk(*this, CallPath(messages, name, nullptr), nullptr);
  walk.call(function, function.getLocation());
  return walk.attributes();
}

}  // namespace cleave::compiler::cxx
