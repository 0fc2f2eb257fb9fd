// Numbers of sub-groups that kernels of SPIR-V modules require (5.9.4 and 5.10), and what kernels
// ask about them.
#include <array>

#include "support/modules.h"

namespace cleave::test {
namespace {

class SubGroupDispatch : public WithModules {
 protected:
  void SetUp() override {
    WithModules::SetUp();
    program_ = create(modules::sub_group_counts());
    out_ = make_buffer(std::vector<cl_int>(256, -1));
  }
  /// Takes the kernel of a program that is built.
  void take(const char* name) {
    cl_int error = 1;
    kernel_ = Kernel(clCreateKernel(program_, name, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    const cl_mem argument = out_;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel_, 0, sizeof argument, &argument));
  }
  [[nodiscard]] cl_int enqueue(size_t items, const size_t* local) const {
    return clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &items, local, 0, nullptr, nullptr);
  }
  [[nodiscard]] cl_int enqueue(size_t items, size_t local) const { return enqueue(items, &local); }
  [[nodiscard]] size_t ask(cl_kernel_sub_group_info name, std::vector<size_t> input = {}) const {
    size_t answer = 0;
    EXPECT_EQ(CL_SUCCESS,
              clGetKernelSubGroupInfo(kernel_, device_, name, input.size() * sizeof(size_t),
                                      input.empty() ? nullptr : input.data(), sizeof answer,
                                      &answer, nullptr));
    return answer;
  }

  Program program_;
  Memory out_;
  Kernel kernel_;
};

TEST_F(SubGroupDispatch, LaunchesHaveTheNumberOfSubGroupsThatTheModuleRequires) {
  ASSERT_EQ(CL_SUCCESS, build(program_)) << log_of(program_);
  take("four");
  EXPECT_EQ(4U, ask(CL_KERNEL_COMPILE_NUM_SUB_GROUPS));
  EXPECT_EQ(8U, ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {32}));
  EXPECT_EQ(32U, ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {4}));
  EXPECT_EQ(0U, ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {3}));
  EXPECT_EQ(CL_SUCCESS, enqueue(64, 32));
  EXPECT_EQ(CL_SUCCESS, enqueue(50, 25));  // the last sub-group is smaller
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, enqueue(64, 64));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, enqueue(64, 16));
  EXPECT_NE(std::string::npos, heard().find("requires 4 sub-groups of 8 work-items each"))
      << heard();
}

TEST_F(SubGroupDispatch, LaunchesWithoutALocalSizeGetOneThatFits) {
  ASSERT_EQ(CL_SUCCESS, build(program_)) << log_of(program_);
  take("four");
  for (const size_t items : {256U, 100U, 5U}) {
    ASSERT_EQ(CL_SUCCESS, enqueue(items, nullptr));
    const std::vector<cl_int> counts = contents(out_);
    for (size_t i = 0; i < items; ++i) ASSERT_EQ(4, counts[i]) << i;
  }
}

// The number may be a specialization constant.
TEST_F(SubGroupDispatch, NumbersOfSubGroupsAreSpecialized) {
  const cl_uint three = 3;
  ASSERT_EQ(CL_SUCCESS, clSetProgramSpecializationConstant(program_, 1, sizeof three, &three));
  ASSERT_EQ(CL_SUCCESS, build(program_)) << log_of(program_);
  take("some");
  EXPECT_EQ(3U, ask(CL_KERNEL_COMPILE_NUM_SUB_GROUPS));
  const size_t lanes = ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64});
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, enqueue(12 * lanes, 2 * lanes));
  EXPECT_EQ(CL_SUCCESS, enqueue(3 * lanes, 3 * lanes));
  EXPECT_EQ(3, contents(out_)[0]);
}

// Kernels ask how many sub-groups a function can have that they enqueue.
TEST_F(SubGroupDispatch, KernelsAskAboutFunctions) {
  ASSERT_EQ(CL_SUCCESS, build(program_)) << log_of(program_);
  take("ask");
  const size_t lanes = ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64});
  ASSERT_EQ(CL_SUCCESS, enqueue(1, nullptr));
  const std::vector<cl_int> answers = contents(out_);
  EXPECT_LE(2, answers[0]);
  EXPECT_EQ(2 * lanes, answers[1]);
  EXPECT_EQ(0, answers[2]);  // so many fit into no work-group
}

}  // namespace
}  // namespace cleave::test
