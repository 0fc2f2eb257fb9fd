#include "api/info/names.h"

#include <algorithm>
#include <cstring>

namespace cleave::api::info {

std::string joined(const std::vector<std::string>& names, char separator) {
  std::string all;
  for (const std::string& name : names) {
    if (!all.empty()) all += separator;
    all += name;
  }
  return all;
}

cl_name_version versioned(std::string_view name, cl_version version) {
  cl_name_version record{};
  record.version = version;
  const size_t length = std::min(name.size(), sizeof(record.name) - 1);
  std::memcpy(record.name, name.data(), length);
  return record;
}

std::vector<cl_name_version> versioned(const std::vector<std::string>& names, cl_version version) {
  std::vector<cl_name_version> records;
  records.reserve(names.size());
  for (const std::string& name : names) records.push_back(versioned(name, version));
  return records;
}

std::vector<cl_name_version> versioned_extensions(const std::vector<std::string>& names) {
  std::vector<cl_name_version> records = versioned(names, CL_MAKE_VERSION(1, 0, 0));
  for (cl_name_version& record : records) {
#define CLEAVE_EXTENSION_VERSION(extension, major, minor, patch) \
  if (record.name == std::string_view(extension)) {              \
    record.version = CL_MAKE_VERSION(major, minor, patch);       \
  }
#include "api/info/extension_versions.def"
#undef CLEAVE_EXTENSION_VERSION
  }
  return records;
}

}  // namespace cleave::api::info
