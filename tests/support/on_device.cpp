#include "tests/support/on_device.h"

namespace cleave::test {

void OnDevice::SetUp() {
  ASSERT_NE(nullptr, find_platform()) << "the loader does not find Cleave";
  device_ = first_device();
  ASSERT_NE(nullptr, device_);
  cl_int error = 1;
  context_ = Context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  queue_ = make_queue(CL_QUEUE_PROFILING_ENABLE);
}

Queue OnDevice::make_queue(cl_command_queue_properties properties) const {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  cl_int error = 1;
  Queue queue(clCreateCommandQueueWithProperties(context_, device_, list, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return queue;
}

Memory OnDevice::make_buffer(size_t size, cl_mem_flags flags, void* host) const {
  cl_int error = 1;
  Memory buffer(clCreateBuffer(context_, flags, size, host, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return buffer;
}

Memory OnDevice::make_buffer(const std::vector<cl_int>& contents) const {
  return make_buffer(contents.size() * sizeof(cl_int), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                     const_cast<cl_int*>(contents.data()));
}

std::vector<cl_int> OnDevice::contents(cl_mem buffer) const {
  const auto size = value_of<size_t>([&](size_t bytes, void* value, size_t* returned) {
    return clGetMemObjectInfo(buffer, CL_MEM_SIZE, bytes, value, returned);
  });
  std::vector<cl_int> values(size / sizeof(cl_int));
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, size, values.data(), 0,
                                            nullptr, nullptr));
  return values;
}

Program OnDevice::build(const std::string& source, const char* options) const {
  const char* text = source.c_str();
  cl_int error = 1;
  Program program(clCreateProgramWithSource(context_, 1, &text, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  error = clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  EXPECT_EQ(CL_SUCCESS, error) << build_log(program, device_);
  return program;
}

Program OnDevice::binary_copy(cl_program program) const {
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS,
            clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr));
  std::vector<unsigned char> binary(size);
  unsigned char* place = binary.data();
  EXPECT_EQ(CL_SUCCESS,
            clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
  const unsigned char* data = place;
  cl_int error = 1;
  Program made(clCreateProgramWithBinary(context_, 1, &device_, &size, &data, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return made;
}

Kernel OnDevice::make_kernel(const std::string& source, const char* name, const char* options) {
  programs_.push_back(build(source, options));
  cl_int error = 1;
  Kernel kernel(clCreateKernel(programs_.back(), name, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return kernel;
}

Event OnDevice::make_user_event() const {
  cl_int error = 1;
  Event event(clCreateUserEvent(context_, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return event;
}

}  // namespace cleave::test
