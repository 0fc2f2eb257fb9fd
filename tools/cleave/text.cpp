#include "text.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace cleave::tool {

std::string bytes(uint64_t count) {
  if (count < 1024) return std::to_string(count) + " bytes";
  constexpr const char* names[] = {"KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(count) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(names); ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  std::string digits = text;
  if (digits.ends_with(".0")) digits.resize(digits.size() - 2);
  return digits + " " + names[unit];
}

std::string units(size_t count) {
  return std::to_string(count) + (count == 1 ? " unit" : " units");
}

std::string ranges(std::span<const uint32_t> numbers) {
  std::vector<std::string> words;
  for (size_t first = 0, last = 0; first < numbers.size(); first = last + 1) {
    last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    words.push_back(std::to_string(numbers[first]));
    if (last > first) words.back() += "-" + std::to_string(numbers[last]);
  }
  return joined(words, ",");
}

std::string ranges(const topology::UnitSet& units) {
  return ranges(std::vector<uint32_t>(units.begin(), units.end()));
}

std::string sets(const std::vector<topology::UnitSet>& parts) {
  constexpr size_t most = 8;
  if (parts.size() > most) {
    std::vector<uint32_t> all;
    for (const topology::UnitSet& part : parts) all.insert(all.end(), part.begin(), part.end());
    return ranges(topology::UnitSet(std::move(all)));
  }
  std::vector<std::string> words;
  for (const topology::UnitSet& part : parts) words.push_back(ranges(part));
  return joined(words, " | ");
}

size_t display_width(std::string_view text) {
  const auto begins_character = [](char byte) { return (byte & 0xC0) != 0x80; };
  return static_cast<size_t>(std::ranges::count_if(text, begins_character));
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  char* const name = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string text = status == 0 ? name : symbol;
  std::free(name);
  constexpr std::string_view of_kernels = "typeinfo name for ";  // they are called as types
  if (text.starts_with(of_kernels)) text.erase(0, of_kernels.size());
  return text;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

}  // namespace cleave::tool
