// Decides by the seed alone what a kernel takes beside what all kernels take: who launches it must
// provide that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

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

struct Features {
  bool has_waits = false;
  PointerFeatures pointers;
  PipeFeatures pipes;
};

Features features_of(uint64_t seed);

/// The options that a program of this seed is built with.
std::string build_options(uint64_t seed);

}  // namespace cleave::test::fuzz::kernels
