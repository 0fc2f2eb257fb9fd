// Reads, samples and writes texels (SYCL 2020, 4.7.3 and 4.7.8): on devices and on the host by the same code, so that
// both give the same results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../bit_cast.hpp"
#include "../declarations.hpp"
#include "../vec.hpp"
#include "config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Holds how an image lies in memory. Sizes that the image does not have are 1.
struct image_layout {
  std::size_t row_pitch = 0;    // bytes from a row to the next
  std::size_t slice_pitch = 0;  // bytes from a slice to the next
  std::int32_t size[3] = {1, 1, 1};
  image_format format = image_format::r8g8b8a8_unorm;
};

/// Which numbers stand for colours of a format.
enum class colour_kind : unsigned char { real, sint, uint };
constexpr colour_kind kind_of(image_format format) {
  switch (format) {
    case image_format::r8g8b8a8_sint:
    case image_format::r16g16b16a16_sint:
    case image_format::r32b32g32a32_sint:
      return colour_kind::sint;
    case image_format::r8g8b8a8_uint:
    case image_format::r16g16b16a16_uint:
    case image_format::r32b32g32a32_uint:
      return colour_kind::uint;
    default:
      return colour_kind::real;
  }
}
constexpr std::size_t texel_bytes(image_format format) {
  switch (format) {
    case image_format::r16g16b16a16_unorm:
    case image_format::r16g16b16a16_sint:
    case image_format::r16g16b16a16_uint:
    case image_format::r16b16g16a16_sfloat:
      return 8;
    case image_format::r32b32g32a32_sint:
    case image_format::r32b32g32a32_uint:
    case image_format::r32g32b32a32_sfloat:
      return 16;
    default:
      return 4;
  }
}

/// The elements of accessors, by the numbers that texels are read as.
template <class Element>
struct image_element;  // of others: not one
template <>
struct image_element<vec<float, 4>> {
  using number = float;
  static constexpr colour_kind kind = colour_kind::real;
};
template <>
struct image_element<vec<half, 4>> : image_element<vec<float, 4>> {};
template <>
struct image_element<vec<std::int32_t, 4>> {
  using number = std::int32_t;
  static constexpr colour_kind kind = colour_kind::sint;
};
template <>
struct image_element<vec<std::uint32_t, 4>> {
  using number = std::uint32_t;
  static constexpr colour_kind kind = colour_kind::uint;
};
template <class Element, class = void>
inline constexpr bool is_image_element = false;
template <class Element>
inline constexpr bool
    is_image_element<Element, std::void_t<typename image_element<Element>::number>> = true;

/// Coordinates of one to three dimensions: a number, or a vector of two or four.
template <class Number, int Dimensions>
using image_coordinate =
    std::conditional_t<Dimensions == 1, Number, vec<Number, Dimensions == 2 ? 2 : 4>>;
template <class Number, int Dimensions, class Given>
inline constexpr bool is_image_coordinate =
    Dimensions == 1 ? std::is_same_v<Given, Number>
                    : std::is_convertible_v<const Given&, image_coordinate<Number, Dimensions>>;

/// The code that takes texels apart and puts them together. A template, so that programs without images do not pay. A
/// format is a constant there, from a branch that all work-items take alike, and nothing else branches but stores:
/// coordinates outside are those of a texel inside, whose numbers are then not used.
template <class = void>
struct image_texels {
  // Texels of the application may begin at any byte.
  using word = std::uint32_t __attribute__((may_alias, aligned(1)));
  using reals = vec<float, 4>;
  template <class Number>
  using colour = vec<Number, 4>;

  // --- halves, in integers: a kernel that uses their images needs no aspect::fp16.

  static float real_of_half(std::uint32_t bits) {
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    const std::uint32_t rest = bits & 0x7fffu;
    const float units = static_cast<float>(static_cast<std::int32_t>(rest)) * 0x1p-24f;
    const std::uint32_t bias =
        rest >= 0x7c00u ? 224u : 112u;  // infinities and NaN stay what they are
    const std::uint32_t found =
        rest < 0x0400u ? sycl::bit_cast<std::uint32_t>(units) : (rest << 13) + (bias << 23);
    return sycl::bit_cast<float>(sign | found);
  }
  /// Rounds to the nearest, ties to even.
  static std::uint32_t half_of_real(float value) {
    const std::uint32_t bits = sycl::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16 & 0x8000u;
    const std::uint32_t rest = bits & 0x7fffffffu;
    // Subnormal ones are whole units. The others lose 13 bits; those that are too large are infinite, or NaN.
    const float units =
        __builtin_elementwise_rint(sycl::bit_cast<float>(rest < 0x38800000u ? rest : 0u) * 0x1p24f);
    const auto subnormal = static_cast<std::uint32_t>(static_cast<std::int32_t>(units));
    const std::uint32_t normal = ((rest + 0xfffu + (rest >> 13 & 1u)) >> 13) - (112u << 10);
    const std::uint32_t special = rest > 0x7f800000u ? 0x7e00u : 0x7c00u;
    const std::uint32_t finite = rest < 0x38800000u ? subnormal : normal;
    return sign | (rest >= 0x477ff000u ? special : finite);
  }

