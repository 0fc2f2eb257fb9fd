// Changes binaries and cache entries where their structure is: fields, lengths, bitcode, whole
// parts. Checksums are made to agree again where the change is to be seen inside.
#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "samples.h"

namespace cleave::test::fuzz::binary {

/// Describes what was changed, and what may follow.
struct Mutation {
  std::string what;         // in words
  Bytes bytes;              // the binary, or the file of the cache
  bool keeps_code = false;  // if it is taken at all, the kernels must be those of the sample
  bool is_damaged = false;  // it must not be taken
};

/// The same seed gives the same choices.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed * 0x9e3779b97f4a7c15ULL + 1) {}
  /// Below `limit`, which is not 0.
  [[nodiscard]] size_t below(size_t limit) { return static_cast<size_t>(engine_() % limit); }
  [[nodiscard]] bool one_in(size_t count) { return below(count) == 0; }
  /// A number that programs often get wrong.
  [[nodiscard]] uint64_t odd_number();

 private:
  std::mt19937_64 engine_;
};

/// Sets or flips bits in one to four places.
void change_bytes(Random& random, std::span<std::byte> bytes);

/// A binary made of that of a sample; `other` gives parts.
[[nodiscard]] Mutation change_binary(Random& random, const Bytes& binary, const Bytes& other);

/// A file of the cache likewise. `name` is the file's, whose last part is the key.
[[nodiscard]] Mutation change_entry(Random& random, const std::string& name, const Bytes& entry,
                                    const Bytes& other);

/// Changes the headers, sections, symbols and relocations of an object file.
void change_object(Random& random, Bytes& object);

}  // namespace cleave::test::fuzz::binary
