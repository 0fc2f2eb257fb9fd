// cl_khr_create_command_queue: clCreateCommandQueueWithProperties by the name that OpenCL 1.2 has for
// it.
#include "support/extension_functions.h"
#include "support/reported.h"

namespace cleave::test {
namespace {

using Properties = std::vector<cl_queue_properties_khr>;

class CreateCommandQueue : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    find_extension_function("clCreateCommandQueueWithPropertiesKHR", create_);
  }
  [[nodiscard]] cl_int creation(const Properties& properties) const {
    return error_of(
        [&](cl_int* error) { return Queue(create_(context_, device_, properties.data(), error)); });
  }

  clCreateCommandQueueWithPropertiesKHR_fn create_ = nullptr;
};

TEST_F(CreateCommandQueue, IsReported) {
  expect_reported(device_, "cl_khr_create_command_queue", CL_MAKE_VERSION(1, 0, 0));
}

// "the function added by this extension will have the same capabilities as the core
// clCreateCommandQueueWithProperties API."
TEST_F(CreateCommandQueue, MakesQueuesOfEachKind) {
  const auto bits_of = [](cl_command_queue queue) {
    return value_of<cl_command_queue_properties>([&](size_t size, void* value, size_t* returned) {
      return clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, size, value, returned);
    });
  };
  cl_int error = 1;
  const Queue plain(create_(context_, device_, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(0U, bits_of(plain));
  for (const cl_queue_properties_khr bits :
       {CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    const Properties properties = {CL_QUEUE_PROPERTIES, bits, 0};
    const Queue queue(create_(context_, device_, properties.data(), &error));
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(bits, bits_of(queue));
  }
}

TEST_F(CreateCommandQueue, RunsCommands) {
  const Queue queue(create_(context_, device_, nullptr, nullptr));
  const Memory buffer = make_buffer(std::vector<cl_int>{1, 2});
  const cl_int seven = 7;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueFillBuffer(queue, buffer, &seven, sizeof seven, 0, 8, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ((std::vector<cl_int>{7, 7}), contents(buffer));
}

// The errors are those of 5.1.
TEST_F(CreateCommandQueue, HasTheErrorsOfTheCore) {
  EXPECT_EQ(CL_INVALID_VALUE, creation({0x4711, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, creation({CL_QUEUE_PROPERTIES, 1 << 10, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, creation({CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0}));
  const cl_queue_properties_khr on_device =
      CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES,
            creation({CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, UINT32_MAX, 0}));
  auto* const not_a_context = reinterpret_cast<cl_context>(cl_command_queue(queue_));
  EXPECT_EQ(CL_INVALID_CONTEXT, error_of([&](cl_int* error) {
              return create_(not_a_context, device_, nullptr, error);
            }));
  auto* const not_a_device = reinterpret_cast<cl_device_id>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
              return create_(context_, not_a_device, nullptr, error);
            }));
}

}  // namespace
}  // namespace cleave::test
