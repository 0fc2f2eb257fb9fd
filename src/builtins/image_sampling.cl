// Finds the texels that a read is made of (OpenCL C 3.0, 8.2 to 8.4): addressing, filters, layers
// and levels. Branches depend on the sampler, which lanes share as a rule.
#include "images.h"

float VALUE log2(float x);

INLINE uint addressing_of(uint sampler) {
  return sampler & sampler_addressing;
}
// True if reads outside the image give the border colour. CLK_ADDRESS_NONE leaves open what they
// give: the border is safe, and programs expect it of reads without a sampler.
INLINE bool has_border(uint sampler) {
  return addressing_of(sampler) == 0 || addressing_of(sampler) == sampler_clamp;
}

// No number beyond these is a texel, and all between are integers. The first one for NaN.
INLINE int to_index(float whole) {
  const float most = 0x1p30f;
  whole = whole > -most ? whole : -most;
  return (int)(whole < most ? whole : most);
}

// A coordinate in texels.
INLINE float in_texels(float s, int size, uint sampler) {
  if (!(sampler & sampler_normalized)) return s;
  if (addressing_of(sampler) == sampler_repeat) {
    s = s - __builtin_elementwise_floor(s);
  } else if (addressing_of(sampler) == sampler_mirrored_repeat) {
    s = __builtin_fabsf(s - 2.0f * __builtin_elementwise_rint(0.5f * s));
  }
  return s * (float)size;
}

INLINE int clamped(int index, int size) {
  return __builtin_elementwise_max(__builtin_elementwise_min(index, size - 1), 0);
}

// Combines masks; a & b of the language combines integers.
INLINE bool both(bool a, bool b) {
  return a ? b : false;
}

struct Texel {
  int4 at;
  bool is_inside;
};

// The index along one axis that is read for this one. Mirrored ones are off by one at most: there
// the nearest is the other side of the mirror.
INLINE int addressed(int index, int size, uint sampler, bool* is_inside) {
  if (addressing_of(sampler) == sampler_repeat) {
    index = index < 0 ? index + size : index;
    index = index >= size ? index - size : index;
  }
  if (has_border(sampler)) *is_inside = both(*is_inside, (uint)index < (uint)size);
  return clamped(index, size);
}

INLINE struct Texel texel_at(Level level, uint sampler, int4 at, uint shape) {
  struct Texel texel = {at, true};
  texel.at.x = addressed(at.x, width_of(level), sampler, &texel.is_inside);
  if (shape & has_rows) {
    texel.at.y = addressed(at.y, height_of(level), sampler, &texel.is_inside);
  }
  if (shape & has_slices) {
    texel.at.z = addressed(at.z, depth_of(level), sampler, &texel.is_inside);
  }
  return texel;
}

INLINE float4 all_in_texels(Level level, uint sampler, float4 at, uint shape) {
  at.x = in_texels(at.x, width_of(level), sampler);
  if (shape & has_rows) at.y = in_texels(at.y, height_of(level), sampler);
  if (shape & has_slices) at.z = in_texels(at.z, depth_of(level), sampler);
  return at;
}

// The integers below, and the layer.
INLINE int4 to_indices(Image image, float4 whole, float layer, uint shape) {
  int4 at = (int4)(to_index(whole.x), 0, 0, 0);
  if (shape & has_rows) at.y = to_index(whole.y);
  if (shape & has_slices) at.z = to_index(whole.z);
  if (shape & has_layers) {
    at.z = clamped(to_index(__builtin_elementwise_rint(layer)), layers_of(image));
  }
  return at;
}

INLINE int4 nearest_texel(Image image, Level level, uint sampler, float4 at, uint shape) {
  const float4 position = all_in_texels(level, sampler, at, shape);
  return to_indices(image, __builtin_elementwise_floor(position), at.z, shape);
}

INLINE float4 read_one_f(Image image, Level level, uint sampler, int4 at, uint shape) {
  const struct Texel texel = texel_at(level, sampler, at, shape);
  const float4 numbers = __cleave_numbers_f(image, level, texel.at, texel.is_inside, shape);
  return __cleave_ordered_f(image, __cleave_scaled_f(image, numbers), texel.is_inside ? 1 : 0);
}
INLINE uint4 read_one_i(Image image, Level level, uint sampler, int4 at, uint shape) {
  const struct Texel texel = texel_at(level, sampler, at, shape);
  const uint4 channels = __cleave_texel_i(image, level, texel.at, texel.is_inside, shape);
  return __cleave_ordered_i(image, channels, texel.is_inside ? 1 : 0);
}

// The two texels around a position along one axis.
struct Neighbours {
  int at[2];
  bool is_inside[2];
  int first;    // what at[0] was before it was wrapped
  float share;  // of the second
};

INLINE struct Neighbours neighbours(float position, int size, uint sampler) {
  position -= 0.5f;
  const float whole = __builtin_elementwise_floor(position);
  const int first = to_index(whole);
  struct Neighbours both = {{0, 0}, {true, true}, first, position - whole};
  both.at[0] = addressed(first, size, sampler, &both.is_inside[0]);
  both.at[1] = addressed(first + 1, size, sampler, &both.is_inside[1]);
  return both;
}

