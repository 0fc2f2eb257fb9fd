// Runs the thread that destroys what commands held.
#include "sycl/keeper.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cleave::sycl {
namespace {

/// A thread that starts with the first command and is never joined.
class Destroyer {
 public:
  /// Returns false where the system gives no thread.
  [[nodiscard]] bool start() {
    const std::lock_guard lock(mutex_);
    if (is_started_) return true;
    try {
      std::thread([this] { run(); }).detach();
    } catch (const std::system_error&) {
      return false;
    }
    is_started_ = true;
    return true;
  }
  /// Precondition: it is started. Waits for nothing, so that the driver's threads may call it.
  void add(const cleave_sycl_box& box) {
    {
      const std::lock_guard lock(mutex_);
      boxes_.push_back(box);
    }
    changed_.notify_one();
  }

 private:
  [[noreturn]] void run() {
    for (;;) {
      std::vector<cleave_sycl_box> ready;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !boxes_.empty(); });
        ready.swap(boxes_);
      }
      for (const cleave_sycl_box& box : ready) box.destroy(box.state);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<cleave_sycl_box> boxes_;
  bool is_started_ = false;
};

Destroyer& destroyer() {
  static auto* const made = new Destroyer;
  return *made;
}

void CL_CALLBACK destroy_box(cl_event, cl_int, void* state) {
  const std::unique_ptr<cleave_sycl_box> box(static_cast<cleave_sycl_box*>(state));
  destroyer().add(*box);
}

}  // namespace

void keep_until(cl_event event, const cleave_sycl_box& box) {
  if (box.destroy == nullptr) return;
  if (destroyer().start()) {
    std::unique_ptr<cleave_sycl_box> copy(new (std::nothrow) cleave_sycl_box(box));
    if (copy && clSetEventCallback(event, CL_COMPLETE, destroy_box, copy.get()) == CL_SUCCESS) {
      static_cast<void>(copy.release());
      return;
    }
  }
  clWaitForEvents(1, &event);
  box.destroy(box.state);
}

}  // namespace cleave::sycl
