// Decides by the seed alone what a kernel takes beside what all kernels take: who launches it must
// provide that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/random.h"
#include "tests/support/image_reference.h"

namespace cleave::test::fuzz::kernels {

/// Memory of the host to which pointers lead that kernels get and load.
enum class PointedMemory : uint8_t { coarse_grained, fine_grained, of_the_system };

struct PointerFeatures {
  bool present = false;
  PointedMemory memory = PointedMemory::coarse_grained;
  bool passes_vast = false;  // memory beyond 2^32 bytes is an argument too, not only loaded
  size_t offset = 0;         // of what is passed, in its allocation; in bytes
};

/// A type of packets, in OpenCL C.
struct PacketType {
  const char* declaration;  // of packet_t
  unsigned bytes;
  const char* make;   // returns a packet of `tag`, a number of 24 bits
  const char* tag;    // of packet `x`; 0 where it holds too little
  const char* words;  // of packet `x`: a ulong for all of it
};

struct PipeSize {
  unsigned most = 0;     // packets that it holds
  unsigned advance = 0;  // packets that have gone through it before: where its end is
};

struct PipeFeatures {
  bool present = false;
  const PacketType* type = nullptr;
  /// Every packet finds room, and every reader one; else pipes are full and empty at some time.
  bool is_ample = false;
  unsigned packets_per_item = 0;  // that a work-item may write at most, and read
  PipeSize read, written;
  unsigned filled = 0;  // packets that are there to read
};

/// A type of images, in OpenCL C and of the host.
struct ImageType {
  const char* name;  // image2d_array_t is "2d_array"
  cl_mem_object_type object;
  unsigned dimensions;  // along which texels are neighbours
  bool has_layers = false, is_depth = false;
};

enum class ImageAccess : uint8_t { read_only, write_only, read_write };

/// Holds what is decided of an image argument before there is a device to say which formats it has.
struct ImageArgument {
  const ImageType* type = nullptr;
  ImageAccess access = ImageAccess::read_only;
  ChannelClass channels = ChannelClass::normalized;
  std::array<unsigned, 3> size = {1, 1, 1};  // width, height, depth or layers
  unsigned levels = 1;
  unsigned format = 0;         // a number of one of this class, counted round
  bool holds_any_bits = true;  // else reals are moderate
  bool is_logged = false;      // the kernel notes what it writes, so that the host can look

  [[nodiscard]] unsigned texels() const { return size[0] * size[1] * size[2]; }
};

struct SamplerArgument {
  Sampler within;  // a level
  bool mixes_levels = false;
  float least_level = 0, greatest_level = 15;
};

struct ImageFeatures {
  bool present = false;
  std::vector<ImageArgument> images;
  std::vector<SamplerArgument> samplers;
  unsigned looks = 0;  // launches of a second kernel, each with an argument of another kind
};

struct EnqueueFeatures {
  bool present = false;
  bool may_fail = false;       // user events are set to errors, or never
  bool tells_reasons = false;  // why something is refused: the program is built with -g
};

struct Features {
  bool has_waits = false;
  PointerFeatures pointers;
  PipeFeatures pipes;
  ImageFeatures images;
  EnqueueFeatures enqueues;
};

Features features_of(uint64_t seed);

/// A sampler that clCreateSampler takes.
[[nodiscard]] Sampler random_sampler(Random& random);

/// The options that a program of this seed is built with.
std::string build_options(uint64_t seed);

}  // namespace cleave::test::fuzz::kernels
