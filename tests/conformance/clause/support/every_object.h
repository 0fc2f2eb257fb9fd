// A fixture with an object of each kind, and another context: what tables of calls are made of.
#pragma once

#include <ostream>
#include <string_view>

#include "support/extension_functions.h"
#include "tests/support/on_device.h"

namespace cleave::test {

/// Every object of `OnDevice` and one more of each kind. `program_` holds the kernel `k(global
/// int*)`, whose argument is `buffer_`, of 256 bytes.
class EveryObject : public OnDevice {
 public:
  void SetUp() override;
  void TearDown() override;

  using OnDevice::binary_copy;
  using OnDevice::build;
  using OnDevice::context_;
  using OnDevice::device_;
  using OnDevice::make_buffer;
  using OnDevice::make_queue;
  using OnDevice::make_user_event;
  using OnDevice::queue_;

  static constexpr size_t size = 256;
  const cl_platform_id platform_ = find_platform();
  std::vector<cl_int> host_ = std::vector<cl_int>(size / sizeof(cl_int));
  Program program_;
  Kernel kernel_;
  Memory buffer_;
  Memory second_;
  Memory pipe_;
  cl_int* svm_ = nullptr;  // shared virtual memory of `size` bytes
  Event event_;            // a user event that has not ended
  Context other_context_;
  Queue other_queue_;
  Memory other_buffer_;
  Event other_event_;
  // Places for what calls give.
  cl_ulong time_ = 0;
  cl_uint count_ = 0;
  const void* places_[1] = {host_.data()};
  cl_mem wrong_buffer_ = nullptr;  // a queue
  cl_program& program() { return *program_.out(); }
  cl_mem& buffer() { return *buffer_.out(); }
};

/// Box arguments that fit `buffer_`.
inline constexpr size_t origin[3] = {0, 0, 0};
inline constexpr size_t region[3] = {4, 4, 1};

/// A command that takes a wait list, on the objects given. A call gives the code of the enqueue.
struct Command {
  const char* name;
  cl_int (*enqueue)(EveryObject& on, cl_command_queue queue, cl_mem buffer, cl_uint count,
                    const cl_event* list, cl_event* event);
  bool has_buffer = true;
  [[nodiscard]] bool has_kernel() const {
    return std::string_view(name) == "EnqueueNDRangeKernel" ||
           std::string_view(name) == "EnqueueTask";
  }
  friend void PrintTo(const Command& row, std::ostream* out) { *out << row.name; }
};
/// Every such command that Cleave has.
const std::vector<Command>& commands();

/// The name of a parameter, for GoogleTest.
inline constexpr auto name_of_parameter = [](const auto& information) {
  return std::string(information.param.name);
};

}  // namespace cleave::test
