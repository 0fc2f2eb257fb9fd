// Constants that two units of a program have in common, or by their names alone.
#pragma once

#include <sycl/sycl.hpp>

/// One for all units.
inline constexpr sycl::specialization_id<int> common(100);

/// The constants of unit two, which the first one has by the same names.
struct OfSecondUnit {
  static void set(sycl::handler& group, int value);
  /// Adds a kernel that writes `common`, and constants of the unit: unnamed, static, of a class and of a template.
  static void launch(sycl::handler& group, int* results);
};
