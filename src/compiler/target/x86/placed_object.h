// Describes object code together with its addresses in this process: what debuggers and profilers
// read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace cleave::compiler::target::x86 {

/// The addresses of an object's sections, by name.
using SectionAddresses = std::map<std::string, uint64_t>;

/// The object file with each section's address in its header. Sections without one were not loaded.
[[nodiscard]] std::vector<char> place_object(std::span<const char> object,
                                             const SectionAddresses& addresses);

struct CodeLine {
  uint64_t address = 0;
  uint32_t line = 0;
  std::string file;
};

struct PlacedFunction {
  std::string name;
  uint64_t address = 0;
  uint64_t bytes = 0;
  std::vector<CodeLine> lines;  // by address; each holds up to the next
};

/// The functions of a placed object with their lines; none when it is not readable.
[[nodiscard]] std::vector<PlacedFunction> functions_of(std::span<const char> placed);

}  // namespace cleave::compiler::target::x86
