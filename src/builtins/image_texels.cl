// Loads and stores texels: memory to stored channels, as numbers, and back; stored channels to
// (r, g, b, a) and back. All branches depend on what lanes share: the image's format, and of filters
// whether two texels of a row are neighbours.
#include "image_channels.h"

float VALUE powr(float x, float y);

typedef struct {
  uint word[2];
} TwoWords;
typedef struct {
  uint word[4];
} FourWords;
// Texels of 16-bit channels are aligned to a word at least, and maybe to no more.
typedef ulong __attribute__((aligned(4))) LongWord;

// --- memory and words
// -----------------------------------------------------------------------------

// The words of a texel. One that is all of it is the second too: wherever a channel is, the first
// two are in the first word, the others in the second. They are scalars: LLVM would load a vector
// instead of a number that only becomes part of one, and lanes load vectors one after another.
struct Stored {
  uint first, second, third, fourth;
};
struct StoredTwo {
  struct Stored first, second;
};

INLINE struct Stored load_texel(const __global uchar* row, int x, uint bytes) {
  struct Stored stored = {0, 0, 0, 0};
  if (bytes == 4) {
    stored.first = stored.second = ((const __global uint*)row)[x];
  } else if (bytes == 1) {
    stored.first = stored.second = row[x];
  } else if (bytes == 2) {
    stored.first = stored.second = ((const __global ushort*)row)[x];
  } else if (bytes == 8) {
    const ulong words = ((const __global LongWord*)row)[x];
    stored.first = (uint)words;
    stored.second = (uint)(words >> 32);
  } else {
    const __global FourWords* const texel = (const __global FourWords*)row + x;
    stored.first = texel->word[0];
    stored.second = texel->word[1];
    stored.third = texel->word[2];
    stored.fourth = texel->word[3];
  }
  return stored;
}

INLINE struct StoredTwo load_both(const __global uchar* row, int first, int second, uint bytes) {
  const struct StoredTwo two = {load_texel(row, first, bytes), load_texel(row, second, bytes)};
  return two;
}
// One branch for both, where any format may come.
INLINE struct StoredTwo load_two(const __global uchar* row, struct Corners at, uint bytes) {
  const int first = at.column[0], second = at.column[1];
  if (bytes == 4) return load_both(row, first, second, 4);
  if (bytes == 1) return load_both(row, first, second, 1);
  if (bytes == 2) return load_both(row, first, second, 2);
  if (bytes == 8) return load_both(row, first, second, 8);
  return load_both(row, first, second, 16);
}
// Loads texels of a word each, for lanes by one gather of pairs: the left one and the one behind
// it, inside the row. Beyond an end of the row the texel there stands for both.
INLINE struct StoredTwo load_pair(const __global uchar* row, int left, int width) {
  const int last = width - 2;
  const int at = __builtin_elementwise_max(__builtin_elementwise_min(left, last), 0);
  const struct StoredTwo pair = load_both(row, at, at + 1, 4);
  const struct StoredTwo two = {left > last ? pair.second : pair.first,
                                left < 0 ? pair.first : pair.second};
  return two;
}

INLINE void store_words(__global uchar* row, int x, uint bytes, uint4 words) {
  if (bytes == 4) {
    ((__global uint*)row)[x] = words.x;
  } else if (bytes == 1) {
    row[x] = (uchar)words.x;
  } else if (bytes == 2) {
    ((__global ushort*)row)[x] = (ushort)words.x;
  } else if (bytes == 8) {
    __global TwoWords* const texel = (__global TwoWords*)row + x;
    texel->word[0] = words.x;
    texel->word[1] = words.y;
  } else {
    __global FourWords* const texel = (__global FourWords*)row + x;
    texel->word[0] = words.x;
    texel->word[1] = words.y;
    texel->word[2] = words.z;
    texel->word[3] = words.w;
  }
}

// --- words and numbers
// ----------------------------------------------------------------------------

#define EACH_OF_4(OF) (OF(0, x), OF(1, y), OF(2, z), OF(3, w))

