#include "compiler/cxx/kernel_parameters.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <optional>

#include "compiler/cxx/call_path.h"

namespace cleave::compiler::cxx {
namespace {

using clang::ASTContext;
using clang::CXXRecordDecl;
using clang::QualType;
using clang::SourceLocation;

std::string quoted_type(const ASTContext& tree, QualType type) {
  clang::PrintingPolicy policy(tree.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.AnonymousTagLocations = false;
  return "'" + type.getAsString(policy) + "'";
}

/// Asks sycl::is_device_copyable, which users and our headers specialize.
class CopyableTrait {
 public:
  explicit CopyableTrait(clang::Sema& compiler) : compiler_(compiler), tree_(compiler.Context) {}

  /// False, too, where no header that declares the trait has been read.
  bool holds(QualType type, SourceLocation location) {
    clang::ClassTemplateDecl* trait = find();
    if (trait == nullptr) return false;
    clang::TemplateArgumentListInfo arguments(location, location);
    arguments.addArgument(clang::TemplateArgumentLoc(
        clang::TemplateArgument(type), tree_.getTrivialTypeSourceInfo(type, location)));
    const QualType instance = compiler_.CheckTemplateIdType(clang::ElaboratedTypeKeyword::None,
                                                            clang::TemplateName(trait), location,
                                                            arguments, nullptr, false);
    if (instance.isNull() || !compiler_.isCompleteType(location, instance)) return false;
    return value_of(*instance->getAsCXXRecordDecl(), location);
  }

 private:
  clang::ClassTemplateDecl* find() {
    const auto spaces = tree_.getTranslationUnitDecl()->lookup(&tree_.Idents.get("sycl"));
    const auto* space = spaces.find_first<clang::NamespaceDecl>();
    if (space == nullptr) return nullptr;
    return space->lookup(&tree_.Idents.get("is_device_copyable"))
        .find_first<clang::ClassTemplateDecl>();
  }

  bool value_of(CXXRecordDecl& instance, SourceLocation location) {
    clang::LookupResult found(compiler_, &tree_.Idents.get("value"), location,
                              clang::Sema::LookupOrdinaryName);
    found.suppressDiagnostics();
    if (!compiler_.LookupQualifiedName(found, &instance) || !found.isSingleResult()) return false;
    const clang::EnterExpressionEvaluationContext constant(
        compiler_, clang::Sema::ExpressionEvaluationContext::ConstantEvaluated);
    const clang::ExprResult value =
        compiler_.BuildDeclarationNameExpr(clang::CXXScopeSpec(), found, false);
    bool answer = false;
    return value.isUsable() && value.get()->EvaluateAsBooleanCondition(answer, tree_) && answer;
  }

  clang::Sema& compiler_;
  ASTContext& tree_;
};

/// The class that makes the object around it unfit for devices.
struct Culprit {
  const CXXRecordDecl* type = nullptr;
  std::string member;  // "config.names"; the capture itself: its name alone
  std::string reason;  // "has a copy constructor of its own"
  SourceLocation location;
};

std::string own_operation(const CXXRecordDecl& record, SourceLocation& location) {
  for (const clang::CXXMethodDecl* method : record.methods()) {
    if (!method->isUserProvided()) continue;
    const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
    location = method->getLocation();
    if (constructor != nullptr && constructor->isCopyConstructor()) return "copy constructor";
    if (constructor != nullptr && constructor->isMoveConstructor()) return "move constructor";
    if (llvm::isa<clang::CXXDestructorDecl>(method)) return "destructor";
    if (method->isCopyAssignmentOperator()) return "copy assignment";
    if (method->isMoveAssignmentOperator()) return "move assignment";
  }
  return {};
}

/// Looks at a class alone, not at its members. Empty: nothing is wrong with it.
std::string reason_against(const CXXRecordDecl& record, SourceLocation& location) {
  location = record.getLocation();
  if (record.isLambda()) {
    for (const clang::LambdaCapture& capture : record.captures()) {
      if (!capture.capturesVariable() || capture.getCaptureKind() != clang::LCK_ByRef) continue;
      location = capture.getLocation();
      return "captures " + quoted_name(*capture.getCapturedVar()) + " by reference";
    }
  }
  if (record.isTriviallyCopyable()) return {};
  const std::string operation = own_operation(record, location);
  if (!operation.empty()) return "has a " + operation + " of its own";
  location = record.getLocation();
  return record.isDynamicClass() ? "has virtual functions or bases" : std::string();
}

const CXXRecordDecl* class_of(QualType type) {
  if (type->isReferenceType()) return nullptr;
  const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record != nullptr && record->hasDefinition() ? record->getDefinition() : nullptr;
}

class ParameterCheck {
 public:
  ParameterCheck(clang::Sema& compiler, const KernelObject& object)
      : tree_(compiler.Context), trait_(compiler), object_(object) {}

  /// Looks at the headers' wrappers of the user's lambda or function object, and at that.
  void check(const CXXRecordDecl& record) {
    if (&record == object_.callable) return check_callable(record);
    for (const clang::FieldDecl* field : record.fields()) {
      const CXXRecordDecl* type = class_of(field->getType());
      if (type == nullptr) continue;
      if (type == object_.callable || is_wrapper(*type)) {
        check(*type);
      } else {
        check_value(field->getType(), field->getName().str(), object_.location);
      }
    }
  }
  [[nodiscard]] std::vector<ParameterProblem> problems() { return std::move(problems_); }

 private:
  bool is_in_system(SourceLocation location) const {
    return tree_.getSourceManager().isInSystemHeader(location);
  }
  bool is_wrapper(const CXXRecordDecl& record) const {
    const auto first = record.field_begin();
    return object_.callable != nullptr && first != record.field_end() &&
           class_of(first->getType()) == object_.callable;
  }
  bool is_declared_copyable(const CXXRecordDecl& record) {
    return !record.isTriviallyCopyable() &&
           trait_.holds(QualType(tree_.getCanonicalTagType(&record)), object_.location);
  }

  void check_callable(const CXXRecordDecl& record) {
    if (is_declared_copyable(record)) return;
    if (!record.isLambda()) {
      SourceLocation location;
      const std::string reason = reason_against(record, location);
      if (!reason.empty()) {
        return report(record.getLocation(),
                      "SYCL kernels may not be function objects that are not device copyable: " +
                          quoted_name(record),
                      {&record, "", reason, location});
      }
    }
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      check_value(base.getType(), "", base.getBeginLoc());
    }
    llvm::DenseMap<const clang::FieldDecl*, const clang::LambdaCapture*> captures =
        captures_of(record);
    for (const clang::FieldDecl* field : record.fields()) {
      const clang::LambdaCapture* capture = captures.lookup(field);
      if (capture != nullptr && capture->capturesVariable()) {
        check_value(field->getType(), capture->getCapturedVar()->getName().str(),
                    capture->getLocation());
      } else if (field->getType()->isReferenceType() && !record.isLambda()) {
        report_reference(*field);
      } else {
        check_value(field->getType(), capture != nullptr ? "*this" : field->getName().str(),
                    capture != nullptr ? capture->getLocation() : field->getLocation());
      }
    }
  }

  static llvm::DenseMap<const clang::FieldDecl*, const clang::LambdaCapture*> captures_of(
      const CXXRecordDecl& record) {
    llvm::DenseMap<const clang::FieldDecl*, const clang::LambdaCapture*> captures;
    if (!record.isLambda()) return captures;
    // Each capture has a field, in the order of captures.
    auto field = record.field_begin();
    for (const clang::LambdaCapture& capture : record.captures()) captures[*field++] = &capture;
    return captures;
  }

  /// A capture of the kernel, a member of its function object, or a base of that.
  void check_value(QualType type, const std::string& name, SourceLocation location) {
    const std::optional<Culprit> culprit = find(type, name, location);
    if (!culprit) return;
    const std::string named = name.empty() ? "" : "'" + name + "' of type ";
    report(location,
           "SYCL kernels may not hold what is not device copyable: " + named +
               quoted_type(tree_, type.getCanonicalType().getUnqualifiedType()),
           *culprit);
  }

  std::optional<Culprit> find(QualType type, const std::string& name, SourceLocation location) {
    const CXXRecordDecl* record = class_of(type);
    if (record == nullptr || fine_.contains(record) || is_declared_copyable(*record)) return {};
    SourceLocation cause;
    const std::string reason = reason_against(*record, cause);
    const Culprit itself{record, name, reason, is_in_system(cause) ? location : cause};
    const bool is_library = is_in_system(record->getLocation());
    if (!reason.empty() && !is_library) return itself;
    std::optional<Culprit> inner = find_inside(*record, name, location);
    // std::pair has an assignment of its own, and yet only what it holds makes it unfit.
    const bool is_users = inner && !is_in_system(inner->type->getLocation());
    if (!reason.empty() && !is_users) return itself;
    if (!inner) fine_.insert(record);
    // Users know nothing of the members of std::shared_ptr or sycl::queue.
    if (inner && !is_users && is_library) {
      return Culprit{record, name, "holds what belongs to the host", location};
    }
    return inner;
  }

  std::optional<Culprit> find_inside(const CXXRecordDecl& record, const std::string& name,
                                     SourceLocation location) {
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      if (auto culprit = find(base.getType(), name, location)) return culprit;
    }
    const auto captures = captures_of(record);
    for (const clang::FieldDecl* field : record.fields()) {
      const clang::LambdaCapture* capture = captures.lookup(field);
      const bool is_named = capture != nullptr && capture->capturesVariable();
      const llvm::StringRef member =
          is_named ? capture->getCapturedVar()->getName() : field->getName();
      // Users know no names of members of the library but std::pair's.
      const bool is_hidden = is_in_system(field->getLocation()) && member.starts_with("_");
      std::string path = name;
      if (!is_hidden && !member.empty()) path += (name.empty() ? "" : ".") + member.str();
      const SourceLocation inner =
          is_in_system(field->getLocation()) ? location : field->getLocation();
      if (auto culprit = find(field->getType(), path, inner)) return culprit;
    }
    return {};
  }

