// Functions that the work-items of a sub-group (cl_khr_subgroups, 6.13.X) and of a work-group
// (OpenCL C 3.0, 6.15.16) compute together, for every type.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>

#include "runner.h"
#include "type_names.h"

namespace cleave::test {
namespace {

struct Shape {
  size_t x, y;
  [[nodiscard]] size_t items() const { return x * y; }
};
// Rows of whole sub-groups, a last sub-group that is smaller, rows that no width divides.
constexpr Shape shapes[] = {{32, 4}, {37, 1}, {5, 3}};

template <class T>
T added(T a, T b) {
  return a + b;
}
template <class T>
T lesser(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T greater(T a, T b) {
  return a < b ? b : a;
}

template <class T>
struct Operation {
  const char* name;
  T (*combine)(T, T);
  T neutral;  // changes nothing
  T first;    // what an exclusive scan begins with
};

template <class T>
std::vector<Operation<T>> operations() {
  using Limits = std::numeric_limits<T>;
  const bool is_real = std::is_floating_point_v<T>;
  const T most = is_real ? Limits::infinity() : Limits::max();
  const T least = is_real ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
  return {{"add", added<T>, is_real ? static_cast<T>(-0.0) : T{}, T{}},
          {"min", lesser<T>, most, most},
          {"max", greater<T>, least, least}};
}

/// Values that sums of any order tell apart where they are rounded.
template <class T>
std::vector<T> values_of(size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) {
    const auto scrambled = static_cast<cl_uint>((i + 1) * 2654435761U);
    if constexpr (std::is_floating_point_v<T>) {
      values[i] = std::ldexp(static_cast<T>(static_cast<cl_int>(scrambled)) / 7,
                             static_cast<int>(i % 5) * 3 - 31);
    } else {
      values[i] = static_cast<T>(static_cast<T>(scrambled) * static_cast<T>(0x100000001));
    }
  }
  return values;
}

/// Computes what each of `values` gets from a sub-group of width W, in the order that is
/// documented.
template <class T>
struct OfSubGroup {
  OfSubGroup(const Operation<T>& operation, std::vector<T> values, size_t width)
      : inclusive(values) {
    const size_t size = values.size();
    values.resize(width, operation.neutral);
    for (size_t d = width / 2; d > 0; d /= 2) {
      for (size_t i = 0; i < d; ++i) values[i] = operation.combine(values[i], values[i + d]);
    }
    total = values[0];
    for (size_t d = 1; d < size; d *= 2) {
      for (size_t i = size; i-- > d;) {
        inclusive[i] = operation.combine(inclusive[i - d], inclusive[i]);
      }
    }
    exclusive.assign(1, operation.first);
    exclusive.insert(exclusive.end(), inclusive.begin(), inclusive.end() - 1);
  }
  T total;
  std::vector<T> inclusive, exclusive;
};

template <class T>
class Collectives : public testing::Test {
 protected:
  /// Returns what each of the functions gives for the values of one work-group.
  static std::vector<std::vector<T>> run(const std::vector<std::string>& functions,
                                         const Shape& shape) {
    std::string source =
        std::string("kernel void test(global ") + Traits<T>::name +
        "* v) { size_t i = get_local_linear_id(), n = " + std::to_string(shape.items()) + "; " +
        Traits<T>::name + " x = v[i];\n";
    std::vector<T> data = values_of<T>(shape.items());
    for (const std::string& function : functions) {
      source += "v[i += n] = " + function + ";\n";
      data.insert(data.end(), shape.items(), T{});
    }
    data = Runner::instance().run(
        source + "}",
        {.dimensions = 2, .global = {shape.x, shape.y, 1}, .local = {shape.x, shape.y, 1}}, data);
    std::vector<std::vector<T>> results;
    for (size_t i = 1; i <= functions.size(); ++i) {
      const auto begin = data.begin() + static_cast<ptrdiff_t>(i * shape.items());
      results.emplace_back(begin, begin + static_cast<ptrdiff_t>(shape.items()));
    }
    return results;
  }

