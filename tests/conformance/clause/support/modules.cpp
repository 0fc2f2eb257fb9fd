#include "support/modules.h"

#include "tests/support/embedded_module.h"

CLEAVE_EMBEDDED_MODULE(constants)
CLEAVE_EMBEDDED_MODULE(calls_twice)
CLEAVE_EMBEDDED_MODULE(enqueuing)
CLEAVE_EMBEDDED_MODULE(initializers)
CLEAVE_EMBEDDED_MODULE(twice)
CLEAVE_EMBEDDED_MODULE(shared_function)
CLEAVE_EMBEDDED_MODULE(sub_group_counts)
CLEAVE_EMBEDDED_MODULE(asks_for_shaders)

namespace cleave::test {

Program WithModules::create(std::span<const std::byte> module) const {
  cl_int error = 1;
  Program program(clCreateProgramWithIL(context_, module.data(), module.size(), &error));
  EXPECT_EQ(CL_SUCCESS, error) << heard();
  return program;
}

cl_int WithModules::code_of_creation(std::span<const std::byte> module) const {
  return error_of([&](cl_int* error) {
    return clCreateProgramWithIL(context_, module.data(), module.size(), error);
  });
}

Program WithModules::from_source(const char* source) const {
  cl_int error = 1;
  Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return program;
}

std::string WithModules::log_of(cl_program program) const {
  return text_of([&](size_t size, void* value, size_t* returned) {
    return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, value, returned);
  });
}

cl_int WithModules::build(cl_program program, const char* options) {
  return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
}

cl_int WithModules::compile(cl_program program, const char* options) {
  return clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
}

Program WithModules::object(Program program, const char* options) const {
  EXPECT_EQ(CL_SUCCESS, compile(program, options)) << log_of(program);
  return program;
}

Program WithModules::link(const std::vector<cl_program>& inputs, const char* options,
                          cl_int wanted) const {
  cl_int error = 1;
  Program program(clLinkProgram(context_, 0, nullptr, options, static_cast<cl_uint>(inputs.size()),
                                inputs.data(), nullptr, nullptr, &error));
  EXPECT_EQ(wanted, error);
  if (error != wanted && program != nullptr) ADD_FAILURE() << log_of(program);
  return program;
}

std::vector<cl_int> WithModules::run(cl_program program, std::vector<cl_int> numbers,
                                     size_t items) const {
  cl_int error = 1;
  const Kernel kernel(clCreateKernel(program, "k", &error));
  EXPECT_EQ(CL_SUCCESS, error) << log_of(program);
  const Memory buffer = make_buffer(numbers);
  const cl_mem argument = buffer;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0,
                                               nullptr, nullptr));
  return contents(buffer);
}

}  // namespace cleave::test
