// Keeps one part of the CPU for work that must answer soon, while the rest computes: how long small
// requests take when they share the whole device with heavy kernels, and when they have a compute
// unit of their own. The latencies of both become a picture.
//
// usage: latency_part PICTURE.svg [REQUESTS]
#include <chrono>
#include <deque>
#include <thread>

#include "common.h"
#include "latency_picture.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* source = R"(
kernel void heavy(global float *values) {
  float value = values[get_global_id(0)];
  for (int turn = 0; turn < 400; ++turn) value = value * 0.999f + 0.001f;
  values[get_global_id(0)] = value;
}
kernel void request(global const uint *in, global uint *out) {
  out[get_global_id(0)] = in[get_global_id(0)] * 2 + 1;
}
)";

/// A queue with a kernel and its buffers.
struct Job {
  Job(cl_context context, cl_program program, cl_device_id device, const char* name,
      size_t item_count, cl_uint buffer_count)
      : items(item_count) {
    cl_int status = CL_SUCCESS;
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    example::check(status, "clCreateCommandQueueWithProperties");
    kernel = clCreateKernel(program, name, &status);
    example::check(status, "clCreateKernel");
    std::vector<cl_uint> zeros(items);
    for (cl_uint index = 0; index < buffer_count; ++index) {
      buffers.push_back(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                       items * sizeof(cl_uint), zeros.data(), &status));
      example::check(status, "clCreateBuffer");
      example::check(clSetKernelArg(kernel, index, sizeof(cl_mem), &buffers.back()),
                     "clSetKernelArg");
    }
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() {
    for (cl_mem buffer : buffers) clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
  }
  /// Enqueues the kernel in work-groups of 64 and flushes; the caller releases the event.
  cl_event start() const {
    const size_t local = 64;
    cl_event event = nullptr;
    example::check(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
    example::check(clFlush(queue), "clFlush");
    return event;
  }

  size_t items;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  std::vector<cl_mem> buffers;
};

void wait_and_release(cl_event event) {
  example::check(clWaitForEvents(1, &event), "clWaitForEvents");
  example::check(clReleaseEvent(event), "clReleaseEvent");
}

bool has_ended(cl_event event) {
  cl_int status = CL_QUEUED;
  example::check(
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      "clGetEventInfo");
  return status == CL_COMPLETE;
}

/// Sees to it that the device never runs out of heavy kernels.
void keep_busy(const Job& heavy, std::deque<cl_event>& computing) {
  while (!computing.empty() && has_ended(computing.front())) {
    example::check(clReleaseEvent(computing.front()), "clReleaseEvent");
    computing.pop_front();
  }
  while (computing.size() < 32) computing.push_back(heavy.start());
}

/// Requests every millisecond on one device while another always has heavy kernels to run.
std::vector<double> measure(const std::vector<cl_device_id>& devices, cl_device_id for_requests,
                            cl_device_id for_heavy, size_t requests) {
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, static_cast<cl_uint>(devices.size()),
                                       devices.data(), nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  cl_program program = example::build(context, for_requests, source);
  std::vector<double> microseconds;
  {
    const Job heavy(context, program, for_heavy, "heavy", 1 << 14, 1);
    const Job request(context, program, for_requests, "request", 256, 2);
    wait_and_release(request.start());  // makes the code of both
    wait_and_release(heavy.start());
    std::deque<cl_event> computing;
    for (size_t number = 0; number < requests; ++number) {
      keep_busy(heavy, computing);
      const Clock::time_point begin = Clock::now();
      wait_and_release(request.start());
      microseconds.push_back(
          std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
      std::this_thread::sleep_until(begin + std::chrono::milliseconds(1));
    }
    std::vector<cl_uint> results(request.items);
    example::check(
        clEnqueueReadBuffer(request.queue, request.buffers[1], CL_TRUE, 0,
                            results.size() * sizeof(cl_uint), results.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
    if (results != std::vector<cl_uint>(request.items, 1)) {
      std::fprintf(stderr, "Wrong: a request gives other results than it should\n");
      std::exit(1);
    }
    for (cl_event event : computing) wait_and_release(event);
  }
  example::check(clReleaseProgram(program), "clReleaseProgram");
  example::check(clReleaseContext(context), "clReleaseContext");
  return microseconds;
}

void report(const example::LatencySeries& series) {
  const std::vector<double>& samples = series.microseconds;
  std::printf("%s: %zu requests, median %.1f us, 99 %% below %.1f us, longest %.1f us\n",
              series.title.c_str(), samples.size(), example::quantile(samples, 0.5),
              example::quantile(samples, 0.99), example::quantile(samples, 1));
}

}  // namespace

int main(int argc, char** argv) {
  const size_t requests = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 1000;
  if (argc < 2 || argc > 3 || requests == 0) {
    std::fprintf(stderr, "usage: latency_part PICTURE.svg [REQUESTS]\n");
    return 2;
  }
  cl_device_id device = example::first_device();
  const cl_uint units = example::compute_units(device);
  if (units < 2) {
    std::fprintf(stderr, "A device with a single compute unit cannot be split.\n");
    return 1;
  }
  const cl_device_partition_property counts[] = {
      CL_DEVICE_PARTITION_BY_COUNTS, 1, static_cast<cl_device_partition_property>(units - 1),
      CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const std::vector<cl_device_id> parts = example::split(device, counts);

  const std::vector<example::LatencySeries> series = {
      {"Requests and heavy kernels share the device", measure({device}, device, device, requests)},
      {"Requests have a compute unit of their own", measure(parts, parts[0], parts[1], requests)}};
  for (const example::LatencySeries& one : series) report(one);
  if (!example::LatencyPicture(series).write(argv[1])) {
    std::fprintf(stderr, "%s cannot be written\n", argv[1]);
    return 1;
  }
  std::printf("The picture is in %s.\n", argv[1]);
  for (cl_device_id part : parts) example::check(clReleaseDevice(part), "clReleaseDevice");
}
