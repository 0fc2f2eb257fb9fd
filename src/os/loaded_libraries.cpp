#include "os/loaded_libraries.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cleave::os {
namespace {

std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

bool contains(const dl_phdr_info& library, uintptr_t address) {
  for (size_t i = 0; i < library.dlpi_phnum; ++i) {
    const auto& segment = library.dlpi_phdr[i];
    const uintptr_t begin = library.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address - begin < segment.p_memsz) return true;
  }
  return false;
}

/// The libraries up to the one with this code, which is the last: the C library lists them in the
/// order in which they were loaded.
struct Listing {
  std::vector<std::string> paths;
  bool is_complete = false;
};

int add_library(dl_phdr_info* library, size_t /*size*/, void* listing_pointer) {
  auto& listing = *static_cast<Listing*>(listing_pointer);
  listing.paths.emplace_back(library->dlpi_name);
  listing.is_complete = contains(*library, reinterpret_cast<uintptr_t>(&add_library));
  return listing.is_complete ? 1 : 0;
}

/// A text that is looked for in the library of an address.
struct SearchedText {
  uintptr_t address;
  std::string_view text;
  bool is_found = false;
};

int search_library(dl_phdr_info* library, size_t /*size*/, void* searched_pointer) {
  auto& searched = *static_cast<SearchedText*>(searched_pointer);
  if (!contains(*library, searched.address)) return 0;
  if (contains(*library, reinterpret_cast<uintptr_t>(&search_library))) return 1;
  for (size_t i = 0; i < library->dlpi_phnum && !searched.is_found; ++i) {
    const auto& segment = library->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_R) == 0) continue;
    const auto* bytes = reinterpret_cast<const char*>(library->dlpi_addr + segment.p_vaddr);
    searched.is_found =
        std::string_view(bytes, segment.p_filesz).find(searched.text) != std::string_view::npos;
  }
  return 1;
}

bool exports(const std::string& path, const char* function) {
  void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return false;
  const bool found = dlsym(library, function) != nullptr;
  dlclose(library);
  return found;
}

}  // namespace

std::optional<LibraryCopies> earlier_copy_of_this_library(const char* function) {
  Listing listing;
  dl_iterate_phdr(&add_library, &listing);
  if (!listing.is_complete) return std::nullopt;
  std::string own = std::move(listing.paths.back());
  listing.paths.pop_back();
  for (std::string& path : listing.paths) {
    if (file_name(path) == file_name(own) && exports(path, function)) {
      return LibraryCopies{.earlier = std::move(path), .own = std::move(own)};
    }
  }
  return std::nullopt;
}

bool library_of_address_holds(const void* address, std::string_view text) {
  SearchedText searched{.address = reinterpret_cast<uintptr_t>(address), .text = text};
  dl_iterate_phdr(&search_library, &searched);
  return searched.is_found;
}

}  // namespace cleave::os
