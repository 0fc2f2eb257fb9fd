// Defines the layout of the library as the compiler holds it: an index of names, and groups of
// functions as bitcode modules of their own, so that a kernel's build reads what it calls and no
// more.
//
//   IndexHeader, IndexName[name_count] sorted by name, IndexGroup[group_count], names, modules
//
// Offsets count bytes from the start of the header. Written by assemble/ and read by index.cpp, on
// the same machine.
#pragma once

#include <cstdint>

namespace cleave::builtins {

struct IndexHeader {
  uint32_t name_count;
  uint32_t group_count;
};

/// A function or variable that a group defines.
struct IndexName {
  uint32_t offset;
  uint32_t length;
  uint32_t group;
  uint32_t traits;  // bits of Trait
};

/// A trait tells what a definition does, so that callers need not read its group.
enum class Trait : uint32_t {
  is_public = 1,        // programs may call it; the others, groups refer to
  synchronises = 2,     // work-items meet in it
  observes_memory = 4,  // it learns what others have written: atomic loads and updates, fences
  compares_and_exchanges = 8,  // once, whatever comes of it
  is_query = 16,               // it gives ids and sizes, and touches no memory
  claims_together = 32,  // lanes that come together make one atomic operation; no work-items meet
};

/// A module in which every definition has external linkage.
struct IndexGroup {
  uint32_t offset;
  uint32_t size;
};

/// The prefix of the names of definitions that are not public; no program can spell it.
inline constexpr const char* hidden_prefix = "__cleave_library.";

}  // namespace cleave::builtins
