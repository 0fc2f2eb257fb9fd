// The sub-group functions of the extensions, each in every type: where all work-items come, and
// where some do, in branches and in the turns of a loop.
#include <algorithm>
#include <cstring>
#include <functional>

#include "runner.h"
#include "sub_group_model.h"

namespace cleave::tests {
namespace {

using test::Half;

template <class T>
struct Traits;
#define CLEAVE_TYPE(T, NAME)                  \
  template <>                                 \
  struct Traits<T> {                          \
    static constexpr const char* name = NAME; \
  };
CLEAVE_TYPE(cl_char, "char")
CLEAVE_TYPE(cl_uchar, "uchar")
CLEAVE_TYPE(cl_short, "short")
CLEAVE_TYPE(cl_ushort, "ushort")
CLEAVE_TYPE(cl_int, "int")
CLEAVE_TYPE(cl_uint, "uint")
CLEAVE_TYPE(cl_long, "long")
CLEAVE_TYPE(cl_ulong, "ulong")
CLEAVE_TYPE(cl_float, "float")
CLEAVE_TYPE(cl_double, "double")
CLEAVE_TYPE(Half, "half")
#undef CLEAVE_TYPE

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
constexpr OperationName arithmetic[] = {{"add", Operation::add},
                                        {"mul", Operation::mul},
                                        {"min", Operation::min},
                                        {"max", Operation::max}};
constexpr OperationName bitwise[] = {
    {"and", Operation::bit_and}, {"or", Operation::bit_or}, {"xor", Operation::bit_xor}};

template <class T>
std::vector<OperationName> operations() {
  std::vector<OperationName> all(std::begin(arithmetic), std::end(arithmetic));
  if (!is_real<T>) all.insert(all.end(), std::begin(bitwise), std::end(bitwise));
  return all;
}

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

/// The value of another lane, if it takes part.
template <class T>
std::function<std::optional<T>(const Lanes<T>&, size_t)> of_lane(
    const std::function<size_t(size_t lane, size_t width)>& source) {
  return [source](const Lanes<T>& lanes, size_t lane) {
    const size_t from = source(lane, lanes.size());
    return from < lanes.size() ? lanes[from] : std::nullopt;
  };
}

/// cl_khr_subgroup_shuffle, _shuffle_relative, _rotate and the shuffles of cl_intel_subgroups.
template <class T>
std::vector<Case<T>> shuffle_cases() {
  using Source = std::function<size_t(size_t, size_t)>;
  const std::pair<const char*, Source> sources[] = {
      {"sub_group_shuffle(x, (l * 5 + 1) % W)", [](size_t l, size_t w) { return (l * 5 + 1) % w; }},
      {"sub_group_shuffle(x, 2)", [](size_t, size_t) { return size_t{2}; }},
      {"sub_group_shuffle_xor(x, 1)", [](size_t l, size_t) { return l ^ 1; }},
      {"sub_group_shuffle_xor(x, W / 2)", [](size_t l, size_t w) { return l ^ (w / 2); }},
      {"sub_group_shuffle_up(x, 1)", [](size_t l, size_t) { return l - 1; }},
      {"sub_group_shuffle_up(x, three)", [](size_t l, size_t) { return l - 3; }},
      {"sub_group_shuffle_down(x, 1)", [](size_t l, size_t) { return l + 1; }},
      {"sub_group_shuffle_down(x, three)", [](size_t l, size_t) { return l + 3; }},
      {"sub_group_rotate(x, 1)", [](size_t l, size_t w) { return (l + 1) % w; }},
      {"sub_group_rotate(x, -(int)three)", [](size_t l, size_t w) { return (l - 3) % w; }},
      {"sub_group_clustered_rotate(x, 1, 4)",
       [](size_t l, size_t) { return (l & ~size_t{3}) | ((l + 1) & 3); }},
      {"intel_sub_group_shuffle(x, W - 1 - l)", [](size_t l, size_t w) { return w - 1 - l; }},
      {"intel_sub_group_shuffle_xor(x, three)", [](size_t l, size_t) { return l ^ 3; }},
      {"intel_sub_group_shuffle_down(x, (T)7, three)", [](size_t l, size_t) { return l + 3; }},
      {"intel_sub_group_shuffle_up((T)7, x, three)", [](size_t l, size_t) { return l - 3; }}};
  std::vector<Case<T>> cases;
  for (const auto& [call, source] : sources) cases.push_back({call, of_lane<T>(source)});
  // What is beyond the sub-group is taken of the other value.
  for (const char* call : {"intel_sub_group_shuffle_down((T)7, x, W - 1 + (l & 0))",
                           "intel_sub_group_shuffle_up(x, (T)7, W - 1 + (l & 0))"}) {
    const bool down = std::strstr(call, "down") != nullptr;
    cases.push_back({call, [down](const Lanes<T>& lanes, size_t lane) -> std::optional<T> {
                       const size_t width = lanes.size();
                       const size_t edge = down ? 0 : width - 1;
                       if (lane == edge) {
                         return lanes[width - 1 - edge] ? std::optional(static_cast<T>(7))
                                                        : std::nullopt;
                       }
                       return lanes[down ? lane - 1 : lane + 1];
                     }});
  }
  return cases;
}

/// cl_khr_subgroup_non_uniform_vote and _ballot.
template <class T>
std::vector<Case<T>> vote_cases() {
  const auto first = [](const Lanes<T>& lanes) {
    size_t lane = 0;
    while (!lanes[lane]) ++lane;
    return lane;
  };
  const auto is_odd = [](const std::optional<T>& value) {
    return value && (static_cast<cl_long>(static_cast<Exact<T>>(*value)) & 1) != 0;
  };
  const auto odd = [is_odd](const Lanes<T>& lanes) {
    cl_ulong bits = 0;
    for (size_t i = 0; i < lanes.size(); ++i) bits |= cl_ulong{is_odd(lanes[i])} << i;
    return bits;
  };
  const auto all = [](const Lanes<T>& lanes) {
    cl_ulong bits = 0;
    for (size_t i = 0; i < lanes.size(); ++i) bits |= cl_ulong{lanes[i].has_value()} << i;
    return bits;
  };
  using Bits = cl_ulong;
  const auto count = [](Bits bits) { return static_cast<T>(__builtin_popcountll(bits)); };
  const auto below = [](size_t lane) { return (Bits{1} << lane) - 1; };
  const std::string odds = "sub_group_ballot((long)x & 1)";
  return {
      {"sub_group_elect() != 0",
       [=](const Lanes<T>& lanes, size_t lane) { return static_cast<T>(lane == first(lanes)); }},
      {"sub_group_non_uniform_all((long)x & 1) != 0",
       [=](const Lanes<T>& lanes, size_t) { return static_cast<T>(odd(lanes) == all(lanes)); }},
      {"sub_group_non_uniform_all(x == x) != 0",
       [=](const Lanes<T>&, size_t) { return static_cast<T>(1); }},
      {"sub_group_non_uniform_any((long)x & 1) != 0",
       [=](const Lanes<T>& lanes, size_t) { return static_cast<T>(odd(lanes) != 0); }},
      {"sub_group_non_uniform_all_equal(x) != 0",
       [=](const Lanes<T>& lanes, size_t) {
         bool equal = true;
         for (const auto& lane : lanes) equal &= !lane || *lane == *lanes[first(lanes)];
         return static_cast<T>(equal);
       }},
      {"sub_group_non_uniform_all_equal((T)(l & 0)) != 0",
       [=](const Lanes<T>&, size_t) { return static_cast<T>(1); }},
      {"sub_group_non_uniform_broadcast(x, 1)",
       [=](const Lanes<T>& lanes, size_t) { return lanes[1]; }},
      {"sub_group_broadcast_first(x)",
       [=](const Lanes<T>& lanes, size_t) { return lanes[first(lanes)]; }},
      {"sub_group_ballot_bit_count(" + odds + ")",
       [=](const Lanes<T>& lanes, size_t) { return count(odd(lanes)); }},
      {"sub_group_ballot_inclusive_scan(" + odds + ")",
       [=](const Lanes<T>& lanes, size_t lane) {
         return count(odd(lanes) & (below(lane) | Bits{1} << lane));
       }},
      {"sub_group_ballot_exclusive_scan(" + odds + ")",
       [=](const Lanes<T>& lanes, size_t lane) { return count(odd(lanes) & below(lane)); }},
      {"sub_group_inverse_ballot(" + odds + ") != 0",
       [=](const Lanes<T>& lanes, size_t lane) { return static_cast<T>(odd(lanes) >> lane & 1); }},
      {"sub_group_ballot_bit_extract(" + odds + ", (l + 1) % W) != 0",
       [=](const Lanes<T>& lanes, size_t lane) {
         return static_cast<T>(odd(lanes) >> ((lane + 1) % lanes.size()) & 1);
       }},
      {"sub_group_ballot_find_lsb(sub_group_ballot(1))",
       [=](const Lanes<T>& lanes, size_t) { return static_cast<T>(first(lanes)); }},
      {"sub_group_ballot_find_msb(sub_group_ballot(1))",
       [=](const Lanes<T>& lanes, size_t) {
         return static_cast<T>(63 - __builtin_clzll(all(lanes)));
       }},
      {"sub_group_ballot_bit_count(get_sub_group_lt_mask())",
       [=](const Lanes<T>&, size_t lane) { return static_cast<T>(lane); }},
      {"sub_group_ballot_bit_count(get_sub_group_le_mask() & get_sub_group_ge_mask())",
       [=](const Lanes<T>&, size_t) { return static_cast<T>(1); }},
      {"sub_group_ballot_bit_count(get_sub_group_gt_mask() | get_sub_group_eq_mask())",
       [=](const Lanes<T>& lanes, size_t lane) { return static_cast<T>(lanes.size() - lane); }},
  };
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
      if (lane) lane = *lane & 1;
    }
    return result;
  };
  const auto truth = [](cl_int value) { return cl_int{value != 0}; };
  for (const auto& [name, operation] : bitwise) {
    const std::string end = std::string("_logical_") + name + "(x & 1";
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

constexpr size_t turns = 3;

/// Who comes to turn t of the loop; in a first turn nearly all, in others few.
bool takes_part(size_t item, size_t turn) {
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
constexpr size_t sizes[] = {128, 37};

/// A type by which tests are named: the library has no name for that of halves itself.
template <class T>
struct Of {
  using Type = T;
};

template <class Named>
class SubGroupFunctions : public testing::Test {
 protected:
  using T = typename Named::Type;
  enum class Who : std::uint8_t { all, also_some };
  void check(const std::vector<Case<T>>& cases, Who comes = Who::also_some) {
    some_ = comes == Who::also_some;
    // Short kernels: on the reference road each call divides a kernel.
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

using Types =
    testing::Types<Of<cl_char>, Of<cl_uchar>, Of<cl_short>, Of<cl_ushort>, Of<cl_int>, Of<cl_uint>,
                   Of<cl_long>, Of<cl_ulong>, Of<cl_float>, Of<cl_double>, Of<Half>>;
TYPED_TEST_SUITE(SubGroupFunctions, Types);

TYPED_TEST(SubGroupFunctions, ArithmeticIsThatOfTheWorkItemsThatCome) {
  this->check(arithmetic_cases<typename TypeParam::Type>());
}
TYPED_TEST(SubGroupFunctions, ClustersAreReducedAmongTheWorkItemsThatCome) {
  this->check(clustered_cases<typename TypeParam::Type>());
}
TYPED_TEST(SubGroupFunctions, ShufflesGiveTheValueOfTheChosenWorkItem) {
  this->check(shuffle_cases<typename TypeParam::Type>());
}
TYPED_TEST(SubGroupFunctions, VotesAreThoseOfTheWorkItemsThatCome) {
  this->check(vote_cases<typename TypeParam::Type>());
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

/// cl_intel_subgroups, _char, _short and _long: what is read and what is written, of every width.
template <class T>
void check_blocks(const std::string& suffix, const std::vector<size_t>& widths) {
  for (const size_t width : widths) {
    const std::string number = width == 1 ? "" : std::to_string(width);
    const std::string type = Traits<T>::name + number;
    // Sub-groups stand behind each other, each with `width` rows; a table for what each work-item
    // got follows, and then what was written.
    const std::string source =
        "kernel void test(global " + std::string(Traits<T>::name) +
        "* v) {\n  const uint W = get_max_sub_group_size(), n = " + number +
        (width == 1 ? "1" : "") +
        ", all = get_local_size(0) * n;\n"
        "  global T* own = v + get_local_linear_id() / W * W * n;\n" +
        "  " + type + " x = intel_sub_group_block_read" + suffix + number + "(own);\n" +
        "  for (uint i = 0; i < n; ++i) v[all + get_local_id(0) * n + i] = ((private T*)&x)[i];\n" +
        "  intel_sub_group_block_write" + suffix + number + "(own + 2 * all, x);\n}";
    constexpr size_t items = 128;
    std::vector<T> data = values_of<T>(items * width);
    const std::vector<T> given = data;
    data.resize(3 * data.size());
    std::string whole = source;
    for (size_t at = 0; (at = whole.find("T*", at)) != std::string::npos; ++at) {
      whole.replace(at, 1, Traits<T>::name);
    }
    data = Runner::instance().run(whole, {.global = {items, 1, 1}, .local = {items, 1, 1}}, data);
    // The number of lanes is that which explains the second component.
    size_t lanes = items;
    for (const size_t one : {4, 8, 16, 32, 64}) {
      if (width > 1 && data[items * width + 1] == given[one]) lanes = one;
    }
    if (width == 1) lanes = 4;  // it makes no difference
    for (size_t item = 0; item < items; ++item) {
      for (size_t i = 0; i < width; ++i) {
        const T expected = given[item / lanes * lanes * width + i * lanes + item % lanes];
        ASSERT_EQ(data[items * width + item * width + i], expected)
            << suffix << width << " component " << i << " of item " << item;
      }
    }
    for (size_t i = 0; i < items * width; ++i) {
      ASSERT_EQ(data[2 * items * width + i], given[i]) << suffix << width << " wrote at " << i;
    }
  }
}

TEST(SubGroupBlocks, AreReadAndWrittenInRowsOfWorkItems) {
  check_blocks<cl_uint>("", {1, 2, 4, 8});
  check_blocks<cl_uint>("_ui", {1, 2, 4, 8});
  check_blocks<cl_uchar>("_uc", {1, 2, 4, 8, 16});
  check_blocks<cl_ushort>("_us", {1, 2, 4, 8, 16});
  check_blocks<cl_ulong>("_ul", {1, 2, 4, 8});
}

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

TEST(WorkGroupUniformArithmetic, CombinesTruthValues) {
  constexpr cl_int items = 75;
  const auto found = Runner::instance().run(
      "kernel void test(global int* o) { int i = get_local_id(0), t = i == 40 ? 0 : i + 2;\n"
      "  o[i] = (work_group_reduce_logical_and(t) != 0) |"
      " (work_group_reduce_logical_or(i == 40 ? 4 : 0) != 0) << 1 |"
      " (work_group_reduce_logical_xor(i + 1) != 0) << 2 |"
      " (work_group_scan_inclusive_logical_and(t) != 0) << 3 |"
      " (work_group_scan_exclusive_logical_and(t) != 0) << 4 |"
      " (work_group_scan_inclusive_logical_xor(i + 1) != 0) << 5 |"
      " (work_group_scan_exclusive_logical_or(i == 40 ? 4 : 0) != 0) << 6; }",
      {.global = {items, 1, 1}, .local = {items, 1, 1}}, std::vector<cl_int>(items));
  for (cl_int i = 0; i < items; ++i) {
    const cl_int expected = 1 << 1 | (items % 2) << 2 | (i < 40) << 3 | (i <= 40) << 4 |
                            ((i + 1) % 2) << 5 | (i > 40) << 6;
    ASSERT_EQ(found[static_cast<size_t>(i)], expected) << i;
  }
}

}  // namespace
}  // namespace cleave::tests
