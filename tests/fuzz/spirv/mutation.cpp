#include "mutation.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "spirv/tables.h"

namespace cleave::test::fuzz::spirv {
namespace {

using Words = std::vector<uint32_t>;

constexpr size_t header = 5;

struct Piece {
  size_t at = 0;
  size_t length = 0;
};

// The instructions, as far as their lengths make sense.
std::vector<Piece> pieces_of(const Words& words) {
  std::vector<Piece> pieces;
  for (size_t at = header; at < words.size();) {
    const size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) break;
    pieces.push_back({at, length});
    at += length;
  }
  return pieces;
}

uint32_t odd_number(const Words& words, Random& random) {
  constexpr uint32_t odd[] = {0,       1,          2,          3,          7,         8,   16,
                              31,      32,         63,         64,         255,       256, 0xFFFF,
                              0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  switch (random.below(3)) {
    case 0:
      return random.pick(odd);
    case 1:
      return words[random.below(words.size())];
    default:
      return static_cast<uint32_t>(random.next());
  }
}

uint32_t some_opcode(Random& random) {
  for (;;) {
    const uint32_t opcode = random.chance(90) ? random.below(420) : random.below(6500);
    if (cleave::spirv::facts(opcode) != nullptr) return opcode;
  }
}

Words copy_of(const Words& words, const Piece& piece) {
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(piece.at);
  return {begin, begin + static_cast<std::ptrdiff_t>(piece.length)};
}

void erase(Words& words, size_t at, size_t count) {
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
  words.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

void insert(Words& words, size_t at, const Words& more) {
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
}

void set_length(Words& words, size_t at, size_t length) {
  words[at] = (words[at] & 0xFFFF) | static_cast<uint32_t>(length) << 16;
}

void change_word(Words& words, const Piece& piece, Random& random) {
  words[piece.at + random.below(piece.length)] = odd_number(words, random);
}

// An id where one is likely to be: it changes what is referred to, and what is defined.
void change_id(Words& words, const Piece& piece, Random& random) {
  if (piece.length < 2) return;
  const uint32_t bound = std::max<uint32_t>(words[3], 2);
  words[piece.at + 1 + random.below(piece.length - 1)] =
      1 + random.below(std::min<uint32_t>(bound, 4096));
}

void change_opcode(Words& words, const Piece& piece, Random& random) {
  words[piece.at] = (words[piece.at] & 0xFFFF0000) | some_opcode(random);
}

void change_length(Words& words, const Piece& piece, Random& random) {
  if (random.chance(50) && piece.length > 1) {
    erase(words, piece.at + 1 + random.below(piece.length - 1), 1);
    set_length(words, piece.at, piece.length - 1);
  } else {
    insert(words, piece.at + 1 + random.below(piece.length), {odd_number(words, random)});
    set_length(words, piece.at, piece.length + 1);
  }
}

void move_instruction(Words& words, const std::vector<Piece>& pieces, Random& random) {
  const Piece& from = random.pick(pieces);
  const Piece& to = random.pick(pieces);
  const Words copy = copy_of(words, from);
  insert(words, to.at, copy);
  if (random.chance(60)) erase(words, from.at + (to.at <= from.at ? copy.size() : 0), copy.size());
}

void change_once(Words& words, Random& random) {
  const std::vector<Piece> pieces = pieces_of(words);
  if (pieces.empty()) return;
  const Piece& piece = random.pick(pieces);
  switch (random.below(12)) {
    case 0:
    case 1:
      return change_word(words, piece, random);
    case 2:
    case 3:
    case 4:
    case 5:
      return change_id(words, piece, random);
    case 6:
    case 7:
      return change_opcode(words, piece, random);
    case 8:
      return change_length(words, piece, random);
    case 9:
      return erase(words, piece.at, piece.length);
    case 10:
      return move_instruction(words, pieces, random);
    default:
      if (random.chance(70))
        words[piece.at + random.below(piece.length)] ^= 1U << random.below(32);
      else if (random.chance(50))
        words[random.below(header)] = odd_number(words, random);
      else
        words.resize(header + random.below(words.size() - header));
  }
}

}  // namespace

std::vector<std::byte> mutated(std::vector<uint32_t> words, Random& random) {
  const unsigned changes = random.chance(60) ? 1 : random.between(2, 5);
  for (unsigned change = 0; change < changes; ++change) change_once(words, random);
  std::vector<std::byte> bytes(words.size() * sizeof(uint32_t));
  std::memcpy(bytes.data(), words.data(), bytes.size());
  if (random.below(200) == 0 && !bytes.empty()) bytes.pop_back();
  return bytes;
}

}  // namespace cleave::test::fuzz::spirv
