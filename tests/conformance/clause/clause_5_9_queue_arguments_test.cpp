// 5.9.2: queues on the device as arguments of kernels.
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

const char* const standard = "-cl-std=CL3.0 -cl-kernel-arg-info";
const char* const source = "kernel void k(queue_t q, global int* out) { *out = 7; }";
constexpr cl_command_queue_properties on_device =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

class Clause_5_9_QueueArguments : public OnDevice {
 protected:
  [[nodiscard]] Queue make_device_queue(cl_context context) const {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, on_device, 0};
    cl_int error = 1;
    Queue queue(clCreateCommandQueueWithProperties(context, device_, properties, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return queue;
  }
  [[nodiscard]] static cl_int set(cl_kernel kernel, cl_command_queue queue) {
    return clSetKernelArg(kernel, 0, sizeof queue, &queue);
  }
  [[nodiscard]] cl_int launch(cl_kernel kernel, size_t items = 1) const {
    return clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  /// Launches the kernel with a buffer and returns what it writes there.
  [[nodiscard]] cl_int result_of(cl_kernel kernel) const {
    const Memory out = make_buffer(std::vector<cl_int>{0});
    const cl_mem handle = out;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof handle, &handle));
    EXPECT_EQ(CL_SUCCESS, launch(kernel));
    return contents(out).front();
  }
};

// "CL_INVALID_DEVICE_QUEUE for an argument declared to be of type queue_t when the specified
// arg_value is not a valid device queue object."
TEST_F(Clause_5_9_QueueArguments, AreQueuesOnTheDevice) {
  const Kernel kernel = make_kernel(source, "k", standard);
  const Queue queue = make_device_queue(context_);
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr));
  const Queue there = make_device_queue(other);
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, set(kernel, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, set(kernel, queue_));
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, set(kernel, there));
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE,
            set(kernel, reinterpret_cast<cl_command_queue>(cl_context(context_))));
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, clSetKernelArg(kernel, 0, sizeof(cl_command_queue), nullptr));
  // The queue in place of a pointer to it.
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE,
            clSetKernelArg(kernel, 0, sizeof(cl_command_queue), cl_command_queue(queue)));
  EXPECT_EQ(CL_SUCCESS, set(kernel, queue));
  EXPECT_EQ(7, result_of(kernel));
}

// "If the argument is of type queue_t, the arg_size value must be equal to
// sizeof(cl_command_queue)."
TEST_F(Clause_5_9_QueueArguments, HaveTheSizeOfAHandle) {
  const Kernel kernel = make_kernel(source, "k", standard);
  const Queue queue = make_device_queue(context_);
  const cl_command_queue handle = queue;
  for (const size_t size : {size_t{0}, size_t{4}, size_t{16}}) {
    EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, size, &handle)) << size;
  }
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 0, &handle));
}

TEST_F(Clause_5_9_QueueArguments, AreNamedByQueries) {
  const Kernel kernel = make_kernel(source, "k", standard);
  const auto query = [&](cl_kernel_arg_info name) {
    return [&, name](size_t size, void* value, size_t* returned) {
      return clGetKernelArgInfo(kernel, 0, name, size, value, returned);
    };
  };
  EXPECT_EQ("queue_t", text_of(query(CL_KERNEL_ARG_TYPE_NAME)));
  EXPECT_EQ(cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_PRIVATE},
            value_of<cl_kernel_arg_address_qualifier>(query(CL_KERNEL_ARG_ADDRESS_QUALIFIER)));
  EXPECT_EQ(cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_NONE},
            value_of<cl_kernel_arg_access_qualifier>(query(CL_KERNEL_ARG_ACCESS_QUALIFIER)));
}

