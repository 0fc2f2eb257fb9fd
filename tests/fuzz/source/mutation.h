// Changes sources so that most of them still are some kind of OpenCL C.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace cleave::test::fuzz::source {

/// Makes sources out of others: tokens are removed, repeated, exchanged, taken from elsewhere or
/// from a list of words that compilers know. The same seed gives the same source.
class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  [[nodiscard]] std::string mutate(const std::string& source, const std::string& other);
  /// Below `limit`, which is not 0.
  [[nodiscard]] size_t below(size_t limit) { return random_() % limit; }

 private:
  using Tokens = std::vector<std::string>;
  void change(Tokens& tokens, const Tokens& others);
  [[nodiscard]] Tokens range_of(const Tokens& tokens, size_t most);

  std::mt19937_64 random_;
};

}  // namespace cleave::test::fuzz::source
