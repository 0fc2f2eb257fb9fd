// SHA-1 of a message that ends in a number of each work-item's own: integers, rotations and an
// array of sixteen words that is used in turn.
#include <array>
#include <bit>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void hash(global const uint *message, global uint *digests) {
  uint words[16];
  for (int i = 0; i < 15; ++i) words[i] = message[i];
  words[15] = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
#pragma unroll
  for (int i = 0; i < 80; ++i) {
    uint word = words[i % 16];
    if (i >= 16) {
      word = rotate(words[(i + 13) % 16] ^ words[(i + 8) % 16] ^ words[(i + 2) % 16] ^ word, 1u);
      words[i % 16] = word;
    }
    uint mixed;
    if (i < 20)
      mixed = ((b & c) | (~b & d)) + 0x5a827999;
    else if (i < 40)
      mixed = (b ^ c ^ d) + 0x6ed9eba1;
    else if (i < 60)
      mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else
      mixed = (b ^ c ^ d) + 0xca62c1d6;
    uint next = rotate(a, 5u) + mixed + e + word;
    e = d;
    d = c;
    c = rotate(b, 30u);
    b = a;
    a = next;
  }
  digests[get_global_id(0)] = a + 0x67452301;
}
)";

struct Messages {
  explicit Messages(size_t count) : digests(count) {
    for (size_t i = 0; i < message.size(); ++i) message[i] = scrambled(static_cast<uint32_t>(i));
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) digests[i] = digest(static_cast<cl_uint>(i));
    });
  }

  /// The first word of the digest, as FIPS 180-4 describes it.
  cl_uint digest(cl_uint last) const {
    std::array<cl_uint, 80> words = {};
    for (size_t i = 0; i < 15; ++i) words[i] = message[i];
    words[15] = last;
    for (size_t i = 16; i < 80; ++i)
      words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    cl_uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
    for (size_t i = 0; i < 80; ++i) {
      const cl_uint parity = b ^ c ^ d, choice = d ^ (b & (c ^ d));
      const cl_uint majority = (b & c) | (d & (b | c));
      const cl_uint mixed = i < 20   ? choice + 0x5a827999
                            : i < 40 ? parity + 0x6ed9eba1
                            : i < 60 ? majority + 0x8f1bbcdc
                                     : parity + 0xca62c1d6;
      const cl_uint next = std::rotl(a, 5) + mixed + e + words[i];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    return a + 0x67452301;
  }

  std::array<cl_uint, 15> message = {};
  std::vector<cl_uint> digests;
};

class Hash : public RepeatedWork<Messages> {
 public:
  Hash(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "hash")),
        message_(device.buffer_of(std::span<const cl_uint>(problem().message))),
        digests_(device.zeros(count * sizeof(cl_uint))) {
    kernel_.set_arguments(message_, digests_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(digests_, size()), problem().digests);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 128); }

 private:
  Kernel kernel_;
  Buffer message_, digests_;
};

class NativeHash : public NativeWork<Messages> {
 public:
  explicit NativeHash(size_t count) : NativeWork(count), digests_(count) {}

  std::string verify() override { return difference<cl_uint>(digests_, problem().digests); }

 protected:
  void repeat() override {
    split(size(), 64, [&](size_t begin, size_t end) {
      native_loops().hash(digests_.data(), problem().message.data(), begin, end);
    });
  }

 private:
  NativeVector<cl_uint> digests_;
};

}  // namespace

const Case& hash() {
  static const Case instance = {
      "hash",
      "the first words of SHA-1 of N messages of 64 bytes",
      "Mhash/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 16}, {"memory", size_t{1} << 20}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<Hash>,
      Kind::kernel,
      {{"native", make_native<NativeHash>}}};
  return instance;
}

}  // namespace cleave::benchmark
