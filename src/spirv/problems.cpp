#include "spirv/problems.h"

#include "spirv/tables.h"

namespace cleave::spirv {
namespace {

constexpr std::string_view stand_in = "<il>: ";
constexpr size_t longest_name = 60;

std::string printable(std::string_view name) {
  std::string text;
  for (const char letter : name.substr(0, longest_name))
    text += letter >= ' ' && letter <= '~' && letter != '"' ? letter : '?';
  if (name.size() > longest_name) text += "...";
  return text;
}

}  // namespace

std::string quoted(std::string_view name) {
  return '"' + printable(name) + '"';
}

std::string Problems::name_of(Id id) const {
  std::string text = "%" + std::to_string(id);
  if (const std::string_view name = module_.name(id); !name.empty()) text += " " + quoted(name);
  return text;
}

std::string Problems::location_of(const Instruction& instruction) const {
  std::string text = "word " + std::to_string(instruction.word) + ", ";
  const InstructionFacts* row = facts(static_cast<uint32_t>(instruction.op));
  text += row == nullptr ? "opcode " + std::to_string(static_cast<uint32_t>(instruction.op))
                         : "Op" + std::string(row->name);
  if (instruction.result != 0) text += " " + name_of(instruction.result);
  if (const SourceLine line = module_.line_of(instruction); line.line != 0)
    text += " (" + printable(line.file) + ":" + std::to_string(line.line) + ")";
  return text;
}

void Problems::add(const Instruction& instruction, std::string_view what) {
  if (++count_ > most_problems) return;
  text_ += std::string(stand_in) + location_of(instruction) + ": " + std::string(what) + "\n";
}

void Problems::add_at(uint32_t word, std::string_view what) {
  if (++count_ > most_problems) return;
  text_ += std::string(stand_in) + "word " + std::to_string(word) + ": " + std::string(what) + "\n";
}

void Problems::warn(const Instruction& instruction, std::string_view what) {
  if (++warning_count_ > most_warnings) return;
  warnings_ +=
      std::string(stand_in) + location_of(instruction) + ": warning: " + std::string(what) + "\n";
}

std::string Problems::first() const {
  const std::string_view line = std::string_view(text_).substr(0, text_.find('\n'));
  return std::string(line.substr(std::min(line.size(), stand_in.size())));
}

}  // namespace cleave::spirv
