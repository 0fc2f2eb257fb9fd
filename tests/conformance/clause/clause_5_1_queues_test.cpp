#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class Clause_5_1_Queues : public OnDevice {
 protected:
  [[nodiscard]] cl_int create(const std::vector<cl_queue_properties>& properties) const {
    cl_int error = 1;
    const Queue queue(
        clCreateCommandQueueWithProperties(context_, device_, properties.data(), &error));
    return error;
  }
  static auto query(cl_command_queue of, cl_command_queue_info name) {
    return [of, name](size_t size, void* value, size_t* returned) {
      return clGetCommandQueueInfo(of, name, size, value, returned);
    };
  }
};

TEST_F(Clause_5_1_Queues, PropertiesAreReportedAsGiven) {
  const std::vector<cl_queue_properties> properties = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int error = 1;
  const Queue queue(
      clCreateCommandQueueWithProperties(context_, device_, properties.data(), &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(properties[1],
            value_of<cl_command_queue_properties>(query(queue, CL_QUEUE_PROPERTIES)));
  EXPECT_EQ(properties, list_of<cl_queue_properties>(query(queue, CL_QUEUE_PROPERTIES_ARRAY)));
  EXPECT_EQ(cl_context(context_), value_of<cl_context>(query(queue, CL_QUEUE_CONTEXT)));
  EXPECT_EQ(device_, value_of<cl_device_id>(query(queue, CL_QUEUE_DEVICE)));
  EXPECT_EQ(1U, value_of<cl_uint>(query(queue, CL_QUEUE_REFERENCE_COUNT)));
}

TEST_F(Clause_5_1_Queues, AnEmptyPropertyListIsReportedToo) {
  const cl_queue_properties empty[] = {0};
  const Queue with(clCreateCommandQueueWithProperties(context_, device_, empty, nullptr));
  EXPECT_EQ(std::vector<cl_queue_properties>{0},
            list_of<cl_queue_properties>(query(with, CL_QUEUE_PROPERTIES_ARRAY)));
  const Queue without(clCreateCommandQueueWithProperties(context_, device_, nullptr, nullptr));
  EXPECT_TRUE(list_of<cl_queue_properties>(query(without, CL_QUEUE_PROPERTIES_ARRAY)).empty());
}

TEST_F(Clause_5_1_Queues, BadPropertiesAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, create({0x4711, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, create({CL_QUEUE_PROPERTIES, 1 << 10, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, create({CL_QUEUE_SIZE, 1024, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, create({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, create({CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0}));
}

TEST_F(Clause_5_1_Queues, TheCallOfOpenCL1Works) {
  cl_int error = 1;
  const Queue queue(
      clCreateCommandQueue(context_, device_, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE},
            value_of<cl_command_queue_properties>(query(queue, CL_QUEUE_PROPERTIES)));
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* code) {
              return clCreateCommandQueue(context_, device_, 1 << 10, code);
            }));
}

TEST_F(Clause_5_1_Queues, HandlesOfOtherKindsAreInvalid) {
  auto* not_a_context = reinterpret_cast<cl_context>(cl_command_queue(queue_));
  EXPECT_EQ(CL_INVALID_CONTEXT, error_of([&](cl_int* error) {
              return clCreateCommandQueueWithProperties(not_a_context, device_, nullptr, error);
            }));
  auto* not_a_device = reinterpret_cast<cl_device_id>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
              return clCreateCommandQueueWithProperties(context_, not_a_device, nullptr, error);
            }));
}

TEST_F(Clause_5_1_Queues, TheSizeOfAQueueOnTheHostCannotBeAsked) {
  cl_uint size = 77;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            clGetCommandQueueInfo(queue_, CL_QUEUE_SIZE, sizeof size, &size, nullptr));
  EXPECT_EQ(77U, size);
}

TEST_F(Clause_5_1_Queues, FlushAndFinishOfAnEmptyQueue) {
  EXPECT_EQ(CL_SUCCESS, clFlush(queue_));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

TEST_F(Clause_5_1_Queues, AReleasedQueueStillRunsItsCommands) {
  std::vector<cl_int> values(64, 0);
  const Memory buffer = make_buffer(std::vector<cl_int>(64, 5));
  Event done;
  {
    const Queue queue = make_queue(0);
    ASSERT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 256, values.data(), 0,
                                              nullptr, done.out()));
  }
  const cl_event event = done;
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
  EXPECT_EQ(std::vector<cl_int>(64, 5), values);
}

}  // namespace
}  // namespace cleave::test
