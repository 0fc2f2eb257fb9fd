#include "compiler/cxx/kernel_object.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/DenseMap.h>

#include <algorithm>
#include <tuple>

namespace cleave::compiler::cxx {
namespace {

using clang::ASTContext;
using clang::CXXRecordDecl;
using clang::QualType;

/// More than any object has that fits into the arguments of a kernel.
constexpr size_t most_fields = 8192;

const CXXRecordDecl* complete_class(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->hasDefinition() ? record->getDefinition() : nullptr;
}

/// The type whose bytes are the kernel's argument: T of detail::bytes<T>.
QualType object_type(const clang::FunctionDecl& entry) {
  if (entry.getNumParams() == 0) return {};
  const QualType parameter = entry.getParamDecl(0)->getType().getNonReferenceType();
  const auto* bytes = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      parameter->getAsCXXRecordDecl());
  if (bytes == nullptr || bytes->getName() != "bytes") return parameter.getCanonicalType();
  return bytes->getTemplateArgs()[0].getAsType().getCanonicalType();
}

class Fields {
 public:
  Fields(ASTContext& context, KernelObject& object) : context_(context), object_(object) {}

  void add(const CXXRecordDecl& record, uint64_t offset, const std::string& prefix,
           clang::SourceLocation location) {
    if (record.isInvalidDecl()) return;
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(&record);
    for (const clang::CXXBaseSpecifier& base : record.bases()) {
      const CXXRecordDecl* type = complete_class(base.getType());
      if (type == nullptr || base.isVirtual()) continue;
      add(*type, offset + layout.getBaseClassOffset(type).getQuantity(), prefix, location);
    }
    llvm::DenseMap<const clang::FieldDecl*, const clang::LambdaCapture*> captures;
    for (const clang::LambdaCapture& capture : captures_of(record)) note(record, capture, captures);
    for (const clang::FieldDecl* field : record.fields()) {
      const uint64_t bits = layout.getFieldOffset(field->getFieldIndex());
      const clang::LambdaCapture* capture = captures.lookup(field);
      const std::string name =
          prefix + (capture != nullptr ? name_of(*capture) : field->getName().str());
      add_field(*field, offset + bits / 8, name,
                capture != nullptr ? capture->getLocation() : location_of(*field, location));
    }
  }

 private:
  static llvm::ArrayRef<clang::LambdaCapture> captures_of(const CXXRecordDecl& record) {
    if (!record.isLambda()) return {};
    return {record.captures_begin(), record.captures_end()};
  }

  static void note(const CXXRecordDecl& record, const clang::LambdaCapture& capture,
                   llvm::DenseMap<const clang::FieldDecl*, const clang::LambdaCapture*>& captures) {
    llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> fields;
    clang::FieldDecl* this_field = nullptr;
    record.getCaptureFields(fields, this_field);
    clang::FieldDecl* field =
        capture.capturesThis()
            ? this_field
            : (capture.capturesVariable() ? fields.lookup(capture.getCapturedVar()) : nullptr);
    if (field != nullptr) captures[field] = &capture;
  }

  static std::string name_of(const clang::LambdaCapture& capture) {
    return capture.capturesThis() ? "this" : capture.getCapturedVar()->getName().str();
  }

  /// Members of classes of the implementation stand for the capture that has them.
  clang::SourceLocation location_of(const clang::FieldDecl& field,
                                    clang::SourceLocation outer) const {
    return context_.getSourceManager().isInSystemHeader(field.getLocation()) ? outer
                                                                             : field.getLocation();
  }

  void add_field(const clang::FieldDecl& field, uint64_t offset, const std::string& name,
                 clang::SourceLocation location) {
    const QualType type = field.getType();
    const CXXRecordDecl* record =
        complete_class(type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal());
    const bool is_wrapper = record != nullptr && !name.empty() && object_.callable == record;
    if (record != nullptr && !record->isUnion() && !type->isReferenceType() && !record->isEmpty()) {
      const bool shows_name = !is_wrapper && !name.empty() && !record->isLambda();
      return add(*record, offset, shows_name ? name + "." : std::string(), location);
    }
    if (object_.fields.size() >= most_fields || field.isZeroLengthBitField()) return;
    const auto bytes = type->isReferenceType() ? context_.getTypeSizeInChars(context_.VoidPtrTy)
                                               : context_.getTypeSizeInChars(type);
    object_.fields.push_back({name, offset, static_cast<uint64_t>(bytes.getQuantity()), location});
  }

  ASTContext& context_;
  KernelObject& object_;
};

/// The first class, from the outside, that is the user's. Wrappers of the headers hold it as their
/// first member.
const CXXRecordDecl* find_callable(const ASTContext& context, const CXXRecordDecl* record) {
  for (int depth = 0; record != nullptr && depth < 8; ++depth) {
    if (record->isLambda() || !context.getSourceManager().isInSystemHeader(record->getLocation())) {
      return record;
    }
    const auto first = record->field_begin();
    if (first == record->field_end()) return nullptr;
    record = complete_class(first->getType());
  }
  return nullptr;
}

std::string written_name(const ASTContext& context, QualType name) {
  const CXXRecordDecl* record = name->getAsCXXRecordDecl();
  if (record != nullptr && record->isLambda()) return {};
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  return name.getAsString(policy);
}

}  // namespace

KernelObject describe_object(ASTContext& context, const clang::FunctionDecl& entry) {
  KernelObject object;
  const QualType name = entry.getAttr<clang::SYCLKernelEntryPointAttr>()->getKernelName();
  object.symbol = context.getSYCLKernelInfo(name).GetKernelName();
  object.name = written_name(context, name);
  object.location = entry.getPointOfInstantiation();
  const QualType type = object_type(entry);
  if (type.isNull() || type->isDependentType() || type->isIncompleteType()) return object;
  object.bytes = context.getTypeSizeInChars(type).getQuantity();
  object.alignment = context.getTypeAlignInChars(type).getQuantity();
  const CXXRecordDecl* record = complete_class(type);
  if (record == nullptr) return object;
  object.record = record;
  object.callable = find_callable(context, record);
  if (object.callable != nullptr) object.location = object.callable->getLocation();
  // A kernel without a name is called like its function object, which wrappers of the headers may hold.
  if (object.callable != nullptr && context.hasSameType(name, type)) {
    object.name = written_name(context, QualType(context.getCanonicalTagType(object.callable)));
  }
  Fields(context, object).add(*record, 0, "", object.location);
  std::ranges::sort(object.fields, [](const ObjectField& a, const ObjectField& b) {
    return std::tie(a.offset, a.bytes, a.name) < std::tie(b.offset, b.bytes, b.name);
  });
  return object;
}

device_image::KernelRow table_row(const ASTContext& context, const KernelObject& object) {
  const clang::SourceManager& sources = context.getSourceManager();
  const auto line = [&](clang::SourceLocation location) {
    return location.isValid() ? sources.getPresumedLineNumber(location) : 0;
  };
  device_image::KernelRow row;
  row.symbol = object.symbol;
  row.name = object.name;
  const clang::PresumedLoc location = sources.getPresumedLoc(object.location);
  if (location.isValid()) {
    row.file = location.getFilename();
    row.line = location.getLine();
  }
  row.object_bytes = object.bytes;
  row.object_alignment = static_cast<uint32_t>(object.alignment);
  for (const ObjectField& field : object.fields) {
    row.captures.push_back({static_cast<uint32_t>(field.offset), static_cast<uint32_t>(field.bytes),
                            line(field.location)});
  }
  return row;
}

}  // namespace cleave::compiler::cxx
