// Holds the boxes that commands of a queue keep until they have ended.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "sycl/detail/abi.h"
#include "sycl/opencl.h"

namespace cleave::sycl {

/// A box that a command keeps, with the command's event.
struct KeptBox {
  cl_event event;  // retained
  cleave_sycl_box box;
};

/// The boxes of a queue's commands. A thread that has waited for a command destroys its box: a callback would start all that has
/// gathered in the queue, which that thread runs itself otherwise. Thread-safe.
class KeptBoxes {
 public:
  /// `are_in_order`: a command ends after all that were submitted before it.
  explicit KeptBoxes(bool are_in_order) : are_in_order_(are_in_order) {}
  KeptBoxes(const KeptBoxes&) = delete;
  KeptBoxes& operator=(const KeptBoxes&) = delete;
  /// Boxes of commands that may run still are destroyed when those have ended.
  ~KeptBoxes() { leave(take_all()); }

  /// Takes the box over, whatever happens. Where many have gathered, they are destroyed when their commands have ended.
  void add(cl_event event, const cleave_sycl_box& box);
  /// Destroys the box of the command, which has ended, and of those that have ended before it.
  void destroy_until(cl_event event);

  [[nodiscard]] std::vector<KeptBox> take_all();
  /// Destroys boxes of commands that have ended.
  static void destroy(const std::vector<KeptBox>& boxes);
  /// Destroys boxes when their commands have ended.
  static void leave(const std::vector<KeptBox>& boxes);

 private:
  static constexpr size_t most = 32;

  /// Puts out all boxes if they are many now. Returns false where there is no memory: the box is the caller's then, who
  /// destroys it without the lock, as what it calls is the user's.
  [[nodiscard]] bool push(const KeptBox& kept, std::vector<KeptBox>& left);

  const bool are_in_order_;
  std::atomic<size_t> count_{0};  // changed under the mutex
  std::mutex mutex_;
  std::vector<KeptBox> boxes_;  // in the order of their submission
};

}  // namespace cleave::sycl
