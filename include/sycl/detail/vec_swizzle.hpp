// Declares what swizzles of vectors are: views of some of a vector's elements, in some order (SYCL 2020, 4.14.2.4).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "../multi_ptr.hpp"
#include "../types.hpp"
#include "vec_operators.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// Whether vectors of Least to 4 elements have all of these.
template <int Count, int Least, int... Indices>
inline constexpr bool has_swizzle = Count <= 4 && Count >= Least && ((Indices < Count) && ...);
/// Whether swizzle<Indices...> of Count elements makes a vector.
template <int Count, int... Indices>
inline constexpr bool can_swizzle =
    (sizeof...(Indices) <= 4 || sizeof...(Indices) == 8 || sizeof...(Indices) == 16) &&
    sizeof...(Indices) > 0 && ((Indices >= 0 && Indices < Count) && ...);

template <int... Indices>
constexpr bool are_different() {
  unsigned seen = 0;
  bool different = true;
  ((Indices < 0 ? void()
                : void((different &= (seen & (1u << Indices)) == 0, seen |= 1u << Indices))),
   ...);
  return different;
}

/// The element at a position of a list, or -1 behind its end, which is undefined.
template <int... Indices>
constexpr int index_at(int position) {
  constexpr int indices[] = {Indices...};
  return position < static_cast<int>(sizeof...(Indices)) ? indices[position] : -1;
}

/// Makes the view of every Step-th element from Start of a view; one of three elements is like one of four.
template <class View, int Start, int Step,
          class Positions = std::make_integer_sequence<int, (View::size() + 1) / 2>>
struct half_view;
template <class Type, int Count, bool Writeable, int... Indices, int Start, int Step,
          int... Positions>
struct half_view<vec_view<Type, Count, Writeable, Indices...>, Start, Step,
                 std::integer_sequence<int, Positions...>> {
  using type =
      vec_view<Type, Count, Writeable, detail::index_at<Indices...>(Start + Step * Positions)...>;
};
/// The view of all elements of a vector; the fourth of three is there.
template <class Type, int Count, bool Writeable,
          class Positions = std::make_integer_sequence<int, Count == 3 ? 4 : Count>>
struct whole_view;
template <class Type, int Count, bool Writeable, int... Indices>
struct whole_view<Type, Count, Writeable, std::integer_sequence<int, Indices...>> {
  using type = vec_view<Type, Count, Writeable, Indices...>;
};
template <class Type, int Count, bool Writeable, int Start, int Step>
using half_of_vec =
    typename half_view<typename whole_view<Type, Count, Writeable>::type, Start, Step>::type;

