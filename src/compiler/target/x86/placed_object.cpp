#include "compiler/target/x86/placed_object.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>

#include <cstring>

namespace cleave::compiler::target::x86 {
namespace {

using Header = llvm::object::ELF64LE::Ehdr;
using Section = llvm::object::ELF64LE::Shdr;

std::vector<CodeLine> lines_of(llvm::DWARFContext& debug, llvm::object::SectionedAddress begin,
                               uint64_t bytes) {
  using Specifier = llvm::DILineInfoSpecifier;
  const Specifier wanted(Specifier::FileLineInfoKind::AbsoluteFilePath,
                         Specifier::FunctionNameKind::None);
  std::vector<CodeLine> lines;
  const auto rows = debug.getLineInfoForAddressRange(begin, bytes, wanted);
  for (const auto& [at, location] : rows) {
    if (location.Line == 0) continue;
    const bool repeats = !lines.empty() && lines.back().line == location.Line &&
                         lines.back().file == location.FileName;
    if (!repeats) lines.push_back({at, location.Line, location.FileName});
  }
  return lines;
}

}  // namespace

std::vector<char> place_object(std::span<const char> object, const SectionAddresses& addresses) {
  std::vector<char> placed(object.begin(), object.end());
  auto file = llvm::object::ELF64LEFile::create({placed.data(), placed.size()});
  if (!file) {
    llvm::consumeError(file.takeError());
    return placed;
  }
  auto sections = file->sections();
  if (!sections) {
    llvm::consumeError(sections.takeError());
    return placed;
  }
  for (const Section& section : *sections) {
    auto name = file->getSectionName(section);
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    const auto found = addresses.find(name->str());
    if (found == addresses.end()) continue;
    const auto offset = reinterpret_cast<const char*>(&section) - placed.data();
    reinterpret_cast<Section*>(placed.data() + offset)->sh_addr = found->second;
  }
  return placed;
}

std::vector<PlacedFunction> functions_of(std::span<const char> placed) {
  std::vector<PlacedFunction> functions;
  auto file = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef({placed.data(), placed.size()}, "kernel"));
  if (!file) {
    llvm::consumeError(file.takeError());
    return functions;
  }
  const auto debug = llvm::DWARFContext::create(**file);
  for (const llvm::object::ELFSymbolRef symbol : (*file)->symbols()) {
    auto type = symbol.getType();
    auto name = symbol.getName();
    auto address = symbol.getAddress();
    auto section = symbol.getSection();
    const bool is_function = type && *type == llvm::object::SymbolRef::ST_Function;
    if (is_function && name && address && section && *section != (*file)->section_end()) {
      const uint64_t bytes = symbol.getSize();
      functions.push_back({name->str(), *address, bytes,
                           lines_of(*debug, {*address, (*section)->getIndex()}, bytes)});
    }
    if (!section) llvm::consumeError(section.takeError());
    if (!type) llvm::consumeError(type.takeError());
    if (!name) llvm::consumeError(name.takeError());
    if (!address) llvm::consumeError(address.takeError());
  }
  return functions;
}

}  // namespace cleave::compiler::target::x86
