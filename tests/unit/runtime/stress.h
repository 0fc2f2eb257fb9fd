// Gives tests of many threads a context, a program, and objects that are released when their
// variables end.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "api/entry_points.h"

namespace cleave::api::test {

inline constexpr size_t items = 64;
inline constexpr int thread_count = 4;
inline constexpr cl_uint of_tree = 5;  // that the kernel of make_tree() adds

/// How long a test goes on that can go on for ever: CLEAVE_STRESS_SECONDS says, or a short while.
inline std::chrono::duration<double> stress_time() {
  const char* seconds = std::getenv("CLEAVE_STRESS_SECONDS");
  return std::chrono::duration<double>(seconds != nullptr ? std::atof(seconds) : 0.05);
}

/// An OpenCL object, released when it goes.
template <class Handle, auto release>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Handle handle) : handle_(handle) { EXPECT_NE(handle, nullptr); }
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ != nullptr) {
      EXPECT_EQ(release(handle_), CL_SUCCESS);
    }
  }
  [[nodiscard]] Handle get() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};

using Context = Owned<cl_context, api::clReleaseContext>;
using Program = Owned<cl_program, api::clReleaseProgram>;
using Event = Owned<cl_event, api::clReleaseEvent>;
using Buffer = Owned<cl_mem, api::clReleaseMemObject>;
using CommandQueue = Owned<cl_command_queue, api::clReleaseCommandQueue>;
using Kernel = Owned<cl_kernel, api::clReleaseKernel>;

class Stress : public ::testing::Test {
 protected:
  void SetUp() override {
    cl_platform_id platform = nullptr;
    ASSERT_EQ(api::clIcdGetPlatformIDsKHR(1, &platform, nullptr), CL_SUCCESS);
    ASSERT_EQ(api::clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
    context = api::clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    ASSERT_NE(context, nullptr);
    const char* source = "increment";
    program = api::clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    ASSERT_EQ(api::clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(api::clReleaseProgram(program), CL_SUCCESS);
    EXPECT_EQ(api::clReleaseContext(context), CL_SUCCESS);
  }

  [[nodiscard]] CommandQueue make_queue(cl_command_queue_properties properties = 0) const {
    return CommandQueue(api::clCreateCommandQueue(context, device, properties, nullptr));
  }
  [[nodiscard]] Event make_user_event() const {
    return Event(api::clCreateUserEvent(context, nullptr));
  }
  [[nodiscard]] Buffer make_buffer() const {
    std::vector<cl_uint> zeros(items);
    return Buffer(api::clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                      items * sizeof(cl_uint), zeros.data(), nullptr));
  }
  [[nodiscard]] Kernel make_kernel(const Buffer& buffer) const {
    Kernel kernel(api::clCreateKernel(program, "increment", nullptr));
    cl_mem memory = buffer.get();
    EXPECT_EQ(api::clSetKernelArg(kernel.get(), 0, sizeof memory, &memory), CL_SUCCESS);
    return kernel;
  }
  /// A queue on the device, or on a part of it; of another context where that is given.
  [[nodiscard]] CommandQueue make_device_queue(cl_command_queue_properties more = 0,
                                               cl_device_id part = nullptr,
                                               cl_context of = nullptr) const {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | more,
        CL_QUEUE_SIZE, 4 << 20, 0};
    return CommandQueue(api::clCreateCommandQueueWithProperties(
        of != nullptr ? of : context, part != nullptr ? part : device, properties, nullptr));
  }
  /// A kernel whose children increment the buffer, too: by `of_tree` in all, or by one where
  /// children wait for what ends with an error.
  [[nodiscard]] Kernel make_tree(const Buffer& buffer, const CommandQueue& device_queue,
                                 cl_int status = CL_COMPLETE) const {
    Kernel kernel(api::clCreateKernel(program, "sow", nullptr));
    cl_mem memory = buffer.get();
    EXPECT_EQ(api::clSetKernelArg(kernel.get(), 0, sizeof memory, &memory), CL_SUCCESS);
    set_tree(kernel.get(), device_queue, status);
    return kernel;
  }
  static void set_tree(cl_kernel kernel, const CommandQueue& device_queue,
                       cl_int status = CL_COMPLETE) {
    cl_command_queue queue = device_queue.get();
    EXPECT_EQ(api::clSetKernelArg(kernel, 1, sizeof queue, &queue), CL_SUCCESS);
    EXPECT_EQ(api::clSetKernelArg(kernel, 2, sizeof status, &status), CL_SUCCESS);
  }
  [[nodiscard]] static Event launch(const CommandQueue& queue, const Kernel& kernel,
                                    const std::vector<cl_event>& after = {}) {
    const size_t local = 4;
    cl_event event = nullptr;
    EXPECT_EQ(api::clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &items, &local,
                                          static_cast<cl_uint>(after.size()),
                                          after.empty() ? nullptr : after.data(), &event),
              CL_SUCCESS);
    return Event(event);
  }
  static void expect_all(const CommandQueue& queue, const Buffer& buffer, cl_uint value) {
    std::vector<cl_uint> values(items);
    EXPECT_EQ(api::clEnqueueReadBuffer(queue.get(), buffer.get(), CL_TRUE, 0,
                                       items * sizeof(cl_uint), values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(values, std::vector<cl_uint>(items, value));
  }
  static void on_threads(const std::function<void(unsigned)>& function) {
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < thread_count; ++thread) {
      threads.emplace_back([&function, thread] { function(thread); });
    }
    for (std::thread& thread : threads) thread.join();
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_program program = nullptr;
};

inline cl_int status_of(const Event& event) {
  cl_int status = CL_QUEUED;
  EXPECT_EQ(api::clGetEventInfo(event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                &status, nullptr),
            CL_SUCCESS);
  return status;
}

}  // namespace cleave::api::test
