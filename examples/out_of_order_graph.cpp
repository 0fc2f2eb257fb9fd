// A graph of commands in an out-of-order queue: each command names the events that it comes after,
// and a user event, which the host sets, holds the whole graph back until its input is there.
//
//   gate ── squares ──┬── halves ──┬── sum ── read
//                     └── thirds ──┘
#include <numeric>

#include "common.h"

namespace {

constexpr size_t count = 1 << 16;

constexpr const char* source = R"(
kernel void squares(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] * in[i];
}
kernel void divided(global const uint *in, global uint *out, uint by) {
  size_t i = get_global_id(0);
  out[i] = in[i] / by;
}
kernel void sum(global const uint *a, global const uint *b, global uint *out) {
  size_t i = get_global_id(0);
  out[i] = a[i] + b[i];
}
)";

struct Graph {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_mem in = nullptr, squared = nullptr, half = nullptr, third = nullptr, out = nullptr;
};

cl_mem make_buffer(cl_context context) {
  cl_int status = CL_SUCCESS;
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE, count * sizeof(cl_uint), nullptr, &status);
  example::check(status, "clCreateBuffer");
  return buffer;
}

Graph make_graph(cl_device_id device) {
  Graph graph;
  cl_int status = CL_SUCCESS;
  graph.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  example::check(status, "clCreateContext");
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  graph.queue = clCreateCommandQueueWithProperties(graph.context, device, properties, &status);
  example::check(status, "clCreateCommandQueueWithProperties");
  graph.program = example::build(graph.context, device, source);
  for (cl_mem* buffer : {&graph.in, &graph.squared, &graph.half, &graph.third, &graph.out}) {
    *buffer = make_buffer(graph.context);
  }
  return graph;
}

/// Enqueues a kernel after the events in `after`; the arguments are buffers, then perhaps a number.
cl_event enqueue(const Graph& graph, const char* name, const std::vector<cl_mem>& buffers,
                 const cl_uint* number, const std::vector<cl_event>& after) {
  cl_int status = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(graph.program, name, &status);
  example::check(status, "clCreateKernel");
  cl_uint index = 0;
  for (cl_mem buffer : buffers) {
    example::check(clSetKernelArg(kernel, index++, sizeof buffer, &buffer), "clSetKernelArg");
  }
  if (number != nullptr) {
    example::check(clSetKernelArg(kernel, index, sizeof *number, number), "clSetKernelArg");
  }
  cl_event event = nullptr;
  example::check(clEnqueueNDRangeKernel(graph.queue, kernel, 1, nullptr, &count, nullptr,
                                        static_cast<cl_uint>(after.size()), after.data(), &event),
                 "clEnqueueNDRangeKernel");
  example::check(clReleaseKernel(kernel), "clReleaseKernel");  // the command keeps what it needs
  return event;
}

/// The whole graph, behind `gate`. The last event is the read's.
std::vector<cl_event> enqueue_all(const Graph& graph, cl_event gate,
                                  std::vector<cl_uint>& results) {
  const cl_uint two = 2, three = 3;
  cl_event squares = enqueue(graph, "squares", {graph.in, graph.squared}, nullptr, {gate});
  cl_event halves = enqueue(graph, "divided", {graph.squared, graph.half}, &two, {squares});
  cl_event thirds = enqueue(graph, "divided", {graph.squared, graph.third}, &three, {squares});
  cl_event sum =
      enqueue(graph, "sum", {graph.half, graph.third, graph.out}, nullptr, {halves, thirds});
  cl_event read = nullptr;
  example::check(clEnqueueReadBuffer(graph.queue, graph.out, CL_FALSE, 0, count * sizeof(cl_uint),
                                     results.data(), 1, &sum, &read),
                 "clEnqueueReadBuffer");
  example::check(clFlush(graph.queue), "clFlush");
  return {squares, halves, thirds, sum, read};
}

cl_int status_of(cl_event event) {
  cl_int execution_status = 0;
  example::check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof execution_status,
                                &execution_status, nullptr),
                 "clGetEventInfo");
  return execution_status;
}

void release(const std::vector<cl_event>& events) {
  for (cl_event event : events) example::check(clReleaseEvent(event), "clReleaseEvent");
}

cl_event make_gate(const Graph& graph) {
  cl_int status = CL_SUCCESS;
  cl_event gate = clCreateUserEvent(graph.context, &status);
  example::check(status, "clCreateUserEvent");
  return gate;
}

void run_when_input_is_there(const Graph& graph) {
  cl_event gate = make_gate(graph);
  std::vector<cl_uint> results(count);
  const std::vector<cl_event> events = enqueue_all(graph, gate, results);
  std::printf("5 commands are enqueued, and wait.\n");

  // Only now does the host make the input.
  std::vector<cl_uint> input(count);
  std::iota(input.begin(), input.end(), 0);
  cl_event written = nullptr;
  example::check(clEnqueueWriteBuffer(graph.queue, graph.in, CL_TRUE, 0, count * sizeof(cl_uint),
                                      input.data(), 0, nullptr, &written),
                 "clEnqueueWriteBuffer");
  example::check(clReleaseEvent(written), "clReleaseEvent");
  if (status_of(events.front()) < CL_SUBMITTED) {
    std::fprintf(stderr, "Wrong: a command ran before its gate was open\n");
    std::exit(1);
  }
  example::check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
  example::check(clWaitForEvents(1, &events.back()), "clWaitForEvents");
  for (cl_uint i = 0; i < count; ++i) {
    const cl_uint expected = i * i / 2 + i * i / 3;
    if (results[i] == expected) continue;
    std::fprintf(stderr, "Wrong: result %u is %u and should be %u\n", i, results[i], expected);
    std::exit(1);
  }
  std::printf("The gate is open: %zu results agree with the host.\n", results.size());
  release(events);
  example::check(clReleaseEvent(gate), "clReleaseEvent");
}

/// When the input cannot be had, the host says so, and nothing of the graph runs.
void fail_as_a_whole(const Graph& graph) {
  cl_event gate = make_gate(graph);
  std::vector<cl_uint> results(count);
  const std::vector<cl_event> events = enqueue_all(graph, gate, results);
  example::check(clSetUserEventStatus(gate, -1), "clSetUserEventStatus");
  const cl_int status = clWaitForEvents(1, &events.back());
  size_t failed = 0;
  for (cl_event event : events) failed += status_of(event) < 0 ? 1 : 0;
  std::printf("The gate failed: waiting gives %d, %zu of %zu commands ended with an error.\n",
              status, failed, events.size());
  if (status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST || failed != events.size()) {
    std::exit(1);
  }
  release(events);
  example::check(clReleaseEvent(gate), "clReleaseEvent");
}

}  // namespace

int main() {
  const Graph graph = make_graph(example::first_device());
  run_when_input_is_there(graph);
  fail_as_a_whole(graph);
  for (cl_mem buffer : {graph.in, graph.squared, graph.half, graph.third, graph.out}) {
    example::check(clReleaseMemObject(buffer), "clReleaseMemObject");
  }
  example::check(clReleaseProgram(graph.program), "clReleaseProgram");
  example::check(clReleaseCommandQueue(graph.queue), "clReleaseCommandQueue");
  example::check(clReleaseContext(graph.context), "clReleaseContext");
}
