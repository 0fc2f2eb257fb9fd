// Reads numbers that people write.
#pragma once

#include <charconv>
#include <string_view>

namespace cleave::support {

/// Says whether the whole of `text` is a number that T holds; if not, `number` may have any value.
template <class T>
bool parse_number(std::string_view text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace cleave::support