INLINE uint4 words_of(struct Stored stored) {
  return (uint4)(stored.first, stored.second, stored.third, stored.fourth);
}
// Returns the stored bits from a channel's lowest one on.
INLINE uint from_channel(struct Stored stored, uint i,
                         const constant struct ChannelLayout* layout) {
  return (i < 2 ? stored.first : stored.second) >> layout->shift[i];
}
INLINE int4 signed_numbers(struct Stored stored, const constant struct ChannelLayout* layout) {
#define NUMBER(i, c) \
  (int)(from_channel(stored, i, layout) << (32u - layout->bits[i])) >> (32u - layout->bits[i])
  return (int4)EACH_OF_4(NUMBER);
#undef NUMBER
}
INLINE uint4 unsigned_numbers(struct Stored stored, const constant struct ChannelLayout* layout) {
#define NUMBER(i, c) from_channel(stored, i, layout) & layout->mask[i]
  return (uint4)EACH_OF_4(NUMBER);
#undef NUMBER
}
// Asked where all four channels are half of what code for any format has to do.
INLINE bool has_one_channel(Image image) {
  return __cleave_image_word(&image->texel_bytes) == layout_of(image)->bytes;
}
// Returns the numbers, cut to the bits that fit, at the positions of their channels.
INLINE uint4 packed(uint4 numbers, const constant struct ChannelLayout* layout) {
#define PLACED(i, c) (numbers.c & layout->mask[i]) << layout->shift[i]
  const uint4 placed = (uint4)EACH_OF_4(PLACED);
#undef PLACED
  const uint2 halves = placed.xz | placed.yw;
  return (uint4)(layout->bytes == 2 ? halves : halves.xx | halves.yy, 0, 0);
}

// --- numbers and reals
// ----------------------------------------------------------------------------

INLINE float real_of_half(uint bits) {
  return (float)as_half((ushort)bits);
}
INLINE uint half_of_real(float value) {
  return as_ushort((half)value);
}

#include "srgb_to_linear.h"

// c / 12.92 or ((c + 0.055) / 1.055)^2.4, of stored numbers, rounded once.
INLINE float4 linear_of_srgb(uint4 numbers, float4 reals) {
  return (float4)(srgb_to_linear[numbers.x & 255], srgb_to_linear[numbers.y & 255],
                  srgb_to_linear[numbers.z & 255], reals.w);
}
INLINE float srgb_of_linear(float c) {
  c = c > 0 ? c : 0;
  return c <= 0.0031308f ? 12.92f * c : 1.055f * powr(c, 1 / 2.4f) - 0.055f;
}

INLINE float4 numbers_of_halves(struct Stored stored) {
  return (float4)(real_of_half(stored.first), real_of_half(stored.first >> 16),
                  real_of_half(stored.second), real_of_half(stored.second >> 16));
}
INLINE float4 numbers_of_snorm(struct Stored stored, const constant struct ChannelLayout* layout) {
#define LEAST(i, c) -(int)(layout->mask[i] >> 1)
  const int4 least = (int4)EACH_OF_4(LEAST);
#undef LEAST
  const int4 numbers = __builtin_elementwise_max(signed_numbers(stored, layout), least);
  return __builtin_convertvector(numbers, float4);
}
INLINE float4 number_of_one(struct Stored stored, const constant struct ChannelLayout* layout) {
  return (float4)((float)(int)(from_channel(stored, 0, layout) & layout->mask[0]), 0, 0, 0);
}
INLINE float4 numbers_of_unorm(struct Stored stored, const constant struct ChannelLayout* layout,
                               bool is_srgb) {
  const uint4 numbers = unsigned_numbers(stored, layout);
  const float4 values = __builtin_convertvector(as_int4(numbers), float4);
  return is_srgb ? linear_of_srgb(numbers, values) : values;
}

