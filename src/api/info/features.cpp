#include "api/info/features.h"

#include <algorithm>

namespace cleave::api::info {

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_sub_groups(const backend::DeviceFacts& facts) {
  return has(facts.language.features, "__opencl_c_subgroups") ||
         has(facts.language.extensions, "cl_khr_subgroups");
}

bool has_pipes(const backend::DeviceFacts& facts) {
  return has(facts.language.features, "__opencl_c_pipes");
}

}  // namespace cleave::api::info