/// The swizzled vector: Indices are elements of a vec<Type, Count>. One may be -1, which is not there.
template <class Type, int Count, bool Writeable, int... Indices>
class vec_view : public vec_base<vec_view<Type, Count, Writeable, Indices...>, Type,
                                 static_cast<int>(sizeof...(Indices))> {
  static constexpr int own_count = static_cast<int>(sizeof...(Indices));
  using whole = std::conditional_t<Writeable, vec<Type, Count>, const vec<Type, Count>>;
  using element = std::conditional_t<Writeable, Type, const Type>;
  using value = vec<Type, own_count>;
  template <int>
  struct not_there {};

 public:
  using element_type = Type;
  using value_type = Type;
  static constexpr bool is_assignable = Writeable && detail::are_different<Indices...>();

  vec_view() = delete;
  vec_view(const vec_view&) = delete;

  static constexpr std::size_t size() noexcept { return own_count; }
  static constexpr std::size_t byte_size() noexcept { return value::byte_size(); }
  [[deprecated("use size")]] constexpr std::size_t get_count() const { return own_count; }
  [[deprecated("use byte_size")]] constexpr std::size_t get_size() const { return byte_size(); }

  constexpr operator value() const { return value(element_or_nothing<Indices>()...); }

  template <class To, rounding_mode Mode = rounding_mode::automatic>
  vec<To, own_count> convert() const {
    return value(*this).template convert<To, Mode>();
  }
  template <class To>
  To as() const {
    return value(*this).template as<To>();
  }

  constexpr element& operator[](int index) const {
    constexpr int indices[] = {(Indices < 0 ? 0 : Indices)...};
    return (*whole_)[indices[index]];
  }
#define CLEAVE_SYCL_ELEMENT(name, index, there)                                               \
  template <int N = own_count,                                                                \
            std::enable_if_t<(there) && (detail::index_at<Indices...>(index) >= 0), int> = 0> \
  constexpr element& name() const {                                                           \
    return (*whole_)[detail::index_at<Indices...>(index)];                                    \
  }
#include "vec_elements.def"

  template <int... Positions>
  using view_of = vec_view<Type, Count, Writeable, detail::index_at<Indices...>(Positions)...>;
  template <int... Positions,
            std::enable_if_t<detail::can_swizzle<own_count, Positions...>, int> = 0>
  constexpr view_of<Positions...> swizzle() const {
    return view_of<Positions...>(whole_);
  }
#ifdef SYCL_SIMPLE_SWIZZLES
#define CLEAVE_SYCL_SWIZZLE(name, least, ...)                                      \
  template <int N = own_count,                                                     \
            std::enable_if_t<detail::has_swizzle<N, least, __VA_ARGS__>, int> = 0> \
  constexpr auto name() const -> view_of<__VA_ARGS__> {                            \
    return view_of<__VA_ARGS__>(whole_);                                           \
  }
#include "simple_swizzles.def"
#endif
#define CLEAVE_SYCL_HALF(name, start, step)                                       \
  template <class View = vec_view, std::enable_if_t<(View::size() > 1), int> = 0> \
  constexpr auto name() const -> typename half_view<View, start, step>::type {    \
    return typename half_view<View, start, step>::type(whole_);                   \
  }
  CLEAVE_SYCL_HALF(lo, 0, 1)
  CLEAVE_SYCL_HALF(hi, (own_count + 1) / 2, 1)
  CLEAVE_SYCL_HALF(even, 0, 2)
  CLEAVE_SYCL_HALF(odd, 1, 2)
#undef CLEAVE_SYCL_HALF

  template <
      access::address_space Space, access::decorated Decoration, class From,
      std::enable_if_t<is_assignable && std::is_same_v<std::remove_const_t<From>, Type>, int> = 0>
  void load(std::size_t offset, multi_ptr<From, Space, Decoration> from) const {
    const From* const first = from.get_raw() + offset;
    int position = 0;
    (assign<Indices>(first[position++]), ...);
  }
  template <access::address_space Space, access::decorated Decoration>
  void store(std::size_t offset, multi_ptr<Type, Space, Decoration> to) const {
    value(*this).store(offset, to);
  }

  // A const view has none of these.
  constexpr const vec_view& operator=(
      const std::conditional_t<is_assignable, vec_view, not_there<0>>& right) const {
    return *this = value(right);
  }
  template <bool OtherWriteable, int OtherCount, int... Others,
            std::enable_if_t<is_assignable && sizeof...(Others) == own_count, int> = 0>
  constexpr const vec_view& operator=(
      const vec_view<Type, OtherCount, OtherWriteable, Others...>& right) const {
    return *this = value(right);
  }
  constexpr const vec_view& operator=(
      const std::conditional_t<is_assignable, value, not_there<1>>& right) const {
    int position = 0;
    (assign<Indices>(right[position++]), ...);
    return *this;
  }
  template <bool There = is_assignable, std::enable_if_t<There, int> = 0>
  constexpr const vec_view& operator=(const Type& right) const {
    (assign<Indices>(right), ...);
    return *this;
  }

 private:
  template <class, int>
  friend class sycl::vec;
  template <class, int, bool, int...>
  friend class vec_view;
  explicit constexpr vec_view(whole* of) : whole_(of) {}

  template <int Index>
  constexpr Type element_or_nothing() const {
    if constexpr (Index < 0) {
      return Type();
    } else {
      return (*whole_)[Index];
    }
  }
  template <int Index>
  constexpr void assign(const Type& to) const {
    if constexpr (Index >= 0) (*whole_)[Index] = to;
  }

  whole* const whole_;
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl
