// Destroys what the user's commands hold when they have ended.
#pragma once

#include "sycl/detail/abi.h"
#include "sycl/opencl.h"

namespace cleave::sycl {

/// Destroys the box when the event is complete, on a thread of its own: user code may not run in the
/// driver's callbacks, which wait for nothing. Takes the box over, whatever happens.
void keep_until(cl_event event, const cleave_sycl_box& box);

/// Destroys a box at the end of a scope, unless it is released.
class BoxGuard {
 public:
  explicit BoxGuard(const cleave_sycl_box* box) : box_(box) {}
  BoxGuard(const BoxGuard&) = delete;
  BoxGuard& operator=(const BoxGuard&) = delete;
  ~BoxGuard() {
    if (box_ != nullptr && box_->destroy != nullptr) box_->destroy(box_->state);
  }
  void release() { box_ = nullptr; }

 private:
  const cleave_sycl_box* box_;
};

}  // namespace cleave::sycl
