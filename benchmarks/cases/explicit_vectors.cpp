// The same hash with scalars and with vectors of 2 to 16 elements, as programs write for CPUs.
#include <bit>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

// MD4's three functions on a state of four words; a vector holds that many messages.
constexpr const char* source = R"(
#define STEP(f, a, b, c, d, x, s) a = rotate(a + f(b, c, d) + x, (T)(s))
#define F(x, y, z) ((x & y) | (~x & z))
#define G(x, y, z) ((x & y) | (x & z) | (y & z))
#define H(x, y, z) (x ^ y ^ z)

kernel void hash_vectors(global const T *in, global T *out) {
  size_t i = get_global_id(0);
  T x = in[i];
  T a = (T)(0x67452301u), b = (T)(0xefcdab89u), c = (T)(0x98badcfeu), d = (T)(0x10325476u);
  for (uint round = 0; round < 8; ++round) {
    STEP(F, a, b, c, d, x, 3);
    STEP(F, d, a, b, c, round, 7);
    STEP(G, c, d, a, b, x, 9);
    STEP(G, b, c, d, a, round, 13);
    STEP(H, a, b, c, d, x, 11);
    STEP(H, d, a, b, c, round, 15);
    x += a ^ c;
  }
  out[i] = a + b + c + d;
}
)";

constexpr size_t messages = size_t{1} << 20;

uint32_t hash_of(uint32_t x) {
  const auto step = [](uint32_t& word, uint32_t mix, uint32_t more, int s) {
    word = std::rotl(word + mix + more, s);
  };
  const auto f = [](uint32_t u, uint32_t v, uint32_t w) { return (u & v) | (~u & w); };
  const auto g = [](uint32_t u, uint32_t v, uint32_t w) { return (u & v) | (u & w) | (v & w); };
  uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (uint32_t round = 0; round < 8; ++round) {
    step(a, f(b, c, d), x, 3);
    step(d, f(a, b, c), round, 7);
    step(c, g(d, a, b), x, 9);
    step(b, g(c, d, a), round, 13);
    step(a, b ^ c ^ d, x, 11);
    step(d, a ^ b ^ c, round, 15);
    x += a ^ c;
  }
  return a + b + c + d;
}

struct Messages {
  explicit Messages(size_t /*width*/) : in(messages), right(messages) {
    in_parallel(messages, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        in[i] = scrambled(static_cast<uint32_t>(i));
        right[i] = hash_of(in[i]);
      }
    });
  }

  std::vector<cl_uint> in, right;
};

/// The size of a row is the width of the vectors.
class ExplicitVectors : public RepeatedWork<Messages> {
 public:
  ExplicitVectors(Device& device, size_t width)
      : RepeatedWork(device, width),
        kernel_(device.build(source, "hash_vectors", options(width).c_str())),
        in_(device.buffer_of(problem().in)),
        out_(device.zeros(messages * sizeof(cl_uint))) {
    kernel_.set_arguments(in_, out_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(out_, messages), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, messages / size(), 64); }

 private:
  static std::string options(size_t width) {
    return "-DT=uint" + (width == 1 ? "" : std::to_string(width));
  }

  Kernel kernel_;
  Buffer in_, out_;
};

}  // namespace

const Case& explicit_vectors() {
  static const Case instance = {
      "explicit_vectors",
      "a hash of a million words, in vectors of N",
      "million/s",
      {{"uint", 1}, {"uint2", 2}, {"uint4", 4}, {"uint8", 8}, {"uint16", 16}},
      [](size_t) { return 1e-6 * static_cast<double>(messages); },
      make_work<ExplicitVectors>};
  return instance;
}

}  // namespace cleave::benchmark
