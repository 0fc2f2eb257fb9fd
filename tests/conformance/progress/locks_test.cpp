// Spin locks that every work-item of a sub-group takes. OpenCL promises them nothing; programs
// that were written for GPUs expect each of their work-items to get its turn.
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

std::string contents_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A kernel of locks.cl, and how its work-items share locks.
struct Lock {
  const char* kernel;
  size_t bins = 1;         // sums that work-items are dealt to in turn
  int times = 1;           // how often each work-item takes the lock
  bool is_local = false;   // the sum is of a work-group
  size_t left_out_of = 0;  // of so many neighbours one takes no lock; 0: all do
  size_t left_out = 0;     // that one
};

const Lock locks[] = {
    {.kernel = "compare_exchange"},
    {.kernel = "exchange"},
    {.kernel = "owner"},
    {.kernel = "done_flag"},
    {.kernel = "test_before_exchange"},
    {.kernel = "first_attempt_apart"},
    {.kernel = "functions"},
    {.kernel = "some_lanes", .left_out_of = 3, .left_out = 1},
    {.kernel = "nested"},
    {.kernel = "hand_over_hand"},
    {.kernel = "early_return", .left_out_of = 4, .left_out = 2},
    {.kernel = "rounds", .times = 3},
    {.kernel = "bins", .bins = 5},
    {.kernel = "local_lock", .is_local = true},
    {.kernel = "flag"},
    {.kernel = "expected_again"},
};

struct LocalSize {
  size_t x, y, groups;  // work-items, and work-groups beside each other
};

class SpinLocks : public OnDevice, public testing::WithParamInterface<Lock> {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    const char* more = std::getenv("CLEAVE_TEST_OPTIONS");
    if (more != nullptr) options_ = more;
  }

  [[nodiscard]] Program build_source() const {
    return build(contents_of(CLEAVE_LOCKS_SOURCE), ("-cl-std=CL3.0 " + options_).c_str());
  }
  /// Builds the module that clang makes of the source with its own optimisation, which moves what a
  /// lock guards behind loops.
  [[nodiscard]] Program build_module() const {
    const std::string words = contents_of(CLEAVE_LOCKS_MODULE);
    Program program(clCreateProgramWithIL(context_, words.data(), words.size(), nullptr));
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 1, &device_, options_.c_str(), nullptr, nullptr))
        << build_log(program, device_);
    return program;
  }

  void expect_turns(cl_program program) {
    const Kernel kernel(clCreateKernel(program, GetParam().kernel, nullptr));
    ASSERT_NE(nullptr, kernel);
    const auto w = value_of<size_t>([&](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size, value,
                             returned);
    });
    for (const LocalSize& size :
         {LocalSize{4 * w, 1, 2}, {w, 1, 1}, {3 * w + 3, 1, 2}, {5, 3, 4}}) {
      SCOPED_TRACE(std::to_string(size.x) + " x " + std::to_string(size.y));
      run(kernel, size);
    }
  }

 private:
  void run(cl_kernel kernel, const LocalSize& size) {
    const std::array<size_t, 2> local = {size.x, size.y};
    const std::array<size_t, 2> global = {size.x * size.groups, size.y};
    const Memory lock = make_buffer(std::vector<cl_int>(128));
    const Memory sums = make_buffer(std::vector<cl_int>(GetParam().bins));
    const Memory found = make_buffer(std::vector<cl_int>(global[0] * global[1]));
    cl_uint index = 0;
    for (const cl_mem argument : {cl_mem{lock}, cl_mem{sums}, cl_mem{found}}) {
      ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index++, sizeof argument, &argument));
    }
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 2, nullptr, global.data(),
                                                 local.data(), 0, nullptr, nullptr));
    judge(size, contents(found), contents(sums));
  }

  /// Those who share a sum have found all numbers below it, each once where each came once.
  static void judge(const LocalSize& size, const std::vector<cl_int>& found,
                    const std::vector<cl_int>& sums) {
    const Lock& lock = GetParam();
    std::map<size_t, std::set<cl_int>> numbers;
    std::map<size_t, cl_int> taken;
    for (size_t i = 0; i < found.size(); ++i) {
      if (lock.left_out_of != 0 && i % lock.left_out_of == lock.left_out) {
        ASSERT_EQ(-1, found[i]) << i;
        continue;
      }
      const size_t sum = lock.is_local ? i % (size.x * size.groups) / size.x : i % lock.bins;
      ASSERT_TRUE(numbers[sum].insert(found[i]).second) << i << " found " << found[i] << " too";
      taken[sum] += lock.times;
    }
    for (const auto& [sum, count] : taken) {
      ASSERT_GE(*numbers[sum].begin(), 0);
      ASSERT_LT(*numbers[sum].rbegin(), count);
      if (!lock.is_local) {
        ASSERT_EQ(count, sums[sum]);
      }
    }
    if (lock.is_local) {
      ASSERT_EQ(static_cast<cl_int>(found.size()), sums[0]);
    }
  }

  std::string options_;
};

TEST_P(SpinLocks, AreTakenByLaneAfterLane) {
  expect_turns(build_source());
}

TEST_P(SpinLocks, AreTakenByLaneAfterLaneInModules) {
  expect_turns(build_module());
}

INSTANTIATE_TEST_SUITE_P(InAllForms, SpinLocks, testing::ValuesIn(locks),
                         [](const auto& row) { return row.param.kernel; });

}  // namespace
}  // namespace cleave::test
