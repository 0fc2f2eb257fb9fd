#include "compiler/cache/compiler_identity.h"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <string_view>

namespace cleave::compiler::cache {
namespace {

constexpr size_t align_to_word(size_t size) {
  return (size + 3) / 4 * 4;
}

bool holds(const dl_phdr_info& object, uintptr_t address) {
  for (const ElfW(Phdr)* part = object.dlpi_phdr; part != object.dlpi_phdr + object.dlpi_phnum;
       ++part) {
    const uintptr_t begin = object.dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && begin <= address && address < begin + part->p_memsz) return true;
  }
  return false;
}

// The build ID among the notes; empty when there is none.
std::string_view find_build_id(std::string_view notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    const auto& note = *reinterpret_cast<const ElfW(Nhdr)*>(notes.data());
    const size_t description = sizeof note + align_to_word(note.n_namesz);
    const size_t end = description + align_to_word(note.n_descsz);
    if (end > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(sizeof note, 3) == "GNU") {
      return notes.substr(description, note.n_descsz);
    }
    notes.remove_prefix(end);
  }
  return {};
}

int find_own(dl_phdr_info* object, size_t, void* result) {
  if (!holds(*object, reinterpret_cast<uintptr_t>(&find_own))) return 0;
  for (size_t i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) & part = object->dlpi_phdr[i];
    if (part.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const char*>(object->dlpi_addr + part.p_vaddr);
    *static_cast<std::string*>(result) += find_build_id({notes, part.p_memsz});
  }
  return 1;
}

}  // namespace

const std::string& compiler_identity() {
  static const std::string& identity = *new std::string([] {
    std::string id;
    dl_iterate_phdr(find_own, &id);
    return id;
  }());
  return identity;
}

}  // namespace cleave::compiler::cache
