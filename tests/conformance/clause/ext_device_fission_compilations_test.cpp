// cl_ext_device_fission: "Implementations should eliminate redundant compilation where devices and
// sub-devices can share a common binary." The compiler says on standard error what it does, and the
// lines are counted.
#include <cstdlib>

#include "support/fission.h"

namespace cleave::test {
namespace {

// Before the first call of OpenCL, which reads them. Code of one tier: nothing in the background.
[[maybe_unused]] const int topology = setenv("CLEAVE_TOPOLOGY", "core:4 pu:1", 1);
[[maybe_unused]] const int report = setenv("CLEAVE_TIME_PASSES", "1", 1);
[[maybe_unused]] const int no_cache = setenv("CLEAVE_CACHE", "0", 1);
[[maybe_unused]] const int one_tier = setenv("CLEAVE_TIERS", "main", 1);

struct Compilations {
  size_t of_sources = 0;
  size_t of_kernels = 0;
};

template <class Act>
Compilations compilations_of(const Act& act) {
  testing::internal::CaptureStderr();
  act();
  const std::string text = testing::internal::GetCapturedStderr();
  const auto count = [&](const std::string& line) {
    size_t found = 0;
    for (size_t at = text.find(line); at != std::string::npos; at = text.find(line, at + 1))
      ++found;
    return found;
  };
  return {count("cleave: front end "), count("cleave: code generation ")};
}

class CompilationsOfParts : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    for (FissionDevice& half : split_ext(device_, equally_ext(2)))
      parts_.push_back(std::move(half));
    for (FissionDevice& unit : split_ext(parts_[0], by_names_ext({1}))) {
      parts_.push_back(std::move(unit));
    }
    ASSERT_EQ(3U, parts_.size());
    const char* source = "kernel void k(global int* p) { p[get_global_id(0)] = 3; }";
    cl_int error = 1;
    program_ = Program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
  }
  void build_for(cl_program program, cl_device_id device, const char* options = "") {
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 1, &device, options, nullptr, nullptr));
  }
  void run_everywhere(cl_program program) {
    cl_int error = 1;
    const Kernel kernel(clCreateKernel(program, "k", &error));
    ASSERT_EQ(CL_SUCCESS, error);
    const Memory buffer = make_buffer(16 * sizeof(cl_int));
    const cl_mem argument = buffer;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
    for (cl_device_id device :
         {device_, cl_device_id{parts_[0]}, cl_device_id{parts_[1]}, cl_device_id{parts_[2]}}) {
      const Queue queue(clCreateCommandQueueWithProperties(context_, device, nullptr, &error));
      ASSERT_EQ(CL_SUCCESS, error);
      const size_t items = 16, group = 4;
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &group, 0,
                                                   nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    }
  }

  /// A program for the root from what was built for the last part.
  Program binary_of_part() {
    size_t sizes[2] = {};
    EXPECT_EQ(CL_SUCCESS,
              clGetProgramInfo(program_, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr));
    std::vector<unsigned char> binary(sizes[1]);
    unsigned char* places[2] = {nullptr, binary.data()};
    EXPECT_EQ(CL_SUCCESS,
              clGetProgramInfo(program_, CL_PROGRAM_BINARIES, sizeof places, places, nullptr));
    const unsigned char* bytes = binary.data();
    cl_int error = 1;
    Program program(
        clCreateProgramWithBinary(context_, 1, &device_, &sizes[1], &bytes, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return program;
  }

  std::vector<FissionDevice> parts_;
  Program program_;
};

TEST_F(CompilationsOfParts, TheSourceIsCompiledOnceForTheWholeTree) {
  const Compilations made = compilations_of([&] {
    build_for(program_, parts_[2]);
    build_for(program_, device_);
    build_for(program_, parts_[0]);
    build_for(program_, parts_[1]);
  });
  EXPECT_EQ(1U, made.of_sources);
}

TEST_F(CompilationsOfParts, OneCallForAllCompilesOnce) {
  const cl_device_id all[] = {device_, parts_[0], parts_[1], parts_[2]};
  const Compilations made = compilations_of(
      [&] { EXPECT_EQ(CL_SUCCESS, clBuildProgram(program_, 4, all, "", nullptr, nullptr)); });
  EXPECT_EQ(1U, made.of_sources);
}

TEST_F(CompilationsOfParts, AKernelIsGeneratedOnceForTheWholeTree) {
  build_for(program_, device_);
  build_for(program_, parts_[1]);
  const Compilations made = compilations_of([&] { run_everywhere(program_); });
  EXPECT_EQ(0U, made.of_sources);
  EXPECT_EQ(1U, made.of_kernels);
}

TEST_F(CompilationsOfParts, ABinaryNeedsNoSourceOnAnyPart) {
  build_for(program_, parts_[2]);
  const Compilations made = compilations_of([&] {
    const Program copy = binary_of_part();
    build_for(copy, device_, nullptr);
    run_everywhere(copy);
  });
  EXPECT_EQ(0U, made.of_sources);
  EXPECT_EQ(1U, made.of_kernels);
}

TEST_F(CompilationsOfParts, OtherOptionsAreAnotherProgram) {
  const Compilations made = compilations_of([&] {
    build_for(program_, device_);
    build_for(program_, parts_[1], "-DOTHER");
  });
  EXPECT_EQ(2U, made.of_sources);
}

}  // namespace
}  // namespace cleave::test
