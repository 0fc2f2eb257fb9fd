// processes COUNT: so many processes at once, each of which builds and runs one program that all of
// them build and one of its own, twice. Fails when a result of any of them is wrong.
#include <CL/cl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void require(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: %d\n", call, status);
  std::exit(1);
}

struct Session {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

Session open_session() {
  Session session;
  cl_platform_id platform = nullptr;
  require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &session.device, nullptr),
          "clGetDeviceIDs");
  cl_int status = CL_SUCCESS;
  session.context = clCreateContext(nullptr, 1, &session.device, nullptr, nullptr, &status);
  require(status, "clCreateContext");
  session.queue =
      clCreateCommandQueueWithProperties(session.context, session.device, nullptr, &status);
  require(status, "clCreateCommandQueueWithProperties");
  return session;
}

// What a program computes that is built with this constant.
cl_uint run_program(const Session& session, unsigned constant) {
  const std::string source =
      "kernel void store(global uint *out) { *out = " + std::to_string(constant) +
      "u + (uint)get_global_id(0); }";
  const char* text = source.c_str();
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(session.context, 1, &text, nullptr, &status);
  require(status, "clCreateProgramWithSource");
  require(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "store", &status);
  require(status, "clCreateKernel");
  cl_mem buffer =
      clCreateBuffer(session.context, CL_MEM_READ_WRITE, sizeof(cl_uint), nullptr, &status);
  require(status, "clCreateBuffer");
  require(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  const size_t one = 1;
  require(
      clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
  cl_uint result = 0;
  require(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, sizeof result, &result, 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return result;
}

int work(unsigned number) {
  const Session session = open_session();
  for (const unsigned constant : std::array{7u, 1000 + number, 7u, 1000 + number}) {
    if (run_program(session, constant) != constant) return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto count = static_cast<unsigned>(std::atoi(argv[1]));
  std::vector<pid_t> children;
  for (unsigned i = 0; i < count; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(work(i));
    children.push_back(child);
  }
  unsigned right = 0;
  for (const pid_t child : children) {
    int status = 0;
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
      ++right;
    }
  }
  std::printf("%u of %u processes computed what they should\n", right, count);
  return right == count ? 0 : 1;
}
