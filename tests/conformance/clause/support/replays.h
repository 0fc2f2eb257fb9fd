// A fixture for tests of what command-buffers compute: numbers, and kernels that change them.
#pragma once

#include <vector>

#include "support/command_buffers.h"

namespace cleave::test {

inline const char* const replay_source = R"(
  kernel void add(global int* p, int n) { atomic_add(p + get_global_id(0), n); }
  kernel void step(global int* p, int n) { p[get_global_id(0)] = p[get_global_id(0)] * 3 + n; }
  kernel void ids(global int* p) { p[get_global_id(0)] = get_global_id(0) * 100 + get_local_size(0); }
  kernel void turn(global int* p, local int* part) {
    part[get_local_id(0)] = p[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[get_global_id(0)] = part[get_local_size(0) - 1 - get_local_id(0)];
  }
)";
inline constexpr size_t count = 256;
inline constexpr size_t bytes = count * sizeof(cl_int);

/// A buffer of `count` integers, zeros at first, and kernels that change it.
class Replays : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    program_ = build(replay_source);
    numbers_ = make_buffer(std::vector<cl_int>(count, 0));
  }

  [[nodiscard]] Kernel make(const char* name, cl_mem memory) const {
    cl_int error = 1;
    Kernel kernel(clCreateKernel(program_, name, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
    return kernel;
  }
  [[nodiscard]] Kernel make(const char* name, cl_mem memory, cl_int number) const {
    Kernel kernel = make(name, memory);
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof number, &number));
    return kernel;
  }
  void expect_all(cl_int value) const {
    EXPECT_EQ(std::vector<cl_int>(count, value), contents(numbers_));
  }
  static void wait(cl_event event) { EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event)); }
  [[nodiscard]] static cl_int status_of(cl_event event) {
    return of_event<cl_int>(event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
  template <class T>
  [[nodiscard]] static T of_event(cl_event event, cl_event_info name) {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetEventInfo(event, name, size, value, returned);
    });
  }
  [[nodiscard]] Queue out_of_order() const {
    return make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  }

  Program program_;
  Memory numbers_;
};

/// The result of steps with these numbers, one after the other.
inline cl_int after_steps(cl_int value, const std::vector<cl_int>& numbers) {
  for (const cl_int number : numbers) {
    value = static_cast<cl_int>(static_cast<cl_uint>(value) * 3U + static_cast<cl_uint>(number));
  }
  return value;
}

}  // namespace cleave::test
