// Writes JSON, as much of it as the report needs.
#pragma once

#include <ostream>
#include <string_view>

namespace cleave::benchmark {

/// A stream of JSON values. Keys and values are written in the order of the calls; commas and
/// quotation marks are added. The caller closes what it opens.
class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& stream) : stream_(stream) {}

  JsonWriter& open(char bracket);   // '{' or '['
  JsonWriter& close(char bracket);  // '}' or ']'
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(double number);

 private:
  void separate();
  void quote(std::string_view text);

  std::ostream& stream_;
  bool first_ = true;  // nothing yet in the innermost bracket
  bool after_key_ = false;
};

}  // namespace cleave::benchmark
