#include "features.h"

#include <array>

#include "launches.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {
namespace {

const std::array packet_types = {
    PacketType{"typedef uint packet_t;", 4, "return tag;", "x", "(ulong)x"},
    PacketType{"typedef uint packet_t;", 4, "return tag;", "x", "(ulong)x"},
    PacketType{"typedef uchar packet_t;", 1, "return (uchar)(tag ^ tag >> 8 ^ tag >> 16);", "0u",
               "(ulong)x"},
    PacketType{"typedef ushort packet_t;", 2, "return (ushort)(tag ^ tag >> 16);", "0u",
               "(ulong)x"},
    PacketType{"typedef float packet_t;", 4, "return (float)tag;", "(uint)x", "(ulong)as_uint(x)"},
    PacketType{"typedef ulong packet_t;", 8, "return (ulong)tag << 32 | (ulong)~tag;",
               "(uint)(x >> 32)", "x"},
    PacketType{"typedef uint3 packet_t;", 16, "return (uint3)(tag, tag * 3u, ~tag);", "x.s0",
               "mix_in(1ul, x)"},
    PacketType{"typedef float4 packet_t;", 16,
               "return (float4)((float)tag, 1.5f, -(float)tag, 0.25f);", "(uint)x.s0",
               "mix_in(1ul, x)"},
    PacketType{"typedef ulong16 packet_t;", 128,
               "ulong16 x = (ulong16)((ulong)tag); x.s37bf = ~x.s37bf; return x;", "(uint)x.s0",
               "mix_in(1ul, x)"},
    PacketType{"typedef struct { uchar b[5]; } packet_t;", 5,
               "packet_t x; for (uint i = 0u; i < 5u; ++i) x.b[i] = (uchar)(tag >> 8u * (i & 3u)); "
               "return x;",
               "((uint)x.b[0] | (uint)x.b[1] << 8 | (uint)x.b[2] << 16)",
               "((ulong)x.b[0] | (ulong)x.b[1] << 8 | (ulong)x.b[2] << 16 | (ulong)x.b[3] << 24 | "
               "(ulong)x.b[4] << 32)"},
    PacketType{"typedef struct { uint a; ushort b[3]; } packet_t;", 12,
               "packet_t x; x.a = tag; for (uint i = 0u; i < 3u; ++i) x.b[i] = (ushort)(tag * (i + "
               "3u)); return x;",
               "x.a",
               "((ulong)x.a << 32 ^ (ulong)x.b[0] ^ (ulong)x.b[1] << 13 ^ (ulong)x.b[2] << 26)"},
};

PointerFeatures pointers_of(uint64_t seed) {
  Random random(seed ^ 0x70147e5u);
  PointerFeatures features;
  features.present = random.chance(35);
  features.memory = random.pick(std::array{
      PointedMemory::coarse_grained, PointedMemory::fine_grained, PointedMemory::of_the_system});
  features.passes_vast = random.chance(40);
  features.offset = 8 * size_t{random.below(40)};
  return features;
}

PipeFeatures pipes_of(uint64_t seed) {
  constexpr std::array<unsigned, 3> packets_per_item = {16, 40, 80};
  constexpr std::array<unsigned, 8> few = {1, 2, 7, 16, 33, 64, 100, 200};
  Random random(seed ^ 0x919e5u);
  PipeFeatures features;
  features.present = random.chance(20);
  features.type = &random.pick(packet_types);
  features.is_ample = random.chance(50);
  if (features.is_ample) {
    features.packets_per_item = random.pick(packets_per_item);
    const auto all = static_cast<unsigned>(maximum_work_items) * features.packets_per_item;
    for (PipeSize* pipe : {&features.read, &features.written}) {
      pipe->most = all + random.below(60);
      if (random.chance(50)) pipe->advance = all - random.below(200);
    }
    features.filled = features.read.most;
  } else {
    features.packets_per_item = packets_per_item.back();
    for (PipeSize* pipe : {&features.read, &features.written}) {
      pipe->most = random.pick(few);
      pipe->advance = random.below(3 * pipe->most);
    }
    const unsigned most = features.read.most;
    features.filled = random.chance(60) ? most : random.below(most + 1);
  }
  return features;
}

}  // namespace

Features features_of(uint64_t seed) {
  return {Random(seed ^ 0x3a175u).chance(25), pointers_of(seed), pipes_of(seed)};
}

std::string build_options(uint64_t seed) {
  std::string options = "-cl-fp32-correctly-rounded-divide-sqrt -cl-std=";
  options += Random(seed ^ 0xc3u).chance(70) ? "CL3.0" : "CL2.0";
  if (seed % 8 == 0) options += " -g";  // what a debugger is told changes no result
  return options;
}

}  // namespace cleave::test::fuzz::kernels