// Channels as numbers that are still to be scaled: whole ones of normalised formats. Filters mix
// these, so that a filter scales once. One branch serves both texels.
INLINE float8 numbers_of_two(struct StoredTwo two, Image image) {
  const constant struct ChannelLayout* const layout = layout_of(image);
  if (layout->kind == kind_real) {
    return (float8)(as_float4(words_of(two.first)), as_float4(words_of(two.second)));
  }
  if (layout->kind == kind_half) {
    return (float8)(numbers_of_halves(two.first), numbers_of_halves(two.second));
  }
  if (layout->kind == kind_snorm) {
    return (float8)(numbers_of_snorm(two.first, layout), numbers_of_snorm(two.second, layout));
  }
  if (has_one_channel(image)) {
    return (float8)(number_of_one(two.first, layout), number_of_one(two.second, layout));
  }
  const bool srgb = is_srgb(order_of(image));
  return (float8)(numbers_of_unorm(two.first, layout, srgb),
                  numbers_of_unorm(two.second, layout, srgb));
}
INLINE float4 numbers_of(struct Stored stored, Image image) {
  const struct StoredTwo twice = {stored, stored};
  return numbers_of_two(twice, image).lo;
}

// n / (2^b - 1) as n / 2^b + n / 2^b / (2^b - 1), which rounds once: programs that store whole
// numbers in normalised channels multiply by 2^b - 1 to have them back, and some then drop the
// fraction.
INLINE float fraction(float number, uint i, const constant struct ChannelLayout* layout) {
#pragma OPENCL FP_CONTRACT ON
  const float part = number * layout->fraction[i];
  return part * layout->scale[i] + part;
}

float4 __cleave_scaled_f(Image image, float4 numbers) {
  const constant struct ChannelLayout* const layout = layout_of(image);
  if (layout->kind == kind_real || layout->kind == kind_half) return numbers;
  if (has_one_channel(image)) return (float4)(fraction(numbers.x, 0, layout), 0, 0, 0);
#define VALUE_OF(i, c) fraction(numbers.c, i, layout)
  const float4 values = (float4)EACH_OF_4(VALUE_OF);
#undef VALUE_OF
  return is_srgb(order_of(image)) ? (float4)(numbers.xyz, values.w) : values;
}

// The nearest whole number, the even one of two, between these; 0 of NaN.
INLINE int nearest_between(float value, float least, float most) {
  value = value >= least ? value : value < least ? least : 0;
  return (int)__builtin_elementwise_rint(__builtin_elementwise_minnum(value, most));
}

// The nearest whole number to value * most, of up to 22 bits, in the lowest bits of what is
// returned; 0 of NaN. The last bit of so large a sum is a one, and a sum is to the nearest even.
// The product is rounded for itself, as that of convert_uchar_sat_rte(value * 255.0f).
INLINE uint nearest_fraction(float value, float most) {
  value = __builtin_elementwise_minnum(value > 0 ? value : 0, 1.0f);
  return as_uint(value * most + 0x1.8p23f);
}

INLINE uint4 words_of_reals(float4 value, Image image) {
  const constant struct ChannelLayout* const layout = layout_of(image);
  if (layout->kind == kind_real) return as_uint4(value);
  if (layout->kind == kind_half) {
    return packed((uint4)(half_of_real(value.x), half_of_real(value.y), half_of_real(value.z),
                          half_of_real(value.w)),
                  layout);
  }
  if (is_srgb(order_of(image))) {
    value.xyz = (float3)(srgb_of_linear(value.x), srgb_of_linear(value.y), srgb_of_linear(value.z));
  }
  if (layout->kind == kind_snorm) {
#define MOST(i) (float)(int)(layout->mask[i] >> 1)
#define NUMBER(i, c) nearest_between(value.c* MOST(i), -1 - MOST(i), MOST(i))
    const int4 numbers = (int4)EACH_OF_4(NUMBER);
#undef NUMBER
#undef MOST
    return packed(as_uint4(numbers), layout);
  }
#define NUMBER(i, c) nearest_fraction(value.c, (float)(int)layout->mask[i])
  const uint4 numbers = (uint4)EACH_OF_4(NUMBER);
#undef NUMBER
  return packed(numbers, layout);
}

