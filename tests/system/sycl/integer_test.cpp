// Functions of integers and relational functions (SYCL 2020, 4.17), on host and device.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace {

using sycl::int2;
using sycl::int4;
using sycl::marray;
using sycl::vec;

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

template <class Type>
int saturated(int value) {
  constexpr int most = std::numeric_limits<Type>::max(), least = std::numeric_limits<Type>::min();
  return value > most ? most : value < least ? least : value;
}

/// Every pair of bytes, against numbers that have room.
template <class Type>
int wrong_of_bytes() {
  using Unsigned = std::make_unsigned_t<Type>;
  int wrong = 0;
  for (int i = 0; i < 256; ++i) {
    const Type a = static_cast<Type>(i);
    int leading = 0, trailing = 0, ones = 0;
    for (int bit = 7; bit >= 0 && !(i >> bit & 1); --bit) ++leading;
    for (int bit = 0; bit < 8 && !(i >> bit & 1); ++bit) ++trailing;
    for (int bit = 0; bit < 8; ++bit) ones += i >> bit & 1;
    wrong += (sycl::clz(a) != leading) + (sycl::ctz(a) != trailing) + (sycl::popcount(a) != ones);
    wrong += sycl::abs(a) != static_cast<Type>(a < 0 ? -a : a);
    for (int j = 0; j < 256; ++j) {
      const Type b = static_cast<Type>(j);
      wrong += sycl::add_sat(a, b) != saturated<Type>(a + b);
      wrong += sycl::sub_sat(a, b) != saturated<Type>(a - b);
      wrong += sycl::abs_diff(a, b) != static_cast<Type>(a > b ? a - b : b - a);
      wrong += (sycl::hadd(a, b) != (a + b) >> 1) + (sycl::rhadd(a, b) != (a + b + 1) >> 1);
      wrong += sycl::mul_hi(a, b) != (a * b) >> 8;
      wrong += sycl::mad_hi(a, b, a) != static_cast<Type>(((a * b) >> 8) + a);
      wrong += sycl::mad_sat(a, b, a) != saturated<Type>(a * b + a);
      const int left = j % 8;
      wrong += sycl::rotate(a, b) !=
               static_cast<Type>(static_cast<Unsigned>(i << left | i >> (8 - left)));
      wrong += (sycl::min(a, b) != (a < b ? a : b)) + (sycl::max(a, b) != (a < b ? b : a));
    }
  }
  return wrong;
}

TEST(Integer, FunctionsOfBytesAreExact) {
  run_on_both([] { return wrong_of_bytes<std::int8_t>() + wrong_of_bytes<std::uint8_t>(); });
}

TEST(Integer, FunctionsOfLongNumbersAreExact) {
  run_on_both([] {
    const std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = -most - 1;
    const std::uint64_t all = ~std::uint64_t(0);
    int wrong =
        (sycl::mul_hi(all, all) != all - 1) + (sycl::mul_hi(least, least) != std::int64_t(1) << 62);
    wrong += (sycl::mul_hi(least, most) != least / 2) +
             (sycl::mul_hi(std::int64_t(-1), std::int64_t(1)) != -1);
    wrong +=
        (sycl::mad_sat(most, most, least) != most) + (sycl::mad_sat(most, least, most) != least);
    wrong += (sycl::mad_sat(all, all, all) != all) +
             (sycl::mad_sat(most, std::int64_t(1), std::int64_t(-7)) != most - 7);
    wrong +=
        (sycl::mad_sat(1ull, 2ull, 3ull) != 5) + (sycl::add_sat(most, std::int64_t(1)) != most);
    wrong += (sycl::hadd(all, all) != all) + (sycl::rhadd(least, least + 1) != least + 1);
    wrong +=
        (sycl::rotate(std::uint64_t(1) << 63, std::uint64_t(65)) != 1) + (sycl::clz(0ll) != 64);
    wrong += (sycl::abs_diff(least + 1, std::int64_t(0)) != most) + (sycl::mul24(-3, 5) != -15);
    wrong += (sycl::mad24(0xffffffu, 0xffffffu, 5u) != 0xffffffu * 0xffffffu + 5) +
             (sycl::mul_hi(-5, 1) != -1);
    wrong += (sycl::upsample(std::int8_t(-1), std::uint8_t(2)) != -254) +
             (sycl::upsample(std::uint32_t(3), std::uint32_t(4)) != 0x300000004u);
    return wrong + (sycl::mul_hi(std::uint32_t(0xffffffff), std::uint32_t(2)) != 1);
  });
}

