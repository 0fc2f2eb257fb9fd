#include <fenv.h>
#include <pmmintrin.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <climits>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

cpu_set_t own_mask(pid_t thread = 0) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  require(sched_getaffinity(thread, sizeof mask, &mask) == 0, "sched_getaffinity fails");
  return mask;
}

cpu_set_t only_first_of(const cpu_set_t& mask) {
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &mask)) continue;
    CPU_SET(processor, &one);
    return one;
  }
  fail("this process may use no processor", "");
}

void restrict_to(const cpu_set_t& mask) {
  require(sched_setaffinity(0, sizeof mask, &mask) == 0, "sched_setaffinity fails");
}

bool equal(const cpu_set_t& a, const cpu_set_t& b) {
  return CPU_EQUAL(&a, &b) != 0;
}

/// Runs a kernel without arguments but a result of `floats`, one work-item.
std::vector<float> results_of(const Session& session, const char* source, size_t floats) {
  cl_int error = CL_SUCCESS;
  const cl_program program =
      clCreateProgramWithSource(session.context, 1, &source, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &session.device, "", nullptr, nullptr), "clBuildProgram");
  const cl_kernel kernel = clCreateKernel(program, "results", &error);
  check(error, "clCreateKernel");
  const cl_mem out =
      clCreateBuffer(session.context, CL_MEM_READ_WRITE, floats * sizeof(float), nullptr, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
  const size_t one = 1;
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(session.queue), "clFinish");
  std::vector<float> results(floats);
  check(clEnqueueReadBuffer(session.queue, out, CL_TRUE, 0, floats * sizeof(float), results.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return results;
}

// Variables are volatile so that the processor computes, and not the compiler.
constexpr const char* rounding_source = R"(
kernel void results(global float *out) {
  volatile float tiny = 0x1p-126f, half_ = 0.5f, one = 1.0f, third = 3.0f;
  out[0] = tiny * half_;
  out[1] = one / third;
  out[2] = -one / third;
  // The results of the compiler must not depend on the thread that builds.
  out[3] = 1.0f / 3.0f;
  out[4] = 0x1p-126f * 0.5f;
  out[5] = (float)(1.0 / 49.0);
  out[6] = sin(0.7f) + pow(1.1f, 2.3f) + exp(-87.5f) * 0.25f;
})";

constexpr const char* trapping_source = R"(
kernel void results(global float *out) {
  volatile float zero = 0.0f, one = 1.0f, huge_ = 0x1p127f;
  out[0] = one / zero;
  out[1] = zero / zero;
  out[2] = huge_ * huge_;
  out[3] = sqrt(-one);
  out[4] = 1.0f / 0.0f + 0x1p127f * 4.0f;
})";

/// Runs `function` on a thread with so much stack.
template <class Function>
void run_on_stack(size_t bytes, Function& function) {
  pthread_attr_t attributes;
  require(pthread_attr_init(&attributes) == 0, "pthread_attr_init fails");
  require(pthread_attr_setstacksize(&attributes, bytes) == 0, "this is no size for a stack");
  pthread_t thread = {};
  const int error = pthread_create(
      &thread, &attributes,
      [](void* argument) -> void* {
        (*static_cast<Function*>(argument))();
        return nullptr;
      },
      &function);
  require(error == 0, "pthread_create fails");
  pthread_join(thread, nullptr);
}

void run_large_kernel(const Session& session) {
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(session.program, "large", &error);
  check(error, "clCreateKernel");
  const cl_mem out = clCreateBuffer(session.context, CL_MEM_READ_WRITE, 4096, nullptr, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
  const size_t global = 32, local = 16;
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                               &event),
        "clEnqueueNDRangeKernel");
  check(clWaitForEvents(1, &event), "clWaitForEvents");
  session.compute();
  check(clFinish(session.queue), "clFinish");
  clReleaseEvent(event);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

}  // namespace

int affinity_before_the_first_call() {
  const cpu_set_t one = only_first_of(own_mask());
  restrict_to(one);
  const Session session;
  session.compute();
  cl_uint units = 0;
  check(clGetDeviceInfo(session.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  require(units == 1, "compute units on one processor:", std::to_string(units));
  for (const pid_t thread : threads(Which::all)) {
    require(equal(own_mask(thread), one), "a thread has another mask:", std::to_string(thread));
  }
  return 0;
}

int affinity_of_the_application() {
  const cpu_set_t all = own_mask();
  if (CPU_COUNT(&all) < 2) skip("there is one processor only");
  const cl_device_id device = first_device();
  std::thread([&] {
    const cpu_set_t one = only_first_of(all);
    restrict_to(one);
    const Session session;  // starts the workers from a restricted thread
    session.compute();
    require(equal(own_mask(), one), "the mask of the calling thread was changed");
  }).join();
  require(equal(own_mask(), all), "the mask of another thread was changed");
  cl_uint units = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  cpu_set_t served;
  CPU_ZERO(&served);
  for (const pid_t worker : threads(Which::workers)) {
    const cpu_set_t mask = own_mask(worker);
    require(CPU_COUNT(&mask) == 1, "a worker is not bound to one processor");
    CPU_OR(&served, &served, &mask);
  }
  require(CPU_COUNT(&served) == static_cast<int>(units), "workers share processors");
  std::thread([&] { require(equal(own_mask(), all), "a new thread has another mask"); }).join();
  return 0;
}

int floating_point_mode() {
  const Session session;
  const std::vector<float> expected = results_of(session, rounding_source, 7);
  constexpr unsigned flush_to_zero_and_round_up =
      _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON | _MM_ROUND_UP;
  _mm_setcsr(_mm_getcsr() | flush_to_zero_and_round_up);
  const unsigned before = _mm_getcsr() & ~unsigned{_MM_EXCEPT_MASK};
  for (int turn = 0; turn < 10; ++turn) {
    const std::vector<float> results = results_of(session, rounding_source, 7);
    require((_mm_getcsr() & ~unsigned{_MM_EXCEPT_MASK}) == before, "the mode was changed");
    _mm_setcsr(_mm_getcsr() & ~flush_to_zero_and_round_up);
    require(results[0] == 0x1p-127f, "a denormal number was flushed");
    require(results[1] == 0x1.555556p-2f && results[2] == -0x1.555556p-2f,
            "rounding is not to nearest");
    require(results == expected, "the mode of the thread that builds changes a constant");
    _mm_setcsr(_mm_getcsr() | flush_to_zero_and_round_up);
  }
  return 0;
}

int floating_point_traps() {
  feclearexcept(FE_ALL_EXCEPT);
  feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
  const Session session;
  for (int turn = 0; turn < 5; ++turn) {
    const std::vector<float> results = results_of(session, trapping_source, 5);
    require(fegetexcept() == (FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW), "the traps were changed");
    require(std::isinf(results[0]) && std::isnan(results[1]) && std::isinf(results[2]) &&
                std::isnan(results[3]) && std::isinf(results[4]),
            "a result is wrong");
  }
  return 0;
}

int small_stacks() {
  skip_if_sanitized();
  const Session session;
  auto launch = [&] { run_large_kernel(session); };
  run_on_stack(std::max<size_t>(32768, PTHREAD_STACK_MIN), launch);
  auto build = [&] {
    check(session.try_to_build("kernel void k(global float *p) { *p = sin(*p); }"),
          "clBuildProgram");
  };
  run_on_stack(std::max<size_t>(65536, PTHREAD_STACK_MIN), build);
  return 0;
}

}  // namespace cleave::test::lifetime
