// cl_khr_subgroups, forward progress where the process may take no more memory: a kernel whose
// sub-groups wait for each other needs stacks, and fails before it begins when there is no room for
// them. It neither hangs nor ends the process.
#include <sys/resource.h>

#include <cstdint>
#include <fstream>

#include "support/notified.h"

namespace cleave::test {
namespace {

/// While it lives, the process may have few addresses more than it has now.
class AddressLimit {
 public:
  AddressLimit() {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    EXPECT_EQ(0, getrlimit(RLIMIT_AS, &before_));
    rlimit limit = before_;
    limit.rlim_cur = pages * 4096 + (size_t{4} << 20);
    EXPECT_EQ(0, setrlimit(RLIMIT_AS, &limit));
  }
  ~AddressLimit() { EXPECT_EQ(0, setrlimit(RLIMIT_AS, &before_)); }
  AddressLimit(const AddressLimit&) = delete;
  AddressLimit& operator=(const AddressLimit&) = delete;

 private:
  rlimit before_{};
};

using WaitingWithoutMemory = Notified;

TEST_F(WaitingWithoutMemory, IsOutOfResourcesAndIsExplained) {
  // Each sub-group waits for the one after it. With a thousand sub-groups in a work-group, all
  // stacks take at least 64 MiB, which no worker keeps after a launch.
  const Kernel kernel = make_kernel(R"(
    kernel __attribute__((intel_reqd_sub_group_size(4))) void k(global int* out) {
      local atomic_int turn;
      const int first = get_num_sub_groups() - 1 - get_sub_group_id();
      if (get_local_id(0) == 0) atomic_init(&turn, 0);
      work_group_barrier(CLK_LOCAL_MEM_FENCE);
      if (get_sub_group_local_id() == 0) {
        while (atomic_load(&turn) != first);
        out[get_group_id(0) * get_num_sub_groups() + first] = first + 1;
        atomic_store(&turn, first + 1);
      }
    })",
                                    "k", "-cl-std=CL3.0");
  size_t local = 0;
  ASSERT_EQ(CL_SUCCESS, clGetKernelWorkGroupInfo(kernel, device_, CL_KERNEL_WORK_GROUP_SIZE,
                                                 sizeof local, &local, nullptr));
  const size_t global = 4 * local;
  const std::vector<cl_int> zeros(global);
  const Memory out = make_buffer(zeros);
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  const auto status_of_launch = [&] {
    Event event;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, &local, 0,
                                                 nullptr, event.out()));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    return value_of<cl_int>([&](size_t size, void* value, size_t* returned) {
      return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, size, value, returned);
    });
  };
  ASSERT_EQ(CL_COMPLETE, status_of_launch());
  const std::vector<cl_int> results = contents(out);
  EXPECT_EQ(1, results[0]);
  EXPECT_EQ(2, results[1]);
  for (int turn = 0; turn < 3; ++turn) {
    const AddressLimit limit;
    EXPECT_EQ(CL_OUT_OF_RESOURCES, status_of_launch());
  }
  EXPECT_TRUE(
      heard("clEnqueueNDRangeKernel failed after it was enqueued: "
            "CL_OUT_OF_RESOURCES: there is no memory for the stacks of a work-group"))
      << heard();
  ASSERT_EQ(3U, failed().size());
  EXPECT_EQ("k", failed().front().kernel);
  EXPECT_EQ(CL_COMPLETE, status_of_launch());
  EXPECT_EQ(results, contents(out));
}

}  // namespace
}  // namespace cleave::test
