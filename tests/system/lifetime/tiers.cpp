#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

// The device and the host compute this alike, long enough for better code to take its time.
#define CLEAVE_MIX(k) a = ((a << 5) | (a >> 27)) ^ (b + k), b = b * 33 + (a >> 3);
#define CLEAVE_MIX_4(k) CLEAVE_MIX(k) CLEAVE_MIX(k + 1) CLEAVE_MIX(k + 2) CLEAVE_MIX(k + 3)
#define CLEAVE_MIX_16(k) \
  CLEAVE_MIX_4(k) CLEAVE_MIX_4(k + 4) CLEAVE_MIX_4(k + 8) CLEAVE_MIX_4(k + 12)
#define CLEAVE_TURNS                     \
  for (unsigned i = 0; i < turns; ++i) { \
    CLEAVE_MIX_16(1)                     \
    CLEAVE_MIX_16(20) if (a & 1) b ^= i; \
  }
#define CLEAVE_TEXT_OF(...) #__VA_ARGS__
#define CLEAVE_TEXT(...) CLEAVE_TEXT_OF(__VA_ARGS__)

const char* const mixing_source =
    "kernel void mix(global uint *out, uint turns) {\n"
    "  uint a = get_global_id(0), b = 7;\n" CLEAVE_TEXT(CLEAVE_TURNS) "\n"
    "  out[get_global_id(0)] = a + b;\n"
    "}\n";

cl_uint mixed(cl_uint a, cl_uint turns) {
  cl_uint b = 7;
  CLEAVE_TURNS
  return a + b;
}

/// A kernel of a program of its own, for which no code has been made.
class Mixing {
 public:
  explicit Mixing(const Session& session) : session_(session) {
    cl_int error = CL_SUCCESS;
    const char* source = mixing_source;
    program_ = clCreateProgramWithSource(session.context, 1, &source, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
    kernel_ = clCreateKernel(program_, "mix", &error);
    check(error, "clCreateKernel");
    out_ = clCreateBuffer(session.context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr,
                          &error);
    check(error, "clCreateBuffer");
    check(clSetKernelArg(kernel_, 0, sizeof out_, &out_), "clSetKernelArg");
  }
  /// Lets go of everything.
  ~Mixing() {
    check(clReleaseMemObject(out_), "clReleaseMemObject");
    check(clReleaseKernel(kernel_), "clReleaseKernel");
    check(clReleaseProgram(program_), "clReleaseProgram");
  }
  Mixing(const Mixing&) = delete;
  Mixing& operator=(const Mixing&) = delete;

  void launch(cl_uint turns) const {
    check(clSetKernelArg(kernel_, 1, sizeof turns, &turns), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(session_.queue, kernel_, 1, nullptr, &items, &local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
  }
  void launch_and_verify(cl_uint turns) const {
    launch(turns);
    std::vector<cl_uint> values(items);
    check(clEnqueueReadBuffer(session_.queue, out_, CL_TRUE, 0, items * sizeof(cl_uint),
                              values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (cl_uint i = 0; i < items; i += 37) require(values[i] == mixed(i, turns), "wrong result");
  }

 private:
  static constexpr size_t items = 4096, local = 64;
  const Session& session_;
  cl_program program_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_mem out_ = nullptr;
};

}  // namespace

int launches_while_better_code_is_made() {
  const Session session;
  const Mixing mixing(session);
  // Long enough for code of the local size too, by the time that launches take.
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(600);
  for (cl_uint turns = 1; std::chrono::steady_clock::now() < end; turns = turns % 200 + 7) {
    mixing.launch_and_verify(turns);
  }
  return 0;
}

int release_while_better_code_is_made() {
  const Session session;
  for (int delay = 0; delay < 10; ++delay) {
    const Mixing mixing(session);
    mixing.launch_and_verify(3);
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
  }
  session.compute();
  return 0;
}

int exit_while_better_code_is_made() {
  for (int delay = 0; delay < 20; delay += 3) {
    const int code = exit_code_of_child([delay]() -> int {
      static Session session;
      static Mixing mixing(session);  // whose destructor runs at exit
      mixing.launch_and_verify(3);
      std::this_thread::sleep_for(std::chrono::milliseconds(delay));
      std::exit(11);
    });
    require(code == 11, "after so many milliseconds:",
            std::to_string(delay) + ", exit code " + std::to_string(code));
  }
  return 0;
}

int fork_while_better_code_is_made() {
  Session session;
  for (int delay = 0; delay < 10; delay += 2) {
    const Mixing mixing(session);
    mixing.launch_and_verify(3);
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    const int code = exit_code_of_child([&] {
      require(session.try_to_compute() != CL_SUCCESS, "a child without workers computes");
      // The compiler is as usable as before: nobody was in the middle of something.
      check(session.try_to_build(mixing_source), "clBuildProgram");
      session.release();
      return 0;
    });
    require(code == 0, "a child fails with", std::to_string(code));
    mixing.launch_and_verify(5);
  }
  session.release();
  return 0;
}

}  // namespace cleave::test::lifetime
