// The drivers of one run, side by side in this process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/opencl.h"

namespace cleave::benchmark {

/// Names the files where the drivers of a run are found: .icd files, or the libraries themselves.
struct DriverFiles {
  std::filesystem::path cleave;
  std::vector<std::filesystem::path> peers;
};

/// The drivers that the system has installed (/etc/OpenCL/vendors), without Cleave.
[[nodiscard]] std::vector<std::filesystem::path> installed_peers();

/// A temporary folder of .icd files that OCL_ICD_VENDORS names while it lives. To be made before
/// the first OpenCL call of the process: the loader looks once.
class VendorsFolder {
 public:
  explicit VendorsFolder(const DriverFiles& files);
  ~VendorsFolder();
  VendorsFolder(const VendorsFolder&) = delete;
  VendorsFolder& operator=(const VendorsFolder&) = delete;

 private:
  std::filesystem::path folder_;
};

/// The first CPU device of every platform, Cleave's first, and behind Intel's the same with DPC++'s runtime, where
/// dpctl_functions() has it; `as_modules`: behind it Cleave's once
/// more, with its kernels as SPIR-V modules; `with_twins`: and twice more with kernels in SYCL, of USM and
/// of accessors, where this build has them.
/// Throws when Cleave's platform is missing.
[[nodiscard]] std::vector<Device> open_devices(bool as_modules, bool with_twins);

}  // namespace cleave::benchmark
