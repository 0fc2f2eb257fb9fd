// Links a SPIR-V module that exports a function with OpenCL C whose kernel calls it.
//
//   module_with_source MODULE    MODULE is polynomial.spv, made of modules/polynomial.spvasm
#include <cstdio>
#include <vector>

#include "module.h"

namespace {

const char* const source =
    "float polynomial(float x);\n"
    "kernel void evaluate(global float *numbers) {\n"
    "  size_t i = get_global_id(0);\n"
    "  numbers[i] = polynomial(numbers[i]);\n"
    "}\n";

void compile(cl_program program, cl_device_id device) {
  example::check_build(
      program, device,
      clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
      "clCompileProgram");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: module_with_source MODULE\n");
    return 2;
  }
  cl_device_id device = example::first_device();
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");

  cl_program objects[] = {
      example::create_with_module(context, example::read_module(argv[1])),
      clCreateProgramWithSource(context, 1, const_cast<const char**>(&source), nullptr, &status)};
  example::check(status, "clCreateProgramWithSource");
  for (cl_program object : objects) compile(object, device);
  cl_program program =
      clLinkProgram(context, 0, nullptr, "", 2, objects, nullptr, nullptr, &status);
  example::check_build(program, device, status, "clLinkProgram");
  for (cl_program object : objects) example::check(clReleaseProgram(object), "clReleaseProgram");

  std::vector<float> numbers;
  for (int i = 0; i < 4096; ++i) numbers.push_back(static_cast<float>(i % 64));
  const std::vector<float> values =
      example::run_on_numbers(context, device, program, "evaluate", numbers);
  size_t wrong = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (values[i] != (3 * numbers[i] + 2) * numbers[i] + 1) ++wrong;
  }
  std::printf("%zu values of 3x² + 2x + 1, %zu wrong\n", values.size(), wrong);
  example::check(clReleaseProgram(program), "clReleaseProgram");
  example::check(clReleaseContext(context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}
