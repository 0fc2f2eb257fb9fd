#include "compiler/target/x86/object_check.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ELF.h>
#include <llvm/Object/ELFTypes.h>

#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>

namespace cleave::compiler::target::x86 {
namespace {

constexpr llvm::StringLiteral section_of_origin = ".cleave.origin";
constexpr size_t length_of_origin = 64;  // a content_hash's

/// More than the memory of any code that we make: sizes beyond would be asked of the system.
constexpr uint64_t most_bytes = uint64_t{1} << 32;
constexpr uint64_t largest_alignment = 1 << 16;

using Elf = llvm::object::ELF64LE;
using Section = Elf::Shdr;
using Symbol = Elf::Sym;

/// Returns the number of bytes that a relocation writes; nothing for those that our code never has.
std::optional<uint64_t> width_of(uint32_t relocation) {
  switch (relocation) {
    case llvm::ELF::R_X86_64_64:
    case llvm::ELF::R_X86_64_PC64:
    case llvm::ELF::R_X86_64_GOTOFF64:
    case llvm::ELF::R_X86_64_GOTPC64:
    case llvm::ELF::R_X86_64_GOTPCREL64:
      return 8;
    case llvm::ELF::R_X86_64_32:
    case llvm::ELF::R_X86_64_32S:
    case llvm::ELF::R_X86_64_PC32:
    case llvm::ELF::R_X86_64_PLT32:
    case llvm::ELF::R_X86_64_GOTPCREL:
    case llvm::ELF::R_X86_64_GOTPCRELX:
    case llvm::ELF::R_X86_64_REX_GOTPCRELX:
      return 4;
    default:
      return std::nullopt;
  }
}

bool is_kind_of_ours(const Section& section) {
  switch (section.sh_type) {
    case llvm::ELF::SHT_NULL:
    case llvm::ELF::SHT_PROGBITS:
    case llvm::ELF::SHT_NOBITS:
    case llvm::ELF::SHT_STRTAB:
    case llvm::ELF::SHT_SYMTAB:
    case llvm::ELF::SHT_RELA:
    case llvm::ELF::SHT_NOTE:
    case llvm::ELF::SHT_X86_64_UNWIND:
    case llvm::ELF::SHT_LLVM_ADDRSIG:
      return (section.sh_flags & (llvm::ELF::SHF_COMPRESSED | llvm::ELF::SHF_TLS)) == 0;
    default:
      return false;
  }
}

class ObjectCheck {
 public:
  explicit ObjectCheck(llvm::StringRef object) : object_(object) {}

  std::string run(const std::string& origin) {
    auto file = llvm::object::ELFFile<Elf>::create(object_);
    if (!file) return llvm::toString(file.takeError());
    file_.emplace(std::move(*file));
    const auto& header = file_->getHeader();
    if (!object_.starts_with(llvm::ELF::ElfMagic) || header.e_type != llvm::ELF::ET_REL ||
        header.e_machine != llvm::ELF::EM_X86_64 ||
        header.e_ident[llvm::ELF::EI_CLASS] != llvm::ELF::ELFCLASS64 ||
        header.e_ident[llvm::ELF::EI_DATA] != llvm::ELF::ELFDATA2LSB) {
      return "it is no object file for this processor";
    }
    auto sections = file_->sections();
    if (!sections) return llvm::toString(sections.takeError());
    sections_ = *sections;
    std::string problem = check_sections();
    if (problem.empty()) problem = check_symbols();
    if (problem.empty()) problem = check_relocations();
    if (problem.empty() && origin_ != origin) problem = "it was made of something else";
    return problem;
  }

 private:
  std::string check_sections() {
    uint64_t bytes = 0;
    for (const Section& section : sections_) {
      auto name = file_->getSectionName(section);
      if (!name) return llvm::toString(name.takeError());
      const std::string where = "section " + name->str() + ": ";
      if (!is_kind_of_ours(section)) return where + "of a kind that code does not have";
      const uint64_t alignment = section.sh_addralign;
      if (alignment > largest_alignment || (alignment & (alignment - 1)) != 0) {
        return where + "its alignment is impossible";
      }
      bytes += std::min<uint64_t>(section.sh_size, most_bytes);
      if (bytes > most_bytes) return where + "it is too large";
      const bool is_in_file = section.sh_type != llvm::ELF::SHT_NOBITS;
      if (is_in_file && (section.sh_offset > object_.size() ||
                         section.sh_size > object_.size() - section.sh_offset)) {
        return where + "it ends beyond the file";
      }
      if (section.sh_type == llvm::ELF::SHT_SYMTAB) {
        if (symbol_table_ != nullptr) return "it has two tables of symbols";
        symbol_table_ = &section;
      }
      if (*name == section_of_origin) origin_ += object_.substr(section.sh_offset, section.sh_size);
    }
    return symbol_table_ == nullptr ? "it has no symbols" : "";
  }

