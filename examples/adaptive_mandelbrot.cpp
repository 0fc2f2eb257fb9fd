// Draws the Mandelbrot set tile by tile (the algorithm of Mariani and Silver): a tile whose border
// is of one colour is filled with it, any other one enqueues a kernel for its four quarters. A
// plain kernel computes every point, to compare with. Writes the picture to a .ppm file.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "device_queue.h"
#include "picture.h"

using example::check;

static const char* source = R"(
#pragma OPENCL FP_CONTRACT OFF  // both kernels compute the same

enum { most_turns = 1024, smallest_tile = 16 };

uint turns_of(uint2 point, uint size) {
  const float2 c = convert_float2(point) * (2.0f / size) + (float2)(-1.5f, -1.0f);
  float2 z = 0.0f;
  uint turns = 0;
  for (; turns < most_turns && dot(z, z) <= 4.0f; ++turns) {
    z = (float2)(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
  }
  return turns;
}

kernel void plain(global uint *turns, uint size) {
  const uint2 point = (uint2)(get_global_id(0), get_global_id(1));
  turns[point.y * size + point.x] = turns_of(point, size);
}

// The points of a tile's border: the upper edge, the lower, then those on the left and the right.
uint2 border_point(uint i, uint edge) {
  const uint along = i % edge;
  switch (i / edge) {
    case 0: return (uint2)(along, 0);
    case 1: return (uint2)(along, edge - 1);
    case 2: return (uint2)(0, along);
    default: return (uint2)(edge - 1, along);
  }
}

// The work-items of a work-group draw a tile together.
void draw(global uint *turns, uint size, uint2 corner, uint edge) {
  const uint first = turns_of(corner, size);
  bool is_even = true;
  for (uint i = get_local_id(0); i < 4 * edge; i += get_local_size(0)) {
    const uint2 point = corner + border_point(i, edge);
    const uint here = turns_of(point, size);
    turns[point.y * size + point.x] = here;
    is_even = is_even && here == first;
  }
  const bool is_filled = work_group_all(is_even);
  if (!is_filled && edge > smallest_tile) {
    int status = CLK_SUCCESS;
    if (get_local_id(0) == 0) {
      status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,
                              ndrange_1D(4 * get_local_size(0), get_local_size(0)), ^{
        const uint2 quarter = (uint2)(get_group_id(0) % 2, get_group_id(0) / 2);
        draw(turns, size, corner + quarter * (edge / 2), edge / 2);
      });
    }
    // If the queue is full, this work-group draws the tile.
    if (work_group_all(status == CLK_SUCCESS)) return;
  }
  for (uint i = get_local_id(0); i < edge * edge; i += get_local_size(0)) {
    const uint2 point = corner + (uint2)(i % edge, i / edge);
    turns[point.y * size + point.x] = is_filled ? first : turns_of(point, size);
  }
}

kernel void adaptive(global uint *turns, uint size, uint edge) {
  const uint tiles = size / edge;
  draw(turns, size, (uint2)(get_group_id(0) % tiles, get_group_id(0) / tiles) * edge, edge);
}
)";

namespace {

constexpr cl_uint size = 1024, edge = 256, most_turns = 1024;  // of the picture; of the first tiles

/// A kernel that draws the set, its queue and what it draws to.
struct Drawing {
  cl_context context;
  cl_command_queue queue;
  cl_kernel kernel;

  /// The turns of all points, and how long they took.
  std::vector<cl_uint> draw(cl_uint dimensions, const size_t* items, const size_t* group) {
    cl_int status = CL_SUCCESS;
    std::vector<cl_uint> turns(size_t{size} * size);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_WRITE_ONLY, turns.size() * sizeof(cl_uint),
                                   nullptr, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof size, &size), "clSetKernelArg");
    for (int round = 0; round < 2; ++round) {  // the second is timed
      cl_event event = nullptr;
      check(clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, items, group, 0, nullptr,
                                   &event),
            "clEnqueueNDRangeKernel");
      check(clWaitForEvents(1, &event), "clWaitForEvents");
      milliseconds = duration(event);
      check(clReleaseEvent(event), "clReleaseEvent");
    }
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, turns.size() * sizeof(cl_uint),
                              turns.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    return turns;
  }

  double milliseconds = 0;

 private:
  /// CL_PROFILING_COMMAND_END is when the kernel ended, …_COMPLETE when its last child did.
  static double duration(cl_event event) {
    cl_ulong start = 0, complete = 0;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr),
          "clGetEventProfilingInfo");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE, sizeof complete, &complete,
                                  nullptr),
          "clGetEventProfilingInfo");
    return static_cast<double>(complete - start) / 1e6;
  }
};

/// The more turns the brighter; the set itself is black.
example::Picture colour(const std::vector<cl_uint>& turns) {
  example::Picture picture(size, size);
  for (size_t i = 0; i < turns.size(); ++i) {
    const double share = std::log2(turns[i]) / std::log2(most_turns);
    const double light = turns[i] == most_turns ? 0 : 255 * share;
    unsigned char* texel = &picture.texels[4 * i];
    texel[0] = static_cast<unsigned char>(light);
    texel[1] = static_cast<unsigned char>(light * share);
    texel[2] = static_cast<unsigned char>(light / 2 + (light > 0 ? 64 : 0));
  }
  return picture;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2) {
    std::fprintf(stderr, "adaptive_mandelbrot FILE.ppm\n");
    return 1;
  }
  cl_device_id device = example::first_device();
  example::require_device_queues(device);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  const cl_queue_properties profiled[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, profiled, &status);
  check(status, "clCreateCommandQueueWithProperties");
  cl_command_queue children =
      example::make_device_queue(context, device, CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_program program = example::build(context, device, source, "-cl-std=CL3.0");

  Drawing plain = {context, queue, clCreateKernel(program, "plain", &status)};
  check(status, "clCreateKernel");
  const size_t points[] = {size, size}, square[] = {16, 16};
  const std::vector<cl_uint> expected = plain.draw(2, points, square);

  Drawing adaptive = {context, queue, clCreateKernel(program, "adaptive", &status)};
  check(status, "clCreateKernel");
  check(clSetKernelArg(adaptive.kernel, 2, sizeof edge, &edge), "clSetKernelArg");
  const size_t group = 64, items = group * (size / edge) * (size / edge);
  const std::vector<cl_uint> turns = adaptive.draw(1, &items, &group);

  // A thread of the set that passes between the points of a border is not seen.
  size_t different = 0;
  for (size_t i = 0; i < turns.size(); ++i) different += turns[i] != expected[i] ? 1 : 0;
  example::write_ppm(colour(turns), arguments[1]);
  std::printf(
      "Every point: %.1f ms. Tiles that divide themselves: %.1f ms, %zu of %zu points differ\n",
      plain.milliseconds, adaptive.milliseconds, different, turns.size());

  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(children), "clReleaseCommandQueue");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return different <= turns.size() / 1000 ? 0 : 1;
}
