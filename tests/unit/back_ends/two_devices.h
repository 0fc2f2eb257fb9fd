// Gives tests a context over hardware that shares the host's memory and hardware that does not.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "api/entry_points.h"
#include "model/device.h"
#include "plain_hardware.h"
#include "support/newer_cl.h"

namespace cleave::api::test {

using backend::test::PlainHardware;
using Values = std::vector<cl_uint>;
using Counts = PlainHardware::Counts;

inline constexpr size_t count = 4096;
inline constexpr size_t bytes = count * sizeof(cl_uint);

inline constexpr const char* source = R"(
kernel void add(global uint *p, uint n) { p[get_global_id(0)] += n; }
kernel void sum(global const uint *a, constant uint *b, global uint *c) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
kernel void reverse(global uint *p, local uint *l) {
  const size_t i = get_local_id(0), n = get_local_size(0);
  l[i] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = l[n - 1 - i];
}
kernel void is_null(global uint *nothing, global uint *p) { p[0] = nothing == 0; }
global uint launches = 5;
kernel void count_launches(global uint *p) { p[0] = launches++; }
)";

inline void check(cl_int code) {
  ASSERT_EQ(CL_SUCCESS, code);
}

/// The host's device and a plain one beside it, which lives as long as the process, as devices do.
struct BackEnds {
  BackEnds() {
    cl_platform_id platform = nullptr;
    check(api::clIcdGetPlatformIDsKHR(1, &platform, nullptr));
    check(api::clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &cpu, nullptr));
    const auto& facts = model::Device::find(cpu)->hardware().facts();
    hardware = std::make_unique<PlainHardware>(facts);
    device = model::Device::make(*hardware, support::Ref<model::Device>(),
                                 topology::UnitSet::range(0, 1), nullptr);
    plain = model::give_handle<cl_device_id>(device);
  }
  cl_device_id cpu = nullptr;
  cl_device_id plain = nullptr;
  std::unique_ptr<PlainHardware> hardware;
  support::Ref<model::Device> device;
};

class TwoDevices : public ::testing::Test {
 protected:
  void SetUp() override { open({back_ends().cpu, back_ends().plain}); }
  void TearDown() override { close(); }

  static BackEnds& back_ends() {
    static BackEnds two;
    return two;
  }
  void open(const std::vector<cl_device_id>& devices) {
    cl_int code = CL_SUCCESS;
    context = api::clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(),
                                   nullptr, nullptr, &code);
    check(code);
    program = build(source);
    for (cl_device_id device : devices) {
      cl_command_queue queue = api::clCreateCommandQueue(context, device, 0, &code);
      check(code);
      (device == back_ends().plain ? on_plain : on_cpu) = queue;
    }
    static_cast<void>(plain().take_counts());
  }
  [[nodiscard]] cl_program build(const char* text) const {
    cl_int code = CL_SUCCESS;
    cl_program built = api::clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    check(code);
    check(api::clBuildProgram(built, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
    return built;
  }
  void close() {
    for (cl_command_queue* queue : {&on_plain, &on_cpu}) {
      if (*queue == nullptr) continue;
      check(api::clFinish(*queue));
      check(api::clReleaseCommandQueue(std::exchange(*queue, nullptr)));
    }
    check(api::clReleaseProgram(program));
    check(api::clReleaseContext(context));
  }
  static PlainHardware& plain() { return *back_ends().hardware; }

  [[nodiscard]] cl_mem make_buffer(cl_mem_flags flags = 0, void* host = nullptr) const {
    cl_int code = CL_SUCCESS;
    cl_mem buffer = api::clCreateBuffer(context, flags, bytes, host, &code);
    check(code);
    return buffer;
  }
  static void release(std::initializer_list<cl_mem> buffers) {
    for (cl_mem buffer : buffers) check(api::clReleaseMemObject(buffer));
  }
  /// Runs the kernel over `items`, with arguments as clSetKernelArg takes them; gives the code.
  template <class... Arguments>
  cl_int launch(cl_command_queue queue, const char* name, size_t items,
                const Arguments&... arguments) {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = api::clCreateKernel(program, name, &code);
    check(code);
    cl_uint index = 0;
    (check(api::clSetKernelArg(kernel, index++, sizeof arguments, &arguments)), ...);
    const size_t local = 64;
    code = api::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items,
                                       items % local == 0 ? &local : nullptr, 0, nullptr, nullptr);
    check(api::clReleaseKernel(kernel));
    return code;
  }
  static void write(cl_command_queue queue, cl_mem buffer, const Values& values) {
    check(api::clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr,
                                    nullptr));
  }
  static Values read(cl_command_queue queue, cl_mem buffer) {
    Values values(count);
    check(api::clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr,
                                   nullptr));
    return values;
  }
  static Values numbers(cl_uint first) {
    Values values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
  }
  static cl_int status_of(cl_event event) {
    cl_int status = CL_QUEUED;
    check(api::clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                              nullptr));
    return status;
  }
  /// Waits; gives the status.
  static cl_int end_of(cl_event event) {
    static_cast<void>(api::clWaitForEvents(1, &event));
    const cl_int status = status_of(event);
    check(api::clReleaseEvent(event));
    return status;
  }
  static void expect_counts(const Counts& expected) {
    const Counts counts = plain().take_counts();
    EXPECT_EQ(expected.allocations, counts.allocations);
    EXPECT_EQ(expected.launches, counts.launches);
    EXPECT_EQ(expected.copies_in, counts.copies_in);
    EXPECT_EQ(expected.copies_out, counts.copies_out);
    EXPECT_EQ(expected.bytes_in, counts.bytes_in);
    EXPECT_EQ(expected.bytes_out, counts.bytes_out);
  }

  cl_context context = nullptr;
  cl_program program = nullptr;
  cl_command_queue on_plain = nullptr, on_cpu = nullptr;
};

/// For tests that make the plain device hold back work, or fail: with a queue whose commands have no order.
class CopyingDevice : public TwoDevices {
 protected:
  void SetUp() override {
    TwoDevices::SetUp();
    cl_int code = CL_SUCCESS;
    anyhow = api::clCreateCommandQueue(context, back_ends().plain,
                                       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    check(code);
  }
  void TearDown() override {
    plain().hold(false);
    plain().refuse_transfers(false);
    plain().refuse_memory(false);
    check(api::clFinish(anyhow));
    check(api::clReleaseCommandQueue(anyhow));
    TwoDevices::TearDown();
  }

  cl_command_queue anyhow = nullptr;  // out of order
};

}  // namespace cleave::api::test
