// Atomic operations on half, float and double (cl_ext_float_atomics) in global and local memory:
// what is there afterwards, and what each work-item found, is what some order of the operations
// gives.
#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <set>
#include <type_traits>

#include "runner.h"
#include "tests/support/half.h"

namespace cleave::test {
namespace {

/// A type of OpenCL C and where the atomic object lies.
struct Place {
  const char* type;
  const char* space;
};

std::ostream& operator<<(std::ostream& to, const Place& place) {
  return to << place.type << " in " << place.space << " memory";
}

/// Numbers in doubles, which hold those of all three types.
std::vector<double> run(const Place& place, const std::string& body, size_t items, size_t local,
                        std::vector<double> data) {
  // Local objects begin as what lies in the buffer and end there; one work-group does it all.
  const bool is_local = std::string(place.space) == "local";
  const std::string space = is_local ? "local" : "global";
  const std::string pointer = place.space == std::string("generic") ? "" : space;
  const std::string n = std::to_string(data.size());
  const std::string source = R"(
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    typedef )" + std::string(place.type) +
                             R"( T;
    typedef atomic_)" + place.type +
                             R"( A;
    void work(volatile )" + pointer +
                             " A* a, global double* o, local T* l) {\n" +
                             "const int id = get_global_id(0);\n" + body + R"(
    }
    kernel void test(global double* o, local T* l) {
      local A in_local[)" + n +
                             R"(];
      global A* in_global = (global A*)(o + )" +
                             n + R"();
      if (get_global_id(0) == 0) {
        for (int i = 0; i < )" +
                             n + R"(; ++i) atomic_store(&)" +
                             (is_local ? "in_local" : "in_global") + R"([i], (T)o[i]);
      }
      work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      work()" + (is_local ? "in_local" : "in_global") +
                             ", o + 2 * " + n + R"(, l);
      work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (get_global_id(0) == 0) {
        for (int i = 0; i < )" +
                             n + R"(; ++i) o[i] = (double)atomic_load(&)" +
                             (is_local ? "in_local" : "in_global") + R"([i]);
      }
    })";
  data.resize(2 * data.size() + items);
  return Runner::instance().run(source, {.global = {items, 1, 1}, .local = {local, 1, 1}}, data,
                                sizeof(double));
}

/// The first numbers, and what the work-items left.
struct Outcome {
  std::vector<double> objects, found;
};
Outcome run_group(const Place& place, const std::string& body, size_t items,
                  const std::vector<double>& objects) {
  const auto out = run(place, body, items, items, objects);
  const auto count = static_cast<ptrdiff_t>(objects.size());
  return {{out.begin(), out.begin() + count}, {out.begin() + 2 * count, out.end()}};
}

constexpr Place places[] = {{"float", "global"},  {"float", "local"},  {"float", "generic"},
                            {"double", "global"}, {"double", "local"}, {"double", "generic"},
                            {"half", "global"},   {"half", "local"},   {"half", "generic"}};

class RealAtomics : public testing::TestWithParam<Place> {
 protected:
  static constexpr size_t items = 100;
  static Outcome run(const std::string& body, const std::vector<double>& objects) {
    return run_group(GetParam(), body, items, objects);
  }
  static std::vector<double> sorted(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    return numbers;
  }
};

TEST_P(RealAtomics, AddAndSubtract) {
  const auto [objects, found] = run(R"(
    atomic_fetch_add(a, (T)2);
    atomic_fetch_sub_explicit(a + 1, (T)(id % 5), memory_order_relaxed);
    if (id % 3 == 1) atomic_fetch_add_explicit(a + 2, (T)1, memory_order_acq_rel);
    if (id % 3 != 1) atomic_fetch_sub_explicit(a + 3, (T)1, memory_order_release,
                                               memory_scope_work_group);)",
                                    {5, 1000, 0, 7});
  EXPECT_EQ(205, objects[0]);
  EXPECT_EQ(1000 - 200, objects[1]);
  EXPECT_EQ(33, objects[2]);
  EXPECT_EQ(7 - 67, objects[3]);
}

