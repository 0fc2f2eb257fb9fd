#include "compiler/frontend/opencl_c/block_uses.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/Diagnostic.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace cleave::compiler::frontend::opencl_c {
namespace {

bool is_block(const clang::Expr* expression) {
  return expression->getType()->isBlockPointerType();
}

/// The expression with nothing but casts between it and the block that it names. A cast of the
/// source to the type that is there goes too.
clang::Expr* uncovered(clang::Expr* expression) {
  clang::Expr* const inside = expression->IgnoreParens();
  if (auto* const whole = llvm::dyn_cast<clang::FullExpr>(inside)) {
    whole->setSubExpr(uncovered(whole->getSubExpr()));
    return inside;
  }
  auto* const cast = llvm::dyn_cast<clang::CastExpr>(inside);
  if (cast == nullptr) return inside;
  clang::Expr* const operand = uncovered(cast->getSubExpr());
  const clang::QualType type = inside->getType().getCanonicalType().getUnqualifiedType();
  const bool is_same = type == operand->getType().getCanonicalType().getUnqualifiedType();
  if (llvm::isa<clang::ExplicitCastExpr>(cast) && is_block(inside) && is_same) return operand;
  cast->setSubExpr(operand);
  return inside;
}

/// Does the expression lead to the text of a block, through variables?
bool leads_to_block(const clang::Expr* expression) {
  llvm::SmallPtrSet<const clang::VarDecl*, 4> seen;  // one may be initialised with itself
  while (expression != nullptr) {
    const clang::Expr* const named = expression->IgnoreParenImpCasts();
    if (llvm::isa<clang::BlockExpr>(named)) return true;
    const auto* const reference = llvm::dyn_cast<clang::DeclRefExpr>(named);
    const auto* const variable =
        reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (variable == nullptr || !seen.insert(variable).second) return false;
    expression = variable->getInit();
  }
  return false;
}

class BlockUses final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  BlockUses() { ShouldVisitTemplateInstantiations = true; }

  void Initialize(clang::ASTContext& context) override {
    context_ = &context;
    diagnostics_ = &context.getDiagnostics();
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (diagnostics_->hasErrorOccurred()) return true;
    for (clang::Decl* declaration : group) TraverseDecl(declaration);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (variable->hasInit() && is_block(variable->getInit())) {
      variable->setInit(uncovered(variable->getInit()));
    }
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    if (call->getBuiltinCallee() == clang::Builtin::BIenqueue_kernel) convert_flags(*call);
    if (is_block(call->getCallee())) {
      call->setCallee(uncovered(call->getCallee()));
      check(*call->getCallee());
    }
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      if (!is_block(call->getArg(i))) continue;
      call->setArg(i, uncovered(call->getArg(i)));
      check(*call->getArg(i));
    }
    return true;
  }

 private:
  void check(const clang::Expr& used) {
    if (leads_to_block(&used)) return;
    const unsigned message = diagnostics_->getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "this leads to no block: a block has to be written here, or in a variable that is named");
    diagnostics_->Report(used.getBeginLoc(), message) << used.getSourceRange();
  }

  /// Flags of any integer type are taken, and handed on as they are.
  void convert_flags(clang::CallExpr& call) {
    constexpr unsigned flags_at = 1;
    clang::Expr* flags = call.getArg(flags_at);
    const clang::QualType wanted = context_->UnsignedIntTy;
    const clang::QualType type = flags->getType().getUnqualifiedType();
    if (context_->getTypeSize(type) == context_->getTypeSize(wanted)) return;
    const auto cast_to = [&](clang::QualType to, clang::CastKind kind) {
      flags = clang::ImplicitCastExpr::Create(*context_, to, kind, flags, nullptr,
                                              clang::VK_PRValue, clang::FPOptionsOverride());
    };
    if (flags->isLValue()) cast_to(type, clang::CK_LValueToRValue);
    cast_to(wanted, clang::CK_IntegralCast);
    call.setArg(flags_at, flags);
  }

  clang::ASTContext* context_ = nullptr;
  clang::DiagnosticsEngine* diagnostics_ = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> repair_block_uses() {
  return std::make_unique<BlockUses>();
}

}  // namespace cleave::compiler::frontend::opencl_c
