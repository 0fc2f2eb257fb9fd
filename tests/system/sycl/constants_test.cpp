// Sets specialization constants in command groups, which kernels read (SYCL 2020, 4.9.4.4, 4.11.12.2 and 4.11.12.3).
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace {

struct Filter {
  float weight;
  long width;
  std::array<int, 5> taps;
};

constexpr sycl::specialization_id<int> number(5);
constexpr sycl::specialization_id<Filter> filter(Filter{1.5f, 7, {1, 2, 3, 4, 5}});
constexpr sycl::specialization_id<double> factor(2.25);
struct Owner {
  static constexpr sycl::specialization_id<char> letter{'x'};
};
// As many values as one constant has types: no two are taken for each other.
template <int Number>
inline constexpr sycl::specialization_id<int> numbered(Number);

double* make(sycl::queue& queue) {
  double* const results = sycl::malloc_shared<double>(16, queue);
  for (int i = 0; i < 16; ++i) results[i] = -1;
  return results;
}

void read_all(double* results, sycl::kernel_handler constants) {
  const Filter its_filter = constants.get_specialization_constant<filter>();
  results[0] = constants.get_specialization_constant<number>();
  results[1] = its_filter.weight;
  results[2] = static_cast<double>(its_filter.width);
  results[3] = its_filter.taps[4];
  results[4] = constants.get_specialization_constant<factor>();
  results[5] = constants.get_specialization_constant<Owner::letter>();
  results[6] = constants.get_specialization_constant<numbered<3>>();
  results[7] = constants.get_specialization_constant<numbered<4>>();
}

void expect(const double* results, std::array<double, 8> expected) {
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(results[i], expected[i]) << i;
}

TEST(Constants, HaveTheValuesOfTheirDefinitions) {
  sycl::queue queue;
  double* const results = make(queue);
  queue
      .submit([&](sycl::handler& group) {
        EXPECT_EQ(group.get_specialization_constant<number>(), 5);
        group.single_task([=](sycl::kernel_handler constants) { read_all(results, constants); });
      })
      .wait();
  expect(results, {5, 1.5, 7, 5, 2.25, 'x', 3, 4});
  sycl::free(results, queue);
}

TEST(Constants, HaveTheValuesOfTheCommandGroup) {
  sycl::queue queue;
  double* const results = make(queue);
  queue
      .submit([&](sycl::handler& group) {
        group.set_specialization_constant<number>(10);
        group.set_specialization_constant<filter>(Filter{0.5f, 9, {5, 4, 3, 2, 1}});
        group.set_specialization_constant<number>(11);
        group.set_specialization_constant<numbered<4>>(44);
        EXPECT_EQ(group.get_specialization_constant<number>(), 11);
        EXPECT_EQ(group.get_specialization_constant<filter>().width, 9);
        group.single_task([=](sycl::kernel_handler constants) { read_all(results, constants); });
        // The kernel has not been submitted yet.
        group.set_specialization_constant<Owner::letter>('y');
      })
      .wait();
  expect(results, {11, 0.5, 9, 1, 2.25, 'y', 3, 44});
  // The next command group has set none.
  queue.single_task([=](sycl::kernel_handler constants) { read_all(results, constants); }).wait();
  expect(results, {5, 1.5, 7, 5, 2.25, 'x', 3, 4});
  sycl::free(results, queue);
}

TEST(Constants, AreReadByLaunchesOfEveryShape) {
  sycl::queue queue;
  double* const results = make(queue);
  const auto launch = [&](auto function) {
    for (int i = 0; i < 16; ++i) results[i] = -1;
    queue
        .submit([&](sycl::handler& group) {
          group.set_specialization_constant<number>(17);
          function(group);
        })
        .wait();
    for (int i = 0; i < 16; ++i) EXPECT_EQ(results[i], 17) << i;
  };
  launch([=](sycl::handler& group) {
    group.parallel_for(16, [=](sycl::id<1> i, sycl::kernel_handler constants) {
      results[i] = constants.get_specialization_constant<number>();
    });
  });
  launch([=](sycl::handler& group) {
    group.parallel_for(
        sycl::range<2>(4, 4), [=](sycl::item<2> item, sycl::kernel_handler constants) {
          results[item.get_linear_id()] = constants.get_specialization_constant<number>();
        });
  });
  launch([=](sycl::handler& group) {
    group.parallel_for(
        sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> item, sycl::kernel_handler constants) {
          results[item.get_global_id(0)] = constants.get_specialization_constant<number>();
        });
  });
  launch([=](sycl::handler& group) {
    group.parallel_for_work_group(sycl::range<1>(4), sycl::range<1>(4),
                                  [=](sycl::group<1> its_group, sycl::kernel_handler constants) {
                                    its_group.parallel_for_work_item([&](sycl::h_item<1> item) {
                                      results[item.get_global_id(0)] =
                                          constants.get_specialization_constant<number>();
                                    });
                                  });
  });
  sycl::free(results, queue);
}

/// A kernel whose object is not small, and has a destructor.
struct Large {
  explicit Large(double* its_results, int* its_count) : results(its_results), count(its_count) {
    ++*count;
  }
  Large(const Large& from) : results(from.results), count(from.count) { ++*count; }
  Large& operator=(const Large&) = delete;
  ~Large() { --*count; }
  void operator()(sycl::kernel_handler constants) const {
    results[0] = constants.get_specialization_constant<number>();
    results[1] = values[63];
  }
  double* results;
  int* count;
  double values[64] = {};
};

}  // namespace

template <>
struct sycl::is_device_copyable<Large> : std::true_type {};

namespace {

TEST(Constants, AreReadByObjectsThatAreKept) {
  sycl::queue queue;
  double* const results = make(queue);
  static int count = 0;
  {
    Large object(results, &count);
    object.values[63] = 3;
    queue
        .submit([&](sycl::handler& group) {
          group.set_specialization_constant<number>(19);
          group.single_task(object);
        })
        .wait();
  }
  EXPECT_EQ(results[0], 19);
  EXPECT_EQ(results[1], 0);  // the copy constructor does not copy it
  sycl::free(results, queue);
}

TEST(Constants, AreGoneWithACommandGroupThatThrows) {
  sycl::queue queue;
  EXPECT_THROW(queue.submit([](sycl::handler& group) {
    group.set_specialization_constant<number>(1);
    throw std::runtime_error("no command");
  }),
               std::runtime_error);
  // Without a kernel, and with one that takes no handler, they have no effect.
  queue.submit([](sycl::handler& group) { group.set_specialization_constant<number>(1); }).wait();
  double* const results = make(queue);
  queue
      .submit([&](sycl::handler& group) {
        group.set_specialization_constant<number>(1);
        group.single_task([=] { results[0] = 2; });
      })
      .wait();
  EXPECT_EQ(results[0], 2);
  sycl::free(results, queue);
}

}  // namespace
