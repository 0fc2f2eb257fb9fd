#include "driver.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace cleave::tool {

namespace {

/// Makes loaders open these drivers, and no other. `vendors`: a folder, or a library, which ocl-icd
/// takes too; `library`: "" or the same for Khronos' loader, which takes folders alone.
void set_drivers(const std::filesystem::path& vendors, const std::filesystem::path& library) {
  setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
  if (library.empty()) {
    unsetenv("OCL_ICD_FILENAMES");  // Khronos' loader would add these drivers to ours
  } else {
    setenv("OCL_ICD_FILENAMES", library.c_str(), 1);
  }
}

}  // namespace

std::string choose_driver() {
  std::error_code error;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return "cannot find out where this tool is: " + error.message();
  const std::filesystem::path folder = executable.parent_path();
  for (const char* relative :
       {"../vendors", CLEAVE_INSTALLED_VENDORS}) {  // build tree, installation
    const std::filesystem::path vendors = (folder / relative).lexically_normal();
    if (!std::filesystem::exists(vendors / "cleave.icd", error)) continue;
    set_drivers(vendors, "");
    return "";
  }
  // A folder that may be moved as a whole, as a Python wheel is, has no file that names a place.
  const std::filesystem::path library = (folder / "../lib/libcleave.so").lexically_normal();
  if (std::filesystem::exists(library, error)) {
    set_drivers(library, library);
    return "";
  }
  return "cannot find the driver: there is no cleave.icd in " +
         (folder / "../vendors").lexically_normal().string() + " and none in " +
         (folder / CLEAVE_INSTALLED_VENDORS).lexically_normal().string() + ", and no " +
         library.string();
}

}  // namespace cleave::tool