// Each finds a number of its own, and between them all numbers from the first to the last.
TEST_P(RealAtomics, FindWhatWasThereBefore) {
  for (const char* condition : {"true", "id % 2 == 0", "id > 61", "id == 40"}) {
    SCOPED_TRACE(condition);
    const auto [objects, found] =
        run(std::string("o[id] = -1; if (") + condition +
                ") o[id] = (double)atomic_fetch_add_explicit(a, (T)1, memory_order_relaxed);",
            {3});
    std::vector<double> numbers;
    std::ranges::copy_if(found, std::back_inserter(numbers), [](double one) { return one >= 0; });
    std::vector<double> expected(numbers.size());
    for (size_t i = 0; i < expected.size(); ++i) expected[i] = 3 + static_cast<double>(i);
    EXPECT_EQ(expected, sorted(numbers));
    EXPECT_EQ(3 + static_cast<double>(numbers.size()), objects[0]);
  }
}

// From 2^p on, p bits of precision, one more is rounded away each time; the sum of all is not.
TEST_P(RealAtomics, RoundEachSum) {
  const std::string type = GetParam().type;
  const double first = std::ldexp(1.0, type == "half" ? 11 : type == "float" ? 24 : 53);
  const auto [objects, found] =
      run("o[id] = (double)atomic_fetch_add(a, (T)1); atomic_fetch_add(a + 1, (T)1);"
          "if (id % 5 != 2) atomic_fetch_sub(a + 2, (T)-1);",
          {first, first, first});
  EXPECT_EQ((std::vector<double>{first, first, first}), objects);
  EXPECT_EQ(std::vector<double>(items, first), found);
}

TEST_P(RealAtomics, KeepTheLeastAndTheGreatest) {
  const auto [objects, found] = run(R"(
    const T x = (id * 37 + 11) % 101 - 50;
    atomic_fetch_min(a, x);
    atomic_fetch_max_explicit(a + 1, x, memory_order_seq_cst, memory_scope_device);
    if (id % 7 == 3) atomic_fetch_min_explicit(a + 2, x, memory_order_relaxed);
    if (id % 7 == 3) atomic_fetch_max(a + 3, x);
    o[id] = (double)atomic_fetch_min(a + 4, x);)",
                                    {1000, -1000, 1000, 5, 1000});
  std::vector<double> all, some;
  for (int id = 0; id < static_cast<int>(items); ++id) {
    all.push_back((id * 37 + 11) % 101 - 50);
    if (id % 7 == 3) some.push_back(all.back());
  }
  EXPECT_EQ(std::ranges::min(all), objects[0]);
  EXPECT_EQ(std::ranges::max(all), objects[1]);
  EXPECT_EQ(std::ranges::min(some), objects[2]);
  EXPECT_EQ(std::max(5.0, std::ranges::max(some)), objects[3]);
  EXPECT_EQ(std::ranges::min(all), objects[4]);
  // The numbers that are found are those that were ever the least; exactly one finds the first.
  EXPECT_EQ(1, std::ranges::count(found, 1000.0));
  for (const double one : found) {
    EXPECT_TRUE(one == 1000 || std::ranges::count(all, one) == 1) << one;
  }
}

// min(x, qNaN) = min(qNaN, x) = x; min(qNaN, qNaN) = qNaN; and so max.
TEST_P(RealAtomics, TakeNumbersRatherThanNaN) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto [objects, found] = run(R"(
    const T none = (T)NAN;
    atomic_fetch_min(a, id == 17 ? (T)3 : none);
    atomic_fetch_max(a + 1, id == 17 ? (T)3 : none);
    atomic_fetch_min(a + 2, none);
    atomic_fetch_max(a + 3, none);
    if (id == 50) atomic_fetch_min(a + 4, none);
    o[id] = (double)atomic_fetch_max(a + 5, none);
    atomic_fetch_min(a + 6, id == 60 ? -(T)INFINITY : none);
    atomic_fetch_max(a + 7, id == 60 ? (T)INFINITY : none);)",
                                    {nan, 2, 5, nan, nan, 4, nan, 1});
  EXPECT_EQ(3, objects[0]);
  EXPECT_EQ(3, objects[1]);
  EXPECT_EQ(5, objects[2]);
  EXPECT_TRUE(std::isnan(objects[3]));
  EXPECT_TRUE(std::isnan(objects[4]));
  EXPECT_EQ(4, objects[5]);
  EXPECT_EQ(-infinity, objects[6]);
  EXPECT_EQ(infinity, objects[7]);
  EXPECT_EQ(std::vector<double>(items, 4.0), found);
}

