// Frames that go through two kernels, recorded once: for each frame the buffers of the launches are
// changed (cl_khr_command_buffer_mutable_dispatch), and nothing else.
//
//   frame ── smooth ── between ── outline ── result
#include "command_buffer.h"

namespace {

constexpr size_t width = 256, height = 128, pixels = width * height;
constexpr cl_uint frames = 50;

constexpr const char* source = R"(
kernel void smooth(global const int *from, global int *to) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  int sum = 0;
  for (int j = max(y - 1, 0); j <= min(y + 1, h - 1); ++j)
    for (int i = max(x - 1, 0); i <= min(x + 1, w - 1); ++i) sum += from[j * w + i];
  to[y * w + x] = sum;
}
kernel void outline(global const int *from, global int *to) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  to[y * w + x] = x == 0 ? 0 : abs_diff(from[y * w + x], from[y * w + x - 1]);
}
)";

using Frame = std::vector<cl_int>;

Frame make_frame(cl_uint number) {
  Frame frame(pixels);
  for (size_t i = 0; i < pixels; ++i) {
    frame[i] = static_cast<cl_int>((i % width / 16 + i / width / 16 + number) % 7 * 100);
  }
  return frame;
}

Frame on_host(const Frame& frame) {
  Frame between(pixels), result(pixels, 0);
  const auto in = [](int at, size_t end) { return at >= 0 && at < static_cast<int>(end); };
  for (int y = 0; y < static_cast<int>(height); ++y) {
    for (int x = 0; x < static_cast<int>(width); ++x) {
      cl_int sum = 0;
      for (int j = y - 1; j <= y + 1; ++j) {
        for (int i = x - 1; i <= x + 1; ++i) {
          if (in(j, height) && in(i, width))
            sum += frame[static_cast<size_t>(j) * width + static_cast<size_t>(i)];
        }
      }
      between[static_cast<size_t>(y) * width + static_cast<size_t>(x)] = sum;
    }
  }
  for (size_t i = 0; i < pixels; ++i) {
    if (i % width != 0) result[i] = std::abs(between[i] - between[i - 1]);
  }
  return result;
}

struct Pipeline {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_command_buffer_khr buffer = nullptr;
  cl_mutable_command_khr smooth = nullptr, outline = nullptr;
};

cl_mem make_buffer(cl_context context, const Frame* contents = nullptr) {
  cl_int status = CL_SUCCESS;
  cl_mem buffer = clCreateBuffer(
      context, contents != nullptr ? CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE,
      pixels * sizeof(cl_int),
      contents != nullptr ? const_cast<cl_int*>(contents->data()) : nullptr, &status);
  example::check(status, "clCreateBuffer");
  return buffer;
}

/// Records a launch, whose handle it gives: of one argument, and without the other, which each frame
/// has its own buffer for.
cl_mutable_command_khr record(const example::CommandBuffers& functions, const Pipeline& pipeline,
                              cl_program program, const char* name, cl_uint index, cl_mem between) {
  cl_int status = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, name, &status);
  example::check(status, "clCreateKernel");
  example::check(clSetKernelArg(kernel, index, sizeof between, &between), "clSetKernelArg");
  const size_t size[] = {width, height};
  cl_mutable_command_khr command = nullptr;
  example::check(functions.launch(pipeline.buffer, nullptr, nullptr, kernel, 2, nullptr, size,
                                  nullptr, 0, nullptr, nullptr, &command),
                 "clCommandNDRangeKernelKHR");
  example::check(clReleaseKernel(kernel), "clReleaseKernel");
  return command;
}

/// Enqueues the pipeline for this frame. Replays that were enqueued before stay as they are.
void process(const example::CommandBuffers& functions, const Pipeline& pipeline, cl_mem frame,
             cl_mem result) {
  const example::ChangedArgument from = {0, sizeof frame, &frame}, to = {1, sizeof result, &result};
  example::ChangedLaunch launches[2] = {};
  launches[0].command = pipeline.smooth;
  launches[0].argument_list = &from;
  launches[1].command = pipeline.outline;
  launches[1].argument_list = &to;
  for (example::ChangedLaunch& launch : launches) launch.arguments = 1;
  const cl_uint types[] = {0, 0};  // CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR
  const void* configs[] = {&launches[0], &launches[1]};
  example::check(functions.update(pipeline.buffer, 2, types, configs),
                 "clUpdateMutableCommandsKHR");
  example::check(functions.enqueue(0, nullptr, pipeline.buffer, 0, nullptr, nullptr),
                 "clEnqueueCommandBufferKHR");
}

}  // namespace

int main() {
  cl_device_id device = example::first_device();
  const example::CommandBuffers functions = example::find_command_buffers(device);
  if (functions.update == nullptr) {
    std::fprintf(stderr, "The device lacks cl_khr_command_buffer_mutable_dispatch\n");
    return 1;
  }
  cl_int status = CL_SUCCESS;
  Pipeline pipeline;
  pipeline.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  pipeline.queue = clCreateCommandQueueWithProperties(pipeline.context, device, nullptr, &status);
  example::check(status, "clCreateCommandQueueWithProperties");
  const cl_properties properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                      1 << 1 /* CL_COMMAND_BUFFER_MUTABLE_KHR */, 0};
  pipeline.buffer = functions.create(1, &pipeline.queue, properties, &status);
  example::check(status, "clCreateCommandBufferKHR");
  cl_program program = example::build(pipeline.context, device, source);
  cl_mem between = make_buffer(pipeline.context);
  pipeline.smooth = record(functions, pipeline, program, "smooth", 1, between);
  pipeline.outline = record(functions, pipeline, program, "outline", 0, between);
  example::check(functions.finalize(pipeline.buffer), "clFinalizeCommandBufferKHR");

  std::vector<cl_mem> results;
  for (cl_uint number = 0; number < frames; ++number) {
    const Frame contents = make_frame(number);
    cl_mem frame = make_buffer(pipeline.context, &contents);
    results.push_back(make_buffer(pipeline.context));
    process(functions, pipeline, frame, results.back());
    example::check(clReleaseMemObject(frame), "clReleaseMemObject");  // the replay keeps it
  }
  size_t wrong = 0;
  for (cl_uint number = 0; number < frames; ++number) {
    Frame result(pixels);
    example::check(clEnqueueReadBuffer(pipeline.queue, results[number], CL_TRUE, 0,
                                       pixels * sizeof(cl_int), result.data(), 0, nullptr, nullptr),
                   "clEnqueueReadBuffer");
    const Frame expected = on_host(make_frame(number));
    for (size_t i = 0; i < pixels; ++i) wrong += result[i] != expected[i] ? 1 : 0;
    example::check(clReleaseMemObject(results[number]), "clReleaseMemObject");
  }
  std::printf("%u frames of %zu pixels, %zu wrong\n", frames, pixels, wrong);
  example::check(functions.release(pipeline.buffer), "clReleaseCommandBufferKHR");
  example::check(clReleaseMemObject(between), "clReleaseMemObject");
  example::check(clReleaseProgram(program), "clReleaseProgram");
  example::check(clReleaseCommandQueue(pipeline.queue), "clReleaseCommandQueue");
  example::check(clReleaseContext(pipeline.context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}
