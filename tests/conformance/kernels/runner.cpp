#include "runner.h"

#include <algorithm>
#include <cstdlib>

namespace cleave::test {
namespace {

void expect_success(cl_int code, const char* call) {
  EXPECT_EQ(code, CL_SUCCESS) << call;
}

}  // namespace

Runner& Runner::instance() {
  static Runner& runner = *new Runner;
  return runner;
}

Runner::Runner() {
  size_t width = 0;
  clGetDeviceInfo(session_.device, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof width,
                  &width, nullptr);
  sub_group_size_ = static_cast<cl_uint>(width);
}

cl_uint Runner::sub_group_size(size_t element_bytes) const {
  const char* fixed = std::getenv("CLEAVE_SUB_GROUP_SIZE");
  if (fixed != nullptr || element_bytes <= 4) return sub_group_size_;
  return std::max(sub_group_size_ / 2, cl_uint{4});
}

cl_program Runner::build(const std::string& source, const std::string& options) {
  const char* text = source.c_str();
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(session_.context, 1, &text, nullptr, &code);
  expect_success(code, "clCreateProgramWithSource");
  code = clBuildProgram(program, 1, &session_.device, options.c_str(), nullptr, nullptr);
  EXPECT_EQ(code, CL_SUCCESS) << build_log(program, session_.device);
  return program;
}

std::string Runner::failing_build_log(const std::string& source, const std::string& options) {
  const char* text = source.c_str();
  cl_program program = clCreateProgramWithSource(session_.context, 1, &text, nullptr, nullptr);
  EXPECT_EQ(clBuildProgram(program, 1, &session_.device, options.c_str(), nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  std::string log = build_log(program, session_.device);
  clReleaseProgram(program);
  return log;
}

void Runner::run_bytes(const std::string& source, const Range& range, void* data, size_t bytes,
                       size_t local_bytes, const std::string& options) {
  cl_int code = CL_SUCCESS;
  const std::string text = options + "\n" + source;
  if (text != last_text_) {
    if (last_kernel_ != nullptr) clReleaseKernel(last_kernel_);
    last_text_.clear();
    cl_program program = build(source, options);
    last_kernel_ = clCreateKernel(program, "test", &code);
    clReleaseProgram(program);
    ASSERT_EQ(code, CL_SUCCESS) << "clCreateKernel";
    last_text_ = text;
  }
  cl_kernel kernel = last_kernel_;
  cl_mem buffer = clCreateBuffer(session_.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                 data, &code);
  ASSERT_EQ(code, CL_SUCCESS) << "clCreateBuffer";
  expect_success(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg 0");
  if (local_bytes != 0) {
    expect_success(clSetKernelArg(kernel, 1, local_bytes, nullptr), "clSetKernelArg 1");
  }
  code = clEnqueueNDRangeKernel(
      session_.queue, kernel, range.dimensions, range.offset.data(), range.global.data(),
      range.local[0] == 0 ? nullptr : range.local.data(), 0, nullptr, nullptr);
  expect_success(code, "clEnqueueNDRangeKernel");
  expect_success(
      clEnqueueReadBuffer(session_.queue, buffer, CL_TRUE, 0, bytes, data, 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  clReleaseMemObject(buffer);
}

}  // namespace cleave::test
