// Arrays that are computed with at once (SYCL 2020, 4.14.3), on host and device.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <type_traits>

namespace {

using sycl::half;
using sycl::marray;

template <class Left, class Right, class = void>
constexpr bool has_remainder = false;
template <class Left, class Right>
constexpr bool has_remainder<Left, Right,
                             std::void_t<decltype(std::declval<Left>() % std::declval<Right>())>> =
    true;
template <class Type, class = void>
constexpr bool has_complement = false;
template <class Type>
constexpr bool has_complement<Type, std::void_t<decltype(~std::declval<Type>())>> = true;

static_assert(sizeof(marray<float, 5>) == sizeof(std::array<float, 5>) &&
              alignof(marray<double, 3>) == 8);
static_assert(std::is_trivially_copyable_v<marray<half, 3>> &&
              sycl::is_device_copyable_v<marray<int, 70>>);
static_assert(!std::is_convertible_v<int, marray<int, 2>> &&
              std::is_constructible_v<marray<int, 2>, int>);
static_assert(std::is_convertible_v<marray<int, 1>, long> &&
              !std::is_convertible_v<marray<int, 2>, int>);
static_assert(std::is_convertible_v<int, marray<int, 1>>);
static_assert(std::is_constructible_v<marray<int, 5>, marray<int, 3>, int, short>);
static_assert(!std::is_constructible_v<marray<int, 5>, marray<int, 3>, int> &&
              !std::is_constructible_v<marray<int, 3>, marray<long, 2>, int>);
static_assert(has_remainder<marray<int, 2>, int> &&
              !has_remainder<marray<float, 2>, marray<float, 2>> &&
              !has_remainder<marray<half, 2>, half>);
static_assert(has_complement<marray<short, 2>> && !has_complement<marray<double, 2>>);
static_assert(std::is_same_v<decltype(marray<float, 3>() < 1.0f), marray<bool, 3>>);
static_assert(std::is_same_v<decltype(marray(1, 2, 3)), marray<int, 3>>);
static_assert(std::is_same_v<sycl::mulong16, marray<std::uint64_t, 16>>);
static_assert(std::is_same_v<marray<half, 2>::const_iterator, const half*> &&
              marray<int, 7>::size() == 7);
constexpr marray<int, 4> constant(1, marray<int, 2>(2, 3), 4);
static_assert(constant[2] == 3);

template <class Type, std::size_t Count, class... Values>
int differ(const marray<Type, Count>& is, Values... values) {
  static_assert(sizeof...(Values) == Count);
  const Type expected[] = {static_cast<Type>(values)...};
  int wrong = 0;
  for (std::size_t i = 0; i < Count; ++i) wrong += !(is[i] == expected[i]);
  return wrong;
}

int count_wrong() {
  marray<int, 3> a(7, -8, 9);
  int wrong = differ(a + 1, 8, -7, 10) + differ(2 * a, 14, -16, 18) + differ(a % a, 0, 0, 0);
  wrong += differ(a << 1, 14, -16, 18) + differ(1 << marray<int, 3>(1, 2, 3), 2, 4, 8) +
           differ(~a, -8, 7, -10);
  wrong += differ(a && 0, false, false, false) + differ(a > -8, true, false, true) +
           differ(!a, false, false, false);
  wrong += differ(a++, 7, -8, 9) + differ(--a, 7, -8, 9) + differ(-a, -7, 8, -9);
  a ^= a;
  a += 5;
  wrong += differ(a, 5, 5, 5);
  a = 3;
  for (int& element : a) ++element;
  wrong += differ(a, 4, 4, 4);
  wrong += differ(marray<std::int8_t, 2>(100, -128) / std::int8_t(-1), -100, std::int8_t(-128));
  wrong += differ(marray<half, 2>(1, 2) / half(4), 0.25f, 0.5f);
  marray<float, 1> one = 2.5f;
  const double number = one;
  return wrong + (number != 2.5) + differ(marray<bool, 2>(true, false) | true, true, true);
}

TEST(Marray, ComputesEachElement) {
  EXPECT_EQ(count_wrong(), 0) << "on the host";
  sycl::queue queue;
  int* const wrong = sycl::malloc_shared<int>(1, queue);
  *wrong = -1;
  queue.single_task([=] { *wrong = count_wrong(); }).wait();
  EXPECT_EQ(*wrong, 0) << "on the device";
  sycl::free(wrong, queue);
}

}  // namespace
