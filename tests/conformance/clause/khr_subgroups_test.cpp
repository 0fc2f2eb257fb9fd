// cl_khr_subgroups, additions to chapter 5: clGetKernelSubGroupInfoKHR, found by its name.
#include <cstring>
#include <string>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

class KhrSubGroups : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    program_ = build("kernel void k(global int* o) { *o = 1; }");
    kernel_ = Kernel(clCreateKernel(program_, "k", nullptr));
    ASSERT_NE(nullptr, cl_kernel(kernel_));
    ask_ = reinterpret_cast<clGetKernelSubGroupInfoKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(find_platform(), "clGetKernelSubGroupInfoKHR"));
    ASSERT_NE(nullptr, ask_);
  }

  Program program_;
  Kernel kernel_;
  clGetKernelSubGroupInfoKHR_fn ask_ = nullptr;
};

TEST_F(KhrSubGroups, TheExtensionIsReportedWithIndependentForwardProgress) {
  char names[4096] = {};
  ASSERT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS, sizeof names, names, nullptr));
  EXPECT_NE(std::string::npos, (" " + std::string(names) + " ").find(" cl_khr_subgroups "));
  cl_bool progress = CL_FALSE;
  ASSERT_EQ(CL_SUCCESS, clGetDeviceInfo(device_, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
                                        sizeof progress, &progress, nullptr));
  EXPECT_EQ(cl_bool{CL_TRUE}, progress);
  cl_uint most = 0;
  ASSERT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device_, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, nullptr));
  EXPECT_GE(most, 1U);
}

TEST_F(KhrSubGroups, BothQueriesTakeALocalSizeOfOneToThreeDimensions) {
  size_t width = 0, size = 0;
  const size_t local[] = {64, 3, 2};
  for (const size_t dimensions : {1U, 2U, 3U}) {
    const size_t bytes = dimensions * sizeof(size_t);
    ASSERT_EQ(CL_SUCCESS, ask_(kernel_, device_, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR,
                               bytes, local, sizeof width, &width, &size));
    EXPECT_EQ(sizeof(size_t), size);
    ASSERT_GE(width, 1U);
    size_t count = 0, items = 1;
    for (size_t d = 0; d < dimensions; ++d) items *= local[d];
    ASSERT_EQ(CL_SUCCESS, ask_(kernel_, device_, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, bytes,
                               local, sizeof count, &count, nullptr));
    EXPECT_EQ((items + width - 1) / width, count);
  }
}

TEST_F(KhrSubGroups, OtherInputsAreInvalidValues) {
  const size_t local[] = {64, 1, 1, 1};
  for (const cl_kernel_sub_group_info name :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR}) {
    size_t answer = 77;
    for (const size_t bytes : {0U, 4U, 12U, 32U}) {
      EXPECT_EQ(CL_INVALID_VALUE,
                ask_(kernel_, device_, name, bytes, local, sizeof answer, &answer, nullptr))
          << bytes;
    }
    EXPECT_EQ(CL_INVALID_VALUE,
              ask_(kernel_, device_, name, 8, nullptr, sizeof answer, &answer, nullptr));
    EXPECT_EQ(77U, answer);
  }
}

TEST_F(KhrSubGroups, AResultThatHasNoRoomIsAnInvalidValue) {
  const size_t local = 64;
  size_t answer = 77, size = 0;
  EXPECT_EQ(CL_INVALID_VALUE, ask_(kernel_, device_, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, 8,
                                   &local, 4, &answer, nullptr));
  EXPECT_EQ(77U, answer);
  EXPECT_EQ(CL_SUCCESS, ask_(kernel_, device_, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, 8, &local,
                             0, nullptr, &size));
  EXPECT_EQ(sizeof(size_t), size);
  EXPECT_EQ(CL_INVALID_VALUE, ask_(kernel_, device_, CL_KERNEL_FUNCTION_NAME, 8, &local,
                                   sizeof answer, &answer, nullptr));
}

TEST_F(KhrSubGroups, TheOnlyDeviceNeedNotBeNamed) {
  const size_t local = 64;
  size_t answer = 0;
  EXPECT_EQ(CL_SUCCESS, ask_(kernel_, nullptr, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, 8, &local,
                             sizeof answer, &answer, nullptr));
  EXPECT_GE(answer, 1U);
  EXPECT_EQ(CL_INVALID_DEVICE, ask_(kernel_, reinterpret_cast<cl_device_id>(cl_kernel(kernel_)),
                                    CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, 8, &local,
                                    sizeof answer, &answer, nullptr));
  EXPECT_EQ(CL_INVALID_KERNEL, ask_(nullptr, device_, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, 8,
                                    &local, sizeof answer, &answer, nullptr));
}

// The extension cl_intel_required_subgroup_size has this query.
TEST_F(KhrSubGroups, TheRequiredSizeIsToldWhateverTheInput) {
  const Program program = build("kernel __attribute__((intel_reqd_sub_group_size(8))) void k() {}");
  const Kernel of_8(clCreateKernel(program, "k", nullptr));
  const auto ask = [this](cl_kernel kernel, size_t input_size, const void* input, size_t room,
                          size_t* answer, size_t* size) {
    return ask_(kernel, device_, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, input_size, input, room,
                answer, size);
  };
  const size_t local[] = {64, 3, 2};
  for (const size_t input_size : {0U, 3U, 8U, 24U}) {
    size_t answer = 77, size = 0;
    EXPECT_EQ(CL_SUCCESS, ask(of_8, input_size, local, sizeof answer, &answer, &size));
    EXPECT_EQ(8U, answer);
    EXPECT_EQ(sizeof(size_t), size);
    EXPECT_EQ(CL_SUCCESS, ask(kernel_, input_size, nullptr, sizeof answer, &answer, &size));
    EXPECT_EQ(0U, answer) << "none is required";
  }
  size_t answer = 77;
  EXPECT_EQ(CL_INVALID_VALUE, ask(of_8, 0, nullptr, 4, &answer, nullptr));
  EXPECT_EQ(77U, answer);
}

}  // namespace
}  // namespace cleave::test
