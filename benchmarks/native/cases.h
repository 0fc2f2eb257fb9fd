// The list of cases that have a native side.
#pragma once

#include <string_view>

namespace cleave::benchmark {

/// The list of native/cases.def that a case is on, "listed" or "added"; empty for one that has no native side.
[[nodiscard]] std::string_view native_list_of(std::string_view benchmark);

}  // namespace cleave::benchmark
