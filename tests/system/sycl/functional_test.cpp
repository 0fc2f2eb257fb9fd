// Calls the function objects of SYCL with numbers, vectors and arrays (SYCL 2020, 4.17.2), on the host and in a kernel.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

namespace {

using Vector = sycl::vec<int, 3>;
using Array = sycl::marray<float, 2>;

template <class Function, class Left, class Right>
using result_of = decltype(Function()(Left(), Right()));
static_assert(std::is_same_v<result_of<sycl::minimum<>, int, float>, float>);
static_assert(std::is_same_v<result_of<sycl::maximum<>, short, short>, short>);
static_assert(std::is_same_v<result_of<sycl::minimum<>, Vector, Vector>, Vector>);
static_assert(std::is_same_v<result_of<sycl::maximum<Array>, Array, Array>, Array>);

/// Counts what is wrong.
int check() {
  int wrong = 0;
  const auto expect = [&](bool is_right) { wrong += is_right ? 0 : 1; };
  expect(sycl::minimum<>()(3, 2.5) == 2.5);
  expect(sycl::maximum<int>()(-3, 2) == 2);
  expect(std::isnan(sycl::minimum<float>()(__builtin_nanf(""), 1.0f)));
  const Vector left(1, 5, -3);
  const Vector right(2, 4, -3);
  const Vector least = sycl::minimum<>()(left, right);
  const Vector most = sycl::maximum<Vector>()(left, right);
  expect(least[0] == 1 && least[1] == 4 && least[2] == -3);
  expect(most[0] == 2 && most[1] == 5 && most[2] == -3);
  const Array larger = sycl::maximum<>()(Array(1.5f, -2.0f), Array(1.0f, -1.0f));
  expect(larger[0] == 1.5f && larger[1] == -1.0f);
  const Vector sum = sycl::plus<>()(left, right);
  expect(sum[0] == 3 && sum[1] == 9 && sum[2] == -6);
  return wrong;
}

TEST(Functional, ChoosesOfEachElement) {
  EXPECT_EQ(check(), 0);
  sycl::queue queue;
  int* const wrong = sycl::malloc_shared<int>(1, queue);
  *wrong = -1;
  queue.single_task([=] { *wrong = check(); }).wait();
  EXPECT_EQ(*wrong, 0);
  sycl::free(wrong, queue);
}

}  // namespace
