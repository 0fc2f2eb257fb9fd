// Makes SPIR-V modules of OpenCL C, with the clang that the library of built-in functions is
// compiled by.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cleave::benchmark {

using Module = std::vector<std::byte>;

/// The module that clang makes of a source at -O2; `options` are build options of OpenCL C. Throws
/// NotSupported with clang's message where it makes none: its back end does not know all that
/// drivers do.
[[nodiscard]] Module module_of(const std::string& source, const std::string& options = "");

/// The module with `name` in place of `old_name`, wherever that stands in it. Both are equally
/// long.
[[nodiscard]] Module renamed(const Module& module, const std::string& old_name,
                             const std::string& name);

}  // namespace cleave::benchmark
