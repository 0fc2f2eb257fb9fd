#include "mutation.h"

#include <algorithm>

#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::module {
namespace {

constexpr size_t header_words = 5;

/// The places where instructions begin, and the end.
std::vector<size_t> instructions_of(const Words& words) {
  std::vector<size_t> places;
  size_t at = header_words;
  while (at < words.size()) {
    places.push_back(at);
    const size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) break;
    at += length;
  }
  places.push_back(words.size());
  return places;
}

class Mutation {
 public:
  Mutation(const std::vector<Words>& corpus, Random& random)
      : corpus_(corpus), random_(random), words_(random.pick(corpus)) {}

  void change() {
    if (words_.size() <= header_words) return;
    switch (random_.below(10)) {
      case 0:
        return flip_a_bit();
      case 1:
        return set_a_word();
      case 2:
        return remove_an_instruction();
      case 3:
        return repeat_an_instruction();
      case 4:
        return move_an_instruction();
      case 5:
        return take_an_instruction_of_another();
      case 6:
        return change_an_opcode();
      case 7:
        return words_.resize(random_.below(words_.size()) + 1);
      default:
        return exchange_operands();
    }
  }
  [[nodiscard]] Words take() { return std::move(words_); }

 private:
  struct Range {
    size_t begin, end;
  };
  Range an_instruction(const Words& of) {
    const std::vector<size_t> places = instructions_of(of);
    if (places.size() < 2) return {of.size(), of.size()};
    const size_t index = random_.below(places.size() - 1);
    return {places[index], places[index + 1]};
  }
  size_t a_word() { return random_.below(words_.size()); }
  static auto at(Words& words, size_t index) {
    return words.begin() + static_cast<std::ptrdiff_t>(index);
  }

  void flip_a_bit() { words_[a_word()] ^= 1U << random_.below(32); }
  /// A number that is special somewhere, or an id, mostly.
  void set_a_word() {
    const uint32_t numbers[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 64, 65536, words_[3]};
    words_[a_word()] = random_.chance(50) ? random_.pick(numbers) : random_.below(words_[3] + 1ULL);
  }
  void remove_an_instruction() {
    const Range range = an_instruction(words_);
    words_.erase(at(words_, range.begin), at(words_, range.end));
  }
  void insert(const Words& instruction) {
    const size_t place = an_instruction(words_).begin;
    words_.insert(at(words_, place), instruction.begin(), instruction.end());
  }
  Words copied(const Words& of) {
    Words source = of;
    const Range range = an_instruction(source);
    return {at(source, range.begin), at(source, range.end)};
  }
  void repeat_an_instruction() { insert(copied(words_)); }
  void move_an_instruction() {
    const Range range = an_instruction(words_);
    const Words instruction(at(words_, range.begin), at(words_, range.end));
    words_.erase(at(words_, range.begin), at(words_, range.end));
    if (words_.size() > header_words) insert(instruction);
  }
  void take_an_instruction_of_another() { insert(copied(random_.pick(corpus_))); }
  void change_an_opcode() {
    const Range range = an_instruction(words_);
    if (range.begin == range.end) return;
    words_[range.begin] = (words_[range.begin] & 0xffff0000) | random_.below(6500);
  }
  /// An operand in place of another: ids of the wrong type, above all.
  void exchange_operands() {
    const Range one = an_instruction(words_);
    const Range other = an_instruction(words_);
    if (one.end - one.begin < 2 || other.end - other.begin < 2) return;
    words_[one.begin + 1 + random_.below(one.end - one.begin - 1)] =
        words_[other.begin + 1 + random_.below(other.end - other.begin - 1)];
  }

  const std::vector<Words>& corpus_;
  Random& random_;
  Words words_;
};

}  // namespace

Words mutated(const std::vector<Words>& corpus, uint64_t seed) {
  Random random(seed);
  Mutation mutation(corpus, random);
  const unsigned changes = random.chance(60) ? 1 : random.between(1, 6);
  for (unsigned i = 0; i < changes; ++i) mutation.change();
  return mutation.take();
}

}  // namespace cleave::test::fuzz::module
