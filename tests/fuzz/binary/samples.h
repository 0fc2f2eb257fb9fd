// Makes the binaries and cache entries that are changed: of real kernels, by the driver itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cleave::test::fuzz::binary {

using Bytes = std::vector<std::byte>;

/// A program whose kernels write nothing but a small buffer, the same at each run.
struct Source {
  const char* name;
  const char* text;
  const char* options;
};
[[nodiscard]] const std::vector<Source>& sources();

/// Holds what the driver made of one source.
struct Sample {
  Bytes program;  // binaries: of the built program, of the compiled object and of the library
  Bytes object;
  Bytes library;
  std::map<std::string, Bytes> entries;  // files of the cache, by their names in its folder
  Bytes results;                         // what its kernels write and say of themselves
  Bytes loaded;                          // what those of the binary do
};

/// All samples, in the order of sources(), made by a process of its own with a cache below
/// `folder`. None, and a message, where that fails.
[[nodiscard]] std::vector<Sample> make_samples(const std::filesystem::path& folder);

[[nodiscard]] Bytes read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const Bytes& bytes);

}  // namespace cleave::test::fuzz::binary
