#include "harness/drivers.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "harness/dpctl.h"

namespace cleave::benchmark {
namespace {

namespace fs = std::filesystem;

constexpr const char* system_vendors = "/etc/OpenCL/vendors";

/// The library that an .icd file names in its first line; another file is the library itself.
std::string library_of(const fs::path& file) {
  if (file.extension() != ".icd") return fs::absolute(file).string();
  std::ifstream stream(file);
  std::string line;
  if (!std::getline(stream, line)) throw std::runtime_error("cannot read " + file.string());
  return line;
}

void write_icd(const fs::path& folder, const std::string& name, const fs::path& driver) {
  std::string library = library_of(driver);
  // ICD loaders leave out a driver that they cannot load, and do not say why.
  if (dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL) == nullptr) {
    std::cerr << "cleave_bench: left out: " << dlerror() << "\n";
    return;
  }
  std::ofstream stream(folder / (name + ".icd"));
  stream << library << "\n";
  if (!stream) throw std::runtime_error("cannot write into " + folder.string());
}

}  // namespace

std::vector<fs::path> installed_peers() {
  std::vector<fs::path> peers;
  if (!fs::is_directory(system_vendors)) return peers;
  for (const fs::directory_entry& entry : fs::directory_iterator(system_vendors)) {
    bool is_cleave = entry.path().filename().string().find("cleave") != std::string::npos;
    if (entry.path().extension() == ".icd" && !is_cleave) peers.push_back(entry.path());
  }
  std::sort(peers.begin(), peers.end());
  return peers;
}

VendorsFolder::VendorsFolder(const DriverFiles& files) {
  std::string name = (fs::temp_directory_path() / "cleave-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  folder_ = name;
  write_icd(folder_, "00-cleave", files.cleave);
  for (size_t i = 0; i < files.peers.size(); ++i)
    write_icd(folder_, "peer-" + std::to_string(i), files.peers[i]);
  setenv("OCL_ICD_VENDORS", folder_.c_str(), 1);
  // Compilation is timed: kernels compiled by an earlier run must not be found, those of this run
  // may.
  setenv("CLEAVE_CACHE_DIRECTORY", (folder_ / "cleave-cache").c_str(), 1);
  setenv("POCL_CACHE_DIR", (folder_ / "pocl-cache").c_str(), 1);
}

VendorsFolder::~VendorsFolder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::vector<Device> open_devices(bool as_modules, bool with_twins) {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) count = 0;
  std::vector<cl_platform_id> platforms(count);
  if (count > 0) check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::vector<Device> devices;
  bool has_cleave = false;  // the peers may have another build of it
  for (cl_platform_id platform : platforms) {
    cl_device_id device = nullptr;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) != CL_SUCCESS) continue;
    devices.emplace_back(platform, device);
    if (devices.back().driver() == "Intel" && dpctl_functions() != nullptr)
      devices.emplace_back(platform, device, KernelForm::dpctl);
    if (has_cleave || devices.back().driver() != "Cleave") continue;
    has_cleave = true;
    std::rotate(devices.begin(), devices.end() - 1, devices.end());
    if (with_twins && twin_functions(TwinMemoryKind::usm) != nullptr) {
      devices.emplace(devices.begin() + 1, platform, device, KernelForm::accessor_twin);
      devices.emplace(devices.begin() + 1, platform, device, KernelForm::twin);
    }
    if (as_modules) devices.emplace(devices.begin() + 1, platform, device, KernelForm::module);
  }
  if (!has_cleave) {
    throw std::runtime_error("the ICD loader did not find Cleave: is it built? (./dev build)");
  }
  return devices;
}

}  // namespace cleave::benchmark
