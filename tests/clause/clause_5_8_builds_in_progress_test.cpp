// Builds, compilations and links with a callback (5.8.4, 5.8.5): they go on aside, and what may not
// be done meanwhile. A header that is a named pipe holds a build up until the test writes to it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "support/opencl.h"

namespace cleave::test {
namespace {

constexpr const char* waits = "#include \"pipe.h\"\nkernel void k(global int *p) { *p = VALUE; }";

class Clause_5_8_BuildsInProgress : public OnDevice {
 protected:
  struct Notice {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<cl_program> programs;

    void wait_for(size_t count) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return programs.size() >= count; });
    }
    [[nodiscard]] size_t count() {
      const std::scoped_lock lock(mutex);
      return programs.size();
    }
  };
  static void notify(cl_program program, void* data) {
    auto* to = static_cast<Notice*>(data);
    const std::scoped_lock lock(to->mutex);
    to->programs.push_back(program);
    to->changed.notify_all();
  }

  void SetUp() override {
    OnDevice::SetUp();
    folder_ = std::filesystem::temp_directory_path() / ("cleave-pipe-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    ASSERT_EQ(0, mkfifo((folder_ / "pipe.h").c_str(), 0600));
    options_ = "-I " + folder_.string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] Program from_source(const char* source) const {
    cl_int error = 1;
    Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return program;
  }
  /// Returns when the build has opened the pipe.
  [[nodiscard]] int open_pipe() const { return open((folder_ / "pipe.h").c_str(), O_WRONLY); }
  /// Lets the build go on.
  static void give(int pipe, const std::string& text) {
    EXPECT_EQ(static_cast<ssize_t>(text.size()), write(pipe, text.data(), text.size()));
    close(pipe);
  }
  [[nodiscard]] cl_build_status status_of(cl_program program) const {
    return value_of<cl_build_status>([&](size_t size, void* value, size_t* returned) {
      return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_STATUS, size, value,
                                   returned);
    });
  }
  /// Nothing may begin on a program that is being built, nor be made of it.
  void expect_busy(cl_program program) const {
    EXPECT_EQ(CL_BUILD_IN_PROGRESS, status_of(program));
    EXPECT_EQ(CL_INVALID_OPERATION, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_OPERATION,
              clBuildProgram(program, 1, &device_, "-bad-option", nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_OPERATION,
              clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_OPERATION, error_of([&](cl_int* error) {
                return clLinkProgram(context_, 0, nullptr, "", 1, &program, nullptr, nullptr,
                                     error);
              }));
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
              error_of([&](cl_int* error) { return clCreateKernel(program, "k", error); }));
  }
  [[nodiscard]] cl_int value_of_kernel(cl_program program) const {
    const Kernel kernel(clCreateKernel(program, "k", nullptr));
    const Memory buffer = make_buffer(std::vector<cl_int>{0});
    const cl_mem argument = buffer;
    const size_t one = 1;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 0,
                                                 nullptr, nullptr));
    return contents(buffer).at(0);
  }

  std::filesystem::path folder_;
  std::string options_;
  Notice notice_;
};

TEST_F(Clause_5_8_BuildsInProgress, ABuildWithACallbackReturnsAtOnceAndKeepsTheProgramBusy) {
  const Program program = from_source(waits);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, options_.c_str(), &notify, &notice_));
  const int pipe = open_pipe();
  expect_busy(program);
  EXPECT_EQ(0U, notice_.count());
  give(pipe, "#define VALUE 5\n");
  notice_.wait_for(1);
  EXPECT_EQ(CL_BUILD_SUCCESS, status_of(program));
  EXPECT_EQ(5, value_of_kernel(program));
  EXPECT_EQ(std::vector<cl_program>{program}, notice_.programs);
}

TEST_F(Clause_5_8_BuildsInProgress, ACompilationLikewise) {
  const Program program = from_source(waits);
  ASSERT_EQ(CL_SUCCESS, clCompileProgram(program, 0, nullptr, options_.c_str(), 0, nullptr, nullptr,
                                         &notify, &notice_));
  const int pipe = open_pipe();
  expect_busy(program);
  EXPECT_EQ(0U, notice_.count());
  give(pipe, "#define VALUE 6\n");
  notice_.wait_for(1);
  cl_int error = 1;
  const cl_program input = program;
  const Program linked(
      clLinkProgram(context_, 0, nullptr, "", 1, &input, &notify, &notice_, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  notice_.wait_for(2);
  EXPECT_EQ(6, value_of_kernel(linked));
}

TEST_F(Clause_5_8_BuildsInProgress, OtherProgramsAreBuiltMeanwhile) {
  const Program program = from_source(waits);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, options_.c_str(), &notify, &notice_));
  const int pipe = open_pipe();
  EXPECT_EQ(3, value_of_kernel(build("kernel void k(global int *p) { *p = 3; }")));
  give(pipe, "this is no C\n");
  notice_.wait_for(1);
  EXPECT_EQ(CL_BUILD_ERROR, status_of(program));
  const std::string log = text_of([&](size_t size, void* value, size_t* returned) {
    return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, value, returned);
  });
  EXPECT_NE(std::string::npos, log.find("pipe.h:1:1: error: ")) << log;
  // A failure leaves the program free for the next build.
  EXPECT_EQ(CL_SUCCESS,
            clBuildProgram(from_source("kernel void k() {}"), 0, nullptr, "", nullptr, nullptr));
}

TEST_F(Clause_5_8_BuildsInProgress, AReleasedProgramIsBuiltToItsEnd) {
  Program program = from_source(waits);
  const cl_program handle = program;
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, options_.c_str(), &notify, &notice_));
  const int pipe = open_pipe();
  program = Program();
  give(pipe, "#define VALUE 7\n");
  notice_.wait_for(1);
  EXPECT_EQ(std::vector<cl_program>{handle}, notice_.programs);
}

}  // namespace
}  // namespace cleave::test
