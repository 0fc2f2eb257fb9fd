// Tabulates how channels are stored, from image_formats.def. OpenCL C.
#pragma once

#include "images.h"

// OpenCL's numbers, which are those that get_image_channel_order and …_data_type give.
enum StoredChannelOrder {
  CL_R = 0x10b0,
  CL_A,
  CL_RG,
  CL_RA,
  CL_RGB,
  CL_RGBA,
  CL_BGRA,
  CL_ARGB,
  CL_INTENSITY,
  CL_LUMINANCE,
  CL_Rx,
  CL_RGx,
  CL_RGBx,
  CL_DEPTH,
  CL_DEPTH_STENCIL,
  CL_sRGB,
  CL_sRGBx,
  CL_sRGBA,
  CL_sBGRA,
  CL_ABGR
};
enum StoredChannelType {
  CL_SNORM_INT8 = 0x10d0,
  CL_SNORM_INT16,
  CL_UNORM_INT8,
  CL_UNORM_INT16,
  CL_UNORM_SHORT_565,
  CL_UNORM_SHORT_555,
  CL_UNORM_INT_101010,
  CL_SIGNED_INT8,
  CL_SIGNED_INT16,
  CL_SIGNED_INT32,
  CL_UNSIGNED_INT8,
  CL_UNSIGNED_INT16,
  CL_UNSIGNED_INT32,
  CL_HALF_FLOAT,
  CL_FLOAT,
  CL_UNORM_INT24,
  CL_UNORM_INT_101010_2,
  CL_UNORM_INT10X6_EXT,
  CL_UNORM_INT_2_101010_EXT = 0x10e5,
  CL_UNSIGNED_INT10X6_EXT,
  CL_UNSIGNED_INT12X4_EXT,
  CL_UNSIGNED_INT14X2_EXT,
  CL_UNORM_INT12X4_EXT,
  CL_UNORM_INT14X2_EXT,
  first_channel_type = CL_SNORM_INT8
};

enum ChannelKind { kind_unorm, kind_snorm, kind_sint, kind_uint, kind_half, kind_real };

/// The stored channels of a texel, each from bit `shift` of its word on. Texels of up to 32 bits
/// are one word; of 16-bit channels two share a word; those of 32 bits are words. Code for any
/// format has these numbers from memory, so none is computed of others there.
struct ChannelLayout {
  uint kind;
  uint bytes;  // of a channel; 0: they are packed into one word
  uint shift[4];
  uint bits[4];
  uint mask[4];       // of the number, shifted to its lowest bit
  float fraction[4];  // 2^-bits, without the bit of a sign
  float scale[4];     // 1 / the number that is read as 1
};

#define MASK(BITS) (uint)(((ulong)1 << (BITS)) - 1)
#define FRACTION_unorm(BITS) 1.0f / (float)((ulong)1 << (BITS))
#define FRACTION_snorm(BITS) 1.0f / (float)((ulong)1 << ((BITS) - 1))
#define FRACTION_sint(BITS) 1.0f
#define FRACTION_uint(BITS) 1.0f
#define FRACTION_half(BITS) 1.0f
#define FRACTION_real(BITS) 1.0f
#define SCALE_unorm(BITS) ((BITS) == 0 ? 0.0f : 1.0f / (float)(((ulong)1 << (BITS)) - 1))
#define SCALE_snorm(BITS) (1.0f / (float)(((ulong)1 << ((BITS) - 1)) - 1))
#define SCALE_sint(BITS) 1.0f
#define SCALE_uint(BITS) 1.0f
#define SCALE_half(BITS) 1.0f
#define SCALE_real(BITS) 1.0f

static constant const struct ChannelLayout channel_layouts[] = {
#define CLEAVE_CHANNEL_TYPE(TYPE, BYTES, KIND, BITS, SHIFT)                 \
  [TYPE - first_channel_type] = {                                           \
      kind_##KIND,                                                          \
      BYTES,                                                                \
      {SHIFT, 8 * (BYTES) % 32 + (SHIFT), 16 * (BYTES) % 32 + (SHIFT),      \
       24 * (BYTES) % 32 + (SHIFT)},                                        \
      {BITS, BITS, BITS, BITS},                                             \
      {MASK(BITS), MASK(BITS), MASK(BITS), MASK(BITS)},                     \
      {FRACTION_##KIND(BITS), FRACTION_##KIND(BITS), FRACTION_##KIND(BITS), \
       FRACTION_##KIND(BITS)},                                              \
      {SCALE_##KIND(BITS), SCALE_##KIND(BITS), SCALE_##KIND(BITS), SCALE_##KIND(BITS)}},
#define CLEAVE_PACKED_TYPE(TYPE, BYTES, ORDER1, ORDER2, B0, S0, B1, S1, B2, S2, B3, S3) \
  [TYPE - first_channel_type] = {                                                       \
      kind_unorm,                                                                       \
      0,                                                                                \
      {S0, S1, S2, S3},                                                                 \
      {B0, B1, B2, B3},                                                                 \
      {MASK(B0), MASK(B1), MASK(B2), MASK(B3)},                                         \
      {FRACTION_unorm(B0), FRACTION_unorm(B1), FRACTION_unorm(B2), FRACTION_unorm(B3)}, \
      {SCALE_unorm(B0), SCALE_unorm(B1), SCALE_unorm(B2), SCALE_unorm(B3)}},
#include "image_formats.def"
};

INLINE const constant struct ChannelLayout* layout_of(Image image) {
  return &channel_layouts[__cleave_image_word(&image->channel_type) - first_channel_type];
}
INLINE uint order_of(Image image) {
  return __cleave_image_word(&image->channel_order);
}
INLINE bool is_srgb(uint order) {
  return order - CL_sRGB <= CL_sBGRA - CL_sRGB;
}
