#include "json.h"

#include <cstdio>

namespace cleave::tool {
namespace {

void write_text(std::string& out, const std::string& text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  out += '"';
}

void break_line(std::string& out, size_t depth) {
  out += '\n';
  out.append(2 * depth, ' ');
}

/// Visits what a Json holds.
template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};

}  // namespace

void Json::write(std::string& out, size_t depth) const {
  std::visit(Overloaded{
                 [&](std::monostate) { out += "null"; },
                 [&](bool value) { out += value ? "true" : "false"; },
                 [&](uint64_t value) { out += std::to_string(value); },
                 [&](const std::string& text) { write_text(out, text); },
                 [&](const List& list) {
                   out += '[';
                   for (size_t i = 0; i < list.size(); ++i) {
                     if (i > 0) out += ", ";
                     list[i].write(out, depth + 1);
                   }
                   out += ']';
                 },
                 [&](const Object& object) {
                   out += '{';
                   for (size_t i = 0; i < object.size(); ++i) {
                     if (i > 0) out += ',';
                     break_line(out, depth + 1);
                     write_text(out, object[i].first);
                     out += ": ";
                     object[i].second.write(out, depth + 1);
                   }
                   if (!object.empty()) break_line(out, depth);
                   out += '}';
                 },
             },
             value_);
}

std::string Json::text() const {
  std::string out;
  write(out, 0);
  return out;
}

}  // namespace cleave::tool
