// Declares kernel_handler, which kernels may take as their last argument (SYCL 2020, 4.9.4.4).
#pragma once

#include "detail/config.hpp"
#include "detail/specialization.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct kernel_handler_access;
}

class kernel_handler {
 public:
  kernel_handler() = delete;

  /// Returns the value that the command group has set, or that of the constant's definition.
  template <auto& Constant>
  detail::specialization_type<Constant> get_specialization_constant() const {
    using Type = detail::specialization_type<Constant>;
    if (constants_ != nullptr) {
      if (const void* set = constants_->find(detail::specialization_identity<Constant>)) {
        return *static_cast<const Type*>(set);
      }
    }
    return detail::specialization_access::otherwise(Constant);
  }

 private:
  friend struct detail::kernel_handler_access;
  explicit kernel_handler(const detail::specialization_table* constants) : constants_(constants) {}
  const detail::specialization_table* constants_;  // null: none is set
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct kernel_handler_access {
  static kernel_handler make(const specialization_table* constants) {
    return kernel_handler(constants);
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl
