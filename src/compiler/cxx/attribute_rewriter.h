// Puts macros in the place of SYCL's attributes, which clang 22 skips in every position. The text
// keeps its length and its lines, so that nobody sees a difference in sizes and locations.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace cleave::compiler::cxx {

/// Tells whether a text may have such an attribute: false for nearly all headers of a system.
[[nodiscard]] bool may_have_attributes(llvm::StringRef text);

/// Rewrites a text of C++. Returns whether
/// anything is changed.
bool rewrite_attributes(std::string& text);

/// Definitions of the macros, which annotate in both passes: a constant that an attribute alone
/// names is used on the host too.
[[nodiscard]] std::string attribute_macros();

/// Tells whether SYCL 2020 has an attribute of that name.
[[nodiscard]] bool is_attribute_name(llvm::StringRef name);

/// Annotations of the macros begin so; the name of the attribute follows.
inline constexpr llvm::StringRef annotation_prefix = "sycl.";

}  // namespace cleave::compiler::cxx
