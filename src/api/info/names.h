// Formats lists of names in the two forms of OpenCL: one string, and records with versions (3.0).
#pragma once

#include <CL/cl.h>

#include <string>
#include <string_view>
#include <vector>

namespace cleave::api::info {

/// The names with one space between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& names, char separator = ' ');

[[nodiscard]] cl_name_version versioned(std::string_view name, cl_version version);
/// The names, each with the same version.
[[nodiscard]] std::vector<cl_name_version> versioned(const std::vector<std::string>& names,
                                                     cl_version version);
/// Names of extensions, each with the version of it that Cleave has.
[[nodiscard]] std::vector<cl_name_version> versioned_extensions(
    const std::vector<std::string>& names);

}  // namespace cleave::api::info
