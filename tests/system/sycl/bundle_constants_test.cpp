// Sets specialization constants of kernel bundles (SYCL 2020, 4.11.12.4 and 4.9.4).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <array>
#include <functional>

namespace {

using sycl::bundle_state;

struct Filter {
  float weight;
  std::array<int, 5> taps;
  friend bool operator==(const Filter& left, const Filter& right) {
    return left.weight == right.weight && left.taps == right.taps;
  }
};

constexpr sycl::specialization_id<int> number(5);
constexpr sycl::specialization_id<Filter> filter(Filter{1.5f, {1, 2, 3, 4, 5}});
constexpr sycl::specialization_id<char> letter('x');
constexpr sycl::specialization_id<int> unread(1);

class ReadsNumber;
class ReadsAll;
class ReadsNothing;

int number_of(sycl::kernel_handler constants) {
  return constants.get_specialization_constant<number>();
}

struct Found {
  int number;
  Filter filter;
  char letter;
};

/// Launches a kernel that reads all but one of the constants.
Found read_all(sycl::queue& queue, const std::function<void(sycl::handler&)>& prepare) {
  Found* const found = sycl::malloc_shared<Found>(1, queue);
  queue
      .submit([&](sycl::handler& group) {
        prepare(group);
        group.single_task<ReadsAll>([=](sycl::kernel_handler constants) {
          *found = {number_of(constants), constants.get_specialization_constant<filter>(),
                    constants.get_specialization_constant<letter>()};
        });
      })
      .wait();
  const Found copy = *found;
  sycl::free(found, queue);
  return copy;
}

/// Kernels that are in bundles of the tests.
[[maybe_unused]] void launch_others(sycl::queue& queue, int* to) {
  queue.submit([&](sycl::handler& group) {
    group.single_task<ReadsNumber>([=](sycl::kernel_handler constants) {
      *to = constants.get_specialization_constant<number>();
    });
  });
  queue.single_task<ReadsNothing>([=] { *to = 1; });
}

template <class Action>
void expect_invalid(Action action) {
  try {
    action();
    FAIL() << "nothing was thrown";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(), sycl::errc::invalid) << error.what();
  }
}

TEST(BundleConstants, AreKnownByTheKernelsThatReadThem) {
  const sycl::queue queue;
  const sycl::context context = queue.get_context();
  const auto of_number = sycl::get_kernel_bundle<ReadsNumber, bundle_state::input>(context);
  EXPECT_TRUE(of_number.contains_specialization_constants());
  EXPECT_TRUE(of_number.has_specialization_constant<number>());
  EXPECT_FALSE(of_number.has_specialization_constant<filter>());
  EXPECT_FALSE(of_number.has_specialization_constant<unread>());
  EXPECT_FALSE(of_number.native_specialization_constant());
  const auto of_all = sycl::get_kernel_bundle<ReadsAll, bundle_state::executable>(context);
  EXPECT_TRUE(of_all.has_specialization_constant<number>());  // in a function that it calls
  EXPECT_TRUE(of_all.has_specialization_constant<filter>());
  EXPECT_TRUE(of_all.has_specialization_constant<letter>());
  EXPECT_FALSE(of_all.has_specialization_constant<unread>());
  const auto of_none = sycl::get_kernel_bundle<ReadsNothing, bundle_state::executable>(context);
  EXPECT_FALSE(of_none.contains_specialization_constants());
  EXPECT_FALSE(of_none.has_specialization_constant<number>());
}

TEST(BundleConstants, GoThroughEveryState) {
  sycl::queue queue;
  const sycl::context context = queue.get_context();
  auto input = sycl::get_kernel_bundle<ReadsAll, bundle_state::input>(context);
  EXPECT_EQ(input.get_specialization_constant<number>(), 5);
  const Filter wide{2.5f, {9, 8, 7, 6, 5}};
  const auto copy = input;
  input.set_specialization_constant<number>(6);
  input.set_specialization_constant<number>(7);
  input.set_specialization_constant<filter>(wide);
  input.set_specialization_constant<unread>(3);
  EXPECT_EQ(copy.get_specialization_constant<number>(), 7);
  const auto again = sycl::get_kernel_bundle<ReadsAll, bundle_state::input>(context);
  EXPECT_EQ(again.get_specialization_constant<number>(), 5);

  const auto object = sycl::compile(input);
  const auto linked = sycl::link(object);
  const auto joined = sycl::join<bundle_state::executable>(
      {linked, sycl::get_kernel_bundle<ReadsNothing, bundle_state::executable>(context)});
  const auto built = sycl::build(input);
  input.set_specialization_constant<number>(8);  // too late for those
  EXPECT_EQ(object.get_specialization_constant<number>(), 7);
  EXPECT_EQ(built.get_specialization_constant<unread>(), 3);
  EXPECT_EQ(joined.get_specialization_constant<filter>(), wide);
  EXPECT_EQ(joined.get_specialization_constant<letter>(), 'x');
  for (const auto& bundle : {linked, joined, built}) {
    const Found found =
        read_all(queue, [&](sycl::handler& group) { group.use_kernel_bundle(bundle); });
    EXPECT_EQ(found.number, 7);
    EXPECT_EQ(found.filter, wide);
    EXPECT_EQ(found.letter, 'x');
  }
  // Other command groups do not see them.
  EXPECT_EQ(read_all(queue, [](sycl::handler&) {}).number, 5);
}

TEST(BundleConstants, AreThoseOfTheFirstBundleThatHasThem) {
  const sycl::queue queue;
  auto first = sycl::get_kernel_bundle<ReadsNumber, bundle_state::input>(queue.get_context());
  auto second = sycl::get_kernel_bundle<ReadsAll, bundle_state::input>(queue.get_context());
  first.set_specialization_constant<number>(1);
  second.set_specialization_constant<number>(2);
  second.set_specialization_constant<letter>('y');
  const auto joined = sycl::join<bundle_state::input>({first, second});
  EXPECT_EQ(joined.get_specialization_constant<number>(), 1);
  EXPECT_EQ(joined.get_specialization_constant<letter>(), 'y');
}

// 4.9.4: a command group has values of its own, or those of a bundle.
TEST(BundleConstants, AreNotMixedWithThoseOfACommandGroup) {
  sycl::queue queue;
  const auto bundle =
      sycl::get_kernel_bundle<ReadsAll, bundle_state::executable>(queue.get_context());
  expect_invalid([&] {
    queue.submit([&](sycl::handler& group) {
      group.use_kernel_bundle(bundle);
      group.set_specialization_constant<number>(1);
    });
  });
  expect_invalid([&] {
    queue.submit([&](sycl::handler& group) {
      group.use_kernel_bundle(bundle);
      static_cast<void>(group.get_specialization_constant<number>());
    });
  });
  expect_invalid([&] {
    queue.submit([&](sycl::handler& group) {
      group.set_specialization_constant<number>(1);
      group.use_kernel_bundle(bundle);
    });
  });
  const Found found =
      read_all(queue, [&](sycl::handler& group) { group.use_kernel_bundle(bundle); });
  EXPECT_EQ(found.number, 5);
}

}  // namespace
