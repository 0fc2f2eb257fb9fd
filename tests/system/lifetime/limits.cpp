#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

constexpr uid_t nobody = 65534;

/// Lowers a limit of this process, and puts it back.
class Limit {
 public:
  Limit(__rlimit_resource resource, rlim_t value) : resource_(resource) {
    require(getrlimit(resource, &before_) == 0, "getrlimit fails");
    rlimit lowered = before_;
    lowered.rlim_cur = value;
    require(setrlimit(resource, &lowered) == 0, "setrlimit fails");
  }
  ~Limit() { setrlimit(resource_, &before_); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  __rlimit_resource resource_;
  rlimit before_ = {};
};

cl_int try_to_make_context(cl_device_id device) {
  cl_int error = CL_SUCCESS;
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  if (context != nullptr) clReleaseContext(context);
  return error;
}

cl_int try_to_build(cl_context context, cl_device_id device) {
  cl_int error = CL_SUCCESS;
  const char* text = "kernel void k(global int *p) { *p = 1; }";
  const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  if (error != CL_SUCCESS) return error;
  error = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  clReleaseProgram(program);
  return error;
}

size_t virtual_bytes() {
  return std::strtoull(status_line(getpid(), "VmSize").c_str(), nullptr, 10) * 1024;
}

}  // namespace

int no_free_file_descriptor() {
  const cl_device_id device = first_device();
  cl_int error = CL_SUCCESS;
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  {
    const Limit limit(RLIMIT_NOFILE, 3);
    require(open("/dev/null", O_RDONLY) < 0, "files can still be opened");
    error = try_to_build(context, device);
    require(error != CL_SUCCESS, "a compiler was loaded without a file");
    check(try_to_make_context(device), "a context without a file");
  }
  check(try_to_build(context, device), "a build when files can be opened again");
  const Session session;
  session.compute();
  const Limit limit(RLIMIT_NOFILE, 3);
  session.compute();
  check(session.try_to_build("kernel void k(global float *p) { *p = sin(*p); }"),
        "a build by a loaded compiler");
  return 0;
}

int no_address_space() {
  skip_if_sanitized();
  const cl_device_id device = first_device();
  constexpr rlim_t little = 24 << 20;
  {
    const Limit limit(RLIMIT_AS, virtual_bytes() + little);
    const cl_int error = try_to_make_context(device);
    require(error == CL_OUT_OF_RESOURCES, "a context without room for stacks gives",
            std::to_string(error));
  }
  cl_int error = CL_SUCCESS;
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "a context when there is room again");
  {
    const Limit limit(RLIMIT_AS, virtual_bytes() + little);
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
    std::vector<cl_mem> buffers;
    bool refused = false;
    for (int count = 0; count < 16 && !refused; ++count) {
      cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 8 << 20, nullptr, &error);
      if (error == CL_SUCCESS) {
        const cl_uint zero = 0;
        error =
            clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 8 << 20, 0, nullptr, nullptr);
        buffers.push_back(buffer);
      }
      refused = error != CL_SUCCESS;
      require(!refused || error == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
                  error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY,
              "no room for a buffer gives", std::to_string(error));
    }
    require(refused, "there was room for all buffers");
    clFinish(queue);
    for (cl_mem buffer : buffers) check(clReleaseMemObject(buffer), "clReleaseMemObject");
    require(try_to_build(context, device) != CL_SUCCESS, "a compiler was loaded without room");
  }
  check(try_to_build(context, device), "a build when there is room again");
  return 0;
}

int no_threads() {
  const cl_device_id device = first_device();
  // The limit does not concern root; a process that has none of its own rights left is like others.
  if (geteuid() == 0 && setresuid(nobody, nobody, nobody) != 0)
    skip("root may not become another user here");
  {
    const Limit limit(RLIMIT_NPROC, 1);
    const cl_int error = try_to_make_context(device);
    require(error == CL_OUT_OF_RESOURCES, "a context without threads gives", std::to_string(error));
  }
  check(try_to_make_context(device), "a context when there may be threads again");
  return 0;
}

}  // namespace cleave::test::lifetime
