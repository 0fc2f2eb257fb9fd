// cl_khr_work_group_uniform_arithmetic.
#include "sub_group_cases.h"

namespace cleave::test {
namespace {

/// cl_khr_work_group_uniform_arithmetic. Products of real numbers are of 1 and -1: exact in any
/// order.
template <class T>
void check_work_group() {
  constexpr size_t items = 75;
  const std::vector<T> values = values_of<T>(items);
  for (const auto& [name, operation] : operations<T>()) {
    if (operation == Operation::min || operation == Operation::max) continue;
    if (operation == Operation::add) continue;
    const std::string x = is_real<T> ? "(v[i] < 0 ? (T)-1 : (T)1)" : "v[i]";
    std::string source =
        std::string("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#define T ") + Traits<T>::name +
        "\nkernel void test(global T* v) { uint i = get_local_id(0), n = get_local_size(0);\n"
        "  const T x = " +
        x + ";\n";
    for (const char* kind : {"reduce", "scan_inclusive", "scan_exclusive"}) {
      source += std::string("  v[i += n] = work_group_") + kind + "_" + name + "(x);\n";
    }
    std::vector<T> data = values;
    data.resize(4 * items);
    data = Runner::instance().run(source + "}", {.global = {items, 1, 1}, .local = {items, 1, 1}},
                                  data);
    using E = Exact<T>;
    E so_far = neutral<E>(operation);
    for (size_t i = 0; i < items; ++i) {
      ASSERT_EQ(static_cast<E>(data[3 * items + i]), so_far) << name << " exclusive " << i;
      const E own = static_cast<E>(values[i]);
      so_far = combined<E>(operation, so_far, is_real<T> ? (own < 0 ? E(-1) : E(1)) : own);
      ASSERT_EQ(static_cast<E>(data[2 * items + i]), so_far) << name << " inclusive " << i;
    }
    for (size_t i = 0; i < items; ++i) {
      ASSERT_EQ(static_cast<E>(data[items + i]), so_far) << name << " reduced " << i;
    }
  }
}

TEST(WorkGroupUniformArithmetic, CombinesTheValuesOfAllWorkItems) {
  check_work_group<cl_int>();
  check_work_group<cl_uint>();
  check_work_group<cl_long>();
  check_work_group<cl_ulong>();
  check_work_group<cl_float>();
  check_work_group<cl_double>();
  check_work_group<Half>();
}

TEST(WorkGroupUniformArithmetic, CombinesTruthValuesInTheOrderOfLinearIds) {
  constexpr size_t items = 75;
  std::string source =
      "kernel void test(global int* o) {\n"
      "  const uint i = get_local_linear_id(); const int x = o[i] & 0x300;\n  o += i;\n";
  size_t row = 0;
  for (const auto& [name, operation] : bitwise) {
    for (const char* kind : {"reduce", "scan_inclusive", "scan_exclusive"}) {
      source += "  o[" + std::to_string(++row * items) + "] = work_group_" + kind + "_logical_" +
                name + "(x) != 0;\n";
    }
  }
  for (const cl_int most : {0x100, 0x400}) {  // nearly all false; nearly all true
    std::vector<cl_int> data = values_of<cl_int>((row + 1) * items);
    for (size_t i = 0; i < items; ++i) {
      data[i] = most == 0x100 ? (i % 31 == 30) << 9 : 0x100 + 0x400 * (i != 40) - (i == 50) * 0x100;
    }
    const std::vector<cl_int> values = data;
    data = Runner::instance().run(
        source + "}", {.dimensions = 2, .global = {15, 5, 1}, .local = {15, 5, 1}}, data);
    for (size_t which = 0; which < std::size(bitwise); ++which) {
      const Operation operation = bitwise[which].operation;
      const cl_int* found = data.data() + (1 + which * 3) * items;
      cl_int so_far = operation == Operation::bit_and;
      for (size_t i = 0; i < items; ++i) {
        ASSERT_EQ(so_far, found[2 * items + i]) << bitwise[which].name << " exclusive " << i;
        so_far = combined<cl_int>(operation, so_far, (values[i] & 0x300) != 0);
        ASSERT_EQ(so_far, found[items + i]) << bitwise[which].name << " inclusive " << i;
      }
      for (size_t i = 0; i < items; ++i) {
        ASSERT_EQ(so_far, found[i]) << bitwise[which].name << " reduced " << i;
      }
    }
  }
}

}  // namespace
}  // namespace cleave::test
