// Finds out which libraries the process has loaded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cleave::os {

/// A library of the process, and one with a file of the same name that was loaded before it.
struct LibraryCopies {
  std::string earlier;  // paths, as the dynamic linker has them
  std::string own;
};

/// Looks for a library that this process loaded before the file that this code lies in, whose file
/// has the same name and which exports `function`; nullopt if there is none. Linker namespaces
/// (dlmopen) do not see each other. Thread-safe; takes the lock of the dynamic linker, so not under a
/// lock that a constructor of a library might take.
[[nodiscard]] std::optional<LibraryCopies> earlier_copy_of_this_library(const char* function);

/// Tells whether the library that an address lies in is another one than that with this code, and
/// holds this text among what it was loaded with. Thread-safe, as above.
[[nodiscard]] bool library_of_address_holds(const void* address, std::string_view text);

}  // namespace cleave::os
