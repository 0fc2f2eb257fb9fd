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

/// The code that takes texels apart and puts them together. A template, so that programs without images do not pay.
template <class = void>
struct image_texels {
  // Texels of the application may begin at any byte.
  using word = std::uint32_t __attribute__((may_alias, aligned(1)));
  using reals = vec<float, 4>;
  template <class Number>
  using colour = vec<Number, 4>;

  static std::uint32_t load(const unsigned char* at, int index) {
    return reinterpret_cast<const word*>(at)[index];
  }
  static void store(unsigned char* at, int index, std::uint32_t bits) {
    reinterpret_cast<word*>(at)[index] = bits;
  }

  // --- halves, in integers: a kernel that uses their images needs no aspect::fp16.

  static float real_of_half(std::uint32_t bits) {
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    const std::uint32_t rest = bits & 0x7fffu;
    if (rest < 0x0400u) {
      return sycl::bit_cast<float>(
          sign | sycl::bit_cast<std::uint32_t>(static_cast<float>(rest) * 0x1p-24f));
    }
    const std::uint32_t bias =
        rest >= 0x7c00u ? 224u : 112u;  // infinities and NaN stay what they are
    return sycl::bit_cast<float>(sign | ((rest << 13) + (bias << 23)));
  }
  /// Rounds to the nearest, ties to even.
  static std::uint32_t half_of_real(float value) {
    const std::uint32_t bits = sycl::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16 & 0x8000u;
    const std::uint32_t rest = bits & 0x7fffffffu;
    if (rest > 0x7f800000u) return sign | 0x7e00u;
    if (rest >= 0x477ff000u) return sign | 0x7c00u;
    if (rest < 0x38800000u) {
      const float units = __builtin_elementwise_rint(sycl::bit_cast<float>(rest) * 0x1p24f);
      return sign | static_cast<std::uint32_t>(units);
    }
    return sign | ((rest + 0xfffu + (rest >> 13 & 1u)) >> 13) - (112u << 10);
  }

  // --- texels

  /// Returns the channels of a texel of real numbers; those of normalised formats are still to be scaled.
  static reals numbers(const unsigned char* at, image_format format) {
    switch (format) {
      case image_format::r8g8b8a8_unorm: {
        const std::uint32_t all = load(at, 0);
        return bytes(all, all >> 8, all >> 16, all >> 24);
      }
      case image_format::b8g8r8a8_unorm: {
        const std::uint32_t all = load(at, 0);
        return bytes(all >> 16, all >> 8, all, all >> 24);
      }
      case image_format::r16g16b16a16_unorm: {
        const std::uint32_t low = load(at, 0), high = load(at, 1);
        return reals(real(low & 0xffffu), real(low >> 16), real(high & 0xffffu), real(high >> 16));
      }
      case image_format::r16b16g16a16_sfloat: {
        const std::uint32_t low = load(at, 0), high = load(at, 1);
        return reals(real_of_half(low & 0xffffu), real_of_half(low >> 16),
                     real_of_half(high & 0xffffu), real_of_half(high >> 16));
      }
      default:
        return reals(sycl::bit_cast<float>(load(at, 0)), sycl::bit_cast<float>(load(at, 1)),
                     sycl::bit_cast<float>(load(at, 2)), sycl::bit_cast<float>(load(at, 3)));
    }
  }
  static reals scaled(const reals& numbers, image_format format) {
    const float one = one_of(format);
    if (one == 1) return numbers;
    return reals(numbers[0] / one, numbers[1] / one, numbers[2] / one, numbers[3] / one);
  }
  template <class Number>
  static colour<Number> integers(const unsigned char* at, image_format format) {
    switch (texel_bytes(format)) {
      case 4: {
        const std::uint32_t all = load(at, 0);
        return colour<Number>(extended<Number>(all << 24, 24), extended<Number>(all << 16, 24),
                              extended<Number>(all << 8, 24), extended<Number>(all, 24));
      }
      case 8: {
        const std::uint32_t low = load(at, 0), high = load(at, 1);
        return colour<Number>(extended<Number>(low << 16, 16), extended<Number>(low, 16),
                              extended<Number>(high << 16, 16), extended<Number>(high, 16));
      }
      default:
        return colour<Number>(static_cast<Number>(load(at, 0)), static_cast<Number>(load(at, 1)),
                              static_cast<Number>(load(at, 2)), static_cast<Number>(load(at, 3)));
    }
  }
  template <class Number>
  static colour<Number> texel(const unsigned char* at, image_format format) {
    if constexpr (std::is_same_v<Number, float>) {
      return scaled(numbers(at, format), format);
    } else {
      return integers<Number>(at, format);
    }
  }

