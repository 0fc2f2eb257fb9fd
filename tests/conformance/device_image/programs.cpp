#include "programs.h"

#include <fstream>
#include <iterator>

namespace cleave::test {

Bytes image_of(const std::string& name, const device_image::Table& table, uint32_t llvm_version) {
  std::ifstream file(CLEAVE_DEVICE_CODE "/" + name + ".bc", std::ios::binary);
  const std::string code{std::istreambuf_iterator<char>(file), {}};
  EXPECT_FALSE(code.empty()) << name;
  const auto* first = reinterpret_cast<const std::byte*>(code.data());
  return device_image::write_image(table, {first, code.size()}, llvm_version);
}

Bytes blob_of(const std::vector<Bytes>& images) {
  Bytes blob;
  for (const Bytes& image : images) blob.insert(blob.end(), image.begin(), image.end());
  return blob;
}

void WithImages::SetUp() {
  OnDevice::SetUp();
  device_image::KernelRow sum;
  sum.symbol = "_ZTS11SubGroupSum";
  sum.sub_group_size = 8;
  program_ = create(image_of("kernels", {{sum}, {}, {}, {}}));
  ASSERT_EQ(CL_SUCCESS, build(program_)) << log_of(program_);
}

Program WithImages::create(std::span<const std::byte> blob) const {
  cl_int error = 1;
  Program program(clCreateProgramWithIL(context_, blob.data(), blob.size(), &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return program;
}

cl_int WithImages::code_of_creation(std::span<const std::byte> blob) const {
  return error_of([&](cl_int* error) {
    return Program(clCreateProgramWithIL(context_, blob.data(), blob.size(), error));
  });
}

cl_int WithImages::build(cl_program program, const char* options) {
  return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
}

std::string WithImages::log_of(cl_program program) const {
  return build_log(program, device_);
}

cl_kernel WithImages::kernel_of(cl_program program, const std::string& name) {
  cl_int error = 1;
  kernels_.emplace_back(clCreateKernel(program, name.c_str(), &error));
  EXPECT_EQ(CL_SUCCESS, error) << name;
  return kernels_.back();
}

void WithImages::run_object(cl_kernel kernel, const void* object, size_t bytes, size_t global,
                            size_t local, size_t local_bytes) {
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, bytes, object));
  const auto arguments = value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
    return clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, size, value, returned);
  });
  if (arguments == 2) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, local_bytes, nullptr));
  }
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global,
                                               local == 0 ? nullptr : &local, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
}

}  // namespace cleave::test
