#include "reduction.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace cleave::test::fuzz::kernels {
namespace {

using Lines = std::vector<std::string>;
using Judge = std::function<bool(const Lines&)>;

bool opens(const std::string& line) {
  return line.ends_with("{");
}
bool closes(const std::string& line) {
  return line.starts_with("}");
}

/// The line that closes the block (or part of one, at `} else {`) that a line opens.
size_t end_of_block(const Lines& lines, size_t head) {
  int depth = 0;
  for (size_t i = head + 1; i < lines.size(); ++i) {
    if (closes(lines[i]) && depth-- == 0) return i;
    if (opens(lines[i])) ++depth;
  }
  return lines.size();
}

bool is_balanced(const Lines& lines, size_t begin, size_t end) {
  int depth = 0;
  for (size_t i = begin; i < end; ++i) {
    if (closes(lines[i]) && --depth < 0) return false;
    if (opens(lines[i])) ++depth;
  }
  return depth == 0;
}

Lines without(const Lines& lines, size_t begin, size_t end) {
  Lines fewer(lines.begin(), lines.begin() + static_cast<ptrdiff_t>(begin));
  fewer.insert(fewer.end(), lines.begin() + static_cast<ptrdiff_t>(end), lines.end());
  return fewer;
}

bool drop_lines(Lines& lines, const Judge& still_fails) {
  bool changed = false;
  for (size_t size = std::max<size_t>(lines.size() / 2, 1); size > 0; size /= 2) {
    for (size_t i = lines.size(); i-- > 0;) {
      const size_t end = i + size;
      if (end > lines.size() || !is_balanced(lines, i, end)) continue;
      Lines fewer = without(lines, i, end);
      if (!still_fails(fewer)) continue;
      lines = std::move(fewer);
      changed = true;
    }
  }
  return changed;
}

/// Whole blocks, and blocks that become their content.
bool drop_blocks(Lines& lines, const Judge& still_fails) {
  bool changed = false;
  for (size_t i = lines.size(); i-- > 0;) {
    if (i >= lines.size() || !opens(lines[i])) continue;
    const size_t end = end_of_block(lines, i);
    if (end >= lines.size()) continue;
    const bool goes_on = opens(lines[end]);  // with else
    Lines fewer = without(lines, i, goes_on ? end : end + 1);
    if (goes_on && !closes(lines[i])) fewer[i] = "{";
    if (still_fails(fewer)) {
      lines = std::move(fewer);
      changed = true;
      continue;
    }
    // A statement that leaves a loop would leave the one around it.
    const bool leaves = std::any_of(
        lines.begin() + static_cast<ptrdiff_t>(i), lines.begin() + static_cast<ptrdiff_t>(end),
        [](const std::string& line) { return line == "break;" || line == "continue;"; });
    if (leaves && !lines[i].starts_with("if")) continue;
    if (goes_on || closes(lines[i])) continue;
    fewer = without(lines, end, end + 1);
    fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
    if (!still_fails(fewer)) continue;
    lines = std::move(fewer);
    changed = true;
  }
  return changed;
}

size_t matching(const std::string& line, size_t open) {
  int depth = 0;
  for (size_t i = open; i < line.size(); ++i) {
    if (line[i] == '(') ++depth;
    if (line[i] == ')' && --depth == 0) return i;
  }
  return std::string::npos;
}

/// Returns what may stand for the parenthesis from `open` to `close`: a number, or what is inside
/// it, but not what is inside of a bound, without which indices would leave their array.
Lines replacements(const std::string& line, size_t open, size_t close) {
  Lines texts = {"1", "0"};
  if (line.substr(open, close - open).find_first_of("&%|") != std::string::npos) return texts;
  for (size_t i = open + 1; i < close; ++i) {
    if (line[i] != '(') continue;
    const size_t end = matching(line, i);
    texts.push_back(line.substr(i, end - i + 1));
    i = end;
  }
  return texts;
}

bool shorten_expressions(Lines& lines, const Judge& still_fails) {
  bool changed = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    // If work-items wait for each other, the text says what keeps it free of races.
    if (lines[i].find("barrier(") != std::string::npos) continue;
    for (size_t open = lines[i].find('('); open != std::string::npos;
         open = lines[i].find('(', open + 1)) {
      const size_t close = matching(lines[i], open);
      if (close == std::string::npos || close - open < 3) continue;
      size_t name = open;
      while (name > 0 && (std::isalnum(static_cast<unsigned char>(lines[i][name - 1])) != 0 ||
                          lines[i][name - 1] == '_')) {
        --name;
      }
      for (const std::string& text : replacements(lines[i], open, close)) {
        Lines shorter = lines;
        shorter[i].replace(name, close - name + 1, text);
        if (shorter[i].size() >= lines[i].size() || !still_fails(shorter)) continue;
        lines = std::move(shorter);
        changed = true;
        break;
      }
    }
  }
  return changed;
}

}  // namespace

Lines reduce(Lines lines, const Judge& still_fails) {
  bool changed = true;
  for (int round = 0; changed && round < 8; ++round) {
    changed = drop_lines(lines, still_fails);
    changed |= drop_blocks(lines, still_fails);
    changed |= shorten_expressions(lines, still_fails);
  }
  return lines;
}

}  // namespace cleave::test::fuzz::kernels
