// Keeps a built program in a file between runs: the first run compiles and saves it, later ones
// load it. A file that does not fit (of another driver, another version, or damaged) is built anew.
//
// usage: cached_program FILE
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "common.h"

namespace {

std::vector<unsigned char> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The program in a file, or null if there is none that this device takes.
cl_program load(cl_context context, cl_device_id device, const std::string& path) {
  const std::vector<unsigned char> binary = read_file(path);
  if (binary.empty()) return nullptr;
  const unsigned char* bytes = binary.data();
  const size_t size = binary.size();
  cl_int status = CL_SUCCESS, binary_status = CL_SUCCESS;
  cl_program program =
      clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &binary_status, &status);
  if (status == CL_SUCCESS) status = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  if (status == CL_SUCCESS) return program;
  std::printf("%s does not fit this device (%d): building anew\n", path.c_str(), status);
  if (program != nullptr) example::check(clReleaseProgram(program), "clReleaseProgram");
  return nullptr;
}

/// Written under another name first: who reads at the same time sees a whole file, or none.
void save(cl_program program, const std::string& path) {
  size_t size = 0;
  example::check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
                 "clGetProgramInfo");
  std::vector<unsigned char> binary(size);
  unsigned char* bytes = binary.data();
  example::check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr),
                 "clGetProgramInfo");
  const std::string part = path + ".part";
  std::ofstream file(part, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  file.close();
  if (!file || std::rename(part.c_str(), path.c_str()) != 0) {
    std::fprintf(stderr, "%s cannot be written\n", path.c_str());
    std::exit(1);
  }
}

void run(cl_context context, cl_device_id device, cl_program program) {
  constexpr size_t count = 1 << 16;
  cl_int status = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  example::check(status, "clCreateCommandQueueWithProperties");
  cl_kernel kernel = clCreateKernel(program, "collatz", &status);
  example::check(status, "clCreateKernel");
  cl_mem steps =
      clCreateBuffer(context, CL_MEM_WRITE_ONLY, count * sizeof(cl_uint), nullptr, &status);
  example::check(status, "clCreateBuffer");
  const cl_uint first = 0;
  example::check(clSetKernelArg(kernel, 0, sizeof steps, &steps), "clSetKernelArg");
  example::check(clSetKernelArg(kernel, 1, sizeof first, &first), "clSetKernelArg");
  example::check(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
  std::vector<cl_uint> results(count);
  example::check(clEnqueueReadBuffer(queue, steps, CL_TRUE, 0, count * sizeof(cl_uint),
                                     results.data(), 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
  example::verify_collatz(results);
  example::check(clReleaseMemObject(steps), "clReleaseMemObject");
  example::check(clReleaseKernel(kernel), "clReleaseKernel");
  example::check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: cached_program FILE\n");
    return 2;
  }
  const std::string path = argv[1];
  cl_device_id device = example::first_device();
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");

  const auto begin = std::chrono::steady_clock::now();
  cl_program program = load(context, device, path);
  const bool is_loaded = program != nullptr;
  if (!is_loaded) {
    program = example::build(context, device, example::collatz_source);
    save(program, path);
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  std::printf("%s in %.1f ms: %s\n", is_loaded ? "Loaded" : "Built and saved", took.count(),
              path.c_str());
  run(context, device, program);
  example::check(clReleaseProgram(program), "clReleaseProgram");
  example::check(clReleaseContext(context), "clReleaseContext");
}
