// Named barriers of modules in SPIR-V, at which some of the sub-groups of a work-group meet.
#include "modules.h"
#include "runner.h"

namespace cleave::test {
namespace {

/// Runs `pairs` in work-groups of four sub-groups, and expects of each work-item the sum of what
/// its partner, in the other sub-group of the pair, wrote in each round.
void expect_meetings(const char* options) {
  const Session session;
  cl_program program = build_module(session, modules::named_barriers(), options);
  cl_int error = 1;
  cl_kernel kernel = clCreateKernel(program, "pairs", &error);
  check(error, "clCreateKernel");
  size_t lanes = 1;
  check(clGetKernelSubGroupInfo(kernel, session.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                sizeof lanes, &lanes, sizeof lanes, &lanes, nullptr),
        "clGetKernelSubGroupInfo");
  const size_t local = 4 * lanes, items = 3 * local;
  constexpr cl_uint rounds = 40;
  cl_mem out = session.make_buffer(items * sizeof(cl_uint));
  check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, local * sizeof(cl_uint), nullptr), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof rounds, &rounds), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, &local, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
  std::vector<cl_uint> sums(items);
  check(clEnqueueReadBuffer(session.queue, out, CL_TRUE, 0, items * sizeof(cl_uint), sums.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (size_t i = 0; i < items; ++i) {
    const auto partner = static_cast<cl_uint>(i % local ^ lanes);
    EXPECT_EQ(rounds * partner + rounds * (rounds - 1) / 2, sums[i]) << i;
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(session.queue);
  clReleaseContext(session.context);
}

TEST(NamedBarriers, SubGroupsMeetInPairs) {
  expect_meetings("");
}

// The option forgoes progress of sub-groups that the kernel would wait for by itself.
TEST(NamedBarriers, SubGroupsMeetWhereTheyDoNotMakeProgressOtherwise) {
  expect_meetings("-cl-no-subgroup-ifp");
}

TEST(NamedBarriers, SubGroupsMeetInCodeAsWritten) {
  expect_meetings("-cl-opt-disable");
}

}  // namespace
}  // namespace cleave::test