  void report_reference(const clang::FieldDecl& field) {
    problems_.push_back(
        {field.getLocation(),
         "SYCL kernels may not have members that are references: " + quoted_name(field),
         {},
         {},
         "hold a copy, or a pointer to memory that devices reach"});
  }

  void report(SourceLocation location, const std::string& text, const Culprit& culprit) {
    const QualType type(tree_.getCanonicalTagType(culprit.type));
    const std::string member = culprit.member.empty() ? "" : "'" + culprit.member + "' of type ";
    problems_.push_back({location, text, culprit.location,
                         member + quoted_type(tree_, type) + " " + culprit.reason,
                         advice_for(*culprit.type, type)});
  }

  std::string advice_for(const CXXRecordDecl& record, QualType type) const {
    if (record.isLambda()) return "capture by value there, too";
    if (is_in_system(record.getLocation())) {
      return "give kernels an accessor, or a pointer to memory that devices reach "
             "(sycl::malloc_shared, sycl::malloc_device)";
    }
    const std::string name = quoted_type(tree_, type);
    return "if a copy of its bytes is all that devices need, declare: template <> struct "
           "sycl::is_device_copyable<" +
           name.substr(1, name.size() - 2) + "> : std::true_type {};";
  }

  ASTContext& tree_;
  CopyableTrait trait_;
  const KernelObject& object_;
  llvm::SmallPtrSet<const CXXRecordDecl*, 16> fine_;
  std::vector<ParameterProblem> problems_;
};

}  // namespace

std::vector<ParameterProblem> find_parameter_problems(clang::Sema& compiler,
                                                      const KernelObject& object) {
  ParameterCheck check(compiler, object);
  if (object.record != nullptr) check.check(*object.record);
  return check.problems();
}

}  // namespace cleave::compiler::cxx
