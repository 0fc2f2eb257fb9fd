// device_image_fuzz [--seeds FIRST LAST] BITCODE...
//
// Changes device images at random, their structure or their bitcode, with a right checksum where it
// matters, and creates and builds programs of them through the API. What must hold: damaged images
// are CL_INVALID_VALUE, builds fail with a log or succeed, nothing is written to standard error, and
// the application goes on: its next program is right. Exits with 1 if something was wrong.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "device_image/checksum.h"
#include "device_image/image.h"
#include "tests/fuzz/random.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

Bytes read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  require(!text.empty(), "no bitcode", path);
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

void change(Bytes& bytes, size_t from, Random& random) {
  const unsigned changes = random.between(1, 4);
  for (unsigned i = 0; i < changes; ++i) {
    std::byte& at = bytes[from + random.below(bytes.size() - from)];
    if (random.chance(50)) {
      at ^= static_cast<std::byte>(1U << random.below(8));
    } else {
      at = static_cast<std::byte>(random.below(256));
    }
  }
}

/// Makes the checksum right again.
void seal(Bytes& image) {
  constexpr size_t place = 24;
  const uint64_t front = device_image::checksum(std::span(image).first(place), 0);
  const uint64_t sum =
      device_image::checksum(std::span(image).subspan(place + sizeof front), front);
  std::memcpy(image.data() + place, &sum, sizeof sum);
}

struct Input {
  Bytes image;
  bool is_refused = false;  // for certain
};

Input make_input(Bytes bitcode, uint64_t seed) {
  Random random(seed);
  device_image::KernelRow kernel;
  kernel.symbol = "_ZTS3Add";
  kernel.required_work_group_size = {8, 1, 1};
  kernel.captures = {{0, 8, 1}};
  const device_image::Table table = {{kernel}, {"_Z3onev"}, {"_Z3twov"}};
  constexpr auto plain = device_image::CodeFormat::bitcode;
  const unsigned kind = random.below(10);
  if (kind < 7) change(bitcode, 0, random);
  Input input{device_image::write_image(
      table, bitcode, CLEAVE_LLVM_VERSION,
      random.chance(20) ? device_image::CodeFormat::compressed_bitcode : plain)};
  if (kind == 7) {  // found by the checksum, or before it
    change(input.image, 8, random);
    input.is_refused = !device_image::read_blob(input.image).problem.empty();
  } else if (kind == 8) {
    change(input.image, 32, random);
    seal(input.image);
  } else if (kind == 9) {
    input.image.resize(8 + random.below(input.image.size() - 8));
    input.is_refused = true;
  }
  return input;
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
  unsigned wrong = 0;
};

/// Returns what is wrong with a program of the input, or an empty text.
std::string judge(const Session& session, const Input& input, Counts& counts) {
  cl_int error = 1;
  const cl_program program =
      clCreateProgramWithIL(session.context, input.image.data(), input.image.size(), &error);
  if (program == nullptr) {
    ++counts.refused;
    return error == CL_INVALID_VALUE ? "" : "refused with " + std::to_string(error);
  }
  std::string problem = input.is_refused ? "a damaged image is taken" : "";
  error = clBuildProgram(program, 1, &session.device, "", nullptr, nullptr);
  if (error == CL_SUCCESS) {
    ++counts.built;
    cl_uint kernels = 0;
    if (clCreateKernelsInProgram(program, 0, nullptr, &kernels) != CL_SUCCESS) {
      problem = "its kernels cannot be asked for";
    }
  } else {
    ++counts.failed;
    if (error != CL_BUILD_PROGRAM_FAILURE) problem = "built with " + std::to_string(error);
    if (build_log(program, session.device).empty()) problem = "it failed without a log";
  }
  check(clReleaseProgram(program), "clReleaseProgram");
  return problem;
}

int run(uint64_t first, uint64_t last, const std::vector<Bytes>& corpus) {
  const Session session;
  Counts counts;
  for (uint64_t seed = first; seed <= last; ++seed) {
    std::string problem;
    {
      const HeldErrors errors;
      problem = judge(session, make_input(corpus[seed % corpus.size()], seed), counts);
      const std::string written = errors.text();
      if (problem.empty() && !written.empty()) problem = "on standard error: " + written;
    }
    if (problem.empty()) continue;
    ++counts.wrong;
    std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(seed), problem.c_str());
  }
  check(clBuildProgram(session.build("kernel void k() {}"), 0, nullptr, "", nullptr, nullptr),
        "clBuildProgram afterwards");
  std::printf("%llu images: %u refused, %u failed, %u built; %u wrong\n",
              static_cast<unsigned long long>(last - first + 1), counts.refused, counts.failed,
              counts.built, counts.wrong);
  return counts.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cleave::test::fuzz

int main(int count, char** words) {
  using namespace cleave::test;
  uint64_t first = 0;
  uint64_t last = 99;
  std::vector<std::vector<std::byte>> corpus;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(words[i], "--seeds") == 0 && i + 2 < count) {
      first = std::strtoull(words[++i], nullptr, 10);
      last = std::strtoull(words[++i], nullptr, 10);
    } else {
      corpus.push_back(fuzz::read(words[i]));
    }
  }
  require(!corpus.empty(), "usage: device_image_fuzz [--seeds FIRST LAST] BITCODE...");
  return fuzz::run(first, last, corpus);
}
