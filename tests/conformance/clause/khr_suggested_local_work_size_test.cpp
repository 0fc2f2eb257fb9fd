// cl_khr_suggested_local_work_size: the local size of a launch that gives none, before it is made.
#include <CL/cl_ext.h>

#include <cstdint>

#include "support/newer_cl.h"
#include "support/reported.h"

namespace cleave::test {
namespace {

using Sizes = std::vector<size_t>;

class SuggestedLocalWorkSize : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    function_ = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(find_platform(),
                                                 "clGetKernelSuggestedLocalWorkSizeKHR"));
    ASSERT_NE(nullptr, function_);
  }
  /// A kernel that writes the local size, with its argument set.
  [[nodiscard]] Kernel make_writer(const std::string& attribute, const char* options) {
    Kernel kernel =
        make_kernel("kernel " + attribute +
                        " void sizes(global int *p) {\n"
                        "  if (get_global_linear_id() != 0) return;\n"
                        "  for (int i = 0; i < 3; ++i) p[i] = get_enqueued_local_size(i);\n"
                        "}\n",
                    "sizes", options);
    sizes_ = make_buffer(std::vector<cl_int>(3, -1));
    const cl_mem argument = sizes_;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
    return kernel;
  }
  [[nodiscard]] cl_int ask(cl_kernel kernel, const Sizes& offset, const Sizes& global,
                           size_t* answer) const {
    return function_(queue_, kernel, static_cast<cl_uint>(global.size()),
                     offset.empty() ? nullptr : offset.data(), global.data(), answer);
  }
  [[nodiscard]] cl_int ask(cl_kernel kernel, const Sizes& global) const {
    size_t answer[3] = {};
    return ask(kernel, {}, global, answer);
  }
  /// Expects that a launch without a local size has the one that was suggested.
  void expect_that_of_a_launch(cl_kernel kernel, const Sizes& global, const Sizes& offset = {}) {
    size_t answer[4] = {1, 1, 1, 77};
    ASSERT_EQ(CL_SUCCESS, ask(kernel, offset, global, answer));
    EXPECT_EQ(77U, answer[3]);
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueNDRangeKernel(queue_, kernel, static_cast<cl_uint>(global.size()),
                                     offset.empty() ? nullptr : offset.data(), global.data(),
                                     nullptr, 0, nullptr, nullptr));
    const std::vector<cl_int> of_launch = contents(sizes_);
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(static_cast<size_t>(of_launch[i]), answer[i]) << i;
  }

  clGetKernelSuggestedLocalWorkSizeKHR_fn function_ = nullptr;
  Memory sizes_;
};

TEST_F(SuggestedLocalWorkSize, IsReported) {
  expect_reported(device_, "cl_khr_suggested_local_work_size", CL_MAKE_VERSION(1, 0, 0));
}

// OpenCL 3.1, 5.9: the function of the core is in the dispatch table, where loaders look for it.
TEST_F(SuggestedLocalWorkSize, IsInTheDispatchTable) {
  const auto* entries =
      *reinterpret_cast<const char* const*>(static_cast<cl_command_queue>(queue_));
  const auto core = *reinterpret_cast<const clGetKernelSuggestedLocalWorkSizeKHR_fn*>(
      entries + support::entry_of_suggested_local_work_size);
  ASSERT_NE(nullptr, core);
  const Kernel kernel = make_writer("", "-cl-std=CL3.0");
  const size_t global[3] = {113, 64, 12};
  size_t of_core[3] = {}, of_extension[3] = {};
  EXPECT_EQ(CL_SUCCESS, core(queue_, kernel, 3, nullptr, global, of_core));
  EXPECT_EQ(CL_SUCCESS, function_(queue_, kernel, 3, nullptr, global, of_extension));
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(of_extension[i], of_core[i]);
  EXPECT_EQ(CL_INVALID_VALUE, core(queue_, kernel, 3, nullptr, global, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, core(nullptr, kernel, 3, nullptr, global, of_core));
}

TEST_F(SuggestedLocalWorkSize, IsThatOfALaunch) {
  for (const char* attribute : {"", "__attribute__((work_group_size_hint(8, 2, 1)))"}) {
    for (const char* options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-uniform-work-group-size"}) {
      const Kernel kernel = make_writer(attribute, options);
      for (const Sizes& global : {Sizes{1}, Sizes{7}, Sizes{113}, Sizes{1 << 20}, Sizes{64, 3},
                                  Sizes{113, 113}, Sizes{1, 64, 12}, Sizes{3, 5, 7}}) {
        expect_that_of_a_launch(kernel, global);
      }
      expect_that_of_a_launch(kernel, {100, 10}, {3, 4});
    }
  }
}

TEST_F(SuggestedLocalWorkSize, IsWhatTheKernelRequires) {
  const Kernel kernel =
      make_writer("__attribute__((reqd_work_group_size(4, 2, 1)))", "-cl-std=CL3.0");
  expect_that_of_a_launch(kernel, {64, 64});
  size_t answer[2] = {};
  ASSERT_EQ(CL_SUCCESS, ask(kernel, {}, {64, 64}, answer));
  EXPECT_EQ(4U, answer[0]);
  EXPECT_EQ(2U, answer[1]);
}

TEST_F(SuggestedLocalWorkSize, NeedsArguments) {
  const Kernel kernel = make_kernel("kernel void k(global int *p) { *p = 1; }", "k");
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, ask(kernel, {64}));
}

TEST_F(SuggestedLocalWorkSize, IsOfARangeThatALaunchCouldHave) {
  const Kernel kernel = make_writer("", "-cl-std=CL3.0");
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, ask(kernel, Sizes{}));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, ask(kernel, Sizes{1, 1, 1, 1}));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, ask(kernel, Sizes{4, 0}));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, ask(kernel, Sizes{SIZE_MAX / 2, 3}));
  size_t answer = 0;
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, function_(queue_, kernel, 1, nullptr, nullptr, &answer));
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, ask(kernel, Sizes{SIZE_MAX}, Sizes{2}, &answer));
  EXPECT_EQ(CL_INVALID_VALUE, ask(kernel, Sizes{}, Sizes{2}, nullptr));
}

TEST_F(SuggestedLocalWorkSize, IsOfAKernelAndAQueueOfOneContext) {
  const Kernel kernel = make_writer("", "-cl-std=CL3.0");
  const size_t global = 64;
  size_t answer = 0;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, function_(nullptr, kernel, 1, nullptr, &global, &answer));
  EXPECT_EQ(CL_INVALID_KERNEL, function_(queue_, nullptr, 1, nullptr, &global, &answer));
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Queue queue(clCreateCommandQueueWithProperties(other, device_, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_INVALID_CONTEXT, function_(queue, kernel, 1, nullptr, &global, &answer));
}

}  // namespace
}  // namespace cleave::test
