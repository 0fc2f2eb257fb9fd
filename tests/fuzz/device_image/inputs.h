// Makes hostile device images of seeds: bitcode, tables, bytes and units that are changed at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cleave::test::fuzz::device_image {

using Bytes = std::vector<std::byte>;

/// Device code of a unit, as clang wrote it.
struct Unit {
  std::string name;  // of its file
  Bytes bitcode;
};

struct Input {
  Bytes blob;
  std::string options;          // for clBuildProgram
  bool is_refused = false;      // for certain: its checksum is wrong, or its end is missing
  bool has_right_code = false;  // that of all units is as clang wrote it: no compiler crashes
};

/// Returns the input of a seed: the same for the same units. Of a hundred
/// - 45 have changed bitcode, with a right checksum;
/// - 12 have right bitcode and a table of odd values, 8 a table with changed bytes;
/// - 15 are several units, of which one may be changed;
/// - 8 have changed bytes anywhere and a right checksum, 6 the checksum of before, 6 are cut.
/// Code is compressed in one of five. One of four is built with options.
[[nodiscard]] Input make_input(const std::vector<Unit>& units, uint64_t seed);

}  // namespace cleave::test::fuzz::device_image
