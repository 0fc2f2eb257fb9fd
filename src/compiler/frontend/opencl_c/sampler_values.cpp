#include "compiler/frontend/opencl_c/sampler_values.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>

namespace cleave::compiler::frontend::opencl_c {
namespace {

class SamplerValues final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) TraverseDecl(declaration);
    return true;
  }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* load) override {
    if (load->getCastKind() != clang::CK_LValueToRValue || !load->getType()->isSamplerT()) {
      return true;
    }
    if (clang::Expr* value = value_of(*load->getSubExpr()->IgnoreParens())) {
      load->setCastKind(clang::CK_IntToOCLSampler);
      load->setSubExpr(value);
    }
    return true;
  }

 private:
  /// The integer that a variable of the program is initialised with; nullptr of what is none.
  static clang::Expr* value_of(clang::Expr& loaded) {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&loaded);
    if (reference == nullptr) return nullptr;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable == nullptr || !variable->hasGlobalStorage()) return nullptr;
    const clang::Expr* initial = variable->getAnyInitializer();
    const auto* conversion = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(initial);
    const bool is_number =
        conversion != nullptr && conversion->getCastKind() == clang::CK_IntToOCLSampler;
    return is_number ? const_cast<clang::Expr*>(conversion->getSubExpr()) : nullptr;
  }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> read_sampler_values() {
  return std::make_unique<SamplerValues>();
}

}  // namespace cleave::compiler::frontend::opencl_c
