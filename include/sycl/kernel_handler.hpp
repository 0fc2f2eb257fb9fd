// Declares kernel_handler, which kernels may take as their last argument (SYCL 2020, 4.9.4.4).
#pragma once

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct kernel_handler_access;
}

class kernel_handler {
 public:
  kernel_handler() = delete;

 private:
  friend struct detail::kernel_handler_access;
  explicit kernel_handler(int) {}
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct kernel_handler_access {
  static kernel_handler make() { return kernel_handler(0); }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl
