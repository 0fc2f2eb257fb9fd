// Gives each unit its own specialization constants of internal linkage, and all units those that they share (SYCL 2020,
// 4.11.12.1: a constant is a variable, and two units may have two of one name).
#include "constants_units.h"

#include <gtest/gtest.h>

#include <array>

namespace {
constexpr sycl::specialization_id<int> unnamed(11);
struct Own {
  static constexpr sycl::specialization_id<int> member{12};
};
}  // namespace
namespace constants {
constexpr sycl::specialization_id<int> constant(13);
}
static constexpr sycl::specialization_id<int> global(14);

namespace {

namespace detail = sycl::detail;
enum class Letter { a };
template <Letter, int, auto&>
struct Named {
  static inline constexpr sycl::specialization_id<int> constant{0};
};
template <int>
inline constexpr sycl::specialization_id<int> numbered(0);

}  // namespace

// Names that look like those of internal linkage.
inline constexpr sycl::specialization_id<int> xL3abc(0);
namespace L1a {
inline constexpr sycl::specialization_id<int> constant(0);
enum class Number { one };
template <Number, int, auto&>
struct OfEnumeration {
  static constexpr sycl::specialization_id<int> constant{0};
};
}  // namespace L1a

namespace {

static_assert(detail::is_specialization_internal<unnamed>);
static_assert(detail::is_specialization_internal<Own::member>);
static_assert(detail::is_specialization_internal<constants::constant>);
static_assert(detail::is_specialization_internal<global>);
static_assert(detail::is_specialization_internal<Named<Letter::a, 3, common>::constant>);
static_assert(detail::is_specialization_internal<numbered<3>>);
static_assert(
    detail::is_specialization_internal<L1a::OfEnumeration<L1a::Number::one, 7, global>::constant>);
static_assert(!detail::is_specialization_internal<common>);
static_assert(!detail::is_specialization_internal<xL3abc>);
static_assert(!detail::is_specialization_internal<L1a::constant>);
static_assert(!detail::is_specialization_internal<
              L1a::OfEnumeration<L1a::Number::one, 12, common>::constant>);

using Results = std::array<int, 5>;

void launch_here(sycl::handler& group, int* results) {
  group.single_task([=](sycl::kernel_handler handler) {
    results[0] = handler.get_specialization_constant<common>();
    results[1] = handler.get_specialization_constant<unnamed>();
    results[2] = handler.get_specialization_constant<Own::member>();
    results[3] = handler.get_specialization_constant<constants::constant>();
    results[4] = handler.get_specialization_constant<global>();
  });
}

template <class Submit>
Results results_of(const Submit& submit) {
  sycl::queue queue;
  int* const results = sycl::malloc_shared<int>(5, queue);
  queue.submit([&](sycl::handler& group) { submit(group, results); }).wait();
  Results copy{};
  for (size_t i = 0; i < copy.size(); ++i) copy[i] = results[i];
  sycl::free(results, queue);
  return copy;
}

void set_here(sycl::handler& group) {
  group.set_specialization_constant<common>(1);
  group.set_specialization_constant<unnamed>(2);
  group.set_specialization_constant<Own::member>(3);
  group.set_specialization_constant<constants::constant>(4);
  group.set_specialization_constant<global>(5);
}

TEST(ConstantsOfUnits, HaveTheirOwnDefinitions) {
  EXPECT_EQ(results_of(launch_here), (Results{100, 11, 12, 13, 14}));
  EXPECT_EQ(results_of(OfSecondUnit::launch), (Results{100, 21, 22, 23, 24}));
}

TEST(ConstantsOfUnits, AreSetForKernelsOfTheirUnit) {
  EXPECT_EQ(results_of([](sycl::handler& group, int* results) {
              set_here(group);
              launch_here(group, results);
            }),
            (Results{1, 2, 3, 4, 5}));
  // The kernel of the other unit has the constant that both share, and its own ones as they are.
  EXPECT_EQ(results_of([](sycl::handler& group, int* results) {
              set_here(group);
              OfSecondUnit::launch(group, results);
            }),
            (Results{1, 21, 22, 23, 24}));
  for (const bool is_first : {true, false}) {
    EXPECT_EQ(results_of([=](sycl::handler& group, int* results) {
                if (is_first) OfSecondUnit::set(group, 40);
                set_here(group);
                if (!is_first) OfSecondUnit::set(group, 40);
                EXPECT_EQ(group.get_specialization_constant<unnamed>(), 2);
                OfSecondUnit::launch(group, results);
              }),
              (Results{1, 40, 41, 42, 43}));
  }
  EXPECT_EQ(results_of([](sycl::handler& group, int* results) {
              set_here(group);
              OfSecondUnit::set(group, 40);
              launch_here(group, results);
            }),
            (Results{1, 2, 3, 4, 5}));
}

}  // namespace