  /// All reductions and scans of a kind of group.
  static std::vector<std::vector<T>> run_all(const std::string& group, const Shape& shape) {
    std::vector<std::string> functions;
    for (const Operation<T>& operation : operations<T>()) {
      for (const char* kind : {"reduce", "scan_inclusive", "scan_exclusive"}) {
        functions.push_back(group + "_" + kind + "_" + operation.name + "(x)");
      }
    }
    return run(functions, shape);
  }

  static void expect_same(const std::vector<T>& found, const std::vector<T>& right,
                          const std::string& what) {
    ASSERT_EQ(found.size(), right.size());
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(std::memcmp(&found[i], &right[i], sizeof(T)), 0)
          << what << " of item " << i << " of " << found.size() << ": " << found[i] << ", not "
          << right[i];
    }
  }

  static std::vector<OfSubGroup<T>> sub_groups(const Operation<T>& operation,
                                               const std::vector<T>& values) {
    const size_t width = Runner::instance().sub_group_size(sizeof(T));
    std::vector<OfSubGroup<T>> groups;
    for (size_t first = 0; first < values.size(); first += width) {
      const size_t end = std::min(first + width, values.size());
      groups.emplace_back(operation,
                          std::vector<T>(values.begin() + static_cast<ptrdiff_t>(first),
                                         values.begin() + static_cast<ptrdiff_t>(end)),
                          width);
    }
    return groups;
  }
};

using Types = testing::Types<cl_int, cl_uint, cl_long, cl_ulong, cl_float, cl_double>;
TYPED_TEST_SUITE(Collectives, Types);

TYPED_TEST(Collectives, SubGroupsReduceAndScanInTheDocumentedOrder) {
  using T = TypeParam;
  for (const Shape& shape : shapes) {
    const auto found = this->run_all("sub_group", shape);
    size_t next = 0;
    for (const Operation<T>& operation : operations<T>()) {
      std::vector<T> total, inclusive, exclusive;
      for (const auto& group : this->sub_groups(operation, values_of<T>(shape.items()))) {
        total.insert(total.end(), group.inclusive.size(), group.total);
        inclusive.insert(inclusive.end(), group.inclusive.begin(), group.inclusive.end());
        exclusive.insert(exclusive.end(), group.exclusive.begin(), group.exclusive.end());
      }
      const std::string name = operation.name;
      this->expect_same(found[next++], total, name);
      this->expect_same(found[next++], inclusive, "inclusive " + name);
      this->expect_same(found[next++], exclusive, "exclusive " + name);
    }
  }
}

TYPED_TEST(Collectives, WorkGroupsCombineWhatTheirSubGroupsFound) {
  using T = TypeParam;
  for (const Shape& shape : shapes) {
    const auto found = this->run_all("work_group", shape);
    const auto values = values_of<T>(shape.items());
    size_t next = 0;
    for (const Operation<T>& operation : operations<T>()) {
      std::vector<T> inclusive, exclusive;
      // These are the results of the sub-groups before: an exclusive scan needs what stands before
      // a sub-group's last item, and that item.
      T total{}, before = operation.neutral, before_exclusive = operation.neutral;
      for (const auto& group : this->sub_groups(operation, values)) {
        const bool is_first = inclusive.empty();
        for (T value : group.inclusive) inclusive.push_back(operation.combine(before, value));
        for (T value : group.exclusive) {
          exclusive.push_back(operation.combine(before_exclusive, value));
        }
        total = is_first ? group.total : operation.combine(total, group.total);
        before = operation.combine(before, group.inclusive.back());
        const T last = operation.combine(group.exclusive.back(), values[inclusive.size() - 1]);
        before_exclusive = operation.combine(before_exclusive, last);
      }
      const std::string name = operation.name;
      this->expect_same(found[next++], std::vector<T>(values.size(), total), name);
      this->expect_same(found[next++], inclusive, "inclusive " + name);
      this->expect_same(found[next++], exclusive, "exclusive " + name);
    }
  }
}

TYPED_TEST(Collectives, BroadcastsHandOutTheValueOfOneWorkItem) {
  using T = TypeParam;
  const size_t width = Runner::instance().sub_group_size(sizeof(T));
  for (const Shape& shape : shapes) {
    const auto values = values_of<T>(shape.items());
    const size_t x = shape.x / 2, y = shape.y / 2;
    const auto found =
        this->run({"work_group_broadcast(x, get_local_size(0) / 2, get_local_size(1) / 2)",
                   "sub_group_broadcast(x, get_sub_group_size() - 1)"},
                  shape);
    this->expect_same(found[0], std::vector<T>(values.size(), values[y * shape.x + x]),
                      "work_group_broadcast");
    std::vector<T> last;
    for (size_t i = 0; i < values.size(); ++i) {
      const size_t first = i / width * width, size = std::min(width, values.size() - first);
      last.push_back(values[first + size - 1]);
    }
    this->expect_same(found[1], last, "sub_group_broadcast");
  }
}

TEST(WorkGroup_6_15_16, AllAndAnyAskEveryWorkItem) {
  const char* source = R"(
    kernel void test(global int* o) {
      int l = get_local_linear_id(), last = get_local_size(0) * get_local_size(1) - 1;
      o[l] = (work_group_all(l >= 0) != 0) + 2 * (work_group_all(l != last) != 0) +
             4 * (work_group_any(l == last) != 0) + 8 * (work_group_any(l > last) != 0);
    })";
  for (const Shape& shape : shapes) {
    auto out = Runner::instance().run(
        source, {.dimensions = 2, .global = {shape.x, shape.y, 1}, .local = {shape.x, shape.y, 1}},
        std::vector<cl_int>(shape.items()));
    for (cl_int one : out) EXPECT_EQ(one, 1 + 4) << shape.x << " x " << shape.y;
  }
}

