#include <elf.h>

#include <cstring>

#include "mutation.h"

namespace cleave::test::binary_fuzz {
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

}  // namespace

void change_object(Random& random, Bytes& object) {
  const std::vector<Elf64_Shdr> sections = sections_of(object);
  Elf64_Ehdr header = {};
  if (sections.empty()) return change_bytes(random, object);
  std::memcpy(&header, object.data(), sizeof header);
  const std::span<std::byte> all(object);
  for (size_t changes = 1 + random.below(3); changes > 0; --changes) {
    if (random.one_in(8)) {
      change_field(random, all.first(sizeof header));
      continue;
    }
    const size_t chosen = random.below(sections.size());
    if (random.one_in(3)) {
      change_field(random,
                   all.subspan(header.e_shoff + chosen * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr)));
      continue;
    }
    const Elf64_Shdr& section = sections[chosen];
    if (section.sh_type == SHT_NOBITS || section.sh_offset > object.size() ||
        section.sh_size > object.size() - section.sh_offset || section.sh_size == 0) {
      continue;
    }
    const std::span<std::byte> contents = all.subspan(section.sh_offset, section.sh_size);
    const size_t entry = section.sh_type == SHT_SYMTAB ? sizeof(Elf64_Sym) : sizeof(Elf64_Rela);
    const bool is_table = section.sh_type == SHT_SYMTAB || section.sh_type == SHT_RELA;
    if (is_table && contents.size() >= entry) {
      change_field(random, contents.subspan(random.below(contents.size() / entry) * entry, entry));
    } else {
      change_bytes(random, contents);
    }
  }
}

}  // namespace cleave::test::binary_fuzz
