// Says under which handler this thread copies a kernel object.
#pragma once

#include "config.hpp"

namespace sycl {
inline namespace _v1 {

class handler;

namespace CLEAVE_SYCL_HIDDEN detail {

/// The handler under which this thread copies a kernel object: accessors get their addresses from it.
#ifdef __SYCL_DEVICE_ONLY__
inline handler* copying_handler() {
  return nullptr;
}
#else
inline handler*& copying_handler() {
  static thread_local handler* current = nullptr;
  return current;
}
#endif

/// Sets the handler under which a kernel object is copied.
class copying {
 public:
  explicit copying([[maybe_unused]] handler& group) {
#ifndef __SYCL_DEVICE_ONLY__
    before_ = copying_handler();
    copying_handler() = &group;
#endif
  }
  copying(const copying&) = delete;
  copying& operator=(const copying&) = delete;
  ~copying() {
#ifndef __SYCL_DEVICE_ONLY__
    copying_handler() = before_;
#endif
  }

 private:
  [[maybe_unused]] handler* before_ = nullptr;
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