TEST(WorkGroup_6_15_16, ResultsOfOneCallAreNotThoseOfTheNext) {
  const char* source = R"(
    kernel void test(global int* o) {
      int l = get_local_id(0), sum = 0;
      for (int i = 0; i < 5; ++i) {
        sum += work_group_reduce_add(l + i);
        sum += work_group_scan_inclusive_add(i);
        sum += work_group_scan_exclusive_max(l * i + 1);
        sum -= work_group_broadcast(l, i);
        sum -= work_group_broadcast(l, i + 1);
      }
      o[get_global_id(0)] = sum;
    })";
  const cl_int size = 75;
  auto out = Runner::instance().run(source, {.global = {2 * size, 1, 1}, .local = {size, 1, 1}},
                                    std::vector<cl_int>(2 * size));
  for (cl_int n = 0; n < 2 * size; ++n) {
    const cl_int l = n % size;
    unsigned sum = 0;
    for (cl_int i = 0; i < 5; ++i) {
      sum += static_cast<unsigned>(size * (size - 1) / 2 + size * i + (l + 1) * i - i - (i + 1));
      sum += l == 0 ? 0x80000000U : static_cast<unsigned>((l - 1) * i + 1);
    }
    EXPECT_EQ(out[static_cast<size_t>(n)], static_cast<cl_int>(sum)) << n;
  }
}

TEST(SubGroup_6_13_X, SubGroupsMayGoDifferentWays) {
  const char* source = R"(
    kernel void test(global int* o) {
      int l = get_local_id(0), turns = 0, found = 0;
      int left = l % 7;
      while (sub_group_any(left > 0)) {
        found += sub_group_reduce_add(left > 0);
        --left;
        ++turns;
      }
      if (get_sub_group_id() % 2) found += 1000 * sub_group_scan_inclusive_add(1);
      o[get_global_id(0)] = found + 100000 * turns;
    })";
  const cl_int size = 41;
  auto out = Runner::instance().run(source, {.global = {2 * size, 1, 1}, .local = {size, 1, 1}},
                                    std::vector<cl_int>(2 * size));
  const auto width = static_cast<cl_int>(Runner::instance().sub_group_size());
  for (cl_int n = 0; n < 2 * size; ++n) {
    const cl_int l = n % size, first = l / width * width, end = std::min(first + width, size);
    cl_int found = 0, turns = 0;
    for (cl_int i = first; i < end; ++i) {
      found += i % 7;
      turns = std::max(turns, i % 7);
    }
    if (l / width % 2 == 1) found += 1000 * (l - first + 1);
    EXPECT_EQ(out[static_cast<size_t>(n)], found + 100000 * turns) << n;
  }
}

}  // namespace
}  // namespace cleave::test
