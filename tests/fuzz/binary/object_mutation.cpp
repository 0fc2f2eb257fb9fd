#include <elf.h>

#include <cstring>

#include "mutation.h"

namespace cleave::test::fuzz::binary {
namespace {

/// One of the fields of a structure of so many bytes, which are numbers of 1 to 8 bytes.
void change_field(Random& random, std::span<std::byte> structure) {
  const size_t widths[] = {1, 2, 4, 8};
  const size_t width = widths[random.below(4)];
  if (structure.size() < width) return;
  const size_t at = random.below(structure.size() / width) * width;
  uint64_t value = random.odd_number();
  if (random.one_in(2)) {
    uint64_t old = 0;
    std::memcpy(&old, structure.data() + at, width);
    value = old + random.below(17) - 8;
  }
  std::memcpy(structure.data() + at, &value, width);
}

std::vector<Elf64_Shdr> sections_of(const Bytes& object) {
  Elf64_Ehdr header = {};
  if (object.size() < sizeof header) return {};
  std::memcpy(&header, object.data(), sizeof header);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  const size_t bytes = sections.size() * sizeof(Elf64_Shdr);
  if (header.e_shoff > object.size() || bytes > object.size() - header.e_shoff) return {};
  if (bytes != 0) std::memcpy(sections.data(), object.data() + header.e_shoff, bytes);
  return sections;
}

/// None where the section has none in the file.
std::span<std::byte> contents_of(std::span<std::byte> object, const Elf64_Shdr& section) {
  const bool is_in_file = section.sh_type != SHT_NOBITS && section.sh_offset <= object.size() &&
                          section.sh_size <= object.size() - section.sh_offset;
  return is_in_file ? object.subspan(section.sh_offset, section.sh_size) : object.first(0);
}

/// An entry of one of the tables of this kind. Most have to do with debug information and are not
/// looked at when code is linked: those of what is loaded come first.
void change_entry_of(Random& random, std::span<std::byte> object,
                     const std::vector<Elf64_Shdr>& sections, uint32_t kind, size_t entry_bytes) {
  std::vector<std::span<std::byte>> tables, loaded;
  for (const Elf64_Shdr& section : sections) {
    const std::span<std::byte> table = contents_of(object, section);
    if (section.sh_type != kind || table.size() < entry_bytes) continue;
    tables.push_back(table);
    const bool is_loaded =
        section.sh_info < sections.size() && (sections[section.sh_info].sh_flags & SHF_ALLOC) != 0;
    if (is_loaded) loaded.push_back(table);
  }
  if (!loaded.empty() && !random.one_in(3)) tables = loaded;
  if (tables.empty()) return;
  const std::span<std::byte> table = tables[random.below(tables.size())];
  const size_t entry = random.below(table.size() / entry_bytes);
  change_field(random, table.subspan(entry * entry_bytes, entry_bytes));
}

}  // namespace

void change_object(Random& random, Bytes& object) {
  const std::vector<Elf64_Shdr> sections = sections_of(object);
  Elf64_Ehdr header = {};
  if (sections.empty()) return change_bytes(random, object);
  std::memcpy(&header, object.data(), sizeof header);
  const std::span<std::byte> all(object);
  for (size_t changes = 1 + random.below(3); changes > 0; --changes) {
    switch (random.below(8)) {
      case 0:
        change_field(random, all.first(sizeof header));
        break;
      case 1:
      case 2: {
        const size_t at = header.e_shoff + random.below(sections.size()) * sizeof(Elf64_Shdr);
        change_field(random, all.subspan(at, sizeof(Elf64_Shdr)));
        break;
      }
      case 3:
        change_entry_of(random, all, sections, SHT_SYMTAB, sizeof(Elf64_Sym));
        break;
      case 4:
      case 5:
        change_entry_of(random, all, sections, SHT_RELA, sizeof(Elf64_Rela));
        break;
      default:
        change_bytes(random, contents_of(all, sections[random.below(sections.size())]));
    }
  }
}

}  // namespace cleave::test::fuzz::binary
