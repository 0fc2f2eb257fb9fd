#include <unistd.h>

#include <ctime>
#include <string>

#include "scenario.h"
#include "session.h"
#include "this_process.h"

namespace cleave::test::lifetime {
namespace {

/// How much memory `turns` of `function` add to this process, in KiB.
template <class Function>
size_t growth(int turns, const Function& function) {
  const size_t before = resident_kibibytes();
  for (int turn = 0; turn < turns; ++turn) function();
  const size_t after = resident_kibibytes();
  return after > before ? after - before : 0;
}

void use_a_context(cl_device_id device) {
  cl_int error = CL_SUCCESS;
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
  const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 1 << 20, nullptr, &error);
  check(error, "clCreateBuffer");
  const cl_uint value = 7;
  check(clEnqueueFillBuffer(queue, buffer, &value, sizeof value, 0, 1 << 20, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
  cl_uint read = 0;
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4096, sizeof read, &read, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  require(read == value, "a result is wrong");
  check(clReleaseMemObject(buffer), "clReleaseMemObject");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
}

}  // namespace

int listing_devices_is_quick() {
  skip_if_sanitized();
  // Processor time, one of five: a machine that has other work to do is slow now and then.
  for (int attempt = 0; attempt < 5; ++attempt) {
    const int code = exit_code_of_child([] {
      const std::clock_t begin = std::clock();
      static_cast<void>(first_device());
      return std::clock() - begin < CLOCKS_PER_SEC / 50 ? 0 : 2;
    });
    if (code == 0) return 0;
    require(code == 2, "listing devices fails");
  }
  fail("listing devices takes", "20 ms of processor time or more");
}

int listing_devices_is_cheap() {
  const size_t before = resident_kibibytes();
  const size_t written_before = written_kibibytes();
  const cl_device_id device = first_device();
  char name[256] = "";
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr), "clGetDeviceInfo");
  require(is_mapped("libcleave.so"), "the driver is not where this test looks");
  require(!is_mapped("libcleave-compiler"), "listing devices loads the compiler");
  require(threads(Which::all).size() == 1, "listing devices starts threads");
  skip_if_sanitized();
  constexpr size_t limit = 40 << 10;
  require(resident_kibibytes() < limit, "listing devices takes so many KiB:",
          std::to_string(resident_kibibytes()) + ", before it " + std::to_string(before));
  // The limit is four times the size seen: relocations, the topology, what hwloc's plug-ins write.
  const size_t written = written_kibibytes() - written_before;
  require(written < 1024, "listing devices writes to so many KiB:", std::to_string(written));
  return 0;
}

int contexts_leave_nothing_behind() {
  skip_if_sanitized();
  const cl_device_id device = first_device();
  for (int turn = 0; turn < 200; ++turn) use_a_context(device);
  const size_t thread_count = threads(Which::all).size();
  const size_t kibibytes = growth(1000, [device] { use_a_context(device); });
  require(kibibytes < 2048, "a thousand contexts leave so many KiB:", std::to_string(kibibytes));
  require(threads(Which::all).size() == thread_count, "contexts leave threads behind");
  return 0;
}

int programs_leave_nothing_behind() {
  skip_if_sanitized();
  const auto turn = [] {
    Session session;
    session.compute();
    session.release();
  };
  static_cast<void>(growth(15, turn));  // what the compiler keeps for ever
  const size_t kibibytes = growth(40, turn);
  require(kibibytes < 4096, "forty programs leave so many KiB:", std::to_string(kibibytes));
  return 0;
}

}  // namespace cleave::test::lifetime
