#include "waiter.h"

#include <cstdlib>

namespace cleave::tests {
namespace {

constexpr size_t results = 4096;
constexpr const char* prelude = R"(
#define S ((int)get_sub_group_id())
#define N ((int)get_num_sub_groups())
#define FIRST (get_sub_group_local_id() == 0)
#define RESULT o[get_group_id(0) * N + S]
#define SHARED (o + 4096 + 64 * get_group_id(0))
#line 1
)";

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  size_t width = 0;
};

cl_device_id find_device() {
  cl_platform_id platforms[8];
  cl_uint count = 0;
  EXPECT_EQ(clGetPlatformIDs(8, platforms, &count), CL_SUCCESS);
  for (cl_uint i = 0; i < count; ++i) {
    char name[64] = {};
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
    cl_device_id device = nullptr;
    if (std::string(name) == "Cleave" &&
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS) {
      return device;
    }
  }
  std::fprintf(stderr, "platform Cleave is not among the %u that the loader found\n", count);
  std::exit(1);
}

const Device& the_device() {
  static const Device device = [] {
    Device made;
    made.id = find_device();
    clGetDeviceInfo(made.id, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof made.width,
                    &made.width, nullptr);
    made.context = clCreateContext(nullptr, 1, &made.id, nullptr, nullptr, nullptr);
    made.queue = clCreateCommandQueueWithProperties(made.context, made.id, nullptr, nullptr);
    return made;
  }();
  return device;
}

}  // namespace

std::string build_log(cl_program program, cl_device_id device) {
  size_t bytes = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  return log;
}

cl_device_id Waiter::device() {
  return the_device().id;
}

cl_context Waiter::context() {
  return the_device().context;
}

size_t Waiter::width() {
  return the_device().width;
}

Waiter::Waiter(const std::string& source, const std::string& options) {
  const Device& device = the_device();
  const std::string text = prelude + source;
  const char* lines = text.c_str();
  const char* more = std::getenv("CLEAVE_TEST_OPTIONS");
  const std::string all = options + (more == nullptr ? "" : std::string(" ") + more);
  program_ = clCreateProgramWithSource(device.context, 1, &lines, nullptr, nullptr);
  EXPECT_EQ(clBuildProgram(program_, 1, &device.id, all.c_str(), nullptr, nullptr), CL_SUCCESS)
      << build_log(program_, device.id);
  kernel_ = clCreateKernel(program_, "test", nullptr);
}

Waiter::~Waiter() {
  clReleaseKernel(kernel_);
  clReleaseProgram(program_);
}

std::vector<cl_int> Waiter::run(const Shape& shape) {
  const Device& device = the_device();
  std::vector<cl_int> data(results + 64 * shape.groups);
  const size_t bytes = data.size() * sizeof data[0];
  cl_mem buffer = clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                 data.data(), nullptr);
  EXPECT_EQ(clSetKernelArg(kernel_, 0, sizeof buffer, &buffer), CL_SUCCESS);
  const size_t global[] = {shape.local[0] * shape.groups, shape.local[1]};
  EXPECT_EQ(clEnqueueNDRangeKernel(device.queue, kernel_, 2, nullptr, global, shape.local.data(), 0,
                                   nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueReadBuffer(device.queue, buffer, CL_TRUE, 0, bytes, data.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  clReleaseMemObject(buffer);
  const size_t width_of_kernel = width();
  const size_t sub_groups =
      (shape.local[0] * shape.local[1] + width_of_kernel - 1) / width_of_kernel;
  data.resize(shape.groups * sub_groups);
  return data;
}

}  // namespace cleave::tests
