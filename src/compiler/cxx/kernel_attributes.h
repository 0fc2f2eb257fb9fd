// Collects the attributes of SYCL that a kernel and the functions that it calls have, and the specialization constants.
#pragma once

#include <clang/AST/Decl.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "device_image/image.h"

namespace cleave::compiler::cxx {

/// One attribute, as a function has it.
struct AttributeUse {
  std::string name;              // "reqd_sub_group_size"
  std::vector<uint32_t> values;  // in the order of the source
  const clang::FunctionDecl* function = nullptr;
  clang::SourceLocation location;
};

/// Something wrong with an attribute: where, and in words. `other` is the location of an attribute
/// that contradicts it, or invalid.
struct AttributeProblem {
  clang::SourceLocation location;
  std::string text;
  clang::SourceLocation other;
  bool is_warning = false;
};

/// Reads the attributes of a function; adds what is wrong with them to `problems`.
[[nodiscard]] std::vector<AttributeUse> read_attributes(const clang::FunctionDecl& function,
                                                        std::vector<AttributeProblem>& problems);

/// The attributes of a kernel. A function that it calls asks for them as well as the kernel itself:
/// whoever was written for 32 lanes computes nonsense with 16.
class KernelAttributes {
 public:
  /// Adds the attributes of the kernel's own function, or of one that it calls. Returns what
  /// contradicts those that are known; such attributes are not taken.
  std::vector<AttributeProblem> add(const std::vector<AttributeUse>& uses, bool is_kernel_itself);

  /// Adds a specialization constant that the kernel reads.
  void add_constant(uint64_t identity) { constants_.push_back(identity); }

  void write(device_image::KernelRow& row) const;
  /// Returns the aspects that all of it lists, in order.
  [[nodiscard]] std::vector<uint32_t> aspects() const;

 private:
  std::optional<AttributeProblem> add_one(const AttributeUse& use, bool is_kernel_itself);
  std::optional<AttributeProblem> add_aspects(const AttributeUse& use, bool is_kernel_itself);

  std::vector<AttributeUse> uses_;          // one a name, without device_has
  std::optional<AttributeUse> device_has_;  // of the kernel itself
  std::vector<uint32_t> aspects_;           // of all functions, each once
  std::vector<uint64_t> constants_;         // in no order
};

}  // namespace cleave::compiler::cxx