// "A kernel object does not update the reference count for objects such as memory, sampler objects
// specified as argument values by clSetKernelArg".
TEST_F(Clause_5_9_QueueArguments, AreNotKeptByTheKernel) {
  const Kernel kernel = make_kernel(source, "k", standard);
  const Memory out = make_buffer(4);
  const cl_mem handle = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof handle, &handle));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(kernel));
  {
    const Queue queue = make_device_queue(context_);
    ASSERT_EQ(CL_SUCCESS, set(kernel, queue));
    EXPECT_EQ(1U, value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
                return clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, size, value,
                                             returned);
              }));
    EXPECT_EQ(CL_SUCCESS, launch(kernel));
    EXPECT_EQ(CL_SUCCESS, launch(kernel, 0));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
  }
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(kernel));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(kernel, 0));
}

TEST_F(Clause_5_9_QueueArguments, AreKeptByALaunch) {
  const Kernel kernel = make_kernel(source, "k", standard);
  const Memory out = make_buffer(std::vector<cl_int>{0});
  const cl_mem handle = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof handle, &handle));
  const Event start = make_user_event();
  const cl_event waits = start;
  const size_t one = 1;
  cl_command_queue queue = nullptr;
  {
    const Queue held = make_device_queue(context_);
    queue = held;
    ASSERT_EQ(CL_SUCCESS, set(kernel, held));
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 1,
                                                 &waits, nullptr));
  }
  const auto is_there = [&] {
    return clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, is_there());
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ(7, contents(out).front());
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, is_there());
}

TEST_F(Clause_5_9_QueueArguments, AreClonedWithTheKernel) {
  const Kernel kernel = make_kernel(source, "k", standard);
  const Queue queue = make_device_queue(context_);
  ASSERT_EQ(CL_SUCCESS, set(kernel, queue));
  cl_int error = 1;
  const Kernel clone(clCloneKernel(kernel, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(7, result_of(clone));
}

TEST_F(Clause_5_9_QueueArguments, AreInBinaries) {
  const Program program = build(source, standard);
  const Program copy = binary_copy(program);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(copy, 0, nullptr, "", nullptr, nullptr));
  cl_int error = 1;
  const Kernel kernel(clCreateKernel(copy, "k", &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Queue queue = make_device_queue(context_);
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, set(kernel, queue_));
  EXPECT_EQ(CL_SUCCESS, set(kernel, queue));
  EXPECT_EQ(7, result_of(kernel));
}

// A kernel takes as many as CL_DEVICE_MAX_ON_DEVICE_QUEUES.
TEST_F(Clause_5_9_QueueArguments, AreAsManyAsThereMayBe) {
  const auto most = value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_MAX_ON_DEVICE_QUEUES, size, value, returned);
  });
  std::string parameters;
  for (cl_uint i = 0; i < most; ++i) parameters += "queue_t q" + std::to_string(i) + ", ";
  const Kernel kernel =
      make_kernel("kernel void k(" + parameters + "global int* out) { *out = 7; }", "k", standard);
  const Queue queue = make_device_queue(context_);
  const cl_command_queue handle = queue;
  for (cl_uint i = 0; i < most; ++i) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, i, sizeof handle, &handle));
  }
  const Memory out = make_buffer(std::vector<cl_int>{0});
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, most, sizeof memory, &memory));
  EXPECT_EQ(CL_SUCCESS, launch(kernel));
  EXPECT_EQ(7, contents(out).front());
}

TEST_F(Clause_5_9_QueueArguments, AreComparedInKernels) {
  const Kernel kernel = make_kernel(
      "kernel void k(queue_t a, global int* out, queue_t b) {\n"
      "  queue_t none = CLK_NULL_QUEUE, both[2] = {a, b};\n"
      "  *out = (a == b) | (a != both[1]) << 1 | (both[0] == none) << 2 | (b != 0) << 3;\n"
      "}",
      "k", standard);
  const Queue first = make_device_queue(context_), second = make_device_queue(context_);
  const cl_command_queue handles[] = {first, second};
  EXPECT_EQ(CL_SUCCESS, set(kernel, first));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof handles[0], &handles[0]));
  EXPECT_EQ(9, result_of(kernel));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof handles[1], &handles[1]));
  EXPECT_EQ(10, result_of(kernel));
}

}  // namespace
}  // namespace cleave::test