INLINE struct Mixture mixed_slice(Image image, Level level, uint sampler, struct Neighbours x,
                                  struct Neighbours y, int slice, bool is_inside, uint shape) {
  const bool upper = both(is_inside, y.is_inside[0]), lower = both(is_inside, y.is_inside[1]);
  const struct Corners corners = {{x.at[0], x.at[1]},
                                  {y.at[0], y.at[1]},
                                  slice,
                                  x.first,
                                  addressing_of(sampler) != sampler_repeat,
                                  both(upper, x.is_inside[0]),
                                  both(upper, x.is_inside[1]),
                                  both(lower, x.is_inside[0]),
                                  both(lower, x.is_inside[1]),
                                  x.share,
                                  y.share};
  const float8 all = __cleave_mixed_corners_f(image, level, corners, shape);
  const struct Mixture mixture = {all.lo, all.s4};
  return mixture;
}

// A mixture of the 2, 4 or 8 texels around.
INLINE float4 read_linear(Image image, Level level, uint sampler, float4 at, uint shape) {
  const float4 position = all_in_texels(level, sampler, at, shape);
  const struct Neighbours none = {{0, 0}, {true, true}, 0, 0};
  const struct Neighbours x = neighbours(position.x, width_of(level), sampler);
  struct Neighbours y = none, z = none;
  if (shape & has_rows) y = neighbours(position.y, height_of(level), sampler);
  if (shape & has_slices) z = neighbours(position.z, depth_of(level), sampler);
  if (shape & has_layers) {
    z.at[0] = clamped(to_index(__builtin_elementwise_rint(at.z)), layers_of(image));
  }
  struct Mixture mixture =
      mixed_slice(image, level, sampler, x, y, z.at[0], z.is_inside[0], shape);
  if (shape & has_slices) {
    const struct Mixture second =
        mixed_slice(image, level, sampler, x, y, z.at[1], z.is_inside[1], shape);
    mixture = mixed(mixture, second, z.share);
  }
  return __cleave_ordered_f(image, __cleave_scaled_f(image, mixture.numbers), mixture.presence);
}

float4 __cleave_sample_f(Image image, Level level, uint sampler, float4 at, uint shape) {
  if (sampler & sampler_linear) return read_linear(image, level, sampler, at, shape);
  const int4 texel = nearest_texel(image, level, sampler, at, shape);
  return read_one_f(image, level, sampler, texel, shape);
}
uint4 __cleave_sample_i(Image image, Level level, uint sampler, float4 at, uint shape) {
  const int4 texel = nearest_texel(image, level, sampler, at, shape);
  return read_one_i(image, level, sampler, texel, shape);
}

float4 __cleave_read_f(Image image, uint sampler, int4 at, uint shape) {
  if (shape & has_layers) at.z = clamped(at.z, layers_of(image));
  return read_one_f(image, level_of(image, 0), sampler, at, shape);
}
uint4 __cleave_read_i(Image image, uint sampler, int4 at, uint shape) {
  if (shape & has_layers) at.z = clamped(at.z, layers_of(image));
  return read_one_i(image, level_of(image, 0), sampler, at, shape);
}

// --- levels
// ---------------------------------------------------------------------------------------

// A lod inside the sampler's range and the image's; the least one for NaN.
INLINE float clamped_lod(Image image, uint sampler, float lod) {
  const float least = (float)(int)(sampler >> sampler_lod_minimum_at & sampler_lod_mask) / 256;
  float most = (float)(int)(sampler >> sampler_lod_maximum_at & sampler_lod_mask) / 256;
  most = __builtin_elementwise_min(most, (float)(levels_of(image) - 1));
  lod = lod > least ? lod : least;
  return lod < most ? lod : most;
}

Level __cleave_nearest_level(Image image, uint sampler, float lod) {
  return level_of(image, (uint)(int)(clamped_lod(image, sampler, lod) + 0.5f));
}

float4 __cleave_sample_levels_f(Image image, uint sampler, float4 at, float lod, uint shape) {
  lod = clamped_lod(image, sampler, lod);
  const bool mixes = sampler & sampler_mip_linear;
  const float whole = __builtin_elementwise_floor(mixes ? lod : lod + 0.5f);
  const float share = mixes ? lod - whole : 0;
  const int first = (int)whole;
  float4 sum = 0;
  for (int i = 0; i <= (mixes ? 1 : 0); ++i) {
    const Level level = level_of(image, (uint)clamped(first + i, levels_of(image)));
    sum += (i ? share : 1 - share) * __cleave_sample_f(image, level, sampler, at, shape);
  }
  return sum;
}

float __cleave_lod_of_gradients(Image image, float4 along_x, float4 along_y, uint shape) {
  const Level level = level_of(image, 0);
  float4 size = {width_of(level), 0, 0, 0};
  if (shape & has_rows) size.y = height_of(level);
  if (shape & has_slices) size.z = depth_of(level);
  const float4 x = along_x * size, y = along_y * size;
  const float of_x = x.x * x.x + x.y * x.y + x.z * x.z;
  const float of_y = y.x * y.x + y.y * y.y + y.z * y.z;
  return 0.5f * log2(of_x > of_y ? of_x : of_y);
}
