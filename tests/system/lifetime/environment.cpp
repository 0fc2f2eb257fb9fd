#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

constexpr const char* printing_source = R"(
kernel void shout(global int *out) { printf("lifetime: %d\n", *out); })";

void run_printing_kernel(const Session& session) {
  cl_int error = CL_SUCCESS;
  const char* text = printing_source;
  const cl_program program = clCreateProgramWithSource(session.context, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &session.device, "", nullptr, nullptr), "clBuildProgram");
  const cl_kernel kernel = clCreateKernel(program, "shout", &error);
  check(error, "clCreateKernel");
  const cl_mem out = clCreateBuffer(session.context, CL_MEM_READ_WRITE, 64, nullptr, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
  const size_t one = 1;
  check(
      clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
  check(clFinish(session.queue), "clFinish");
}

}  // namespace

int closed_standard_streams() {
  for (int stream = 0; stream < 3; ++stream) require(close(stream) == 0, "close fails");
  const Session session;
  session.compute();
  run_printing_kernel(session);
  require(session.try_to_build("no kernel") != CL_SUCCESS, "nonsense was built");
  // Files that the application opens now have the numbers of the streams: the driver holds none of
  // them.
  for (int stream = 0; stream < 3; ++stream) {
    require(fcntl(stream, F_GETFD) < 0, "the driver keeps a file open where a stream was");
  }
  return 0;
}

int no_home() {
  for (const char* home : {"/nonexistent", "/proc", ""}) {
    setenv("HOME", home, 1);
    setenv("XDG_CACHE_HOME", home, 1);
    const int code = exit_code_of_child([] {
      const Session session;
      session.compute();
      return 0;
    });
    require(code == 0, "a program fails with the home", home);
  }
  unsetenv("HOME");
  unsetenv("XDG_CACHE_HOME");
  const Session session;
  session.compute();
  return 0;
}

int empty_root() {
  const Session session;  // loads the driver and its compiler
  char folder[] = "/tmp/cleave-root-XXXXXX";
  require(mkdtemp(folder) != nullptr, "mkdtemp fails");
  const bool entered = chroot(folder) == 0 && chdir("/") == 0;
  if (!entered) {
    rmdir(folder);
    skip("this needs the right to call chroot, as root has");
  }
  session.compute();
  check(session.try_to_build("kernel void k(global float *p) { *p = sin(*p) + tgamma(*p); }"),
        "clBuildProgram");
  run_printing_kernel(session);
  return 0;
}

}  // namespace cleave::test::lifetime