TEST(Integer, FunctionsOfVectorsAreThoseOfElements) {
  run_on_both([] {
    const int4 a(1, -2, 30, 4), b(5, 5, 5, 5);
    int wrong = (sycl::abs(a)[1] != 2) + (sycl::max(a, b)[2] != 30) + (sycl::min(a, 3)[3] != 3);
    wrong += (sycl::clamp(a, 0, 10)[1] != 0) + (sycl::clamp(a, b, b)[0] != 5) +
             (sycl::abs_diff(a, b)[1] != 7);
    wrong += sycl::mad24(a.swizzle<1, 0>(), int2(2, 2), int2(1, 1))[0] != -3;
    const marray<short, 3> c(1, 2, 3);
    wrong += (sycl::popcount(c)[2] != 2) +
             (sycl::add_sat(c, marray<short, 3>(short(32767)))[0] != 32767);
    static_assert(
        std::is_same_v<decltype(sycl::upsample(sycl::char2(), sycl::uchar2())), sycl::short2>);
    static_assert(std::is_same_v<decltype(sycl::upsample(marray<std::uint16_t, 5>(),
                                                         marray<std::uint16_t, 5>())),
                                 marray<std::uint32_t, 5>>);
    return wrong + (sycl::upsample(sycl::char2(1, -1), sycl::uchar2(2, 3))[0] != 258);
  });
}

TEST(Relational, FunctionsTellTruthAsTheirOperandsDo) {
  run_on_both([] {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    static_assert(std::is_same_v<decltype(sycl::isless(1.0f, 2.0f)), bool>);
    static_assert(std::is_same_v<decltype(sycl::isless(sycl::float2(), sycl::float2())), int2>);
    static_assert(std::is_same_v<decltype(sycl::isnan(sycl::half4())), sycl::short4>);
    static_assert(std::is_same_v<decltype(sycl::isinf(sycl::double2())), sycl::long2>);
    static_assert(std::is_same_v<decltype(sycl::signbit(marray<double, 3>())), marray<bool, 3>>);
    int wrong = sycl::isequal(nan, nan) + !sycl::isnotequal(nan, nan) + sycl::isordered(nan, 1.0f);
    wrong += !sycl::isunordered(1.0f, nan) + sycl::islessgreater(1.0, 1.0) + !sycl::isnan(nan) +
             sycl::isfinite(infinity);
    wrong += !sycl::isinf(-infinity) + sycl::isnormal(1e-40f) + !sycl::isnormal(sycl::half(1)) +
             !sycl::signbit(-0.0);
    const sycl::float4 a(1, 2, nan, infinity);
    wrong +=
        (sycl::isgreater(a, sycl::float4(1.5f))[1] != -1) + (sycl::isgreaterequal(a, a)[2] != 0);
    wrong += (sycl::isnan(a)[2] != -1) + (sycl::isfinite(a.swizzle<3, 0>())[1] != -1);
    wrong += (sycl::any(int2(0, 1)) != 0) + (sycl::any(int2(0, -1)) != 1) +
             (sycl::all(int2(-1, -5)) != 1);
    wrong +=
        !sycl::any(marray<bool, 3>(false, true, false)) + sycl::all(marray<bool, 2>(true, false));
    static_assert(std::is_same_v<decltype(sycl::any(int2())), int> &&
                  std::is_same_v<decltype(sycl::any(marray<bool, 2>())), bool>);
    wrong += (sycl::bitselect(0xf0, 0x0f, 0x3c) != 0xcc) +
             (sycl::bitselect(1.0f, -1.0f, -0.0f) != -1.0f);
    wrong += (sycl::select(1.0f, 2.0f, true) != 2) + (sycl::select('a', 'b', false) != 'a');
    wrong +=
        (sycl::select(sycl::float2(1, 2), sycl::float2(3, 4), int2(1, -1))[0] != 1) +
        (sycl::select(sycl::float2(1, 2), sycl::float2(3, 4), sycl::uint2(0, 1u << 31))[1] != 4);
    return wrong + (sycl::select(marray<int, 2>(1, 2), marray<int, 2>(3, 4),
                                 marray<bool, 2>(true, false))[0] != 3);
  });
}

}  // namespace