// --- numbers and integers
// -------------------------------------------------------------------------

INLINE uint4 integers_of(struct Stored stored, Image image) {
  const constant struct ChannelLayout* const layout = layout_of(image);
  if (layout->bytes == 4) return words_of(stored);
  if (layout->kind == kind_sint) return as_uint4(signed_numbers(stored, layout));
  return unsigned_numbers(stored, layout);
}

INLINE uint4 words_of_integers(uint4 value, Image image) {
  const constant struct ChannelLayout* const layout = layout_of(image);
  if (layout->bytes == 4) return value;
  if (layout->kind == kind_sint) {
    const int most = (int)(layout->mask[0] >> 1);
    const int4 numbers = __builtin_elementwise_min(
        __builtin_elementwise_max(as_int4(value), (int4)(-1 - most)), (int4)most);
    return packed(as_uint4(numbers), layout);
  }
  return packed(__builtin_elementwise_min(value, (uint4)layout->mask[0]), layout);
}

// --- texels and channels
// --------------------------------------------------------------------------

// Word by word: a choice between structures is a branch, which lanes take apart.
INLINE struct Stored or_border(struct Stored texel, bool is_inside) {
  texel.first = is_inside ? texel.first : 0;
  texel.second = is_inside ? texel.second : 0;
  texel.third = is_inside ? texel.third : 0;
  texel.fourth = is_inside ? texel.fourth : 0;
  return texel;
}

INLINE struct Stored stored_texel(Image image, Level level, int4 at, bool is_inside, uint shape) {
  const __global uchar* const row = row_at(level, at.y, at.z, shape);
  return or_border(load_texel(row, at.x, __cleave_image_word(&image->texel_bytes)), is_inside);
}

float4 __cleave_numbers_f(Image image, Level level, int4 at, bool is_inside, uint shape) {
  return numbers_of(stored_texel(image, level, at, is_inside, shape), image);
}
uint4 __cleave_texel_i(Image image, Level level, int4 at, bool is_inside, uint shape) {
  return integers_of(stored_texel(image, level, at, is_inside, shape), image);
}

INLINE struct Mixture mixed_row(Image image, struct StoredTwo texels, bool has_left, bool has_right,
                                float share) {
  texels.first = or_border(texels.first, has_left);
  texels.second = or_border(texels.second, has_right);
  const float8 numbers = numbers_of_two(texels, image);
  const struct Mixture left = {numbers.lo, has_left ? 1 : 0};
  const struct Mixture right = {numbers.hi, has_right ? 1 : 0};
  return mixed(left, right, share);
}
// Both rows of pairs are loaded before one is looked at: rays through a volume take 0.94 of the time.
// Other loads are as many as a processor has in flight, and what is done with them comes between.
INLINE struct Mixture mixed_corners(Image image, Level level, struct Corners at, uint shape) {
  const uint bytes = __cleave_image_word(&image->texel_bytes);
  const bool in_pairs =
      bytes == 4 && at.are_neighbours && __cleave_image_word(&image->has_neighbours);
  const int width = width_of(level);
  const __global uchar* const upper_row = row_at(level, at.row[0], at.slice, shape);
  const __global uchar* const lower_row = row_at(level, at.row[1], at.slice, shape);
  struct StoredTwo upper, lower;
  if (in_pairs) {
    upper = load_pair(upper_row, at.left, width);
    if (shape & has_rows) lower = load_pair(lower_row, at.left, width);
  } else {
    upper = load_two(upper_row, at, bytes);
  }
  const struct Mixture first =
      mixed_row(image, upper, at.has_upper_left, at.has_upper_right, at.share_of_right);
  if (!(shape & has_rows)) return first;
  if (!in_pairs) lower = load_two(lower_row, at, bytes);
  const struct Mixture second =
      mixed_row(image, lower, at.has_lower_left, at.has_lower_right, at.share_of_right);
  return mixed(first, second, at.share_of_lower);
}
float8 __cleave_mixed_corners_f(Image image, Level level, struct Corners corners, uint shape) {
  const struct Mixture mixture = mixed_corners(image, level, corners, shape);
  return (float8)(mixture.numbers, mixture.presence, 0, 0, 0);
}

