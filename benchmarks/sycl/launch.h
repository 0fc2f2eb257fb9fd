// Gives twins what they are launched with, in SYCL's types.
#pragma once

#include <sycl/sycl.hpp>

#include "twins.h"

namespace cleave::benchmark::twins {

class Launch {
 public:
  explicit Launch(const TwinLaunch& launch) : launch_(launch) {}

  /// The memory that argument `index` is.
  template <class T>
  [[nodiscard]] T* pointer(size_t index) const {
    return value<T*>(index);
  }
  /// The value of argument `index`.
  template <class T>
  [[nodiscard]] T value(size_t index) const {
    return *static_cast<const T*>(launch_.arguments[index]);
  }
  /// All work-items; dimension 0 varies slowest.
  template <int Dimensions = 1>
  [[nodiscard]] sycl::range<Dimensions> range() const {
    return in_order<Dimensions>(launch_.global);
  }
  /// The same in the work-groups that the case chose.
  template <int Dimensions = 1>
  [[nodiscard]] sycl::nd_range<Dimensions> groups() const {
    return {in_order<Dimensions>(launch_.global), in_order<Dimensions>(launch_.local)};
  }

 private:
  template <int Dimensions>
  static sycl::range<Dimensions> in_order(const size_t* sizes) {
    if constexpr (Dimensions == 1) {
      return sycl::range<1>(sizes[0]);
    } else {
      return sycl::range<2>(sizes[1], sizes[0]);
    }
  }

  const TwinLaunch& launch_;
};

}  // namespace cleave::benchmark::twins
