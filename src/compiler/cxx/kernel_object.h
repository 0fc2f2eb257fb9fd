// Describes the object of a kernel: what its user captured, and where each byte of it lies. Both
// passes describe each kernel, and their answers must agree.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <cstdint>
#include <string>
#include <vector>

#include "device_image/image.h"

namespace clang {
class ASTContext;
class CXXRecordDecl;
class FunctionDecl;
}  // namespace clang

namespace cleave::compiler::cxx {

struct ObjectField {
  std::string name;     // as the user wrote it: "a", "a.x", "this"; of a base class: its name
  uint64_t offset = 0;  // in bytes
  uint64_t bytes = 0;
  clang::SourceLocation location;
};

struct KernelObject {
  std::string symbol;
  std::string name;  // as the user wrote it; empty: the kernel has none but its lambda
  /// The class whose bytes launches copy; null: it is none.
  const clang::CXXRecordDecl* record = nullptr;
  /// The lambda or function object of the user, which the headers wrap; null: none is a class.
  const clang::CXXRecordDecl* callable = nullptr;
  clang::SourceLocation location;  // where the user wrote the kernel
  uint64_t bytes = 0;
  uint64_t alignment = 1;
  std::vector<ObjectField> fields;  // by their offsets; scalars, arrays and unions
};

/// `entry` is an instance of the function template that headers mark as a kernel's entry point.
[[nodiscard]] KernelObject describe_object(clang::ASTContext& context,
                                           const clang::FunctionDecl& entry);

/// Returns what the image says of it, but for its attributes.
[[nodiscard]] device_image::KernelRow table_row(const clang::ASTContext& context,
                                                const KernelObject& object);

}  // namespace cleave::compiler::cxx