  // --- texels

  template <image_format Format>
  static const word* words(const unsigned char* row, std::int32_t x) {
    return reinterpret_cast<const word*>(row) + std::ptrdiff_t{x} * (texel_bytes(Format) / 4);
  }
  template <image_format Format>
  static word* words(unsigned char* row, std::int32_t x) {
    return reinterpret_cast<word*>(row) + std::ptrdiff_t{x} * (texel_bytes(Format) / 4);
  }
  /// Calls `function(format)` with a constant, of those formats that have such numbers.
  template <class Number, class Result = colour<Number>, class Function>
  CLEAVE_SYCL_INLINE static Result with_format(image_format format, const Function& function) {
#define CLEAVE_SYCL_FORMAT(name) \
  case image_format::name:       \
    return function(std::integral_constant<image_format, image_format::name>())
    if constexpr (std::is_same_v<Number, float>) {
      switch (format) {
        CLEAVE_SYCL_FORMAT(b8g8r8a8_unorm);
        CLEAVE_SYCL_FORMAT(r16g16b16a16_unorm);
        CLEAVE_SYCL_FORMAT(r16b16g16a16_sfloat);
        CLEAVE_SYCL_FORMAT(r32g32b32a32_sfloat);
        default:
          CLEAVE_SYCL_FORMAT(r8g8b8a8_unorm);
      }
    } else if constexpr (std::is_signed_v<Number>) {
      switch (format) {
        CLEAVE_SYCL_FORMAT(r8g8b8a8_sint);
        CLEAVE_SYCL_FORMAT(r16g16b16a16_sint);
        default:
          CLEAVE_SYCL_FORMAT(r32b32g32a32_sint);
      }
    } else {
      switch (format) {
        CLEAVE_SYCL_FORMAT(r8g8b8a8_uint);
        CLEAVE_SYCL_FORMAT(r16g16b16a16_uint);
        default:
          CLEAVE_SYCL_FORMAT(r32b32g32a32_uint);
      }
    }
#undef CLEAVE_SYCL_FORMAT
  }

  /// Returns the channels of a texel of real numbers; those of normalised formats are still to be scaled.
  template <image_format Format>
  CLEAVE_SYCL_INLINE static reals numbers(const unsigned char* row, std::int32_t x) {
    const word* const at = words<Format>(row, x);
    if constexpr (Format == image_format::r8g8b8a8_unorm) {
      return bytes(at[0], at[0] >> 8, at[0] >> 16, at[0] >> 24);
    } else if constexpr (Format == image_format::b8g8r8a8_unorm) {
      return bytes(at[0] >> 16, at[0] >> 8, at[0], at[0] >> 24);
    } else if constexpr (Format == image_format::r16g16b16a16_unorm) {
      return reals(real(at[0] & 0xffffu), real(at[0] >> 16), real(at[1] & 0xffffu),
                   real(at[1] >> 16));
    } else if constexpr (Format == image_format::r16b16g16a16_sfloat) {
      return reals(real_of_half(at[0] & 0xffffu), real_of_half(at[0] >> 16),
                   real_of_half(at[1] & 0xffffu), real_of_half(at[1] >> 16));
    } else {
      return reals(sycl::bit_cast<float>(at[0]), sycl::bit_cast<float>(at[1]),
                   sycl::bit_cast<float>(at[2]), sycl::bit_cast<float>(at[3]));
    }
  }
  template <image_format Format>
  static reals scaled(const reals& numbers) {
    if constexpr (one_of(Format) == 1) {
      return numbers;
    } else {
      return reals(fraction<Format>(numbers[0]), fraction<Format>(numbers[1]),
                   fraction<Format>(numbers[2]), fraction<Format>(numbers[3]));
    }
  }
  template <class Number, image_format Format>
  CLEAVE_SYCL_INLINE static colour<Number> texel(const unsigned char* row, std::int32_t x) {
    if constexpr (std::is_same_v<Number, float>) {
      return scaled<Format>(numbers<Format>(row, x));
    } else {
      const word* const at = words<Format>(row, x);
      if constexpr (texel_bytes(Format) == 4) {
        return colour<Number>(extended<Number>(at[0] << 24, 24), extended<Number>(at[0] << 16, 24),
                              extended<Number>(at[0] << 8, 24), extended<Number>(at[0], 24));
      } else if constexpr (texel_bytes(Format) == 8) {
        return colour<Number>(extended<Number>(at[0] << 16, 16), extended<Number>(at[0], 16),
                              extended<Number>(at[1] << 16, 16), extended<Number>(at[1], 16));
      } else {
        return colour<Number>(static_cast<Number>(at[0]), static_cast<Number>(at[1]),
                              static_cast<Number>(at[2]), static_cast<Number>(at[3]));
      }
    }
  }

