#include "compiler/frontend/spirv/refusals.h"

namespace cleave::compiler::frontend::spirv {
namespace {

std::string_view name_of_instruction(cleave::spirv::Op op) {
  switch (op) {
#define CLEAVE_INSTRUCTION(name, ...) \
  case cleave::spirv::Op::name:       \
    return "Op" #name;
#include "spirv/instructions.def"
  }
  return "an instruction";
}

// Names go into a log: what is no plain letter becomes a question mark.
std::string printable(std::string_view name) {
  constexpr size_t longest = 80;
  std::string text;
  for (const char letter : name.substr(0, longest)) text += letter < ' ' ? '?' : letter;
  return text;
}

}  // namespace

void Refusals::add(const cleave::spirv::Instruction& instruction, std::string_view why) {
  text_ += location_of(instruction) + ": " + std::string(why) + '\n';
}

void Refusals::remark(const cleave::spirv::Instruction& instruction, std::string_view what) {
  if (++remark_count_ > most_remarks) return;
  remarks_ += location_of(instruction) + ": remark: " + std::string(what) + '\n';
}

std::string Refusals::location_of(const cleave::spirv::Instruction& instruction) const {
  std::string text = "<il>: word " + std::to_string(instruction.word) + ", ";
  text += name_of_instruction(instruction.op);
  if (instruction.result != 0) text += " %" + std::to_string(instruction.result);
  const std::string name = printable(source_.name(instruction.result));
  if (!name.empty()) text += " \"" + name + '"';
  const cleave::spirv::SourceLine line = source_.line_of(instruction);
  if (line.line != 0) {
    text += " (" + printable(line.file) + ':' + std::to_string(line.line) + ')';
  }
  return text;
}

}  // namespace cleave::compiler::frontend::spirv
