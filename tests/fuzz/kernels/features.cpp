#include "features.h"

#include <algorithm>
#include <array>

#include "launches.h"

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

constexpr std::array image_types = {
    ImageType{"1d", CL_MEM_OBJECT_IMAGE1D, 1},
    ImageType{"1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1},
    ImageType{"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, true},
    ImageType{"2d", CL_MEM_OBJECT_IMAGE2D, 2},
    ImageType{"2d", CL_MEM_OBJECT_IMAGE2D, 2},
    ImageType{"2d", CL_MEM_OBJECT_IMAGE2D, 2},
    ImageType{"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true},
    ImageType{"3d", CL_MEM_OBJECT_IMAGE3D, 3},
    ImageType{"2d_depth", CL_MEM_OBJECT_IMAGE2D, 2, false, true},
    ImageType{"2d_array_depth", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true, true},
};

ChannelClass channels_of(const ImageType& type, Random& random) {
  constexpr std::array classes = {ChannelClass::normalized, ChannelClass::normalized,
                                  ChannelClass::real, ChannelClass::signed_integer,
                                  ChannelClass::unsigned_integer};
  return classes[random.below(type.is_depth ? 3 : classes.size())];
}

ImageArgument image_of(ImageAccess access, Random& random) {
  constexpr std::array<unsigned, 12> widths = {1, 2, 3, 5, 7, 8, 16, 17, 31, 33, 64, 100};
  constexpr std::array<unsigned, 6> heights = {1, 2, 3, 5, 8, 13};
  constexpr std::array<unsigned, 4> depths = {1, 2, 3, 5};
  ImageArgument image;
  image.type = &random.pick(image_types);
  image.access = access;
  image.channels = channels_of(*image.type, random);
  image.size[0] = random.pick(widths);
  if (image.type->dimensions > 1) image.size[1] = random.pick(heights);
  if (image.type->dimensions > 2 || image.type->has_layers) image.size[2] = random.pick(depths);
  // Layers are clamped: where there are too few, work-items would read what others write.
  if (access == ImageAccess::read_write && image.type->has_layers) {
    const auto most = static_cast<unsigned>(2 * maximum_work_items);
    image.size[2] = (most + image.texels() - 1) / (image.size[0] * image.size[1]) + 1;
  }
  const bool may_have_levels = image.type->object != CL_MEM_OBJECT_IMAGE1D_BUFFER &&
                               !image.type->is_depth && access != ImageAccess::read_write;
  if (may_have_levels && random.chance(25)) {
    const unsigned depth = image.type->has_layers ? 1 : image.size[2];
    for (unsigned most = std::max({image.size[0], image.size[1], depth}); most > 1; most /= 2) {
      ++image.levels;
    }
  }
  image.format = static_cast<unsigned>(random.next() >> 40);
  image.holds_any_bits = random.chance(25);
  image.is_logged = access != ImageAccess::read_only && image.levels == 1 && random.chance(70);
  return image;
}

ImageFeatures images_of(uint64_t seed) {
  Random random(seed ^ 0x13a9e5u);
  ImageFeatures features;
  features.present = random.chance(33);
  if (!features.present) return features;
  for (unsigned i = random.between(1, 2); i > 0; --i) {
    features.images.push_back(image_of(ImageAccess::read_only, random));
  }
  if (random.chance(70)) features.images.push_back(image_of(ImageAccess::write_only, random));
  if (random.chance(35)) features.images.push_back(image_of(ImageAccess::read_write, random));
  for (unsigned i = random.below(3); i > 0; --i) {
    SamplerArgument sampler = {random_sampler(random), random.chance(50)};
    if (random.chance(30)) {
      sampler.least_level = 0.25f * static_cast<float>(random.below(6));
      sampler.greatest_level = sampler.least_level + 0.25f * static_cast<float>(random.below(6));
    }
    features.samplers.push_back(sampler);
  }
  if (random.chance(35)) features.looks = random.between(3, 8);
  return features;
}

/// Debug information (-g) changes no result but the reasons of refusals.
bool is_debugged(uint64_t seed) {
  return seed % 8 == 0;
}

EnqueueFeatures enqueues_of(uint64_t seed) {
  Random random(seed ^ 0xe4c0e5u);
  return {random.chance(30), random.chance(35), is_debugged(seed)};
}

}  // namespace

Sampler random_sampler(Random& random) {
  constexpr std::array<cl_addressing_mode, 5> modes = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE,
                                                       CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                                       CL_ADDRESS_MIRRORED_REPEAT};
  Sampler sampler;
  sampler.addressing = random.pick(modes);
  const bool repeats =
      sampler.addressing == CL_ADDRESS_REPEAT || sampler.addressing == CL_ADDRESS_MIRRORED_REPEAT;
  sampler.normalized = repeats || random.chance(40) ? CL_TRUE : CL_FALSE;
  sampler.filter = random.chance(50) ? CL_FILTER_LINEAR : CL_FILTER_NEAREST;
  return sampler;
}

Features features_of(uint64_t seed) {
  return {Random(seed ^ 0x3a175u).chance(25), pointers_of(seed), pipes_of(seed), images_of(seed),
          enqueues_of(seed)};
}

std::string build_options(uint64_t seed) {
  std::string options = "-cl-fp32-correctly-rounded-divide-sqrt -cl-std=";
  options += Random(seed ^ 0xc3u).chance(70) ? "CL3.0" : "CL2.0";
  if (is_debugged(seed)) options += " -g";
  // Memory through which lanes and sub-groups exchange numbers.
  if (Random(seed ^ 0x701au).chance(30)) options += " -D SHARED=volatile";
  return options;
}

}  // namespace cleave::test::fuzz::kernels
