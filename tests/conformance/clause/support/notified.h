// Writes down what a context tells the application.
#pragma once

#include <mutex>
#include <string>

#include "support/failed_command.h"
#include "tests/support/on_device.h"

namespace cleave::test {

/// context_ and queue_ are of a context that writes down what its notification function hears.
class Notified : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    cl_int error = 1;
    Context context(clCreateContext(nullptr, 1, &device_, hear, this, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    Queue queue(clCreateCommandQueueWithProperties(context, device_, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    context_ = std::move(context);
    queue_ = std::move(queue);
  }
  /// All that it has heard, a line each; behind what tells of a kernel that failed a line "kernel NAME".
  [[nodiscard]] std::string heard() const {
    const std::scoped_lock lock(mutex_);
    return heard_;
  }
  [[nodiscard]] bool heard(const char* part) const {
    return heard().find(part) != std::string::npos;
  }

 private:
  static void CL_CALLBACK hear(const char* message, const void* failed, size_t, void* self) {
    auto& test = *static_cast<Notified*>(self);
    const std::scoped_lock lock(test.mutex_);
    test.heard_ += message;
    test.heard_ += '\n';
    const auto* const command = static_cast<const support::FailedCommand*>(failed);
    if (command == nullptr || command->kernel == nullptr) return;
    test.heard_ += std::string("kernel ") + command->kernel + '\n';
  }
  mutable std::mutex mutex_;
  std::string heard_;
};

}  // namespace cleave::test
