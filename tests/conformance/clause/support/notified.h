// Writes down what a context tells the application.
#pragma once

#include <mutex>
#include <string>
#include <vector>

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
  /// A notification of a command that failed has this (cl_cleave_failed_commands).
  struct Failed {
    cl_int status;
    cl_command_queue queue;
    std::string kernel;  // "-": there is none
    cl_command_type type;
    bool operator==(const Failed&) const = default;
  };
  [[nodiscard]] std::vector<Failed> failed() const {
    const std::scoped_lock lock(mutex_);
    return failed_;
  }
  /// All that it has heard, a line each.
  [[nodiscard]] std::string heard() const {
    const std::scoped_lock lock(mutex_);
    return heard_;
  }
  [[nodiscard]] bool heard(const char* part) const {
    return heard().find(part) != std::string::npos;
  }

 private:
  static void CL_CALLBACK hear(const char* message, const void* failed, size_t bytes, void* self) {
    auto& test = *static_cast<Notified*>(self);
    const std::scoped_lock lock(test.mutex_);
    test.heard_ += message;
    test.heard_ += '\n';
    if (failed == nullptr) {
      EXPECT_EQ(0U, bytes);
      return;
    }
    ASSERT_GE(bytes, sizeof(support::FailedCommand));
    const auto& command = *static_cast<const support::FailedCommand*>(failed);
    EXPECT_EQ(bytes, command.bytes);
    test.failed_.push_back({command.status, command.queue,
                            command.kernel == nullptr ? "-" : command.kernel, command.type});
  }
  mutable std::mutex mutex_;
  std::string heard_;
  std::vector<Failed> failed_;
};

}  // namespace cleave::test
