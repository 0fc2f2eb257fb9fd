#include "pipe_launches.h"

#include <algorithm>
#include <vector>

namespace cleave::test::fuzz::kernels {
namespace {

constexpr size_t most_packet_bytes = 128;
constexpr size_t sums_bytes = 8 * PipeLaunches::packets_at + maximum_work_items * most_packet_bytes;

}  // namespace

PipeLaunches::PipeLaunches(const Session& session, cl_program program, const PipeFeatures& features)
    : session_(session), program_(program), features_(features) {
  std::vector<unsigned char> zeros(sums_bytes);
  sums_ = session.make_buffer(sums_bytes, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, zeros.data());
  read_ = make_pipe(features.read.most);
  written_ = make_pipe(features.written.most);
  advance(read_, features.read);
  advance(written_, features.written);
  fill(read_, features.filled);
}

PipeLaunches::~PipeLaunches() {
  for (cl_mem memory : {sums_, read_, written_}) clReleaseMemObject(memory);
}

cl_mem PipeLaunches::make_pipe(unsigned packets) const {
  cl_int error = CL_SUCCESS;
  cl_mem pipe = clCreatePipe(session_.context, 0, features_.type->bytes, packets, nullptr, &error);
  check(error, "clCreatePipe");
  return pipe;
}

/// Nothing where reduction has left the kernel out.
void PipeLaunches::launch(const char* name, size_t items, cl_mem pipe, cl_uint number,
                          cl_mem last) const {
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program_, name, &error);
  if (error != CL_SUCCESS) return;
  clSetKernelArg(kernel, 0, sizeof pipe, &pipe);
  clSetKernelArg(kernel, 1, sizeof sums_, &sums_);
  clSetKernelArg(kernel, 2, sizeof number, &number);
  if (last != nullptr) clSetKernelArg(kernel, 3, sizeof last, &last);
  check(clEnqueueNDRangeKernel(session_.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                               nullptr),
        name);
  clReleaseKernel(kernel);
}

void PipeLaunches::fill(cl_mem pipe, unsigned count) const {
  launch("fill", fillers, pipe, count, nullptr);
}

/// By one work-item, which sees the order too; for every other pipe by many.
void PipeLaunches::drain(cl_mem pipe, cl_uint which) const {
  std::array<cl_uint, 1024> none = {};
  cl_mem last = session_.make_buffer(sizeof none, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &none);
  launch("drain", features_.written.most % 2 == 0 ? 1 : 50, pipe, which, last);
  clReleaseMemObject(last);
}

void PipeLaunches::advance(cl_mem pipe, const PipeSize& size) const {
  for (unsigned done = 0; done < size.advance; done += size.most) {
    fill(pipe, std::min(size.most, size.advance - done));
    drain(pipe, pipe_sum::read);
  }
}

cl_uint PipeLaunches::set_arguments(cl_kernel kernel, cl_uint first) const {
  for (cl_mem memory : {read_, written_, sums_}) {
    clSetKernelArg(kernel, first++, sizeof memory, &memory);
  }
  return first;
}

std::array<cl_ulong, 3> PipeLaunches::sums() const {
  drain(read_, pipe_sum::read);
  drain(written_, pipe_sum::written);
  std::array<cl_ulong, 3> sums = {};
  check(clEnqueueReadBuffer(session_.queue, sums_, CL_TRUE, 0, sizeof sums, sums.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  return sums;
}

}  // namespace cleave::test::fuzz::kernels
