// Compute slices claimed, used and released by several threads, and by several processes at once.
// For a short while, or for as many seconds as CLEAVE_STRESS_SECONDS says.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "stress.h"

namespace cleave::api::test {
namespace {

constexpr const char* inner_test = "--gtest_filter=*SlicesAreClaimedUsedAndReleasedByAllThreads";

/// Before the first call of OpenCL. Processes that a test starts share its folder for locks, and
/// nobody else does.
class Environment {
 public:
  Environment() {
    if (getenv("CLEAVE_STRESS_INNER") != nullptr) return;
    setenv("CLEAVE_COMPUTE_SLICES", "0:2", 1);
    if (mkdtemp(folder_) == nullptr) std::abort();
    setenv("XDG_RUNTIME_DIR", folder_, 1);
    is_ours_ = true;
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    if (is_ours_) std::filesystem::remove_all(folder_);
  }

 private:
  char folder_[32] = "/tmp/cleave-stress-XXXXXX";
  bool is_ours_ = false;
};
const Environment environment;

using Part = Owned<cl_device_id, api::clReleaseDevice>;

/// Returns the number of slices that the device has for queues; 0: it is no tile, or too small for two.
cl_uint slices_of(cl_device_id device) {
  std::vector<cl_queue_family_properties_intel> families(4);
  size_t bytes = 0;
  EXPECT_EQ(api::clGetDeviceInfo(device, CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL,
                                 families.size() * sizeof families[0], families.data(), &bytes),
            CL_SUCCESS);
  return bytes / sizeof families[0] > 1 ? families[1].count : 0;
}

class StressSlices : public Stress {
 protected:
  void SetUp() override {
    Stress::SetUp();
    const cl_device_partition_property nodes[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                  CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
    cl_uint count = 0;
    if (slices_of(device) != 0) {
      tiles_.push_back(device);
    } else if (api::clCreateSubDevices(device, nodes, 0, nullptr, &count) == CL_SUCCESS) {
      tiles_.resize(count);
      ASSERT_EQ(api::clCreateSubDevices(device, nodes, count, tiles_.data(), nullptr), CL_SUCCESS);
      for (const cl_device_id tile : tiles_) owners_.emplace_back(tile);
    }
    std::erase_if(tiles_, [](cl_device_id tile) { return slices_of(tile) == 0; });
    if (tiles_.empty()) GTEST_SKIP() << "there is one processor only";
  }
  void TearDown() override {
    owners_.clear();
    Stress::TearDown();
  }

  void use_slices(unsigned seed) {
    std::mt19937 random(seed);
    const cl_device_id tile = tiles_[random() % tiles_.size()];
    const cl_queue_properties properties[] = {CL_QUEUE_FAMILY_INTEL, 1, CL_QUEUE_INDEX_INTEL,
                                              random() % slices_of(tile), 0};
    const CommandQueue queue(
        api::clCreateCommandQueueWithProperties(context, tile, properties, nullptr));
    const Buffer buffer = make_buffer();
    const Kernel kernel = make_kernel(buffer);
    const cl_uint turns = 1 + random() % 4;
    for (cl_uint turn = 0; turn < turns; ++turn) static_cast<void>(launch(queue, kernel));
    if (random() % 4 != 0) expect_all(queue, buffer, turns);  // or it goes while they run
  }
  void use_slices_on_all_threads() {
    const auto end = std::chrono::steady_clock::now() + stress_time();
    const auto run = static_cast<unsigned>(getpid());
    on_threads([&](unsigned thread) {
      unsigned seed = run * thread_count + thread;
      do use_slices(seed += 1000);
      while (std::chrono::steady_clock::now() < end);
    });
  }

 private:
  std::vector<cl_device_id> tiles_;
  std::vector<Part> owners_;
};

TEST_F(StressSlices, SlicesAreClaimedUsedAndReleasedByAllThreads) {
  use_slices_on_all_threads();
}

TEST_F(StressSlices, SlicesAreSharedOutAmongProcesses) {
  static bool is_done = false;
  if (std::exchange(is_done, true)) return;  // processes take long to start: once is enough
  char itself[] = "/proc/self/exe";
  std::string filter = inner_test;
  char* arguments[] = {itself, filter.data(), nullptr};
  setenv("CLEAVE_STRESS_INNER", "1", 1);
  std::vector<pid_t> others(2);
  for (pid_t& other : others) {
    ASSERT_EQ(posix_spawn(&other, itself, nullptr, nullptr, arguments, environ), 0);
  }
  unsetenv("CLEAVE_STRESS_INNER");
  use_slices_on_all_threads();
  for (const pid_t other : others) {
    int status = 1;
    EXPECT_EQ(waitpid(other, &status, 0), other);
    EXPECT_EQ(status, 0);
  }
}

}  // namespace
}  // namespace cleave::api::test
