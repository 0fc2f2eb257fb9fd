// Checks the types of an instruction's result and operands against a signature (rules.def).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "spirv/problems.h"

namespace cleave::spirv {

/// Returns properties of types, and how types relate, by their ids.
class TypeRelations {
 public:
  explicit TypeRelations(const Module& module) : module_(module) {}

  [[nodiscard]] TypeKind kind(Id type) const { return module_.type(type).kind; }
  /// Returns the type of a vector's elements; of others the type itself.
  [[nodiscard]] Id element(Id type) const;
  /// Returns how many elements a vector has; of others 1.
  [[nodiscard]] uint64_t count(Id type) const;
  [[nodiscard]] TypeKind element_kind(Id type) const { return kind(element(type)); }
  [[nodiscard]] bool is_pointer(Id type) const;
  /// Tells whether a pointer of this type may point to an object of type `object`: untyped ones
  /// may.
  [[nodiscard]] bool points_to(Id pointer, Id object) const;
  /// Tells whether values of this type are objects: neither void nor functions.
  [[nodiscard]] bool is_object(Id type) const;

 private:
  const Module& module_;
};

class SignatureCheck {
 public:
  SignatureCheck(const Module& module, Problems& problems)
      : module_(module), relations_(module), problems_(problems) {}

  /// Checks the result of `where` and the operands. Adds a problem and returns false where one does
  /// not fit.
  bool check(const Instruction& where, std::string_view signature,
             std::span<const uint32_t> operands);

 private:
  [[nodiscard]] bool fits(char letter, Id type) const;
  [[nodiscard]] bool fits_scalar(char letter, Id type) const;
  bool check_term(std::string_view term, size_t position);
  bool check_relation(char relation, Id type, size_t position);
  bool check_pointer(char letter, Id type, size_t position);
  bool fail(size_t position, std::string_view what);
  [[nodiscard]] Id type_of(size_t position) const { return module_.type_of(operands_[position]); }

  const Module& module_;
  TypeRelations relations_;
  Problems& problems_;
  const Instruction* where_ = nullptr;
  std::span<const uint32_t> operands_;
};

}  // namespace cleave::spirv
