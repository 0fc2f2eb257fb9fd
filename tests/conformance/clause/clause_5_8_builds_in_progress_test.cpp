// Builds, compilations and links with a callback (5.8.4, 5.8.5): they go on aside, and what may not
// be done meanwhile. A lease on a header holds up the build that opens it until the test gives it
// back.
#include <fcntl.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr const char* waits = "#include \"held.h\"\nkernel void k(global int *p) { *p = VALUE; }";

/// A file that nobody can open until it is let go.
class HeldFile {
 public:
  HeldFile(const std::filesystem::path& path, const std::string& text) {
    std::signal(SIGIO, SIG_IGN);  // tells the holder that somebody wants the file
    std::ofstream(path) << text;
    file_ = open(path.c_str(), O_RDWR | O_CLOEXEC);
    EXPECT_EQ(0, fcntl(file_, F_SETLEASE, F_WRLCK));
  }
  ~HeldFile() { close(file_); }
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;

  /// Returns when somebody is opening it.
  void wait_until_wanted() const {
    while (fcntl(file_, F_GETLEASE) == F_WRLCK) usleep(1000);
  }
  void let_go() const { EXPECT_EQ(0, fcntl(file_, F_SETLEASE, F_UNLCK)); }

 private:
  int file_ = -1;
};

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
    folder_ = std::filesystem::temp_directory_path() / ("cleave-held-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    options_ = "-I " + folder_.string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] Program from_source(const char* source) const {
    cl_int error = 1;
    Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return program;
  }
  /// The header, with that text.
  [[nodiscard]] HeldFile hold(const std::string& text) const { return {folder_ / "held.h", text}; }
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
  const HeldFile header = hold("#define VALUE 5\n");
  const Program program = from_source(waits);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, options_.c_str(), &notify, &notice_));
  header.wait_until_wanted();
  expect_busy(program);
  EXPECT_EQ(0U, notice_.count());
  header.let_go();
  notice_.wait_for(1);
  EXPECT_EQ(CL_BUILD_SUCCESS, status_of(program));
  EXPECT_EQ(5, value_of_kernel(program));
  EXPECT_EQ(std::vector<cl_program>{program}, notice_.programs);
}

TEST_F(Clause_5_8_BuildsInProgress, ACompilationLikewise) {
  const HeldFile header = hold("#define VALUE 6\n");
  const Program program = from_source(waits);
  ASSERT_EQ(CL_SUCCESS, clCompileProgram(program, 0, nullptr, options_.c_str(), 0, nullptr, nullptr,
                                         &notify, &notice_));
  header.wait_until_wanted();
  expect_busy(program);
  EXPECT_EQ(0U, notice_.count());
  header.let_go();
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
  const HeldFile header = hold("this is no C\n");
  const Program program = from_source(waits);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, options_.c_str(), &notify, &notice_));
  header.wait_until_wanted();
  EXPECT_EQ(3, value_of_kernel(build("kernel void k(global int *p) { *p = 3; }")));
  header.let_go();
  notice_.wait_for(1);
  EXPECT_EQ(CL_BUILD_ERROR, status_of(program));
  const std::string log = text_of([&](size_t size, void* value, size_t* returned) {
    return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, value, returned);
  });
  EXPECT_NE(std::string::npos, log.find("held.h:1:1: error: ")) << log;
  // A failure leaves the program free for the next build.
  EXPECT_EQ(CL_SUCCESS,
            clBuildProgram(from_source("kernel void k() {}"), 0, nullptr, "", nullptr, nullptr));
}

TEST_F(Clause_5_8_BuildsInProgress, AReleasedProgramIsBuiltToItsEnd) {
  const HeldFile header = hold("#define VALUE 7\n");
  Program program = from_source(waits);
  const cl_program handle = program;
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, options_.c_str(), &notify, &notice_));
  header.wait_until_wanted();
  program = Program();
  header.let_go();
  notice_.wait_for(1);
  EXPECT_EQ(std::vector<cl_program>{handle}, notice_.programs);
}

}  // namespace
}  // namespace cleave::test
