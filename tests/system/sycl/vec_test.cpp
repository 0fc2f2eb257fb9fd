// Vectors and their swizzles (SYCL 2020, 4.14.2), on host and device.
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace {

using sycl::float2;
using sycl::float3;
using sycl::float4;
using sycl::half;
using sycl::int2;
using sycl::int4;
using sycl::rounding_mode;
using sycl::vec;

template <class Left, class Right, class = void>
constexpr bool can_add = false;
template <class Left, class Right>
constexpr bool
    can_add<Left, Right, std::void_t<decltype(std::declval<Left>() + std::declval<Right>())>> =
        true;
template <class Left, class Right, class = void>
constexpr bool can_shift = false;
template <class Left, class Right>
constexpr bool
    can_shift<Left, Right, std::void_t<decltype(std::declval<Left>() << std::declval<Right>())>> =
        true;
template <class Left, class Right, class = void>
constexpr bool can_xor = false;
template <class Left, class Right>
constexpr bool
    can_xor<Left, Right, std::void_t<decltype(std::declval<Left>() ^ std::declval<Right>())>> =
        true;
template <class Type, class = void>
constexpr bool can_count = false;
template <class Type>
constexpr bool can_count<Type, std::void_t<decltype(++std::declval<Type>())>> = true;

// Size and alignment (4.14.2.6).
static_assert(sizeof(float3) == 16 && alignof(float3) == 16);
static_assert(sizeof(vec<double, 16>) == 128 && alignof(vec<double, 16>) == 64);
static_assert(sizeof(vec<std::int8_t, 3>) == 4 && alignof(vec<bool, 2>) == 2);
static_assert(float3::size() == 3 && float3::byte_size() == 16 && noexcept(float3::size()));
static_assert(std::is_trivially_copyable_v<float4> && sycl::is_device_copyable_v<vec<half, 8>>);

// Constructors: one value explicitly, but where it is the only element.
static_assert(!std::is_convertible_v<float, float4> && std::is_constructible_v<float4, float>);
static_assert(std::is_convertible_v<float, vec<float, 1>>);
static_assert(std::is_convertible_v<vec<float, 1>, double> &&
              !std::is_convertible_v<float2, float>);
static_assert(std::is_constructible_v<float4, float2, float, double>);
static_assert(!std::is_constructible_v<float4, float2, float> &&
              !std::is_constructible_v<float4, int2, int2> &&
              !std::is_constructible_v<float2, int2>);
static_assert(std::is_constructible_v<std::int8_t, vec<double, 1>>);
constexpr float4 constant(1, float2(2, 3), 4.0);
static_assert(constant[2] == 3 && constant.w() == 4);
static_assert(std::is_same_v<decltype(vec(1, 2, 3)), vec<int, 3>>);

// Operators, for the element types that have them.
static_assert(can_add<float4, float4> && can_add<float4, int> && can_add<double, float4>);
static_assert(!can_add<float4, float2> && !can_add<float4, int4> && !can_add<float4, const char*>);
static_assert(!can_add<vec<std::byte, 2>, vec<std::byte, 2>>);
static_assert(can_xor<vec<std::byte, 2>, std::byte> && !can_xor<float4, float4>);
static_assert(can_shift<int4, int> && !can_shift<float4, int> &&
              !can_shift<vec<std::byte, 4>, vec<std::byte, 4>>);
static_assert(can_count<int4&> && !can_count<vec<bool, 4>&> && !can_count<const int4&>);
static_assert(std::is_same_v<decltype(float4() < float4()), int4>);
static_assert(std::is_same_v<decltype(vec<half, 2>() == half(1)), vec<std::int16_t, 2>>);
static_assert(std::is_same_v<decltype(!vec<double, 2>()), vec<std::int64_t, 2>>);
static_assert(std::is_same_v<decltype(vec<bool, 2>() && true), vec<std::int8_t, 2>>);

// Swizzles: views that are assigned to where no element is repeated, and neither made nor copied by programs.
using View = decltype(std::declval<float4&>().xy());
using Repeated = decltype(std::declval<float4&>().xx());
using Constant = decltype(std::declval<const float4&>().xy());
static_assert(std::is_same_v<View::element_type, float> && View::size() == 2);
static_assert(!std::is_default_constructible_v<View> && !std::is_copy_constructible_v<View>);
static_assert(std::is_assignable_v<const View, float2> && std::is_assignable_v<const View, float>);
static_assert(!std::is_assignable_v<Repeated, float2> && !std::is_assignable_v<Repeated, Repeated>);
static_assert(!std::is_assignable_v<Constant, float2> && !std::is_assignable_v<Constant, Constant>);
static_assert(std::is_assignable_v<const View, const Constant&> &&
              std::is_assignable_v<const View, const Repeated&> &&
              !std::is_assignable_v<View, int2>);
static_assert(std::is_convertible_v<const Constant&, float2>);
static_assert(can_add<const View&, const Constant&> && can_add<float, const View&> &&
              can_add<float2, const Repeated&> && !can_add<float3, const View&>);
static_assert(can_count<const View&> && !can_count<const Constant&> && !can_count<const Repeated&>);
static_assert(std::is_same_v<decltype(std::declval<const View&>() + 1), float2>);
static_assert(std::is_same_v<decltype(std::declval<const View&>() += 1), const View&>);

/// Becomes a vector where one is wanted.
struct Direction {
  operator float2() const { return {3, 4}; }
};
static_assert(can_add<float2, Direction> && can_add<Direction, const View&>);

/// Runs a test that counts what is wrong, on the host and on the device.
template <class Test>
void run_on_both(Test test) {
  EXPECT_EQ(test(), 0) << "on the host";
  sycl::queue queue;
  int* const wrong = sycl::malloc_shared<int>(1, queue);
  *wrong = -1;
  queue.single_task([=] { *wrong = test(); }).wait();
  EXPECT_EQ(*wrong, 0) << "on the device";
  sycl::free(wrong, queue);
}
/// Counts elements that are not these.
template <class Type, int Count, class... Values>
int differ(const vec<Type, Count>& is, Values... values) {
  static_assert(sizeof...(Values) == Count);
  const Type expected[] = {static_cast<Type>(values)...};
  int wrong = 0;
  for (int i = 0; i < Count; ++i) wrong += !(is[i] == expected[i]);
  return wrong;
}

// The constructor is a template of its arguments (SYCL 2020, 4.14.2.1), so that nothing is narrowed in braces.
TEST(Vec, BracesTakeNumbersThatAreConverted) {
  double wide = 2.75;
  int number = -3;
  EXPECT_EQ((sycl::vec<float, 1>{wide})[0], 2.75f);
  EXPECT_EQ((sycl::vec<float, 1>{number})[0], -3.0f);
  EXPECT_EQ((sycl::vec<float, 1>{wide}.convert<int, sycl::rounding_mode::rtz>())[0], 2);
  const sycl::vec<float, 2> two{wide, number};
  EXPECT_EQ(two[1], -3.0f);
  const sycl::vec<sycl::ulong, 1> copied = sycl::vec<sycl::ulong, 1>{sycl::uint{7}};
  EXPECT_EQ(copied[0], 7u);
}

TEST(Vec, IsMadeOfElementsVectorsAndSwizzles) {
  run_on_both([] {
    const float2 two(8, 9);
    float4 four(two, 1, 2);
    int wrong = differ(four, 8, 9, 1, 2);
    wrong +=
        differ(vec<float, 8>(four.wzyx(), two.yx(), 5, vec<float, 1>(7)), 2, 1, 9, 8, 9, 8, 5, 7);
    wrong += differ(float4(3), 3, 3, 3, 3);
    float2 copy = four.zw();
    wrong += differ(copy, 1, 2) + differ(float2(four.swizzle<0, 3>()), 8, 2);
    copy = {4, 5};
    wrong += differ(copy, 4, 5);
    copy = 6;
    wrong += differ(copy, 6, 6);
    return wrong + differ(vec<std::byte, 2>(std::byte(7)), std::byte(7), std::byte(7));
  });
}

TEST(Vec, HasElementsByNameAndIndex) {
  run_on_both([] {
    float4 four(1, 2, 3, 4);
    four.r() = four.a() + four.s3();
    four[1] = four.g() * 10;
    int wrong = differ(four, 8, 20, 3, 4);
    const vec<short, 16> many(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return wrong + (many.sA() != 10) + (many.sF() != 15) + (many.s9() != 9) +
           (float3(1, 2, 3).z() != 3);
  });
}

TEST(Vec, ComputesEachElement) {
  run_on_both([] {
    const int4 a(7, -8, 9, 100);
    int wrong = differ(a + 1, 8, -7, 10, 101) + differ(2 - a, -5, 10, -7, -98);
    wrong += differ(a * a, 49, 64, 81, 10000) + differ(a / int4(2, 2, -3, 7), 3, -4, -3, 14);
    wrong +=
        differ(a % 5, 2, -3, 4, 0) + differ(a >> 1, 3, -4, 4, 50) + differ(~a, -8, 7, -10, -101);
    wrong += differ((a & 6) | (a ^ a), 6, 0, 0, 4) + differ(-a, -7, 8, -9, -100);
    wrong += differ(a < 9, -1, -1, 0, 0) + differ(9 <= a, 0, 0, -1, -1) +
             differ(!int4(0, 1, 0, 2), -1, 0, -1, 0);
    wrong += differ(a && int4(0, 1, 2, 0), 0, -1, -1, 0) + differ(a == a, -1, -1, -1, -1);
    int4 b = a;
    b += a;
    b <<= int4(1, 0, 0, 0);
    wrong += differ(b++, 28, -16, 18, 200) + differ(--b, 28, -16, 18, 200);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    wrong += differ(float2(nan, 1) == float2(nan, 1), 0, -1) +
             differ(float2(nan, 1) != float2(nan, 1), -1, 0);
    wrong += differ(!float2(nan, 0), 0, -1);
    wrong += differ(vec<half, 3>(1, 2, 3) / half(2), 0.5f, 1, 1.5f);
    return wrong + differ(float2(1, 2) + Direction(), 4, 6);
  });
}

TEST(Vec, ComputesShortIntegersAndTruthAsCppDoes) {
  run_on_both([] {
    const vec<std::int8_t, 2> small(-128, 100);
    int wrong = differ(small / std::int8_t(-1), std::int8_t(-128), -100);
    wrong += differ(small << std::int8_t(9), 0, 0) + differ(small >> std::int8_t(9), -1, 0);
    wrong += differ(small + small, 0, std::int8_t(200));
    const vec<bool, 2> truth(true, false);
    wrong += differ(truth + truth, true, false) + differ(truth | vec<bool, 2>(true), true, true);
    wrong += differ(~truth, true, true) + differ(!truth, 0, -1) + differ(truth == true, -1, 0);
    const vec<std::byte, 4> bytes(std::byte(12));
    return wrong + differ((bytes ^ std::byte(4)) & ~vec<std::byte, 4>(std::byte(0)), std::byte(8),
                          std::byte(8), std::byte(8), std::byte(8));
  });
}

TEST(Vec, OfOneElementIsANumberToo) {
  run_on_both([] {
    vec<int, 1> one = 3;
    const int sum = one + 4;
    int wrong = (sum != 7) + (static_cast<double>(one) != 3.0);
    if (!one) ++wrong;
    float4 four(1, 2, 3, 4);
    const float third = four.swizzle<2>();
    four.swizzle<0>() = third;
    return wrong + (four.x() != 3) + differ(four + four.swizzle<1>(), 5, 4, 5, 6);
  });
}

TEST(Vec, SwizzlesAreOperands) {
  run_on_both([] {
    float4 a(1, 2, 3, 4);
    const float4 b(5, 6, 7, 8);
    int wrong = differ(a.xy() + b.zw(), 8, 10) + differ(a.xxyy() * 2.0f, 2, 2, 4, 4);
    wrong += differ(1 - a.wzyx(), -3, -2, -1, 0) + differ(-b.rg(), -5, -6) +
             differ(a.xy() < b.xy(), -1, -1);
    a.xy() += b.zw();
    wrong += differ(a, 8, 10, 3, 4);
    a.wz() = a.xy();
    wrong += differ(a, 8, 10, 10, 8);
    a.xy() = a.yx();
    wrong += differ(a, 10, 8, 10, 8);
    wrong += differ(a.swizzle<0, 1>()++, 10, 8) + differ(a, 11, 9, 10, 8);
    (--a.zw()) -= 2;
    wrong += differ(a, 11, 9, 7, 5);
    a.yzw() = 0;
    wrong += differ(a, 11, 0, 0, 0);
    a.zw() = float2(1, 2);
    wrong += differ(float3(a.wzyx().swizzle<0, 0, 3>()), 2, 2, 11) + (a.wzyx().x() != 2) +
             (a.zw()[1] != 2);
    a.wzyx().lo() = float2(6, 7);
    return wrong + differ(a, 11, 0, 7, 6) + differ(!a.xy(), 0, -1) +
           differ(a.zw().convert<int>(), 7, 6);
  });
}

TEST(Vec, HasHalvesAndEverySecondElement) {
  run_on_both([] {
    vec<int, 8> eight(0, 1, 2, 3, 4, 5, 6, 7);
    int wrong = differ(int4(eight.lo()), 0, 1, 2, 3) + differ(int4(eight.hi()), 4, 5, 6, 7);
    wrong += differ(int4(eight.even()), 0, 2, 4, 6) +
             differ(int4(eight.odd().swizzle<3, 2, 1, 0>()), 7, 5, 3, 1);
    eight.hi().odd() = int2(10, 20);
    wrong += differ(eight, 0, 1, 2, 3, 4, 10, 6, 20);
    // Three elements are like four, of which the last is undefined.
    float3 three(1, 2, 3);
    static_assert(decltype(three.hi())::size() == 2 && decltype(three.even())::size() == 2);
    wrong += (three.hi().x() != 3) + (three.odd()[0] != 2) + differ(float2(three.lo()), 1, 2);
    three.hi() = float2(8, 9);
    wrong += differ(three, 1, 2, 8);
    float4 four(1, 2, 3, 4);
    four.zyx().hi() = float2(5, 6);
    return wrong + differ(four, 5, 2, 3, 4) + (int2(1, 2).hi() == 1)[0];
  });
}

TEST(Vec, LoadsAndStoresAlignedAsItsElements) {
  run_on_both([] {
    float numbers[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    float3 three;
    three.load(1, numbers + 1);
    int wrong = differ(three, 4, 5, 6);
    float4 four;
    const auto pointer = sycl::address_space_cast<sycl::access::address_space::private_space,
                                                  sycl::access::decorated::no>(numbers + 3);
    four.load(1, pointer);
    wrong += differ(four, 7, 8, 9, 10);
    three.store(0, numbers);
    (four + 10.0f).store(1, pointer);
    wrong += differ(float4(numbers[0], numbers[2], numbers[3], numbers[10]), 4, 6, 3, 20);
    four.xy().store(3, pointer);
    return wrong + differ(float2(numbers[9], numbers[10]), 7, 8);
  });
}

TEST(Vec, ConvertsWithEachRoundingMode) {
  run_on_both([] {
    const float4 a(1.5f, -1.5f, 2.5f, -0.25f);
    int wrong = differ(a.convert<int>(), 2, -2, 2, 0) +
                differ(a.convert<int, rounding_mode::rte>(), 2, -2, 2, 0);
    wrong += differ(a.convert<int, rounding_mode::rtz>(), 1, -1, 2, 0);
    wrong += differ(a.convert<short, rounding_mode::rtp>(), 2, -1, 3, 0);
    wrong += differ(a.convert<long, rounding_mode::rtn>(), 1, -2, 2, -1);
    // 2^24 + 1 and 2^24 + 3 are no floats.
    const vec<int, 3> b(16777217, -16777217, 16777219);
    wrong += differ(b.convert<float>(), 16777216.0f, -16777216.0f, 16777220.0f);
    wrong += differ(b.convert<float, rounding_mode::rtz>(), 16777216.0f, -16777216.0f, 16777218.0f);
    wrong += differ(b.convert<float, rounding_mode::rtp>(), 16777218.0f, -16777216.0f, 16777220.0f);
    wrong += differ(b.convert<float, rounding_mode::rtn>(), 16777216.0f, -16777218.0f, 16777218.0f);
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const vec<std::uint64_t, 2> c(most, 1);
    wrong += differ(c.convert<double>(), 0x1p64, 1) +
             differ(c.convert<double, rounding_mode::rtz>(), 0x1.fffffffffffffp63, 1);
    const vec<std::int64_t, 2> least(std::numeric_limits<std::int64_t>::min() + 1, 7);
    wrong += differ(least.convert<float, rounding_mode::rtp>(), -0x1.fffffep62f, 7);
    const vec<double, 4> d(0.1, -0.1, 1e300, -1e-300);
    wrong += differ(d.convert<float, rounding_mode::rtn>(), 0x1.999998p-4f, -0x1.99999ap-4f,
                    0x1.fffffep127f, -0x1p-149f);
    wrong += differ(d.convert<float, rounding_mode::rtp>(), 0x1.99999ap-4f, -0x1.999998p-4f,
                    std::numeric_limits<float>::infinity(), 0.0f);
    const vec<int, 2> e(70000, -70000);
    const half infinity = std::numeric_limits<half>::infinity();
    wrong += differ(e.convert<half, rounding_mode::rtz>(), 65504.0f, -65504.0f);
    wrong += differ(e.convert<half, rounding_mode::rtp>(), infinity, -65504.0f);
    wrong += differ(vec<half, 2>(2.5f, -3.5f).convert<int>(), 2, -4);
    wrong += differ(vec<float, 2>(1.0f / 3, -1.0f / 3).convert<half, rounding_mode::rtn>(),
                    0x1.554p-2f, -0x1.558p-2f);
    return wrong + differ(float2(2, 0).convert<bool>(), true, false) +
           differ(a.xy().convert<int, rounding_mode::rtn>(), 1, -2);
  });
}

TEST(Vec, IsSeenAsOtherTypesOfItsSize) {
  run_on_both([] {
    const float2 a(1, -2);
    int wrong = differ(a.as<vec<std::uint32_t, 2>>(), 0x3f800000u, 0xc0000000u);
    wrong += a.as<std::uint64_t>() != 0xc00000003f800000u;
    wrong += differ(a.as<vec<std::int16_t, 4>>(), 0, 0x3f80, 0, std::int16_t(0xc000));
    const float4 b(1, 2, 3, 4);
    return wrong + differ(b.wy().as<int2>(), 0x40800000, 0x40000000);
  });
}

}  // namespace
