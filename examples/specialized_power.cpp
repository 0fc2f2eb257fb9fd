// Builds one SPIR-V module several times, each time with another value of its specialization
// constant: the loop of the kernel has a fixed number of turns in each build.
//
//   specialized_power MODULE    MODULE is power.spv, made of modules/power.spvasm
#include <cstdio>
#include <vector>

#include "module.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: specialized_power MODULE\n");
    return 2;
  }
  const std::vector<char> module = example::read_module(argv[1]);
  cl_device_id device = example::first_device();
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  cl_program program = example::create_with_module(context, module);

  std::vector<float> numbers;
  for (int i = 0; i < 4096; ++i) numbers.push_back(static_cast<float>(i % 8));
  size_t wrong = 0;
  for (const cl_uint exponent : {2U, 3U, 5U}) {
    example::check(clSetProgramSpecializationConstant(program, 0, sizeof exponent, &exponent),
                   "clSetProgramSpecializationConstant");
    example::check_build(program, device, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr),
                         "clBuildProgram");
    const std::vector<float> powers =
        example::run_on_numbers(context, device, program, "power", numbers);
    size_t differences = 0;
    for (size_t i = 0; i < numbers.size(); ++i) {
      float product = 1;
      for (cl_uint k = 0; k < exponent; ++k) product *= numbers[i];
      if (powers[i] != product) ++differences;
    }
    std::printf("exponent %u: %zu powers, %zu wrong\n", exponent, powers.size(), differences);
    wrong += differences;
  }
  example::check(clReleaseProgram(program), "clReleaseProgram");
  example::check(clReleaseContext(context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}