  std::string check_symbols() {
    auto symbols = file_->symbols(symbol_table_);
    if (!symbols) return llvm::toString(symbols.takeError());
    symbol_count_ = symbols->size();
    if (symbol_table_->sh_info > symbol_count_) return "its local symbols are too many";
    auto names = file_->getStringTableForSymtab(*symbol_table_, sections_);
    if (!names) return llvm::toString(names.takeError());
    for (const Symbol& symbol : *symbols) {
      auto name = symbol.getName(*names);
      if (!name) return llvm::toString(name.takeError());
      const bool is_local = &symbol - symbols->data() < symbol_table_->sh_info;
      if (is_local != (symbol.getBinding() == llvm::ELF::STB_LOCAL) || !is_good(symbol)) {
        return "symbol '" + name->str() + "' is impossible";
      }
    }
    return {};
  }

  [[nodiscard]] bool is_good(const Symbol& symbol) const {
    if (symbol.getBinding() > llvm::ELF::STB_WEAK || symbol.getType() > llvm::ELF::STT_FILE) {
      return false;
    }
    if (symbol.st_shndx == llvm::ELF::SHN_UNDEF || symbol.st_shndx == llvm::ELF::SHN_ABS) {
      return true;
    }
    if (symbol.st_shndx >= sections_.size()) return false;
    const uint64_t size = sections_[symbol.st_shndx].sh_size;
    return symbol.st_value <= size && symbol.st_size <= size - symbol.st_value;
  }

  std::string check_relocations() {
    for (const Section& section : sections_) {
      if (section.sh_type != llvm::ELF::SHT_RELA) continue;
      if (section.sh_info >= sections_.size() || section.sh_link >= sections_.size() ||
          &sections_[section.sh_link] != symbol_table_) {
        return "relocations belong to no section";
      }
      const Section& target = sections_[section.sh_info];
      auto relocations = file_->relas(section);
      if (!relocations) return llvm::toString(relocations.takeError());
      if (!relocations->empty() && target.sh_type != llvm::ELF::SHT_PROGBITS &&
          target.sh_type != llvm::ELF::SHT_X86_64_UNWIND) {
        return "relocations of a section without contents";
      }
      for (const Elf::Rela& relocation : *relocations) {
        const auto width = width_of(relocation.getType(false));
        if (!width || relocation.getSymbol(false) >= symbol_count_ ||
            relocation.r_offset > target.sh_size || *width > target.sh_size - relocation.r_offset) {
          return "a relocation is impossible";
        }
      }
    }
    return {};
  }

  const llvm::StringRef object_;
  std::optional<llvm::object::ELFFile<Elf>> file_;
  Elf::ShdrRange sections_;
  const Section* symbol_table_ = nullptr;
  uint64_t symbol_count_ = 0;
  std::string origin_;
};

}  // namespace

void reserve_origin(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  const std::string room(length_of_origin, '?');
  llvm::Constant* text = llvm::ConstantDataArray::getString(context, room, /*AddNull=*/false);
  auto* variable = new llvm::GlobalVariable(module, text->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::PrivateLinkage, text, "origin");
  variable->setSection(section_of_origin);
  variable->setMetadata(llvm::LLVMContext::MD_exclude, llvm::MDNode::get(context, {}));
}

void write_origin(llvm::MutableArrayRef<std::byte> object, const std::string& origin) {
  assert(origin.size() == length_of_origin);
  const llvm::StringRef bytes(reinterpret_cast<const char*>(object.data()), object.size());
  // Written a moment ago by the code generator: it is an object file.
  const auto file = llvm::cantFail(llvm::object::ELFFile<Elf>::create(bytes));
  for (const Section& section : llvm::cantFail(file.sections())) {
    if (llvm::cantFail(file.getSectionName(section)) != section_of_origin) continue;
    std::memcpy(object.data() + section.sh_offset, origin.data(), origin.size());
  }
}

std::string problem_of_object(llvm::StringRef object, const std::string& origin) {
  const std::string problem = ObjectCheck(object).run(origin);
  return problem.empty() ? "" : "the object code cannot be used: " + problem;
}

}  // namespace cleave::compiler::target::x86
