// The work-items of a sub-group compute together: each function in every type.
#include "sub_group_cases.h"

namespace cleave::test {
namespace {

/// cl_khr_subgroup_non_uniform_arithmetic.
template <class T>
std::vector<Case<T>> arithmetic_cases() {
  std::vector<Case<T>> cases;
  for (const auto& [name, operation] : operations<T>()) {
    const std::string end = std::string("_") + name + "(x)";
    const Operation one = operation;
    cases.push_back({"sub_group_non_uniform_reduce" + end,
                     [one](const Lanes<T>& lanes, size_t) { return reduced(one, lanes); }});
    cases.push_back(
        {"sub_group_non_uniform_scan_inclusive" + end, [one](const Lanes<T>& lanes, size_t lane) {
           return scanned_inclusive(one, lanes, lane);
         }});
    cases.push_back(
        {"sub_group_non_uniform_scan_exclusive" + end, [one](const Lanes<T>& lanes, size_t lane) {
           return scanned_exclusive(one, lanes, lane);
         }});
  }
  return cases;
}

/// cl_khr_subgroup_clustered_reduce.
template <class T>
std::vector<Case<T>> clustered_cases() {
  std::vector<Case<T>> cases;
  for (const auto& [name, operation] : operations<T>()) {
    for (const size_t cluster : {1, 2, 4}) {
      const Operation one = operation;
      cases.push_back({std::string("sub_group_clustered_reduce_") + name + "(x, " +
                           std::to_string(cluster) + ")",
                       [one, cluster](const Lanes<T>& lanes, size_t lane) {
                         return clustered(one, lanes, lane, cluster);
                       }});
    }
  }
  return cases;
}

/// cl_khr_subgroup_extended_types, and cl_khr_subgroups: functions that all come to.
template <class T>
std::vector<Case<T>> uniform_cases(const std::string& prefix) {
  std::vector<Case<T>> cases = {
      {prefix + "_broadcast(x, 2)", [](const Lanes<T>& lanes, size_t) { return lanes[2]; }}};
  for (const auto& [name, operation] : arithmetic) {
    if (operation == Operation::mul) continue;
    const std::string end = std::string("_") + name + "(x)";
    const Operation one = operation;
    cases.push_back({prefix + "_reduce" + end,
                     [one](const Lanes<T>& lanes, size_t) { return reduced(one, lanes); }});
    cases.push_back({prefix + "_scan_inclusive" + end, [one](const Lanes<T>& lanes, size_t lane) {
                       return scanned_inclusive(one, lanes, lane);
                     }});
    cases.push_back({prefix + "_scan_exclusive" + end, [one](const Lanes<T>& lanes, size_t lane) {
                       return scanned_exclusive(one, lanes, lane);
                     }});
  }
  return cases;
}

/// Truth values.
std::vector<Case<cl_int>> logical_cases() {
  std::vector<Case<cl_int>> cases;
  const auto truths = [](const Lanes<cl_int>& lanes) {
    Lanes<cl_int> result = lanes;
    for (auto& lane : result) {
      if (lane) lane = (*lane & 6) != 0;
    }
    return result;
  };
  const auto truth = [](cl_int value) { return cl_int{value != 0}; };
  for (const auto& [name, operation] : bitwise) {
    const std::string end = std::string("_logical_") + name + "(x & 6";
    const Operation one = operation;
    cases.push_back(
        {"sub_group_non_uniform_reduce" + end + ") != 0",
         [=](const Lanes<cl_int>& lanes, size_t) { return truth(reduced(one, truths(lanes))); }});
    cases.push_back({"sub_group_non_uniform_scan_inclusive" + end + ") != 0",
                     [=](const Lanes<cl_int>& lanes, size_t lane) {
                       return truth(scanned_inclusive(one, truths(lanes), lane));
                     }});
    cases.push_back({"sub_group_non_uniform_scan_exclusive" + end + ") != 0",
                     [=](const Lanes<cl_int>& lanes, size_t lane) {
                       return truth(scanned_exclusive(one, truths(lanes), lane));
                     }});
    cases.push_back({"sub_group_clustered_reduce" + end + ", 4) != 0",
                     [=](const Lanes<cl_int>& lanes, size_t lane) {
                       return truth(clustered(one, truths(lanes), lane, 4));
                     }});
  }
  return cases;
}

template <class Named>
class SubGroupFunctions : public SubGroupCases<Named> {};
TYPED_TEST_SUITE(SubGroupFunctions, AllTypes, TypeNames);

TYPED_TEST(SubGroupFunctions, ArithmeticIsThatOfTheWorkItemsThatCome) {
  this->check(arithmetic_cases<typename TypeParam::Type>());
}
TYPED_TEST(SubGroupFunctions, ClustersAreReducedAmongTheWorkItemsThatCome) {
  this->check(clustered_cases<typename TypeParam::Type>());
}
TYPED_TEST(SubGroupFunctions, FunctionsOfAllHaveEveryType) {
  using Value = typename TypeParam::Type;
  this->check(uniform_cases<Value>("sub_group"), TestFixture::Who::all);
  if (sizeof(Value) <= 2 && !is_real<Value>) {
    this->check(uniform_cases<Value>("intel_sub_group"), TestFixture::Who::all);
  }
}

using LogicalSubGroupFunctions = SubGroupFunctions<Of<cl_int>>;
TEST_F(LogicalSubGroupFunctions, TruthValuesAreCombined) {
  check(logical_cases());
}

/// Every cluster that each size of sub-groups has; the size is a constant of the program.
TEST(SubGroupClusters, HaveEverySizeUpToThatOfTheSubGroup) {
  constexpr size_t items = 150;
  for (const size_t width : {4, 8, 16, 32, 64}) {
    std::string source = "__attribute__((intel_reqd_sub_group_size(" + std::to_string(width) +
                         ")))\nkernel void test(global int* v) {\n"
                         "  const int i = get_local_id(0); int x = v[i];\n  v += i;\n";
    size_t rows = 1;
    for (size_t cluster = 1; cluster <= width; cluster *= 2, rows += 2) {
      const std::string size = std::to_string(cluster);
      source += "  v[" + std::to_string(rows * items) + "] = sub_group_clustered_reduce_add(x, " +
                size + ");\n  v[" + std::to_string((rows + 1) * items) +
                "] = sub_group_clustered_rotate(x, 3, " + size + ");\n";
    }
    std::vector<cl_int> data = values_of<cl_int>(rows * items);
    const std::vector<cl_int> values = data;
    data = Runner::instance().run(source + "}", {.global = {items, 1, 1}, .local = {items, 1, 1}},
                                  data);
    for (size_t item = 0; item < items; ++item) {
      const size_t begin = item / width * width, lane = item - begin;
      Lanes<cl_int> lanes(width);
      for (size_t i = begin; i < std::min(begin + width, items); ++i) lanes[i - begin] = values[i];
      for (size_t row = 1, cluster = 1; row < rows; row += 2, cluster *= 2) {
        ASSERT_EQ(clustered(Operation::add, lanes, lane, cluster), data[row * items + item])
            << "cluster " << cluster << " of " << width << ", item " << item;
        const auto rotated = lanes[lane / cluster * cluster + (lane + 3) % cluster];
        if (!rotated) continue;
        ASSERT_EQ(*rotated, data[(row + 1) * items + item])
            << "rotation, cluster " << cluster << " of " << width << ", item " << item;
      }
    }
  }
}

}  // namespace
}  // namespace cleave::test
