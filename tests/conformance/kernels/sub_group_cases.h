// Tables of sub-group functions, run and compared with the host: where all work-items come, and
// where some do, in branches and in the turns of a loop.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>

#include "runner.h"
#include "sub_group_model.h"
#include "type_names.h"

namespace cleave::test {

/// A function as the kernel calls it, with the value `x`, the lane `l` and the item `i`; and what
/// it gives in a lane that takes part, nothing where the language leaves it open.
template <class T>
struct Case {
  std::string call;
  std::function<std::optional<T>(const Lanes<T>&, size_t lane)> expected;
};

template <class T>
constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, Half>;

struct OperationName {
  const char* name;
  Operation operation;
};
inline constexpr OperationName arithmetic[] = {{"add", Operation::add},
                                               {"mul", Operation::mul},
                                               {"min", Operation::min},
                                               {"max", Operation::max}};
inline constexpr OperationName bitwise[] = {
    {"and", Operation::bit_and}, {"or", Operation::bit_or}, {"xor", Operation::bit_xor}};

template <class T>
std::vector<OperationName> operations() {
  std::vector<OperationName> all(std::begin(arithmetic), std::end(arithmetic));
  if (!is_real<T>) all.insert(all.end(), std::begin(bitwise), std::end(bitwise));
  return all;
}

inline constexpr size_t turns = 3;

/// Returns whether a work-item comes to iteration `turn` of the loop: nearly all do in a first one,
/// few in others.
inline bool takes_part(size_t item, size_t turn) {
  return item % 4 >= turn && (item + turn) % 5 != 2;
}

template <class T>
std::vector<T> values_of(size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) {
    const auto scrambled = static_cast<cl_uint>((i + 1) * 2654435761U);
    if constexpr (is_real<T>) {
      // Products stay finite; sums and products are rounded.
      const float one = 0.75F + static_cast<float>(scrambled >> 8) * 0x1p-24F;
      values[i] = static_cast<T>(scrambled % 3 == 0 ? -one : one);
    } else {
      values[i] = static_cast<T>(scrambled | 1U | (i % 2 == 0 ? 0 : 1));
      if (i % 3 == 0) values[i] = static_cast<T>(values[i] - 1);
    }
  }
  return values;
}

/// Rows of whole sub-groups, and a last sub-group that is smaller.
inline constexpr size_t sizes[] = {128, 37};

/// A type by which tests are named: the library has no name for that of halves itself.
template <class T>
struct Of {
  using Type = T;
};

template <class Named>
class SubGroupCases : public testing::Test {
 protected:
  using T = typename Named::Type;
  enum class Who : std::uint8_t { all, also_some };
  void check(const std::vector<Case<T>>& cases, Who comes = Who::also_some) {
    some_ = comes == Who::also_some;
    // Short kernels: on the scalar mode each call divides a kernel.
    constexpr ptrdiff_t most = 5;
    for (auto first = cases.begin(); first != cases.end();) {
      const auto end = first + std::min(most, cases.end() - first);
      for (size_t size : sizes) check(std::vector<Case<T>>(first, end), size);
      first = end;
    }
  }

 private:
  [[nodiscard]] std::string source_of(const std::vector<Case<T>>& cases) const {
    std::string calls_of_all, calls_of_some;
    for (const Case<T>& one : cases) {
      calls_of_all += "  o[0] = (T)(" + one.call + "); o += n;\n";
      if (some_) calls_of_some += "    o[t * n] = (T)(" + one.call + "); o += n * TURNS;\n";
    }
    return std::string("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n") + "#define T " +
           Traits<T>::name + "\n#define TURNS " + std::to_string(turns) +
           "\nkernel void test(global T* v) {\n"
           "  const uint i = get_local_id(0), n = get_local_size(0);\n"
           "  const uint l = get_sub_group_local_id(), W = get_max_sub_group_size();\n"
           "  const uint three = get_work_dim() + 2;\n  const T x = v[i];\n"
           "  global T* o = v + n + i;\n  o[0] = (T)W; o += n;\n" +
           calls_of_all +
           "  global T* const first = o;\n"
           "  for (uint t = 0; i % (three + 1) >= t && t < three; ++t) {\n    o = first;\n"
           "    if ((i + t) % 5 == 2) continue;\n" +
           calls_of_some + "  }\n}\n";
  }

  void check(const std::vector<Case<T>>& cases, size_t size) const {
    const std::vector<T> values = values_of<T>(size);
    std::vector<T> data = values;
    data.resize(size * (2 + cases.size() * (1 + turns)));
    data = Runner::instance().run(source_of(cases), {.global = {size, 1, 1}, .local = {size, 1, 1}},
                                  data);
    const auto width = static_cast<size_t>(static_cast<Exact<T>>(data[size]));
    ASSERT_TRUE(width >= 4 && width <= 64) << width;
    for (size_t place = 0; place < cases.size() * (some_ ? 1 + turns : 1); ++place) {
      const bool of_all = place < cases.size();
      const size_t turn = of_all ? 0 : (place - cases.size()) % turns;
      const Case<T>& one = cases[of_all ? place : (place - cases.size()) / turns];
      const auto comes = [&](size_t item) { return of_all || takes_part(item, turn); };
      for (size_t item = 0; item < size; ++item) {
        if (!comes(item)) continue;
        Lanes<T> lanes(width);
        const size_t begin = item / width * width;
        for (size_t lane = 0; lane < width && begin + lane < size; ++lane) {
          if (comes(begin + lane)) lanes[lane] = values[begin + lane];
        }
        const std::optional<T> expected = one.expected(lanes, item - begin);
        if (!expected) continue;
        const T found = data[(2 + place) * size + item];
        ASSERT_EQ(std::memcmp(&found, &*expected, sizeof(T)), 0)
            << one.call << " of item " << item << " of " << size << " with W = " << width
            << (of_all ? "" : " in turn ") << (of_all ? "" : std::to_string(turn)) << ": "
            << static_cast<double>(static_cast<Exact<T>>(found)) << ", not "
            << static_cast<double>(static_cast<Exact<T>>(*expected));
      }
    }
  }

  bool some_ = true;
};

using AllTypes =
    testing::Types<Of<cl_char>, Of<cl_uchar>, Of<cl_short>, Of<cl_ushort>, Of<cl_int>, Of<cl_uint>,
                   Of<cl_long>, Of<cl_ulong>, Of<cl_float>, Of<cl_double>, Of<Half>>;
struct TypeNames {
  template <class Named>
  static std::string GetName(int) {
    return Traits<typename Named::Type>::name;
  }
};

}  // namespace cleave::test
