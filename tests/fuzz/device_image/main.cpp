// device_image_fuzz [--seeds FIRST LAST] [--print] BITCODE...
//
// Creates and builds programs of device images that are changed at random (inputs.h), and makes code of a
// kernel of each that is built. This must hold: damaged images are CL_INVALID_VALUE; builds fail with
// a log or succeed; kernels of what is built can be asked everything and launched, so that they never
// run; nothing is written to standard error; no compiler process crashes but in LLVM's reader, on
// changed bitcode; and the application goes on: its next program is right.
// Exits with 1 if something was wrong. With --print, each seed is named before its turn.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "inputs.h"
#include "tests/fuzz/campaign/application.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::device_image {
namespace {

Unit read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  require(!text.empty(), "no bitcode", path);
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {std::filesystem::path(path).stem(), {first, first + text.size()}};
}

/// Standard error as a file, so that what others write there is noticed.
class HeldErrors {
 public:
  HeldErrors() : own_(dup(2)), file_(open("/tmp", O_TMPFILE | O_RDWR, 0600)) {
    require(own_ >= 0 && file_ >= 0, "no temporary file");
    dup2(file_, 2);
  }
  ~HeldErrors() {
    dup2(own_, 2);
    close(own_);
    close(file_);
  }
  HeldErrors(const HeldErrors&) = delete;
  HeldErrors& operator=(const HeldErrors&) = delete;
  /// Returns what was written so far, without its end where it is long.
  [[nodiscard]] std::string text() const {
    std::string text(1000, '\0');
    const ssize_t bytes = pread(file_, text.data(), text.size(), 0);
    text.resize(bytes < 0 ? 0 : static_cast<size_t>(bytes));
    return text;
  }

 private:
  int own_;
  int file_;
};

struct Counts {
  unsigned refused = 0;
  unsigned failed = 0;
  unsigned built = 0;
  unsigned launched = 0;
  unsigned crashed = 0;  // the compiler's process
  unsigned wrong = 0;
};

/// Asks a kernel what launches and tools ask; returns what is wrong with an answer.
std::string ask(cl_kernel kernel, cl_device_id device) {
  std::vector<char> answer(1 << 16);
  const size_t room = answer.size();
  for (const cl_kernel_info what :
       {CL_KERNEL_FUNCTION_NAME, CL_KERNEL_ATTRIBUTES, CL_KERNEL_NUM_ARGS}) {
    if (clGetKernelInfo(kernel, what, room, answer.data(), nullptr) != CL_SUCCESS) {
      return "clGetKernelInfo of " + std::to_string(what);
    }
  }
  for (const cl_kernel_work_group_info what :
       {CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_LOCAL_MEM_SIZE,
        CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE}) {
    if (clGetKernelWorkGroupInfo(kernel, device, what, room, answer.data(), nullptr) !=
        CL_SUCCESS) {
      return "clGetKernelWorkGroupInfo of " + std::to_string(what);
    }
  }
  return {};
}

/// An object of as many bytes as the kernel takes, and local memory. Returns false where none fits.
bool set_arguments(cl_kernel kernel) {
  const std::vector<char> zeros(1024);
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
  for (cl_uint i = 0; i < count; ++i) {
    bool is_set = clSetKernelArg(kernel, i, 64, nullptr) == CL_SUCCESS;
    for (size_t bytes = 1; !is_set && bytes <= zeros.size(); ++bytes) {
      is_set = clSetKernelArg(kernel, i, bytes, zeros.data()) == CL_SUCCESS;
    }
    if (!is_set) return false;
  }
  return true;
}

