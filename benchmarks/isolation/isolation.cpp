#include "isolation/isolation.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <sstream>

#include "harness/opencl.h"

namespace cleave::benchmark::isolation {
namespace {

namespace fs = std::filesystem;

/// For what drivers compile, once in all rounds.
class CacheFolder {
 public:
  CacheFolder() {
    std::string name = (fs::temp_directory_path() / "cleave-isolation-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    folder_ = name;
  }
  ~CacheFolder() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;
  void use() const {
    setenv("CLEAVE_CACHE_DIRECTORY", (folder_ / "cleave").c_str(), 1);
    setenv("POCL_CACHE_DIR", (folder_ / "pocl").c_str(), 1);
  }

 private:
  fs::path folder_;
};

/// Returns the CPU device of the first platform that has one.
Device first_cpu_device() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) count = 0;
  std::vector<cl_platform_id> platforms(count);
  if (count > 0) check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (const cl_platform_id platform : platforms) {
    cl_device_id device = nullptr;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS) {
      return {platform, device};
    }
  }
  throw NotSupported("no CPU device");
}

void measure_driver(const fs::path& driver, const CacheFolder& cache, const Options& options,
                    Results& results) {
  const VendorsFolder vendors(DriverFiles{driver, {}});
  cache.use();
  const Device device = first_cpu_device();
  results.driver = device.driver();
  results.version = device.version();
  for (size_t i = 0; i < setting_count; ++i) {
    results.latencies[i] = measure_latencies(device.id(), static_cast<Setting>(i), options);
  }
  results.parts = measure_parts(device.id(), options);
}

/// Returns what `measure` fills in, in a process of its own.
Results in_child(const std::function<void(Results&)>& measure) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe fails");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork fails");
  if (child == 0) {
    close(ends[0]);
    Results results;
    try {
      measure(results);
    } catch (const std::exception& error) {
      results.problem = error.what();
    }
    std::ostringstream text;
    write(text, results);
    const std::string bytes = text.str();
    std::FILE* pipe_end = fdopen(ends[1], "w");
    std::fwrite(bytes.data(), 1, bytes.size(), pipe_end);
    std::fflush(pipe_end);
    _exit(0);
  }
  close(ends[1]);
  std::string bytes;
  char buffer[65536];
  for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    bytes.append(buffer, static_cast<size_t>(got));
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  std::istringstream text(bytes);
  return read(text);
}

}  // namespace

std::vector<Results> measure_all(const DriverFiles& drivers, const Options& options) {
  const CacheFolder cache;
  std::vector<fs::path> files{drivers.cleave};
  files.insert(files.end(), drivers.peers.begin(), drivers.peers.end());
  std::vector<Results> all(files.size() + 1);
  for (size_t round = 0; round < options.rounds; ++round) {
    for (size_t turn = 0; turn < all.size(); ++turn) {
      const size_t which = (round + turn) % all.size();
      const bool is_native = which == files.size();
      Results& results = all[which];
      if (!results.problem.empty()) continue;
      results.add(in_child([&](Results& measured) {
        measured.driver = is_native ? "native" : files[which].filename().string();
        if (is_native) {
          measured.parts = measure_native_parts(options);
        } else {
          measure_driver(files[which], cache, options, measured);
        }
      }));
      if (results.driver.empty()) results.driver = files[which].filename().string();
      std::cerr << "round " << round + 1 << " of " << options.rounds << ": " << results.driver
                << (results.problem.empty() ? "" : ": " + results.problem) << "\n";
    }
  }
  return all;
}

}  // namespace cleave::benchmark::isolation