  /// The words of a texel. Normalised numbers are clamped and rounded to the nearest, ties to even, and NaN becomes 0;
  /// integers become the nearest ones that the format has.
  template <class Number, image_format Format>
  CLEAVE_SYCL_INLINE static colour<std::uint32_t> packed(const colour<Number>& from) {
    using all = colour<std::uint32_t>;
    if constexpr (Format == image_format::r8g8b8a8_unorm) {
      return all(
          four(unorm(from[0], 255), unorm(from[1], 255), unorm(from[2], 255), unorm(from[3], 255)));
    } else if constexpr (Format == image_format::b8g8r8a8_unorm) {
      return all(
          four(unorm(from[2], 255), unorm(from[1], 255), unorm(from[0], 255), unorm(from[3], 255)));
    } else if constexpr (Format == image_format::r16g16b16a16_unorm) {
      return all(unorm(from[0], 65535) | unorm(from[1], 65535) << 16,
                 unorm(from[2], 65535) | unorm(from[3], 65535) << 16, 0u, 0u);
    } else if constexpr (Format == image_format::r16b16g16a16_sfloat) {
      return all(half_of_real(from[0]) | half_of_real(from[1]) << 16,
                 half_of_real(from[2]) | half_of_real(from[3]) << 16, 0u, 0u);
    } else if constexpr (texel_bytes(Format) == 4) {
      return all(four(saturated(from[0], 8), saturated(from[1], 8), saturated(from[2], 8),
                      saturated(from[3], 8)));
    } else if constexpr (texel_bytes(Format) == 8) {
      return all(saturated(from[0], 16) | saturated(from[1], 16) << 16,
                 saturated(from[2], 16) | saturated(from[3], 16) << 16, 0u, 0u);
    } else {
      return from.template as<all>();
    }
  }

  // --- images

  template <class Byte>
  static Byte* row(Byte* first, const image_layout& layout, std::int32_t y, std::int32_t z) {
    return first + std::ptrdiff_t{y} * static_cast<std::ptrdiff_t>(layout.row_pitch) +
           std::ptrdiff_t{z} * static_cast<std::ptrdiff_t>(layout.slice_pitch);
  }
  static std::int32_t clamped(std::int32_t index, std::int32_t size) {
    index = __builtin_elementwise_min(index, size - 1);
    return __builtin_elementwise_max(index, 0);
  }
  /// The colour, or zeros.
  template <class Number>
  static colour<Number> only_if(bool is_texel, const colour<Number>& of) {
    return colour<Number>(is_texel ? of[0] : Number(0), is_texel ? of[1] : Number(0),
                          is_texel ? of[2] : Number(0), is_texel ? of[3] : Number(0));
  }
  static bool is_inside(std::int32_t index, std::int32_t size) {
    return static_cast<std::uint32_t>(index) < static_cast<std::uint32_t>(size);
  }
  template <int Dimensions, class Number>
  static void take_apart(const image_coordinate<Number, Dimensions>& from, Number (&to)[3]) {
    if constexpr (Dimensions == 1) {
      to[0] = from;
    } else {
      for (int i = 0; i < Dimensions; ++i) to[i] = from[i];
    }
  }

