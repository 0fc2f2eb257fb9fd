// Gives tests of GoogleTest a queue and handles that are released, and asks queries in one line.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/opencl.h"

namespace cleave::test {

/// A handle that is released at the end of its life.
template <class T, cl_int(CL_API_CALL* release)(T)>
class Owned {
 public:
  Owned() = default;
  explicit Owned(T handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ == nullptr) return;
    EXPECT_EQ(CL_SUCCESS, release(handle_));
  }
  operator T() const { return handle_; }  // NOLINT: it stands for its handle
  T* out() { return &handle_; }

 private:
  T handle_ = nullptr;
};
using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Memory = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Event = Owned<cl_event, clReleaseEvent>;
using Device = Owned<cl_device_id, clReleaseDevice>;

/// The code of a call that creates something: `create` takes errcode_ret. The call must give null
/// exactly when it fails.
template <class Create>
cl_int error_of(const Create& create) {
  cl_int error = 1;
  const auto object = create(&error);
  EXPECT_EQ(object == nullptr, error != CL_SUCCESS);
  return error;
}

/// The answer of a query of fixed size: `query(size, value, size_returned)`.
template <class T, class Query>
T value_of(const Query& query) {
  T value{};
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, query(sizeof value, &value, &size));
  EXPECT_EQ(sizeof value, size);
  return value;
}
/// The answer of a query of any size.
template <class T, class Query>
std::vector<T> list_of(const Query& query) {
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, query(0, nullptr, &size));
  EXPECT_EQ(0U, size % sizeof(T));
  std::vector<T> list(size / sizeof(T));
  EXPECT_EQ(CL_SUCCESS, query(size, list.data(), nullptr));
  return list;
}
template <class Query>
std::string text_of(const Query& query) {
  const std::vector<char> characters = list_of<char>(query);
  EXPECT_FALSE(characters.empty());
  EXPECT_EQ('\0', characters.empty() ? 'x' : characters.back());
  return characters.data();
}

/// A context and an in-order queue with profiling on the first device.
class OnDevice : public testing::Test {
 protected:
  void SetUp() override;

  [[nodiscard]] Queue make_queue(cl_command_queue_properties properties) const;
  [[nodiscard]] Memory make_buffer(size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE,
                                   void* host = nullptr) const;
  /// A buffer that holds these integers.
  [[nodiscard]] Memory make_buffer(const std::vector<cl_int>& contents) const;
  [[nodiscard]] std::vector<cl_int> contents(cl_mem buffer) const;
  /// Compiles; a failure prints the log.
  [[nodiscard]] Program build(const std::string& source, const char* options = "") const;
  /// Another program from the binary of one; not built.
  [[nodiscard]] Program binary_copy(cl_program program) const;
  [[nodiscard]] Kernel make_kernel(const std::string& source, const char* name,
                                   const char* options = "");
  [[nodiscard]] Event make_user_event() const;

  cl_device_id device_ = nullptr;
  Context context_;
  Queue queue_;
  std::vector<Program> programs_;  // of make_kernel
};

}  // namespace cleave::test
