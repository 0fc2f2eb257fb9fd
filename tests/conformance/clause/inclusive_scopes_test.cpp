// 3.3.4 of OpenCL 3.1: "For OpenCL 3.1 and newer, the memory scope of A and B may be different" for
// the actions to have an inclusive scope: the narrower one has to hold both work-items.
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

struct Scope {
  const char* name;
  bool is_of_sub_groups = false;
  bool is_of_groups = false;
};
constexpr Scope scopes[] = {{"memory_scope_sub_group", true, true},
                            {"memory_scope_work_group", false, true},
                            {"memory_scope_device"},
                            {"memory_scope_all_svm_devices"}};

/// Each work-item releases what it wrote with one scope; the last one of its kin acquires it with
/// the other, and adds it all up.
const char* const source = R"(
kernel void k(global int* data, global atomic_int* arrived, global int* sums) {
  size_t kin, count;
#if OF_SUB_GROUPS
  kin = get_group_id(0) * get_enqueued_num_sub_groups() + get_sub_group_id();
  count = get_sub_group_size();
  size_t first = get_global_id(0) - get_sub_group_local_id();
#elif OF_GROUPS
  kin = get_group_id(0);
  count = get_local_size(0);
  size_t first = kin * count;
#else
  kin = 0;
  count = get_global_size(0);
  size_t first = 0;
#endif
  data[get_global_id(0)] = get_global_id(0) + 1;
#if BY_FENCES
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, PRODUCER);
  int before = atomic_fetch_add_explicit(arrived + kin, 1, memory_order_relaxed, PRODUCER);
#else
  int before = atomic_fetch_add_explicit(arrived + kin, 1, memory_order_release, PRODUCER);
#endif
  if (before != count - 1) return;
#if BY_FENCES
  atomic_load_explicit(arrived + kin, memory_order_relaxed, CONSUMER);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, CONSUMER);
#else
  atomic_load_explicit(arrived + kin, memory_order_acquire, CONSUMER);
#endif
  int sum = 0;
  for (size_t i = 0; i < count; ++i) sum += data[first + i];
  sums[kin] = sum;
})";

class InclusiveScopes : public OnDevice {
 protected:
  /// Returns the sum of all sums, 100 times.
  [[nodiscard]] std::vector<cl_int> run(cl_kernel kernel) const {
    std::vector<cl_int> all;
    for (int turn = 0; turn < 100; ++turn) {
      const Memory data = make_buffer(std::vector<cl_int>(items, 0));
      const Memory arrived = make_buffer(std::vector<cl_int>(items, 0));
      const Memory sums = make_buffer(std::vector<cl_int>(items, 0));
      cl_uint index = 0;
      for (const cl_mem argument : {cl_mem(data), cl_mem(arrived), cl_mem(sums)}) {
        EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index++, sizeof argument, &argument));
      }
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &local, 0,
                                                   nullptr, nullptr));
      cl_int sum = 0;
      for (const cl_int part : contents(sums)) sum += part;
      all.push_back(sum);
    }
    return all;
  }

  static constexpr size_t items = 1024, local = 64;
};

TEST_F(InclusiveScopes, MayDiffer) {
  const std::vector<cl_int> right(100, cl_int{items * (items + 1) / 2});
  for (const Scope& producer : scopes) {
    for (const Scope& consumer : scopes) {
      for (const bool fences : {false, true}) {
        const auto flag = [](bool is_so) { return is_so ? "1" : "0"; };
        const std::string options =
            std::string("-cl-std=CL3.1 -DPRODUCER=") + producer.name +
            " -DCONSUMER=" + consumer.name + " -DBY_FENCES=" + flag(fences) +
            " -DOF_SUB_GROUPS=" + flag(producer.is_of_sub_groups || consumer.is_of_sub_groups) +
            " -DOF_GROUPS=" + flag(producer.is_of_groups || consumer.is_of_groups);
        EXPECT_EQ(right, run(make_kernel(source, "k", options.c_str()))) << options;
      }
    }
  }
}

}  // namespace
}  // namespace cleave::test