  /// Reads at coordinates that are texels; zeros where there is none.
  template <class Number, int Dimensions>
  CLEAVE_SYCL_INLINE static colour<Number> read(
      const unsigned char* first, const image_layout& layout,
      const image_coordinate<std::int32_t, Dimensions>& coordinate) {
    std::int32_t at[3] = {0, 0, 0};
    take_apart<Dimensions>(coordinate, at);
    bool is_texel = true;
    for (int i = 0; i < Dimensions; ++i) {
      is_texel = is_texel & is_inside(at[i], layout.size[i]);
      at[i] = clamped(at[i], layout.size[i]);
    }
    return only_if<Number>(is_texel, one_texel<Number>(first, layout, at));
  }
  /// Writes a texel; nothing where there is none.
  template <class Number, int Dimensions>
  CLEAVE_SYCL_INLINE static void write(unsigned char* first, const image_layout& layout,
                                       const image_coordinate<std::int32_t, Dimensions>& coordinate,
                                       const colour<Number>& from) {
    std::int32_t at[3] = {0, 0, 0};
    take_apart<Dimensions>(coordinate, at);
    bool is_texel = true;
    for (int i = 0; i < Dimensions; ++i) is_texel = is_texel & is_inside(at[i], layout.size[i]);
    with_format<Number, void>(layout.format, [&](auto format) {
      constexpr image_format constant = decltype(format)::value;
      const colour<std::uint32_t> bits = packed<Number, constant>(from);
      if (!is_texel) return;
      word* const to = words<constant>(row(first, layout, at[1], at[2]), at[0]);
      for (int i = 0; i < static_cast<int>(texel_bytes(constant) / 4); ++i) to[i] = bits[i];
    });
  }

  /// Reads with a sampler (OpenCL C 3.0, 8.2), at coordinates that may be any numbers. Integers are never mixed.
  template <class Number, int Dimensions>
  CLEAVE_SYCL_INLINE static colour<Number> sample(
      const unsigned char* first, const image_layout& layout, const image_sampler& sampler,
      const image_coordinate<float, Dimensions>& coordinate) {
    float at[3] = {0, 0, 0};
    take_apart<Dimensions>(coordinate, at);
    for (int i = 0; i < Dimensions; ++i) at[i] = in_texels(at[i], layout.size[i], sampler);
    if constexpr (std::is_same_v<Number, float>) {
      if (sampler.filtering == filtering_mode::linear) {
        return with_format<float>(layout.format, [&](auto format) {
          return mixed<decltype(format)::value, Dimensions>(first, layout, sampler, at);
        });
      }
    }
    std::int32_t index[3] = {0, 0, 0};
    bool is_texel = true;
    for (int i = 0; i < Dimensions; ++i) {
      index[i] = addressed(to_index(__builtin_elementwise_floor(at[i])), layout.size[i], sampler,
                           is_texel);
    }
    return only_if<Number>(is_texel, one_texel<Number>(first, layout, index));
  }

 private:
  template <class Number>
  CLEAVE_SYCL_INLINE static colour<Number> one_texel(const unsigned char* first,
                                                     const image_layout& layout,
                                                     const std::int32_t (&at)[3]) {
    const unsigned char* const its_row = row(first, layout, at[1], at[2]);
    return with_format<Number>(layout.format, [&](auto format) {
      return texel<Number, decltype(format)::value>(its_row, at[0]);
    });
  }
  static float real(std::uint32_t number) {
    return static_cast<float>(static_cast<std::int32_t>(number));
  }
  static reals bytes(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) {
    return reals(real(x & 0xffu), real(y & 0xffu), real(z & 0xffu), real(w & 0xffu));
  }
  static constexpr float one_of(image_format format) {
    switch (format) {
      case image_format::r8g8b8a8_unorm:
      case image_format::b8g8r8a8_unorm:
        return 255;
      case image_format::r16g16b16a16_unorm:
        return 65535;
      default:
        return 1;
    }
  }
  /// n / (2^b - 1) as n / 2^b + n / 2^b / (2^b - 1), which is that of whole numbers, rounded once, and takes no division.
  template <image_format Format>
  static float fraction(float number) {
#pragma clang fp contract(off)
    const float part = number * (1 / (one_of(Format) + 1));
    return part * (1 / one_of(Format)) + part;
  }
  static std::uint32_t four(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) {
    return x | y << 8 | z << 16 | w << 24;
  }
  static std::uint32_t unorm(float value, float one) {
    value = value > 0 ? value : 0;
    value = __builtin_elementwise_rint((value < 1 ? value : 1) * one);
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
  }
  /// The number in the upper bits, from bit `shift` on.
  template <class Number>
  static Number extended(std::uint32_t bits, int shift) {
    return static_cast<Number>(bits) >> shift;
  }
  static std::uint32_t saturated(std::int32_t value, int bits) {
    const std::int32_t most = (1 << (bits - 1)) - 1;
    value = value < most ? value : most;
    value = value > -most - 1 ? value : -most - 1;
    return static_cast<std::uint32_t>(value) & ((1u << bits) - 1);
  }
  static std::uint32_t saturated(std::uint32_t value, int bits) {
    const std::uint32_t most = (1u << bits) - 1;
    return value < most ? value : most;
  }