// --- channels and components
// ----------------------------------------------------------------------

#define COMPONENT_0 channels.x
#define COMPONENT_1 channels.y
#define COMPONENT_2 channels.z
#define COMPONENT_3 channels.w
#define COMPONENT_zero 0
#define COMPONENT_one 1
// Alpha of the texel and of the border.
#define ALPHA_0_zero channels.x
#define ALPHA_1_zero channels.y
#define ALPHA_3_zero channels.w
#define ALPHA_one_one 1
#define ALPHA_one_zero presence

#define READ_ORDER(ORDER, COUNT, S0, S1, S2, S3, RED, GREEN, BLUE, ALPHA, BORDER) \
  case ORDER:                                                                     \
    return (COLOUR)(COMPONENT_##RED, COMPONENT_##GREEN, COMPONENT_##BLUE, ALPHA_##ALPHA##_##BORDER);

#define CLEAVE_CHANNEL_ORDER READ_ORDER
#define COLOUR float4
float4 __cleave_ordered_f(Image image, float4 channels, float presence) {
  switch (order_of(image)) {
#include "image_formats.def"
    default:
      return channels;
  }
}
#undef COLOUR
#define CLEAVE_CHANNEL_ORDER READ_ORDER
#define COLOUR uint4
uint4 __cleave_ordered_i(Image image, uint4 channels, uint presence) {
  switch (order_of(image)) {
#include "image_formats.def"
    default:
      return channels;
  }
}
#undef COLOUR

#define STORED_r colour.x
#define STORED_g colour.y
#define STORED_b colour.z
#define STORED_a colour.w
#define STORED_0 0
#define WRITE_ORDER(ORDER, COUNT, S0, S1, S2, S3, RED, GREEN, BLUE, ALPHA, BORDER) \
  case ORDER:                                                                      \
    return (COLOUR)(STORED_##S0, STORED_##S1, STORED_##S2, STORED_##S3);

#define CLEAVE_CHANNEL_ORDER WRITE_ORDER
#define COLOUR float4
INLINE float4 stored_f(uint order, float4 colour) {
  switch (order) {
#include "image_formats.def"
    default:
      return colour;
  }
}
#undef COLOUR
#define CLEAVE_CHANNEL_ORDER WRITE_ORDER
#define COLOUR uint4
INLINE uint4 stored_i(uint order, uint4 colour) {
  switch (order) {
#include "image_formats.def"
    default:
      return colour;
  }
}
#undef COLOUR

INLINE bool has_texel(Image image, Level level, int4 at, uint shape) {
  bool has = (uint)at.x < (uint)width_of(level);
  if (shape & has_rows) has = has & ((uint)at.y < (uint)height_of(level));
  if (shape & has_slices) has = has & ((uint)at.z < (uint)depth_of(level));
  if (shape & has_layers) has = has & ((uint)at.z < (uint)layers_of(image));
  return has;
}

INLINE void write_words(Image image, Level level, int4 at, uint4 words, uint shape) {
  __global uchar* const row = row_at(level, at.y, at.z, shape);
  store_words(row, at.x, __cleave_image_word(&image->texel_bytes), words);
}

void __cleave_write_f(Image image, Level level, int4 at, float4 colour, uint shape) {
  if (!has_texel(image, level, at, shape)) return;
  write_words(image, level, at, words_of_reals(stored_f(order_of(image), colour), image), shape);
}
void __cleave_write_i(Image image, Level level, int4 at, uint4 colour, uint shape) {
  if (!has_texel(image, level, at, shape)) return;
  write_words(image, level, at, words_of_integers(stored_i(order_of(image), colour), image), shape);
}
