// Contexts of several devices: each half of the machine is a root device of its own.
#include <pthread.h>

#include <cstdlib>
#include <set>

#include "support/command_buffers.h"
#include "support/fission.h"

namespace cleave::test {
namespace {

// Before the first call of OpenCL, which reads them.
[[maybe_unused]] const int topology = setenv("CLEAVE_TOPOLOGY", "core:4 pu:1", 1);
[[maybe_unused]] const int halves = setenv("CLEAVE_SPLIT", "equally:2", 1);

class SeveralDevices : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    cl_uint count = 0;
    ASSERT_EQ(CL_SUCCESS, clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ALL, 2, devices_, &count));
    ASSERT_EQ(2U, count);
    cl_int error = 1;
    both_ = Context(clCreateContext(nullptr, 2, devices_, nullptr, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    const char* text = "kernel void k(global int* p) { *p = 7; }";
    program_ = Program(clCreateProgramWithSource(both_, 1, &text, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
  }
  Kernel build_for(cl_uint count) {
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(program_, count, devices_, "", nullptr, nullptr));
    cl_int error = 1;
    Kernel kernel(clCreateKernel(program_, "k", &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return kernel;
  }

  cl_device_id devices_[2] = {};
  Context both_;
  Program program_;
};

TEST_F(SeveralDevices, KernelQueriesNameOneOfThem) {
  const Kernel kernel = build_for(2);
  const Kernel of_one = make_kernel("kernel void k() {}", "k");  // in a context of the first device
  const auto group = [](cl_kernel of, cl_device_id device) {
    return clGetKernelWorkGroupInfo(of, device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr);
  };
  const auto sub_group = [](cl_kernel of, cl_device_id device) {
    return clGetKernelSubGroupInfo(of, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr,
                                   nullptr);
  };
  EXPECT_EQ(CL_INVALID_DEVICE, group(kernel, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE, sub_group(kernel, nullptr));
  EXPECT_EQ(CL_SUCCESS, group(kernel, devices_[1]));
  EXPECT_EQ(CL_SUCCESS, sub_group(kernel, devices_[1]));
  EXPECT_EQ(CL_SUCCESS, group(of_one, nullptr));
  EXPECT_EQ(CL_SUCCESS, sub_group(of_one, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE, group(of_one, devices_[1]));
  EXPECT_EQ(CL_INVALID_DEVICE, sub_group(of_one, devices_[1]));
}

TEST_F(SeveralDevices, EachHasItsOwnProgramScopeVariables) {
  const char* text = "global int n = 5;\nkernel void k(global int* p) { *p = n++; }";
  cl_int error = 1;
  const Program program(clCreateProgramWithSource(both_, 1, &text, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
  const Kernel kernel(clCreateKernel(program, "k", &error));
  const Memory buffer(clCreateBuffer(both_, 0, sizeof(cl_int), nullptr, &error));
  const cl_mem memory = buffer;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  const auto run_on = [&](cl_device_id device) {
    const Queue queue(clCreateCommandQueueWithProperties(both_, device, nullptr, &error));
    const size_t one = 1;
    cl_int value = 0;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0,
                                                 nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0,
                                              nullptr, nullptr));
    return value;
  };
  EXPECT_EQ(5, run_on(devices_[0]));
  EXPECT_EQ(6, run_on(devices_[0]));
  EXPECT_EQ(5, run_on(devices_[1]));
  EXPECT_EQ(7, run_on(devices_[0]));
}

TEST_F(SeveralDevices, ALaunchNeedsABuildForItsDevice) {
  const Kernel kernel = build_for(1);
  cl_int error = 1;
  const Memory buffer(clCreateBuffer(both_, 0, 4, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const cl_mem memory = buffer;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  const cl_int expected[] = {CL_SUCCESS, CL_INVALID_PROGRAM_EXECUTABLE};
  for (int i = 0; i < 2; ++i) {
    const Queue queue(clCreateCommandQueueWithProperties(both_, devices_[i], nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    const size_t one = 1;
    EXPECT_EQ(expected[i], clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0,
                                                  nullptr, nullptr));
    EXPECT_EQ(expected[i], clEnqueueTask(queue, kernel, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  }
}

// cl_khr_command_buffer, clCommandNDRangeKernelKHR: "the errors defined by clEnqueueNDRangeKernel".
TEST_F(SeveralDevices, CommandBuffersNeedABuildForTheirDevice) {
  const Kernel kernel = build_for(1);
  cl_int error = 1;
  const Memory buffer(clCreateBuffer(both_, 0, 4, nullptr, &error));
  const cl_mem memory = buffer;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  const cl_int expected[] = {CL_SUCCESS, CL_INVALID_PROGRAM_EXECUTABLE};
  for (int i = 0; i < 2; ++i) {
    const Queue queue(clCreateCommandQueueWithProperties(both_, devices_[i], nullptr, &error));
    const CommandBuffer made = make_command_buffer(queue);
    const size_t one = 1;
    EXPECT_EQ(expected[i], command_buffers().launch(made, nullptr, nullptr, kernel, 1, nullptr,
                                                    &one, nullptr, 0, nullptr, nullptr, nullptr));
  }
}

// cl_khr_command_buffer: "CL_INVALID_DEVICE if any element of queues does not have the same device
// as the command-queue set on command_buffer creation at the same list index."
TEST_F(SeveralDevices, ReplayCommandBuffersOnTheirOwnDevice) {
  const Kernel kernel = build_for(2);
  cl_int error = 1;
  const Queue queues[2] = {
      Queue(clCreateCommandQueueWithProperties(both_, devices_[0], nullptr, &error)),
      Queue(clCreateCommandQueueWithProperties(both_, devices_[1], nullptr, &error))};
  for (int i = 0; i < 2; ++i) {
    const Memory buffer(clCreateBuffer(both_, 0, sizeof(cl_int), nullptr, &error));
    const cl_mem memory = buffer;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
    const Recorder recorder(queues[i]);
    recorder.fill(buffer, 1, sizeof(cl_int));
    recorder.launch(kernel, 1);
    recorder.finalize();
    cl_command_queue other = queues[1 - i];
    EXPECT_EQ(CL_INVALID_DEVICE,
              command_buffers().enqueue(1, &other, recorder.buffer(), 0, nullptr, nullptr));
    recorder.replay();
    cl_int value = 0;
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queues[i], buffer, CL_TRUE, 0, sizeof value, &value,
                                              0, nullptr, nullptr));
    EXPECT_EQ(7, value);
  }
}

struct ThreadNames {
  std::set<std::string>* names;
};
void CL_CALLBACK add_thread_name(void* argument) {
  char name[32] = {};
  pthread_getname_np(pthread_self(), name, sizeof name);
  static_cast<ThreadNames*>(argument)->names->insert(name);
}

// A worker carries the number of its processor in its name.
TEST_F(SeveralDevices, RootDevicesShareNoComputeUnits) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(nullptr,
              value_of<cl_device_id>(device_query(devices_[i], CL_DEVICE_PARENT_DEVICE_EXT)));
    // A part of each unit, by its name in the device.
    for (const cl_uint name : {0U, 1U}) {
      const auto part = split_ext(devices_[i], by_names_ext({name}));
      cl_int error = 1;
      const Queue queue(clCreateCommandQueueWithProperties(both_, part[0], nullptr, &error));
      ASSERT_EQ(CL_SUCCESS, error);
      std::set<std::string> names;
      ThreadNames arguments = {&names};
      EXPECT_EQ(CL_SUCCESS,
                clEnqueueNativeKernel(queue, add_thread_name, &arguments, sizeof arguments, 0,
                                      nullptr, nullptr, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, clFinish(queue));
      EXPECT_EQ(std::set<std::string>{"cleave/" + std::to_string(2 * i + static_cast<int>(name))},
                names);
    }
  }
}

TEST_F(SeveralDevices, PartsOfOneRootAreNoneOfTheOthersContext) {
  const auto parts = split_ext(devices_[1], equally_ext(1));
  const cl_device_id part = parts[0];
  EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
              return clCreateCommandQueueWithProperties(context_, part, nullptr, error);
            }));
  const Program program = build("kernel void k() {}");
  EXPECT_EQ(CL_INVALID_DEVICE, clBuildProgram(program, 1, &part, "", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE,
            clGetProgramBuildInfo(program, part, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr));
}

TEST_F(SeveralDevices, RootsThatShareBinariesHaveOneVendorId) {
  EXPECT_EQ(value_of<cl_uint>(device_query(devices_[0], CL_DEVICE_VENDOR_ID)),
            value_of<cl_uint>(device_query(devices_[1], CL_DEVICE_VENDOR_ID)));
}

TEST_F(SeveralDevices, BuiltInKernelsAreOfDevicesOfTheContext) {
  EXPECT_EQ(CL_INVALID_DEVICE, error_of([&](cl_int* error) {
              return clCreateProgramWithBuiltInKernels(context_, 2, devices_, "k", error);
            }));
}

}  // namespace
}  // namespace cleave::test
