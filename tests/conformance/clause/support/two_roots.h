// Gives tests of cl_khr_command_buffer_multi_device a context of two root devices, with a queue on
// each, and parts of the first one.
#pragma once

#include <cstdlib>

#include "src/support/multi_device_cl.h"
#include "support/mutable_commands.h"

namespace cleave::test {

// Before the first call of OpenCL, which reads them.
[[maybe_unused]] inline const int two_roots_topology = setenv("CLEAVE_TOPOLOGY", "core:4 pu:1", 1);
[[maybe_unused]] inline const int two_roots_halves = setenv("CLEAVE_SPLIT", "equally:2", 1);

class TwoRoots : public Replays {
 protected:
  void SetUp() override {
    cl_uint devices = 0;
    ASSERT_EQ(CL_SUCCESS, clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ALL, 2, roots_, &devices));
    ASSERT_EQ(2U, devices);
    device_ = roots_[0];
    cl_int error = 1;
    context_ = Context(clCreateContext(nullptr, 2, roots_, nullptr, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    queue_ = queue_on(roots_[0], CL_QUEUE_PROFILING_ENABLE);
    second_ = queue_on(roots_[1]);
    const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(roots_[0], by_counts, 2, parts_, nullptr));
    program_ = build(replay_source);
    numbers_ = make_buffer(std::vector<cl_int>(count, 0));
  }
  void TearDown() override {
    for (cl_device_id part : parts_) EXPECT_EQ(CL_SUCCESS, clReleaseDevice(part));
  }

  [[nodiscard]] Queue queue_on(cl_device_id device,
                               cl_command_queue_properties properties = 0) const {
    cl_int error = 1;
    Queue queue(clCreateCommandQueue(context_, device, properties, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return queue;
  }
  [[nodiscard]] std::vector<cl_command_queue> both() const { return {queue_, second_}; }
  static cl_int enqueue_on(const std::vector<cl_command_queue>& queues,
                           cl_command_buffer_khr buffer, cl_event* event = nullptr) {
    std::vector<cl_command_queue> list = queues;
    return command_buffers().enqueue(static_cast<cl_uint>(list.size()), list.data(), buffer, 0,
                                     nullptr, event);
  }

  cl_device_id roots_[2] = {};
  cl_device_id parts_[2] = {};  // of the first root
  Queue second_;                // on the second root; queue_ is on the first
};

}  // namespace cleave::test
