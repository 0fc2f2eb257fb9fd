// Builds and writes JSON values.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cleave::tool {

/// null, a truth value, a number, text (UTF-8), a list or an object whose members keep their order.
class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;
  Json(bool value) : value_(value) {}  // NOLINT: a literal is a value
  template <std::unsigned_integral Number>
  Json(Number value) : value_(static_cast<uint64_t>(value)) {}  // NOLINT
  Json(std::string text) : value_(std::move(text)) {}           // NOLINT
  Json(const char* text) : value_(std::string(text)) {}         // NOLINT
  Json(List list) : value_(std::move(list)) {}                  // NOLINT
  Json(Object object) : value_(std::move(object)) {}            // NOLINT

  /// Indented by two spaces a level; no line break at the end.
  [[nodiscard]] std::string text() const;

 private:
  void write(std::string& out, size_t depth) const;
  std::variant<std::monostate, bool, uint64_t, std::string, List, Object> value_;
};

/// A list of whatever converts to a value.
template <class Range>
[[nodiscard]] Json json_list(const Range& range) {
  Json::List list;
  for (const auto& element : range) list.emplace_back(element);
  return list;
}

}  // namespace cleave::tool
