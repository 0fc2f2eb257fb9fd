#include "waiter.h"

#include <cstdlib>

namespace cleave::test {
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

const Session& session() {
  static const Session session;
  return session;
}

}  // namespace

cl_device_id Waiter::device() {
  return session().device;
}

cl_context Waiter::context() {
  return session().context;
}

size_t Waiter::width() {
  static const size_t width = [] {
    size_t answer = 0;
    clGetDeviceInfo(device(), CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof answer, &answer,
                    nullptr);
    return answer;
  }();
  return width;
}

Waiter::Waiter(const std::string& source, const std::string& options) {
  const std::string text = prelude + source;
  const char* lines = text.c_str();
  const char* more = std::getenv("CLEAVE_TEST_OPTIONS");
  const std::string all = options + (more == nullptr ? "" : std::string(" ") + more);
  const cl_device_id id = device();
  program_ = clCreateProgramWithSource(session().context, 1, &lines, nullptr, nullptr);
  EXPECT_EQ(clBuildProgram(program_, 1, &id, all.c_str(), nullptr, nullptr), CL_SUCCESS)
      << build_log(program_, id);
  kernel_ = clCreateKernel(program_, "test", nullptr);
}

Waiter::~Waiter() {
  clReleaseKernel(kernel_);
  clReleaseProgram(program_);
}

std::vector<cl_int> Waiter::run(const Shape& shape) {
  std::vector<cl_int> data(results + 64 * shape.groups);
  const size_t bytes = data.size() * sizeof data[0];
  cl_mem buffer = clCreateBuffer(session().context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                 data.data(), nullptr);
  EXPECT_EQ(clSetKernelArg(kernel_, 0, sizeof buffer, &buffer), CL_SUCCESS);
  const size_t global[] = {shape.local[0] * shape.groups, shape.local[1]};
  EXPECT_EQ(clEnqueueNDRangeKernel(session().queue, kernel_, 2, nullptr, global, shape.local.data(),
                                   0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueReadBuffer(session().queue, buffer, CL_TRUE, 0, bytes, data.data(), 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  clReleaseMemObject(buffer);
  const size_t width_of_kernel = width();
  const size_t sub_groups =
      (shape.local[0] * shape.local[1] + width_of_kernel - 1) / width_of_kernel;
  data.resize(shape.groups * sub_groups);
  return data;
}

}  // namespace cleave::test
