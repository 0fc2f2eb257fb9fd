// Reads docs/STATUS.md.
#pragma once

#include <map>
#include <set>
#include <string>

namespace cleave::test {

/// The rows of the table below a heading: function and answer, without their quotes.
[[nodiscard]] std::map<std::string, std::string> rows_of_page(const std::string& heading);

}  // namespace cleave::test
