// Runs kernels on the first device of platform Cleave.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <string>
#include <vector>

#include "image_launches.h"
#include "launches.h"
#include "printed_text.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::kernels {

class Executor {
 public:
  /// Ends the program when the platform cannot be found.
  Executor();
  /// Prints a line "SEED LAUNCH RESULT" for each of the `launches` of a seed: a hash of all that
  /// the kernel wrote, or what went wrong, with `failed_check` behind it if packets were lost or
  /// made up. `log`, where given, gets the build log and what was written.
  void run(const std::string& source, uint64_t seed, const std::vector<unsigned>& launches,
           std::string* log = nullptr);

 private:
  struct Kernels;
  struct Written;
  cl_int look_at(ImageLaunches& images, cl_kernel look, unsigned times, const LaunchShape& shape,
                 Written& written);
  std::string launch(const Kernels& kernels, const LaunchShape& shape, std::string* log);

  const Session session_;
  std::vector<unsigned char> input_;
  PrintedText printed_;
};

}  // namespace cleave::test::fuzz::kernels
