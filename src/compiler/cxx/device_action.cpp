#include "compiler/cxx/device_action.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "compiler/cxx/device_module.h"
#include "compiler/cxx/device_result.h"
#include "compiler/cxx/kernel_object.h"
#include "compiler/cxx/kernel_rules.h"
#include "compiler/cxx/local_objects.h"
#include "compiler/cxx/spirv_module.h"
#include "compiler/cxx/used_aspects.h"

namespace cleave::compiler::cxx {
namespace {

using clang::FunctionDecl;

/// The whole object is what a constructor or destructor with an attribute is about.
clang::GlobalDecl whole(const FunctionDecl& function) {
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function)) {
    return {constructor, clang::Ctor_Complete};
  }
  if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(&function)) {
    return {destructor, clang::Dtor_Complete};
  }
  return &function;
}

class DeviceConsumer final : public clang::ASTConsumer {
 public:
  DeviceConsumer(clang::CompilerInstance& compiler, llvm::StringRef file, CodeForms forms,
                 DeviceResult& result)
      : compiler_(compiler),
        forms_(forms),
        result_(result),
        code_(clang::CreateLLVMCodeGen(compiler, file, context_)) {}

  void Initialize(clang::ASTContext& tree) override { code_->Initialize(tree); }

  /// Instances of templates come here too, so that no walk over the tree is needed, which would
  /// read all of a precompiled header.
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) note_all(*declaration);
    return code_->HandleTopLevelDecl(group);
  }
  void HandleInlineFunctionDefinition(FunctionDecl* function) override {
    note(*function);
    code_->HandleInlineFunctionDefinition(function);
  }
  void HandleInterestingDecl(clang::DeclGroupRef group) override { HandleTopLevelDecl(group); }
  void HandleTagDeclDefinition(clang::TagDecl* type) override {
    code_->HandleTagDeclDefinition(type);
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl* type) override {
    code_->HandleTagDeclRequiredDefinition(type);
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl* variable) override {
    code_->HandleCXXStaticMemberVarInstantiation(variable);
  }
  void HandleVTable(clang::CXXRecordDecl* type) override { code_->HandleVTable(type); }
  void CompleteTentativeDefinition(clang::VarDecl* variable) override {
    code_->CompleteTentativeDefinition(variable);
  }

  void HandleTranslationUnit(clang::ASTContext& tree) override {
    if (!compiler_.getDiagnostics().hasErrorOccurred()) check(tree);
    code_->HandleTranslationUnit(tree);
    if (compiler_.getDiagnostics().hasErrorOccurred()) return;
    const std::unique_ptr<llvm::Module> module(code_->ReleaseModule());
    if (module) write(tree, *module);
  }

 private:
  /// A namespace of the user comes as one declaration. Those of headers of the system have functions for kernels of
  /// this unit alone.
  void note_all(clang::Decl& declaration) {
    if (auto* function = llvm::dyn_cast<FunctionDecl>(&declaration)) return note(*function);
    if (!llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
      return;
    }
    if (compiler_.getSourceManager().isInSystemHeader(declaration.getLocation())) return;
    for (clang::Decl* each : llvm::cast<clang::DeclContext>(declaration).decls()) note_all(*each);
  }

  void note(FunctionDecl& function) {
    if (function.isDependentContext() || !function.doesThisDeclarationHaveABody()) return;
    if (function.hasAttr<clang::SYCLKernelEntryPointAttr>()) {
      entries_.insert(&function);
    } else if (function.hasAttr<clang::SYCLExternalAttr>()) {
      externals_.insert(&function);
    }
  }

  void check(clang::ASTContext& tree) {
    KernelRules rules(compiler_.getSema());
    for (const FunctionDecl* entry : entries_) {
      const KernelObject object = describe_object(tree, *entry);
      device_image::KernelRow row = table_row(tree, object);
      rules.check(*entry, object).write(row);
      table_.kernels.push_back(std::move(row));
    }
    for (const FunctionDecl* function : externals_) {
      auto aspects = rules.check_external(*function).aspects();
      if (aspects.empty()) continue;
      table_.needs.push_back(
          {symbol_of(code_->GetMangledName(whole(*function))), std::move(aspects), {}});
    }
  }

  void write(clang::ASTContext& tree, llvm::Module& module) {
    std::erase_if(table_.kernels, [&](const device_image::KernelRow& kernel) {
      return module.getFunction(kernel.symbol) == nullptr;
    });
    make_local_objects(module);
    note_externals(tree, module, true);
    drop_host_code(module, table_, compiler_.getCodeGenOpts().OptimizationLevel > 0);
    // Functions that the host's code alone calls are wanted by nobody.
    note_externals(tree, module, false);
    if (forms_.spirv) refuse_wanted();
    std::string problem = write_device_module(module, std::move(table_), forms_, result_);
    if (!problem.empty()) {
      report({}, "the code that was made for devices is not valid: %0") << problem;
    } else if (forms_.spirv && !result_.image.empty() && !has_errors()) {
      problem = write_spirv_module(module, result_.spirv);
      if (problem.empty()) return;
      report({}, "the device code cannot be written as SPIR-V, which --image= asks for: %0")
          << problem;
    }
  }

  [[nodiscard]] bool has_errors() const { return compiler_.getDiagnostics().hasErrorOccurred(); }

  template <unsigned Size>
  clang::DiagnosticBuilder report(clang::SourceLocation place, const char (&text)[Size]) {
    clang::DiagnosticsEngine& messages = compiler_.getDiagnostics();
    return messages.Report(place, messages.getCustomDiagID(clang::DiagnosticsEngine::Error, text));
  }

  /// Drivers link SPIR-V where kernels of one name in two units are an error, and no function of
  /// another unit could use dynamic local memory.
  void refuse_wanted() {
    for (const std::string& symbol : table_.wanted) {
      const auto* function =
          llvm::dyn_cast_or_null<FunctionDecl>(code_->GetDeclForMangledName(symbol));
      if (function == nullptr) continue;
      report(function->getLocation(),
             "kernels call %0, which another unit defines: SPIR-V, which --image= asks for, has "
             "the functions of one unit")
          << function;
    }
  }

  /// Notes the functions that the unit defines, or those that it wants. Those of headers of the
  /// system are the driver's to define.
  void note_externals(const clang::ASTContext& tree, const llvm::Module& module, bool defined) {
    for (const llvm::Function& function : module) {
      const auto* declaration =
          llvm::dyn_cast_or_null<FunctionDecl>(code_->GetDeclForMangledName(function.getName()));
      if (declaration == nullptr || !declaration->hasAttr<clang::SYCLExternalAttr>()) continue;
      if (tree.getSourceManager().isInSystemHeader(declaration->getLocation())) continue;
      if (function.isDeclaration() == defined) continue;
      if (function.isDeclaration() && function.use_empty()) continue;
      ExternalFunction external = describe_external(function);
      (external.is_defined ? table_.defined : table_.wanted).push_back(external.symbol);
      result_.externals.push_back(std::move(external));
    }
  }

  clang::CompilerInstance& compiler_;
  CodeForms forms_;
  DeviceResult& result_;
  llvm::LLVMContext context_;
  std::unique_ptr<clang::CodeGenerator> code_;
  llvm::SetVector<FunctionDecl*> entries_, externals_;
  device_image::Table table_;
};

class DeviceAction final : public clang::ASTFrontendAction {
 public:
  DeviceAction(CodeForms forms, DeviceResult& result) : forms_(forms), result_(result) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    return std::make_unique<DeviceConsumer>(compiler, file, forms_, result_);
  }

 private:
  CodeForms forms_;
  DeviceResult& result_;
};

}  // namespace

std::unique_ptr<clang::FrontendAction> make_device_action(CodeForms forms, DeviceResult& result) {
  return std::make_unique<DeviceAction>(forms, result);
}

}  // namespace cleave::compiler::cxx