TEST_P(RealAtomics, KeepSmallNumbersAndSigns) {
  const std::string type = GetParam().type;
  const double least = std::ldexp(1.0, type == "half" ? -24 : type == "float" ? -149 : -1074);
  const auto [objects, found] = run(R"(
    const T least = (T)0x1p)" + std::to_string(std::ilogb(least)) +
                                        (type == "double" ? "" : "f") +
                                        R"(;
    atomic_fetch_add(a, least);
    if (id == 7) atomic_fetch_add(a + 1, -(T)0);
    if (id == 7) atomic_fetch_max(a + 2, least);
    o[id] = 0;)",
                                    {0, -0.0, -1});
  EXPECT_EQ(items * least, objects[0]);
  EXPECT_EQ(0, objects[1]);
  EXPECT_TRUE(std::signbit(objects[1]));
  EXPECT_EQ(least, objects[2]);
}

TEST_P(RealAtomics, ExchangeLoadAndStore) {
  const auto [objects, found] = run(R"(
    o[id] = (double)atomic_exchange(a, (T)id);
    if (id == 3) atomic_store_explicit(a + 1, (T)8.5, memory_order_release);
    if (id == 4) atomic_store_explicit(a + 2, (T)9.5, memory_order_relaxed, memory_scope_device);
    if (id == 5) atomic_store(a + 3, atomic_load(a + 4) + atomic_load_explicit(a + 5,
        memory_order_acquire) + atomic_load_explicit(a + 6, memory_order_relaxed,
                                                     memory_scope_work_group));
    if (id == 6) atomic_exchange_explicit(a + 7, (T)1, memory_order_acq_rel, memory_scope_device);
    if (id == 7) atomic_exchange_explicit(a + 8, (T)2, memory_order_relaxed);)",
                                    {-1, 0, 0, 0, 1, 2, 4, 0, 0});
  std::vector<double> all = found;
  all.push_back(objects[0]);
  std::vector<double> expected(items + 1);
  for (size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<double>(i) - 1;
  EXPECT_EQ(expected, sorted(all));
  EXPECT_EQ((std::vector<double>{8.5, 9.5, 7, 1, 2, 4, 1, 2}),
            std::vector<double>(objects.begin() + 1, objects.end()));
}

TEST_P(RealAtomics, CountInManyPlaces) {
  const std::vector<double> zeros(16);
  const auto [objects, found] = run(R"(
    atomic_fetch_add_explicit(a + (id * 7 + id / 3) % 16, (T)(id % 4), memory_order_relaxed);
    o[id] = 0;
    if (id % 2) o[id] = (double)atomic_fetch_sub(a + id % 16, (T)0);)",
                                    zeros);
  std::vector<double> expected(16);
  for (size_t id = 0; id < items; ++id) {
    expected[(id * 7 + id / 3) % 16] += static_cast<double>(id % 4);
  }
  EXPECT_EQ(expected, objects);
}

INSTANTIATE_TEST_SUITE_P(In, RealAtomics, testing::ValuesIn(places), [](const auto& each) {
  return std::string(each.param.type) + "_" + each.param.space;
});

// Work-groups that other threads run add to the same place, and to places beside each other.
TEST(RealAtomicsOfWorkGroups, LoseNothing) {
  for (const std::string type : {"float", "double", "half"}) {
    SCOPED_TRACE(type);
    const std::string source = R"(
      #pragma OPENCL EXTENSION cl_khr_fp16 : enable
      typedef )" + type + R"( T;
      typedef atomic_)" + type +
                               R"( A;
      kernel void test(global double* o) {
        global A* a = (global A*)(o + 8);
        if (get_global_id(0) % 2 == 0) atomic_fetch_add_explicit(a, (T)1, memory_order_relaxed);
        atomic_fetch_add_explicit(a + 1 + get_local_id(0) % 4, (T)1, memory_order_relaxed);
        o[16 + get_global_id(0)] =
            (double)atomic_fetch_sub_explicit(a + 5, (T)1, memory_order_relaxed);
        if (atomic_fetch_add((global atomic_int*)o, 1) == get_global_size(0) - 1) {
          for (int i = 0; i < 6; ++i) o[1 + i] = (double)atomic_load(a + i);
        }
      })";
    constexpr size_t items = 2048;
    const auto out = Runner::instance().run(source, {.global = {items, 1, 1}, .local = {32, 1, 1}},
                                            std::vector<double>(16 + items));
    EXPECT_EQ((std::vector<double>{1024, 512, 512, 512, 512, -2048}),
              std::vector<double>(out.begin() + 1, out.begin() + 7));
    const std::set<double> found(out.begin() + 16, out.end());
    EXPECT_EQ(items, found.size());
    EXPECT_EQ(0, *found.rbegin());
    EXPECT_EQ(-2047, *found.begin());
  }
}

}  // namespace
}  // namespace cleave::test
