#include "driver.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace cleave::tool {

std::string choose_driver() {
  std::error_code error;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return "cannot find out where this tool is: " + error.message();
  const std::filesystem::path folder = executable.parent_path();
  for (const char* relative :
       {"../vendors", CLEAVE_INSTALLED_VENDORS}) {  // build tree, installation
    const std::filesystem::path vendors = (folder / relative).lexically_normal();
    if (!std::filesystem::exists(vendors / "cleave.icd", error)) continue;
    setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
    unsetenv("OCL_ICD_FILENAMES");  // Khronos' loader would add these drivers to ours
    return "";
  }
  return "cannot find the driver: there is no cleave.icd in " +
         (folder / "../vendors").lexically_normal().string() + " and none in " +
         (folder / CLEAVE_INSTALLED_VENDORS).lexically_normal().string();
}

}  // namespace cleave::tool
