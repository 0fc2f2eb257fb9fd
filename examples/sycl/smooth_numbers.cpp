// A library in SYCL that works on a buffer of OpenCL, whoever made it: smooth_numbers.py gives it those of pyopencl.
//   cleave-c++ -O2 -shared -fPIC smooth_numbers.cpp -o libsmooth_numbers.so
#include <sycl/sycl.hpp>

#include <cstdio>
#include <sycl/backend/opencl.hpp>

/// Replaces each number but the outer ones by the mean of itself and its neighbours, `rounds` times. The queue is of the
/// buffer's context. Returns when it is done: 0, or 1 and a line on standard error.
extern "C" int smooth(cl_command_queue native_queue, cl_mem native_numbers, int rounds) {
  try {
    constexpr auto opencl = sycl::backend::opencl;
    cl_context native_context = nullptr;
    clGetCommandQueueInfo(native_queue, CL_QUEUE_CONTEXT, sizeof native_context, &native_context,
                          nullptr);
    // These retain what they are given: it stays its owner's.
    const auto context = sycl::make_context<opencl>(native_context);
    auto queue = sycl::make_queue<opencl>(native_queue, context);
    auto numbers = sycl::make_buffer<opencl, float>(native_numbers, context);
    sycl::buffer<float> means(numbers.get_range());
    if (numbers.size() < 3) return 0;
    for (int round = 0; round < rounds; ++round) {
      queue.submit([&](sycl::handler& group) {
        const sycl::accessor from(numbers, group, sycl::read_only);
        const sycl::accessor to(means, group, sycl::write_only);
        group.parallel_for(numbers.size() - 2, [=](sycl::id<1> i) {
          to[i + 1] = (from[i] + from[i + 1] + from[i + 2]) / 3;
        });
      });
      queue.submit([&](sycl::handler& group) {
        const sycl::accessor from(means, group, sycl::read_only);
        const sycl::accessor to(numbers, group, sycl::write_only);
        group.parallel_for(numbers.size() - 2, [=](sycl::id<1> i) { to[i + 1] = from[i + 1]; });
      });
    }
    queue.wait_and_throw();
    return 0;
  } catch (const sycl::exception& error) {
    std::fprintf(stderr, "smooth: %s\n", error.what());
    return 1;
  }
}
