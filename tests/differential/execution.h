// Runs kernels on the first device of platform Cleave.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <string>
#include <vector>

#include "launches.h"

namespace cleave::tests::differential {

class Executor {
 public:
  /// Ends the program when the platform cannot be found.
  Executor();
  /// For each launch a hash of all that the kernel wrote, or what went wrong. `log`, where given,
  /// gets the build log and what was written.
  std::vector<std::string> run(const std::string& source, const std::vector<LaunchShape>& launches,
                               std::string* log = nullptr);

 private:
  std::string launch(cl_kernel kernel, const LaunchShape& shape, std::string* log);

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  std::vector<unsigned char> input_;
};

}  // namespace cleave::tests::differential
