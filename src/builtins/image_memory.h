// Lays out what kernels know of an image and of a sampler, for the library's OpenCL C and for the
// driver's C++.
//
// An argument that is an image is the address of its *descriptor*: immutable, one for each memory
// of the context, owned by the image. An argument that is a sampler is 32 bits, those that clang
// gives to constants of samplers in the lowest six.
#pragma once

#ifndef __cplusplus
typedef uint ImageWord;
typedef ulong ImageAddress;
#else
#include <cstddef>
#include <cstdint>
namespace cleave::builtins {
using ImageWord = uint32_t;
using ImageAddress = uint64_t;
#endif

/// One level of an image with mipmaps; the only one of others.
struct ImageLevel {
  ImageAddress address;      // of the first texel
  ImageAddress row_pitch;    // bytes from a row to the next
  ImageAddress slice_pitch;  // bytes from a slice or layer to the next
  ImageWord width;           // texels
  ImageWord height;          // rows; 1 where the type has none, as of 1D arrays
  ImageWord depth;           // slices; 1 where the type has none, as of 2D arrays
  ImageWord padding;
};

struct ImageDescriptor {
  ImageWord channel_order;  // CL_R …
  ImageWord channel_type;   // CL_SNORM_INT8 …
  ImageWord texel_bytes;
  ImageWord layers;          // of arrays; 1 of others
  ImageWord levels;          // of mipmaps; 1 of others
  ImageWord has_neighbours;  // 1: each level's rows have two texels or more
  ImageWord padding[2];
  struct ImageLevel level[1];  // as many as `levels`
};

/// The bits of a sampler. Addressing modes exclude each other: none of them is CLK_ADDRESS_NONE.
enum SamplerBits {
  sampler_normalized = 0x01,
  sampler_addressing = 0x0e,  // the mask of the addressing modes
  sampler_clamp_to_edge = 0x02,
  sampler_clamp = 0x04,
  sampler_repeat = 0x06,
  sampler_mirrored_repeat = 0x08,
  sampler_nearest = 0x10,
  sampler_linear = 0x20,
  sampler_mip_linear = 0x40,  // CL_SAMPLER_MIP_FILTER_MODE is CL_FILTER_LINEAR
  // The least and the greatest level of detail, in 256ths of a level: 12 bits each.
  sampler_lod_minimum_at = 8,
  sampler_lod_maximum_at = 20,
  sampler_lod_mask = 0xfff
};

#ifdef __cplusplus
static_assert(sizeof(ImageLevel) == 40 && sizeof(ImageDescriptor) == 72);
static_assert(offsetof(ImageDescriptor, level) == 32);

}  // namespace cleave::builtins
#endif
