// Streams packets through three kernels that run at the same time, each on a part of the device:
// one makes numbers, one counts the steps of their Collatz sequences, one collects the results. Two
// pipes connect them; the host has no part in it.
#include <algorithm>

#include "common.h"

using example::check;

static const char* stages_source = R"(
typedef uint2 packet_t;  // a number, and the steps of its sequence

kernel void make(uint each, write_only pipe packet_t out) {
  for (uint i = 0; i < each; ++i) {
    packet_t packet = (packet_t)(i * get_global_size(0) + get_global_id(0) + 1, 0);
    while (write_pipe(out, &packet) != 0) {}  // full: wait for a reader
  }
}

kernel void work(uint each, read_only pipe packet_t in, write_only pipe packet_t out) {
  for (uint i = 0; i < each; ++i) {
    packet_t packet;
    while (read_pipe(in, &packet) != 0) {}  // empty: wait for a writer
    for (ulong number = packet.x; number != 1; ++packet.y) {
      number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    }
    while (write_pipe(out, &packet) != 0) {}
  }
}

kernel void collect(uint each, read_only pipe packet_t in, global uint *steps) {
  for (uint i = 0; i < each; ++i) {
    packet_t packet;
    while (read_pipe(in, &packet) != 0) {}
    steps[packet.x - 1] = packet.y;
  }
}
)";

/// A kernel with its arguments, on a queue of its own part.
class Stage {
 public:
  Stage(cl_context context, cl_device_id part, cl_program program, const char* name) {
    cl_int status = CL_SUCCESS;
    queue_ = clCreateCommandQueueWithProperties(context, part, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
    kernel_ = clCreateKernel(program, name, &status);
    check(status, "clCreateKernel");
  }
  template <class T>
  Stage& with(const T& argument) {
    check(clSetKernelArg(kernel_, arguments_++, sizeof argument, &argument), "clSetKernelArg");
    return *this;
  }
  void start(size_t items) {
    check(clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &items, &items, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFlush(queue_), "clFlush");
  }
  void finish() {
    check(clFinish(queue_), "clFinish");
    clReleaseKernel(kernel_);
    clReleaseCommandQueue(queue_);
  }

 private:
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
  cl_uint arguments_ = 0;
};

int main() {
  constexpr size_t total = 65536, items = 64;  // of each kernel one work-group, which a part runs
  cl_device_id device = example::first_device();
  const cl_uint units = example::compute_units(device);
  if (units < 3) {
    std::fprintf(stderr, "Three stages need three compute units; this device has %u.\n", units);
    return 1;
  }
  const cl_device_partition_property counts[] = {
      CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, units - 2, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  std::vector<cl_device_id> parts = example::split(device, counts);

  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 3, parts.data(), nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_program program = example::build(context, parts[0], stages_source, "-cl-std=CL3.0");
  // A pipe holds packets for stages that are not equally fast; here a few of them are enough.
  cl_mem numbers = clCreatePipe(context, 0, sizeof(cl_uint2), 256, nullptr, &status);
  check(status, "clCreatePipe");
  cl_mem results = clCreatePipe(context, 0, sizeof(cl_uint2), 256, nullptr, &status);
  check(status, "clCreatePipe");
  cl_mem steps =
      clCreateBuffer(context, CL_MEM_WRITE_ONLY, total * sizeof(cl_uint), nullptr, &status);
  check(status, "clCreateBuffer");

  const cl_uint each = total / items;
  Stage collecting(context, parts[0], program, "collect");
  Stage making(context, parts[1], program, "make");
  Stage working(context, parts[2], program, "work");
  // In any order: they wait for each other.
  collecting.with(each).with(results).with(steps).start(items);
  working.with(each).with(numbers).with(results).start(items);
  making.with(each).with(numbers).start(items);
  making.finish();
  working.finish();

  std::vector<cl_uint> host(total);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, parts[0], nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");
  collecting.finish();
  check(clEnqueueReadBuffer(queue, steps, CL_TRUE, 0, total * sizeof(cl_uint), host.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  example::verify_collatz(host);
  clReleaseCommandQueue(queue);
  for (cl_mem memory : {numbers, results, steps}) clReleaseMemObject(memory);
  clReleaseProgram(program);
  clReleaseContext(context);
  for (cl_device_id part : parts) clReleaseDevice(part);
  return 0;
}
