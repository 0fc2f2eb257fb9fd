#include "compiler/frontend/opencl_c/variable_check.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/frontend/opencl_c/block_uses.h"
#include "compiler/frontend/opencl_c/handle_comparisons.h"
#include "compiler/frontend/opencl_c/sampler_values.h"
#include "compiler/interface/facts.h"

namespace cleave::compiler::frontend::opencl_c {
namespace {

class VariableCheck final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  explicit VariableCheck(clang::ASTContext& context) : context_(context) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!context.getDiagnostics().hasErrorOccurred()) TraverseAST(context);
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    const bool has_address =
        variable->hasGlobalStorage() && variable->isThisDeclarationADefinition();
    if (!has_address || variable->getType().getAddressSpace() != clang::LangAS::opencl_global) {
      return true;
    }
    const auto size = context_.getTypeSizeInChars(variable->getType()).getQuantity();
    const auto alignment = context_.getDeclAlign(variable).getQuantity();
    const auto bytes = static_cast<uint64_t>(std::max(size, alignment));
    if (bytes <= interface::maximum_program_variable_size) return true;
    clang::DiagnosticsEngine& diagnostics = context_.getDiagnostics();
    const unsigned message = diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "variable %0 takes %1 bytes of the global address space; at most %2 are possible");
    diagnostics.Report(variable->getLocation(), message)
        << variable << std::to_string(bytes)
        << std::to_string(interface::maximum_program_variable_size);
    return true;
  }

 private:
  clang::ASTContext& context_;
};

/// Clang finds some expressions wrong without saying so, and its code generation crashes on what it
/// puts in for them: they are errors before it sees them.
class SilentErrors final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  explicit SilentErrors(clang::ASTContext& context) : diagnostics_(context.getDiagnostics()) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (diagnostics_.hasErrorOccurred()) return true;
    for (clang::Decl* declaration : group) TraverseDecl(declaration);
    return true;
  }

  bool VisitRecoveryExpr(clang::RecoveryExpr* expression) override {
    const unsigned message = diagnostics_.getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "this cannot be compiled, and clang does not say why; an array of event_t, for one, can be "
        "initialised with {} but not with zeros");
    diagnostics_.Report(expression->getBeginLoc(), message) << expression->getSourceRange();
    return true;
  }

 private:
  clang::DiagnosticsEngine& diagnostics_;
};

/// Notes the objects whose destructors are to be called, while their names are known.
class DestroyedObjectsReader final : public clang::ASTConsumer,
                                     public clang::DynamicRecursiveASTVisitor {
 public:
  DestroyedObjectsReader(clang::ASTContext& context, DestroyedObjects& objects)
      : context_(context), mangling_(context.createMangleContext()), objects_(objects) {
    ShouldVisitTemplateInstantiations = true;
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    const bool is_cpp = context.getLangOpts().OpenCLCPlusPlus;
    if (is_cpp && !context.getDiagnostics().hasErrorOccurred()) TraverseAST(context);
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    const clang::QualType type = variable->getType();
    const bool has_address =
        variable->hasGlobalStorage() && variable->isThisDeclarationADefinition();
    if (!has_address || type->isDependentType() ||
        variable->needsDestruction(context_) != clang::QualType::DK_cxx_destructor) {
      return true;
    }
    // Clang makes a function for an array, which destroys the elements.
    const clang::CXXRecordDecl* const record = type->getAsCXXRecordDecl();
    if (record == nullptr) return true;
    objects_.push_back(
        {name_of(variable), name_of({record->getDestructor(), clang::Dtor_Complete})});
    return true;
  }

 private:
  [[nodiscard]] std::string name_of(clang::GlobalDecl declaration) {
    const auto* const named = llvm::cast<clang::NamedDecl>(declaration.getDecl());
    if (!mangling_->shouldMangleDeclName(named)) return named->getNameAsString();
    std::string name;
    llvm::raw_string_ostream stream(name);
    mangling_->mangleName(declaration, stream);
    return name;
  }

  clang::ASTContext& context_;
  std::unique_ptr<clang::MangleContext> mangling_;
  DestroyedObjects& objects_;
};

// Code generation that looks at the variables first.
class CheckedAction final : public clang::EmitLLVMOnlyAction {
 public:
  CheckedAction(llvm::LLVMContext* context, DestroyedObjects& destroyed, LastLines& last_lines)
      : EmitLLVMOnlyAction(context), destroyed_(destroyed), last_lines_(last_lines) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    last_lines_.complete(compiler.getPreprocessor());
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<VariableCheck>(compiler.getASTContext()));
    consumers.push_back(std::make_unique<SilentErrors>(compiler.getASTContext()));
    consumers.push_back(
        std::make_unique<DestroyedObjectsReader>(compiler.getASTContext(), destroyed_));
    consumers.push_back(read_sampler_values());
    consumers.push_back(compare_handles());
    consumers.push_back(repair_block_uses());
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  DestroyedObjects& destroyed_;
  LastLines& last_lines_;
};

}  // namespace

std::unique_ptr<llvm::Module> emit_checked(clang::CompilerInstance& compiler,
                                           llvm::LLVMContext& context, DestroyedObjects& destroyed,
                                           LastLines& last_lines) {
  CheckedAction action(&context, destroyed, last_lines);
  if (!compiler.ExecuteAction(action)) return nullptr;
  return action.takeModule();
}

}  // namespace cleave::compiler::frontend::opencl_c
