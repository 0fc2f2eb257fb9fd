#include "harness/json.h"

#include <cmath>
#include <cstdio>

namespace cleave::benchmark {

void JsonWriter::separate() {
  if (!first_ && !after_key_) stream_ << ",";
  first_ = false;
  after_key_ = false;
}

void JsonWriter::quote(std::string_view text) {
  stream_ << '"';
  for (char c : text) {
    if (c == '"' || c == '\\') {
      stream_ << '\\' << c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      stream_ << escaped;
    } else {
      stream_ << c;
    }
  }
  stream_ << '"';
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  stream_ << bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  stream_ << bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  stream_ << ":";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  separate();
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", number);
  stream_ << (std::isfinite(number) ? text : "null");
  return *this;
}

}  // namespace cleave::benchmark
