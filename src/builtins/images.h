// Declares what the functions of images share: shapes of images, fields of descriptors, and the
// functions between texels and numbers (image_texels.cl) that all overloads call. OpenCL C.
#pragma once

#include "library.h"

// After the names of types.
#include "image_memory.h"

#define INLINE static inline __attribute__((always_inline))

typedef const __global struct ImageDescriptor* Image;
typedef const __global struct ImageLevel* Level;

/// The coordinates that a type of image has besides x. Constant in every overload.
enum ImageCoordinates {
  shape_1d = 0,
  has_rows = 1,
  has_slices = 2,
  has_layers = 4,  // selected like slices, but never interpolated or wrapped
  shape_2d = has_rows,
  shape_3d = has_rows | has_slices,
  shape_1d_array = has_layers,
  shape_2d_array = has_rows | has_layers
};

// In the overloads a coordinate is (x, y, slice or layer, 0), whatever the language passes.
#define AT_1D(T, at) (T##4)(at, 0, 0, 0)
#define AT_1D_ARRAY(T, at) (T##4)((at).x, 0, (at).y, 0)
#define AT_2D(T, at) (T##4)(at, 0, 0)
#define AT_2D_ARRAY(T, at) (T##4)((at).xyz, 0)
#define AT_3D(T, at) (T##4)((at).xyz, 0)

// The types of images whose texels have four components, those of depth, and all.
// DO(suffix of the name, suffix of shapes, suffix of coordinates of integers and reals)
#define FOR_COLOUR_IMAGES(DO)                  \
  DO(1d, shape_1d, AT_1D, )                    \
  DO(1d_array, shape_1d_array, AT_1D_ARRAY, 2) \
  DO(2d, shape_2d, AT_2D, 2)                   \
  DO(2d_array, shape_2d_array, AT_2D_ARRAY, 4) \
  DO(3d, shape_3d, AT_3D, 4)
#define FOR_DEPTH_IMAGES(DO)       \
  DO(2d_depth, shape_2d, AT_2D, 2) \
  DO(2d_array_depth, shape_2d_array, AT_2D_ARRAY, 4)
#define FOR_BUFFER_IMAGES(DO) DO(1d_buffer, shape_1d, AT_1D, )

#define DESCRIPTOR_OF(NAME, SHAPE, AT, N)                            \
  CLEAVE_IMAGE_DESCRIPTOR(descriptor_of, read_only image##NAME##_t)  \
  CLEAVE_IMAGE_DESCRIPTOR(descriptor_of, write_only image##NAME##_t) \
  CLEAVE_IMAGE_DESCRIPTOR(descriptor_of, read_write image##NAME##_t)
FOR_COLOUR_IMAGES(DESCRIPTOR_OF)
FOR_DEPTH_IMAGES(DESCRIPTOR_OF)
FOR_BUFFER_IMAGES(DESCRIPTOR_OF)

INLINE Level level_of(Image image, uint number) {
  return &image->level[number];
}
INLINE int width_of(Level level) {
  return (int)__cleave_image_word(&level->width);
}
INLINE int height_of(Level level) {
  return (int)__cleave_image_word(&level->height);
}
INLINE int depth_of(Level level) {
  return (int)__cleave_image_word(&level->depth);
}
INLINE int layers_of(Image image) {
  return (int)__cleave_image_word(&image->layers);
}
INLINE int levels_of(Image image) {
  return (int)__cleave_image_word(&image->levels);
}

// The row of texels of a level; `slice` is that of a 3D image, or the layer of an array.
INLINE __global uchar* row_at(Level level, int y, int slice, uint shape) {
  __global uchar* row = __cleave_image_memory(&level->address);
  if (shape & (has_slices | has_layers)) {
    row += (ulong)(uint)slice * __cleave_image_pitch(&level->slice_pitch);
  }
  if (shape & has_rows) {
    row += (ulong)(uint)y * (uint)__cleave_image_pitch(&level->row_pitch);
  }
  return row;
}

/// Holds what a filter makes of texels: numbers, and `presence` of __cleave_ordered_f.
struct Mixture {
  float4 numbers;
  float presence;
};

/// Not a + share * (b - a), whose difference rounds once more and may overflow.
INLINE struct Mixture mixed(struct Mixture a, struct Mixture b, float share) {
#pragma OPENCL FP_CONTRACT ON
  const float rest = 1 - share;
  a.numbers = share * b.numbers + rest * a.numbers;
  a.presence = share * b.presence + rest * a.presence;
  return a;
}

// The functions that all overloads call. They are not part of them, so that a program reads few
// kilobytes of code. Coordinates are wrapped already; what lies outside is never touched.

/// The texel as stored channels: reals that are still to be scaled, or integers of 32 bits. Zeros
/// if it is the border's.
float4 __cleave_numbers_f(Image image, Level level, int4 at, bool is_inside, uint shape);
uint4 __cleave_texel_i(Image image, Level level, int4 at, bool is_inside, uint shape);
/// The texels around a position in one slice or layer: those of two columns and of two rows, or of
/// one row where the type has no others.
struct Corners {
  int column[2], row[2], slice;
  int left;             // what column[0] was before it was wrapped
  bool are_neighbours;  // the columns, unless one texel, of the edge, stands for both
  bool has_upper_left, has_upper_right, has_lower_left, has_lower_right;  // else the border's
  float share_of_right, share_of_lower;
};
/// Returns a mixture of them: the numbers, then the presence.
float8 __cleave_mixed_corners_f(Image image, Level level, struct Corners corners, uint shape);
/// Returns what channels stand for, of their numbers or of a mixture of them.
float4 __cleave_scaled_f(Image image, float4 numbers);
/// Stored channels as (r, g, b, a). `presence` is what a constant of 1 is of the texels: 0 of the
/// border's, where the order asks for that.
float4 __cleave_ordered_f(Image image, float4 channels, float presence);
uint4 __cleave_ordered_i(Image image, uint4 channels, uint presence);

/// Reads with a sampler, at coordinates that may be any numbers. Levels are mixed as it says.
float4 __cleave_sample_f(Image image, Level level, uint sampler, float4 at, uint shape);
float4 __cleave_sample_levels_f(Image image, uint sampler, float4 at, float lod, uint shape);
uint4 __cleave_sample_i(Image image, Level level, uint sampler, float4 at, uint shape);
/// Returns the level for a lod, where levels are not mixed.
Level __cleave_nearest_level(Image image, uint sampler, float lod);
/// Returns the lod at which texels are as far apart as neighbours whose coordinates differ so.
float __cleave_lod_of_gradients(Image image, float4 along_x, float4 along_y, uint shape);

/// Reads the first level at coordinates that are texels. Only the addressing mode of the sampler
/// counts.
float4 __cleave_read_f(Image image, uint sampler, int4 at, uint shape);
uint4 __cleave_read_i(Image image, uint sampler, int4 at, uint shape);

/// Writes (r, g, b, a) to a texel; nothing where there is none.
void __cleave_write_f(Image image, Level level, int4 at, float4 colour, uint shape);
void __cleave_write_i(Image image, Level level, int4 at, uint4 colour, uint shape);
