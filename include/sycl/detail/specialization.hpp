// Finds values of specialization constants in kernels (SYCL 2020, 4.11.12).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../specialization_id.hpp"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Stands for a constant where a type is wanted.
template <auto& Constant>
struct specialization_name;

template <auto& Constant>
using specialization_type =
    typename std::remove_cv_t<std::remove_reference_t<decltype(Constant)>>::value_type;

struct specialization_access {
  /// Returns the value that a constant has if nobody sets it.
  template <class Type>
  static constexpr const Type& otherwise(const specialization_id<Type>& constant) {
    return constant.value_;
  }
};

constexpr std::uint64_t hash_of_name(const char* name) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (; *name != '\0'; ++name) hash = (hash ^ static_cast<unsigned char>(*name)) * 1099511628211u;
  return hash;
}

/// Finds variables of internal linkage in a symbol, by the rules of names in the Itanium ABI for C++: those of unnamed
/// namespaces, and others that an L stands before. Of such a name each unit has a variable of its own.
class symbol_scanner {
 public:
  /// Begins with the variable that a template has as its first argument.
  constexpr explicit symbol_scanner(const char* symbol) : at_(symbol) {
    while (*at_ != '\0' && !(at_[0] == 'I' && at_[1] == 'L' && at_[2] == '_' && at_[3] == 'Z')) {
      ++at_;
    }
  }
  constexpr bool finds_internal() {
    while (*at_ != '\0') {
      if (is_digit(*at_)) {
        if (is_unnamed_namespace()) return true;
        continue;
      }
      const char letter = *at_++;
      const bool is_of_name = is_name_;
      is_name_ = false;
      if (letter == 'L' && (is_of_name || innermost() == 'N')) return true;
      step(letter);
      if (depth_ == most_depth) return false;
    }
    return false;
  }

 private:
  static constexpr int most_depth = 64;
  static constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
  constexpr char innermost() const { return depth_ == 0 ? '\0' : open_[depth_ - 1]; }

  /// Goes over a name, which its length stands before.
  constexpr bool is_unnamed_namespace() {
    std::size_t length = 0;
    for (; is_digit(*at_); ++at_) length = length * 10 + static_cast<std::size_t>(*at_ - '0');
    constexpr const char* unnamed = "_GLOBAL__N_";
    bool is_unnamed = true;
    for (std::size_t i = 0; i < length && *at_ != '\0'; ++i, ++at_) {
      if (i < 11 && *at_ != unnamed[i]) is_unnamed = false;
    }
    is_name_ = false;
    return is_unnamed && length > 11;
  }

  constexpr void step(char letter) {
    switch (letter) {
      case 'N':  // a name in a scope, arguments of a template, packs of them: each ends with E
      case 'I':
      case 'J':
        open_[depth_++] = letter;
        break;
      case 'L':
        literal();
        break;
      case 'E':
        if (depth_ != 0) --depth_;
        if (innermost() == 'V') end_literal();
        break;
      case 'S':  // what stood before, and parameters of templates
      case 'T':
        if (*at_ == '_' || is_digit(*at_) || (*at_ >= 'A' && *at_ <= 'Z'))
          skip_behind('_');
        else if (*at_ != '\0')
          ++at_;
        break;
      default:
        break;
    }
  }
  /// A variable's name, or a type and a value of it.
  constexpr void literal() {
    if (at_[0] == '_' && at_[1] == 'Z') {
      at_ += 2;
      open_[depth_++] = 'Z';
      is_name_ = true;
    } else if (*at_ == 'N') {
      open_[depth_++] = 'V';
    } else {
      if (is_digit(*at_)) is_unnamed_namespace();
      skip_behind('E');
    }
  }
  constexpr void end_literal() {
    --depth_;
    skip_behind('E');
  }
  constexpr void skip_behind(char letter) {
    while (*at_ != '\0' && *at_ != letter) ++at_;
    if (*at_ != '\0') ++at_;
  }

  const char* at_;
  char open_[most_depth + 1] = {};
  int depth_ = 0;
  bool is_name_ = false;  // a variable's name begins here
};

/// True where units may have several constants of this name: a command group's value is for kernels of the unit that sets it.
template <auto& Constant>
inline constexpr bool is_specialization_internal =
    symbol_scanner(CLEAVE_SYCL_SYMBOL(specialization_name<Constant>)).finds_internal();

/// Equal on hosts and devices, where the constant has other addresses.
template <auto& Constant>
inline constexpr std::uint64_t specialization_identity =
    hash_of_name(CLEAVE_SYCL_SYMBOL(specialization_name<Constant>));

/// The values that a command group has set, in memory that devices address: a count, a row for each, and their bytes.
struct specialization_table {
  struct row {
    std::uint64_t identity;
    std::uint64_t offset;  // of the value, from the begin of the table
  };
  std::uint64_t count;

  static constexpr std::size_t rows_offset = sizeof(std::uint64_t) * 2;

  const row* rows() const {
    return reinterpret_cast<const row*>(reinterpret_cast<const char*>(this) + rows_offset);
  }
  /// Null: the command group has not set it.
  const void* find(std::uint64_t identity) const {
    for (std::uint64_t i = 0; i < count; ++i) {
      if (rows()[i].identity == identity) {
        return reinterpret_cast<const char*>(this) + rows()[i].offset;
      }
    }
    return nullptr;
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
