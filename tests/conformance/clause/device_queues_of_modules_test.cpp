// Kernels of SPIR-V modules that enqueue kernels.
#include "support/modules.h"

namespace cleave::test {
namespace {

class DeviceQueuesOfModules : public WithModules {
 protected:
  void SetUp() override {
    WithModules::SetUp();
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                                                  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                  CL_QUEUE_PROFILING_ENABLE,
                                              0};
    cl_int error = 1;
    default_queue_ =
        Queue(clCreateCommandQueueWithProperties(context_, device_, properties, &error));
    ASSERT_EQ(CL_SUCCESS, error);
  }

  Queue default_queue_;
};

TEST_F(DeviceQueuesOfModules, RunFunctionsThatKernelsEnqueue) {
  const Program program = create(modules::enqueuing());
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  const std::vector<cl_int> out = run(program, std::vector<cl_int>(64, 0), 1);
  EXPECT_EQ(0, out[0]);       // of a kernel that waits for an event
  EXPECT_EQ(0, out[1]);       // of a marker
  EXPECT_EQ(1, out[2]);       // the user's event is valid
  EXPECT_EQ(0, out[3]);       // null is not
  EXPECT_LE(4, out[4]);       // work-items of a work-group
  EXPECT_EQ(out[7], out[5]);  // work-items of a sub-group
  EXPECT_EQ(1, out[6]);       // sub-groups of four work-items
  EXPECT_NE(0, out[8]);       // how long the kernel ran
  EXPECT_EQ(0, out[12]);      // of a kernel of two dimensions
  EXPECT_NE(0, out[13]);      // there is no null queue
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(102 + i, out[18 + i]) << i;
  for (size_t i = 32; i < 38; ++i) EXPECT_EQ(i, out[i]);
}

// The functions are no kernels that an application could launch.
TEST_F(DeviceQueuesOfModules, KeepEnqueuedFunctionsFromApplications) {
  const Program program = create(modules::enqueuing());
  ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
  EXPECT_EQ("k", text_of([&](size_t size, void* value, size_t* returned) {
              return clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, value, returned);
            }));
}

}  // namespace
}  // namespace cleave::test
