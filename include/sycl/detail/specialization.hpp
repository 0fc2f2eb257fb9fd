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