  /// Normalised numbers are clamped and rounded to the nearest, ties to even, and NaN becomes 0.
  static void put(unsigned char* at, image_format format, const reals& from) {
    switch (format) {
      case image_format::r8g8b8a8_unorm:
        return store(at, 0,
                     packed(unorm(from[0], 255), unorm(from[1], 255), unorm(from[2], 255),
                            unorm(from[3], 255)));
      case image_format::b8g8r8a8_unorm:
        return store(at, 0,
                     packed(unorm(from[2], 255), unorm(from[1], 255), unorm(from[0], 255),
                            unorm(from[3], 255)));
      case image_format::r16g16b16a16_unorm:
        store(at, 0, unorm(from[0], 65535) | unorm(from[1], 65535) << 16);
        return store(at, 1, unorm(from[2], 65535) | unorm(from[3], 65535) << 16);
      case image_format::r16b16g16a16_sfloat:
        store(at, 0, half_of_real(from[0]) | half_of_real(from[1]) << 16);
        return store(at, 1, half_of_real(from[2]) | half_of_real(from[3]) << 16);
      default:
        for (int i = 0; i < 4; ++i) store(at, i, sycl::bit_cast<std::uint32_t>(from[i]));
    }
  }
  /// Integers become the nearest ones that the format has.
  template <class Number>
  static void put(unsigned char* at, image_format format, const colour<Number>& from) {
    switch (texel_bytes(format)) {
      case 4:
        return store(at, 0,
                     packed(saturated(from[0], 8), saturated(from[1], 8), saturated(from[2], 8),
                            saturated(from[3], 8)));
      case 8:
        store(at, 0, saturated(from[0], 16) | saturated(from[1], 16) << 16);
        return store(at, 1, saturated(from[2], 16) | saturated(from[3], 16) << 16);
      default:
        for (int i = 0; i < 4; ++i) store(at, i, static_cast<std::uint32_t>(from[i]));
    }
  }

  // --- images

  static std::size_t offset(const image_layout& layout, std::int32_t x, std::int32_t y,
                            std::int32_t z) {
    return static_cast<std::size_t>(static_cast<std::uint32_t>(x)) * texel_bytes(layout.format) +
           static_cast<std::size_t>(static_cast<std::uint32_t>(y)) * layout.row_pitch +
           static_cast<std::size_t>(static_cast<std::uint32_t>(z)) * layout.slice_pitch;
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
  static colour<Number> read(const unsigned char* first, const image_layout& layout,
                             const image_coordinate<std::int32_t, Dimensions>& coordinate) {
    std::int32_t at[3] = {0, 0, 0};
    take_apart<Dimensions>(coordinate, at);
    for (int i = 0; i < Dimensions; ++i) {
      if (!is_inside(at[i], layout.size[i])) return colour<Number>(Number(0));
    }
    return texel<Number>(first + offset(layout, at[0], at[1], at[2]), layout.format);
  }
  /// Writes a texel; nothing where there is none.
  template <class Number, int Dimensions>
  static void write(unsigned char* first, const image_layout& layout,
                    const image_coordinate<std::int32_t, Dimensions>& coordinate,
                    const colour<Number>& from) {
    std::int32_t at[3] = {0, 0, 0};
    take_apart<Dimensions>(coordinate, at);
    for (int i = 0; i < Dimensions; ++i) {
      if (!is_inside(at[i], layout.size[i])) return;
    }
    put(first + offset(layout, at[0], at[1], at[2]), layout.format, from);
  }

  /// Reads with a sampler (OpenCL C 3.0, 8.2), at coordinates that may be any numbers. Integers are never mixed.
  template <class Number, int Dimensions>
  static colour<Number> sample(const unsigned char* first, const image_layout& layout,
                               const image_sampler& sampler,
                               const image_coordinate<float, Dimensions>& coordinate) {
    float at[3] = {0, 0, 0};
    take_apart<Dimensions>(coordinate, at);
    for (int i = 0; i < Dimensions; ++i) at[i] = in_texels(at[i], layout.size[i], sampler);
    if constexpr (std::is_same_v<Number, float>) {
      if (sampler.filtering == filtering_mode::linear) {
        return mixed<Dimensions>(first, layout, sampler, at);
      }
    }
    std::int32_t index[3] = {0, 0, 0};
    bool is_texel = true;
    for (int i = 0; i < Dimensions; ++i) {
      index[i] = addressed(to_index(__builtin_elementwise_floor(at[i])), layout.size[i], sampler,
                           is_texel);
    }
    if (!is_texel) return colour<Number>(Number(0));
    return texel<Number>(first + offset(layout, index[0], index[1], index[2]), layout.format);
  }

 private:
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
  static std::uint32_t packed(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t w) {
    return x | y << 8 | z << 16 | w << 24;
  }
  static std::uint32_t unorm(float value, float one) {
    value = value > 0 ? value : 0;
    return static_cast<std::uint32_t>(__builtin_elementwise_rint((value < 1 ? value : 1) * one));
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
    } else if (sampler.addressing == addressing_mode::clamp ||
               sampler.addressing == addressing_mode::none) {
      is_texel = is_texel && is_inside(index, size);
    }
    index = index < size - 1 ? index : size - 1;
    return index > 0 ? index : 0;
  }

  /// Mixes the 2, 4 or 8 texels around.
  template <int Dimensions>
  static reals mixed(const unsigned char* first, const image_layout& layout,
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
    const auto along_x = [&](int y, int z) {
      reals both[2] = {reals(0.0f), reals(0.0f)};
      for (int x = 0; x < 2; ++x) {
        if (!is_texel[0][x] || !is_texel[1][y] || !is_texel[2][z]) continue;
        both[x] =
            numbers(first + offset(layout, index[0][x], index[1][y], index[2][z]), layout.format);
      }
      return between(both[0], both[1], share[0]);
    };
    const auto along_y = [&](int z) {
      if constexpr (Dimensions == 1) {
        return along_x(0, z);
      } else {
        return between(along_x(0, z), along_x(1, z), share[1]);
      }
    };
    if constexpr (Dimensions == 3) {
      return scaled(between(along_y(0), along_y(1), share[2]), layout.format);
    } else {
      return scaled(along_y(0), layout.format);
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