/// Asks all kernels, and makes code of one of them.
std::string use(const Session& session, cl_program program, uint64_t seed, Counts& counts) {
  cl_uint count = 0;
  if (clCreateKernelsInProgram(program, 0, nullptr, &count) != CL_SUCCESS) {
    return "its kernels cannot be counted";
  }
  std::vector<cl_kernel> kernels(count);
  if (count != 0 &&
      clCreateKernelsInProgram(program, count, kernels.data(), nullptr) != CL_SUCCESS) {
    return "its kernels cannot be made";
  }
  std::string problem;
  for (cl_uint i = 0; i < count; ++i) {
    if (problem.empty()) problem = ask(kernels[i], session.device);
    if (problem.empty() && i == seed % count && set_arguments(kernels[i])) {
      ++counts.launched;
      problem = launch_never(session.context, session.queue, kernels[i], 64);
    }
    clReleaseKernel(kernels[i]);
  }
  return problem;
}

/// Returns what is wrong with a program of the input, or an empty text.
std::string judge(const Session& session, const Input& input, uint64_t seed, Counts& counts) {
  cl_int error = 1;
  const cl_program program =
      clCreateProgramWithIL(session.context, input.blob.data(), input.blob.size(), &error);
  if (program == nullptr) {
    ++counts.refused;
    return error == CL_INVALID_VALUE ? "" : "refused with " + std::to_string(error);
  }
  std::string problem = input.is_refused ? "a damaged image is taken" : "";
  error = clBuildProgram(program, 1, &session.device, input.options.c_str(), nullptr, nullptr);
  if (error == CL_SUCCESS) {
    ++counts.built;
    if (problem.empty()) problem = use(session, program, seed, counts);
  } else {
    ++counts.failed;
    const std::string log = build_log(program, session.device);
    const bool crashed = log.find("error: the compiler ") != std::string::npos;
    if (crashed) {
      ++counts.crashed;
      std::printf("crash: seed %llu: %.300s\n", static_cast<unsigned long long>(seed), log.c_str());
    }
    if (error != CL_BUILD_PROGRAM_FAILURE) problem = "built with " + std::to_string(error);
    if (log.empty()) problem = "it failed without a log";
    if (crashed && input.has_right_code) problem = "a compiler crashed on right code";
  }
  check(clReleaseProgram(program), "clReleaseProgram");
  return problem;
}

int run(uint64_t first, uint64_t last, bool prints, const std::vector<Unit>& units) {
  const Session session;
  Counts counts;
  for (uint64_t seed = first; seed <= last; ++seed) {
    if (prints) std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    std::fflush(stdout);
    std::string problem;
    {
      const HeldErrors errors;
      problem = judge(session, make_input(units, seed), seed, counts);
      const std::string written = errors.text();
      if (problem.empty() && !written.empty()) problem = "on standard error: " + written;
    }
    if (problem.empty()) continue;
    ++counts.wrong;
    std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(seed), problem.c_str());
  }
  check(clBuildProgram(session.build("kernel void k() {}"), 0, nullptr, "", nullptr, nullptr),
        "clBuildProgram afterwards");
  std::printf(
      "%llu images: %u refused, %u failed, %u built, %u launched, %u crashed the compiler's "
      "process; %u wrong\n",
      static_cast<unsigned long long>(last - first + 1), counts.refused, counts.failed,
      counts.built, counts.launched, counts.crashed, counts.wrong);
  return counts.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cleave::test::fuzz::device_image

int main(int count, char** words) {
  using namespace cleave::test;
  uint64_t first = 0;
  uint64_t last = 99;
  bool prints = false;
  std::vector<fuzz::device_image::Unit> units;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(words[i], "--seeds") == 0 && i + 2 < count) {
      first = std::strtoull(words[++i], nullptr, 10);
      last = std::strtoull(words[++i], nullptr, 10);
    } else if (std::strcmp(words[i], "--print") == 0) {
      prints = true;
    } else {
      units.push_back(fuzz::device_image::read(words[i]));
    }
  }
  require(!units.empty(), "usage: device_image_fuzz [--seeds FIRST LAST] [--print] BITCODE...");
  return fuzz::device_image::run(first, last, prints, units);
}
