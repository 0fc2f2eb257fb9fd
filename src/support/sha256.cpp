#include "support/sha256.h"

#include <bit>
#include <cstddef>
#include <string>

namespace cleave::support {
namespace {

using State = std::array<uint32_t, 8>;
constexpr size_t block_bytes = 64;

// The first 32 bits of the fractions of the square roots of the first primes (5.3.3), and of the
// cube roots (4.2.2).
constexpr State initial = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr uint32_t constants[block_bytes] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t word_at(std::string_view block, size_t index) {
  uint32_t word = 0;
  for (const char byte : block.substr(4 * index, 4)) {
    word = word << 8 | static_cast<uint8_t>(byte);
  }
  return word;
}

/// 6.2.2, steps 1 to 4.
void take(std::string_view block, State& state) {
  std::array<uint32_t, block_bytes> schedule{};
  for (size_t i = 0; i < 16; ++i) schedule[i] = word_at(block, i);
  for (size_t i = 16; i < schedule.size(); ++i) {
    const uint32_t near = schedule[i - 2];
    const uint32_t far = schedule[i - 15];
    schedule[i] = schedule[i - 16] + schedule[i - 7] +
                  (std::rotr(near, 17) ^ std::rotr(near, 19) ^ near >> 10) +
                  (std::rotr(far, 7) ^ std::rotr(far, 18) ^ far >> 3);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < schedule.size(); ++i) {
    const uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                           ((e & f) ^ (~e & g)) + constants[i] + schedule[i];
    const uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  const State added = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

/// 5.1.1: a 1, zeros, and the length in bits.
std::string padded(std::string_view text) {
  std::string all(text);
  all += '\x80';
  while (all.size() % block_bytes != block_bytes - 8) all += '\0';
  const uint64_t bits = uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) all += static_cast<char>(bits >> shift & 0xff);
  return all;
}

}  // namespace

std::array<uint8_t, 32> sha256(std::string_view text) {
  const std::string all = padded(text);
  State state = initial;
  for (size_t i = 0; i < all.size(); i += block_bytes) {
    take(std::string_view(all).substr(i, block_bytes), state);
  }
  std::array<uint8_t, 32> bytes{};
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  }
  return bytes;
}

}  // namespace cleave::support