  // --- coordinates

  /// No number beyond these is a texel, and all between are integers. The first one for NaN.
  static std::int32_t to_index(float whole) {
    constexpr float most = 0x1p30f;
    whole = whole > -most ? whole : -most;
    return static_cast<std::int32_t>(whole < most ? whole : most);
  }
  static float in_texels(float at, std::int32_t size, const image_sampler& sampler) {
#pragma clang fp contract(off)
    if (sampler.coordinate == coordinate_normalization_mode::unnormalized) return at;
    if (sampler.addressing == addressing_mode::repeat) {
      at = at - __builtin_elementwise_floor(at);
    } else if (sampler.addressing == addressing_mode::mirrored_repeat) {
      at = __builtin_elementwise_abs(at - 2.0f * __builtin_elementwise_rint(0.5f * at));
    }
    return at * static_cast<float>(size);
  }
  /// Returns the index along one axis that is read for this one; unsets `is_texel` where the border's colour is. A mirrored
  /// index is off by one at most, and its nearest texel is the other side of the mirror.
  static std::int32_t addressed(std::int32_t index, std::int32_t size, const image_sampler& sampler,
                                bool& is_texel) {
    if (sampler.addressing == addressing_mode::repeat) {
      index = index < 0 ? index + size : index;
      index = index >= size ? index - size : index;
    }
    const bool has_border =
        sampler.addressing == addressing_mode::clamp || sampler.addressing == addressing_mode::none;
    is_texel = is_texel & (!has_border | is_inside(index, size));
    return clamped(index, size);
  }

  /// Mixes the 2, 4 or 8 texels around.
  template <image_format Format, int Dimensions>
  CLEAVE_SYCL_INLINE static reals mixed(const unsigned char* first, const image_layout& layout,
                                        const image_sampler& sampler, const float (&at)[3]) {
#pragma clang fp contract(off)
    std::int32_t index[3][2] = {{0, 0}, {0, 0}, {0, 0}};
    bool is_texel[3][2] = {{true, true}, {true, true}, {true, true}};
    float share[3] = {0, 0, 0};  // of the second texel
    for (int i = 0; i < Dimensions; ++i) {
      const float position = at[i] - 0.5f;
      const float whole = __builtin_elementwise_floor(position);
      const std::int32_t lower = to_index(whole);
      share[i] = position - whole;
      for (int k = 0; k < 2; ++k) {
        index[i][k] = addressed(lower + k, layout.size[i], sampler, is_texel[i][k]);
      }
    }
    const auto along_x = [&](int y, int z) CLEAVE_SYCL_INLINED {
      const unsigned char* const its_row = row(first, layout, index[1][y], index[2][z]);
      const bool has_row = is_texel[1][y] & is_texel[2][z];
      return between(
          only_if<float>(has_row & is_texel[0][0], numbers<Format>(its_row, index[0][0])),
          only_if<float>(has_row & is_texel[0][1], numbers<Format>(its_row, index[0][1])),
          share[0]);
    };
    const auto along_y = [&](int z) CLEAVE_SYCL_INLINED {
      if constexpr (Dimensions == 1) {
        return along_x(0, z);
      } else {
        return between(along_x(0, z), along_x(1, z), share[1]);
      }
    };
    if constexpr (Dimensions == 3) {
      return scaled<Format>(between(along_y(0), along_y(1), share[2]));
    } else {
      return scaled<Format>(along_y(0));
    }
  }
  /// Not a + share * (b - a), whose difference rounds once more and may overflow.
  static reals between(const reals& a, const reals& b, float share) {
#pragma clang fp contract(off)
    const float rest = 1 - share;
    return reals(share * b[0] + rest * a[0], share * b[1] + rest * a[1], share * b[2] + rest * a[2],
                 share * b[3] + rest * a[3]);
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
