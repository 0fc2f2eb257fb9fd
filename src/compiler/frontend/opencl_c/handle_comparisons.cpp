#include "compiler/frontend/opencl_c/handle_comparisons.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>

namespace cleave::compiler::frontend::opencl_c {
namespace {

class HandleComparisons final : public clang::ASTConsumer,
                                public clang::DynamicRecursiveASTVisitor {
 public:
  HandleComparisons() { ShouldVisitTemplateInstantiations = true; }

  void Initialize(clang::ASTContext& context) override { context_ = &context; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) TraverseDecl(declaration);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* comparison) override {
    if (!comparison->isEqualityOp()) return true;
    const clang::QualType type = comparison->getLHS()->getType();
    clang::FunctionDecl* function = nullptr;
    if (type->isQueueT()) function = find("__cleave_are_same_queues");
    if (type->isClkEventT()) function = find("__cleave_are_same_events");
    if (function == nullptr) return true;
    // a == b becomes same(a, b) != 0, a != b becomes same(a, b) == 0.
    clang::Expr* operands[] = {handle(*comparison->getLHS()), handle(*comparison->getRHS())};
    const clang::SourceLocation location = comparison->getOperatorLoc();
    comparison->setLHS(call(*function, operands, location));
    comparison->setRHS(
        clang::IntegerLiteral::Create(*context_, llvm::APInt(32, 0), context_->IntTy, location));
    comparison->setOpcode(comparison->getOpcode() == clang::BO_EQ ? clang::BO_NE : clang::BO_EQ);
    return true;
  }

 private:
  clang::FunctionDecl* find(llvm::StringRef name) const {
    // In C++ it is in a linkage specification, which names can be looked up through.
    for (clang::NamedDecl* found :
         context_->getTranslationUnitDecl()->lookup(&context_->Idents.get(name))) {
      if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(found)) return function;
    }
    return nullptr;
  }

  /// Clang converts a null queue in a comparison as if queues were pointers.
  static clang::Expr* handle(clang::Expr& operand) {
    auto* conversion = llvm::dyn_cast<clang::ImplicitCastExpr>(&operand);
    if (conversion != nullptr && conversion->getCastKind() == clang::CK_NullToPointer) {
      conversion->setCastKind(clang::CK_ZeroToOCLOpaqueType);
    }
    return &operand;
  }

  clang::Expr* call(clang::FunctionDecl& function, llvm::ArrayRef<clang::Expr*> arguments,
                    clang::SourceLocation location) const {
    auto* name = clang::DeclRefExpr::Create(*context_, clang::NestedNameSpecifierLoc(),
                                            clang::SourceLocation(), &function,
                                            /*RefersToEnclosingVariableOrCapture=*/false, location,
                                            function.getType(), clang::VK_LValue);
    auto* callee = clang::ImplicitCastExpr::Create(
        *context_, context_->getPointerType(function.getType()), clang::CK_FunctionToPointerDecay,
        name, nullptr, clang::VK_PRValue, clang::FPOptionsOverride());
    return clang::CallExpr::Create(*context_, callee, arguments, context_->IntTy, clang::VK_PRValue,
                                   location, clang::FPOptionsOverride());
  }

  clang::ASTContext* context_ = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> compare_handles() {
  return std::make_unique<HandleComparisons>();
}

}  // namespace cleave::compiler::frontend::opencl_c
