// Tests where pipes lie, which no pointer of the host leads to: by the pages that the process gets.
#include <string>
#include <vector>

#include "opencl.h"
#include "scenarios.h"

namespace cleave::test::qemu_numa {
namespace {

constexpr cl_uint packets = 1U << 20, packet_bytes = 16;
constexpr size_t packet_pages = size_t{packets} * packet_bytes / 4096;

/// A kernel that fills a pipe.
class Writer {
 public:
  explicit Writer(cl_context context) {
    const char* source =
        "kernel void put(write_only pipe uint4 p) { uint4 x = 9; write_pipe(p, &x); }";
    cl_int status = CL_SUCCESS;
    program_ = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    check_call(clBuildProgram(program_, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr),
               "clBuildProgram");
    kernel_ = clCreateKernel(program_, "put", &status);
    check_call(status, "clCreateKernel");
  }
  ~Writer() {
    clReleaseKernel(kernel_);
    clReleaseProgram(program_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void fill(cl_command_queue queue, cl_mem pipe) const {
    const size_t count = packets, group = 256;
    check_call(clSetKernelArg(kernel_, 0, sizeof pipe, &pipe), "clSetKernelArg");
    check_call(
        clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &count, &group, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    check_call(clFinish(queue), "clFinish");
  }

 private:
  cl_program program_ = nullptr;
  cl_kernel kernel_ = nullptr;
};

/// Its packets, and half as much about them, come as pages of the node; of what else the process
/// gets meanwhile there is little.
void check_pipe(const Session& session, size_t queue, int node, const std::string& what) {
  const Writer writer(session.context());
  const cl_mem small =
      clCreatePipe(session.context(), 0, packet_bytes, packets / 1024, nullptr, nullptr);
  writer.fill(session.queue(queue), small);  // its code is there now
  auto before = nodes_of_all_pages();
  cl_int status = CL_SUCCESS;
  const cl_mem pipe = clCreatePipe(session.context(), 0, packet_bytes, packets, nullptr, &status);
  check_call(status, "clCreatePipe");
  writer.fill(session.queue(queue), pipe);
  auto after = nodes_of_all_pages();
  const size_t near = after[node] - before[node], far = after[1 - node] - before[1 - node];
  const std::string text = what + ": " + std::to_string(near) + " pages more on node " +
                           std::to_string(node) + ", " + std::to_string(far) + " on the other";
  check(near >= packet_pages + packet_pages / 2 && far < packet_pages / 16, text);
  seen(text);
  check_call(clReleaseMemObject(pipe), "clReleaseMemObject");
  check_call(clReleaseMemObject(small), "clReleaseMemObject");
}

}  // namespace

void pipes_lie_on_their_node() {
  const auto parts = split_by(root_device(), CL_DEVICE_AFFINITY_DOMAIN_NUMA);
  const Processors& all = allowed_processors();
  for (const int node : {0, 1}) {
    const Session one({parts[static_cast<size_t>(node)]});
    bind_to(processors_of_node(1 - node));
    check_pipe(one, 0, node, "a pipe of the part of node " + std::to_string(node));
    bind_to(all);
  }
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

}  // namespace cleave::test::qemu_numa
