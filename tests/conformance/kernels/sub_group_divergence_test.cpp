// Functions that some work-items of a sub-group come to, in every way of coming: each shape of
// control flow with each function. A call is passed at places; the work-items of a sub-group that
// come to one place run the function together, and nobody else has a part in what it gives.
#include <algorithm>
#include <bit>
#include <functional>

#include "runner.h"
#include "sub_group_model.h"

namespace cleave::test {
namespace {

using Group = Lanes<cl_int>;  // of one sub-group: x, or nothing

/// A work-group as the host sees it.
struct Place {
  const std::vector<cl_int>& x;  // of all work-items of the work-group
  size_t width;                  // W
  size_t item;                   // the local id that is asked for
  size_t place;                  // and the place

  [[nodiscard]] size_t first() const { return item / width * width; }
  [[nodiscard]] size_t end() const { return std::min(first() + width, x.size()); }
  /// Whether one of the sub-group is so.
  template <class Test>
  [[nodiscard]] bool any(const Test& test) const {
    for (size_t i = first(); i < end(); ++i) {
      if (test(i)) return true;
    }
    return false;
  }
};

/// OpenCL C with CALL (place) where the function is called; `i` is the local id and `x` what it is
/// called with. `called` is a function of its own that the kernel may call.
struct Shape {
  const char* name;
  size_t places;
  const char* kernel;
  bool (*comes)(const Place&);
  const char* called = "CALL(place)";

  friend void PrintTo(const Shape& row, std::ostream* out) { *out << row.name; }
};

/// The keys 0 to 3 of a sub-group's work-items, in the order of their first ones.
size_t turn_of_key(const Place& at) {
  std::vector<cl_int> keys;
  for (size_t i = at.first(); i < at.end(); ++i) {
    const cl_int key = at.x[i] & 3;
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return static_cast<size_t>(std::find(keys.begin(), keys.end(), at.x[at.item] & 3) - keys.begin());
}

const Shape shapes[] = {
    {"all", 1, "CALL(0)", [](const Place&) { return true; }},
    {"branch", 2, "if (i % 3 != 1) { CALL(0) } else { CALL(1) }",
     [](const Place& at) { return (at.item % 3 != 1) == (at.place == 0); }},
    {"branches_in_branches", 4,
     "if (x & 1) { if (i % 3 == 0) { CALL(0) } else { CALL(1) } CALL(2) } CALL(3)",
     [](const Place& at) {
       const bool outer = (at.x[at.item] & 1) != 0;
       const bool inner = at.item % 3 == 0;
       const bool comes[] = {outer && inner, outer && !inner, outer, true};
       return comes[at.place];
     }},
    {"whole_sub_groups", 1, "if (get_sub_group_id() & 1) { CALL(0) }",
     [](const Place& at) { return at.item / at.width % 2 == 1; }},
    {"loops_of_own_lengths", 5, "for (uint t = 0; t < i % 5; ++t) { CALL(t) } CALL(4)",
     [](const Place& at) { return at.place == 4 || at.place < at.item % 5; }},
    {"lengths_from_memory", 4, "uint t = 0; do { CALL(t) } while (++t <= (x & 3));",
     [](const Place& at) { return at.place <= static_cast<size_t>(at.x[at.item] & 3); }},
    {"loops_in_loops", 6,
     "for (uint t = 0; t <= i % 3; ++t) {\n"
     "    for (uint u = 0; u < 2; ++u) { if ((i + t) % 4 == u) break; CALL(t * 2 + u) }\n  }",
     [](const Place& at) {
       const size_t turn = at.place / 2, inner = at.place % 2, last = (at.item + turn) % 4;
       return turn <= at.item % 3 && last > inner;
     }},
    {"break_and_continue", 4,
     "for (uint t = 0; t < 4; ++t) {\n    if ((i + t) % 3 == 0) continue;\n"
     "    if (t == 1 + i % 4) break;\n    CALL(t)\n  }",
     [](const Place& at) {
       const size_t leaves = 1 + at.item % 4;
       const bool breaks = (at.item + leaves) % 3 != 0 && leaves <= at.place;
       return (at.item + at.place) % 3 != 0 && !breaks;
     }},
    {"early_return", 2, "if (i % 3 == 0) return; CALL(0) if (x & 1) return; CALL(1)",
     [](const Place& at) {
       return at.item % 3 != 0 && (at.place == 0 || (at.x[at.item] & 1) == 0);
     }},
    {"return_from_a_loop", 5,
     "for (uint t = 0; t < 4; ++t) { CALL(t) if (i % 7 == t) return; } CALL(4)",
     [](const Place& at) { return at.item % 7 >= at.place; }},
    {"switch", 5,
     "switch (x & 3) {\n    case 0: CALL(0) break;\n    case 1: CALL(1) break;\n"
     "    case 2: { CALL(2) break; }\n    default: CALL(3)\n  } CALL(4)",
     [](const Place& at) {
       return at.place == 4 || static_cast<size_t>(at.x[at.item] & 3) == at.place;
     }},
    {"switch_that_falls_through", 3,
     "switch (x & 3) {\n    case 0: CALL(0)\n    case 2: CALL(1) break;\n    default: CALL(2)\n  }",
     [](const Place& at) {
       const cl_int key = at.x[at.item] & 3;
       const bool comes[] = {key == 0, key % 2 == 0, key % 2 == 1};
       return comes[at.place];
     }},
    {"jump", 2, "if (x & 1) goto end; CALL(0) end: CALL(1)",
     [](const Place& at) { return at.place == 1 || (at.x[at.item] & 1) == 0; }},
    {"called_from_two_places", 3,
     "if (i % 2) { called(v, g, x, i, 0); } else { called(v, g, x, i, 1); } called(v, g, x, i, 2);",
     [](const Place& at) { return at.place == 2 || at.item % 2 != at.place; }},
    {"function_that_returns_early", 3,
     "for (uint t = 0; t < 3; ++t) { if (i % (t + 2)) called(v, g, x, i, t); }",
     [](const Place& at) { return at.item % (at.place + 2) != 0 && (at.x[at.item] & 3) != 2; },
     "if ((x & 3) == 2) return; CALL(place)"},
    {"right_of_an_operator", 1,
     "if (i % 2 == 0 && sub_group_non_uniform_any(i % 8 == 0)) { CALL(0) }",
     [](const Place& at) {
       return at.item % 2 == 0 && at.any([](size_t i) { return i % 8 == 0; });
     }},
    {"elected", 2, "if (i % 5 > 1) { if (sub_group_elect()) { CALL(0) } else { CALL(1) } }",
     [](const Place& at) {
       if (at.item % 5 <= 1) return false;
       const bool is_first = !at.any([&](size_t i) { return i % 5 > 1 && i < at.item; });
       return is_first == (at.place == 0);
     }},
    {"while_any_has_work_left", 4,
     "if (i % 4 == 0) return;\n"
     "  int left = x & 3; uint t = 0;\n"
     "  while (sub_group_non_uniform_any(left > 0)) { CALL(t) --left; ++t; }",
     [](const Place& at) {
       return at.item % 4 != 0 && at.any([&](size_t i) {
         return i % 4 != 0 && static_cast<size_t>(at.x[i] & 3) > at.place;
       });
     }},
    {"one_key_after_another", 4,
     "bool done = false;\n"
     "  for (uint t = 0; !done; ++t) {\n"
     "    if ((x & 3) == sub_group_broadcast_first(x & 3)) { CALL(t) done = true; }\n  }",
     [](const Place& at) { return at.place == turn_of_key(at); }},
};

/// Describes what a lane that comes gets; nothing if the language leaves it open.
struct Function {
  std::string call;
  std::function<std::optional<cl_int>(const Group&, size_t lane)> expected;
};

size_t first_of(const Group& lanes) {
  size_t lane = 0;
  while (!lanes[lane]) ++lane;
  return lane;
}
/// Those that come and are so, as bits.
template <class Test>
cl_ulong bits_of(const Group& lanes, const Test& test) {
  cl_ulong bits = 0;
  for (size_t i = 0; i < lanes.size(); ++i) bits |= cl_ulong{lanes[i] && test(*lanes[i])} << i;
  return bits;
}
cl_ulong odd(const Group& lanes) {
  return bits_of(lanes, [](cl_int x) { return (x & 1) != 0; });
}
cl_ulong active(const Group& lanes) {
  return bits_of(lanes, [](cl_int) { return true; });
}
cl_int count(cl_ulong bits) {
  return __builtin_popcountll(bits);
}

std::vector<Function> votes() {
  return {
      {"sub_group_elect() != 0",
       [](const Group& lanes, size_t lane) { return lane == first_of(lanes); }},
      {"sub_group_non_uniform_all(x & 1) != 0",
       [](const Group& lanes, size_t) { return odd(lanes) == active(lanes); }},
      {"sub_group_non_uniform_any(x & 1) != 0",
       [](const Group& lanes, size_t) { return odd(lanes) != 0; }},
      {"sub_group_non_uniform_all_equal(x & 1) != 0",
       [](const Group& lanes, size_t) { return odd(lanes) == active(lanes) || odd(lanes) == 0; }},
      {"sub_group_broadcast_first(x)",
       [](const Group& lanes, size_t) { return lanes[first_of(lanes)]; }},
      {"sub_group_non_uniform_broadcast(x, three)",
       [](const Group& lanes, size_t) { return lanes[3]; }},
      {"sub_group_ballot(x & 1).x",
       [](const Group& lanes, size_t) { return static_cast<cl_int>(odd(lanes)); }},
      {"sub_group_ballot(x & 1).y",
       [](const Group& lanes, size_t) { return static_cast<cl_int>(odd(lanes) >> 32); }},
      {"sub_group_ballot_exclusive_scan(sub_group_ballot(x & 1))",
       [](const Group& lanes, size_t lane) {
         return count(odd(lanes) & ((cl_ulong{1} << lane) - 1));
       }},
      {"sub_group_ballot_find_msb(sub_group_ballot(1))",
       [](const Group& lanes, size_t) { return 63 - __builtin_clzll(active(lanes)); }}};
}

template <class T>
Lanes<T> converted(const Group& lanes) {
  Lanes<T> result(lanes.size());
  for (size_t i = 0; i < lanes.size(); ++i) {
    if (lanes[i]) result[i] = static_cast<T>(*lanes[i]);
  }
  return result;
}
std::vector<Function> arithmetic() {
  return {
      {"sub_group_non_uniform_reduce_add(x)",
       [](const Group& lanes, size_t) { return reduced(Operation::add, lanes); }},
      {"sub_group_non_uniform_reduce_min((short)x)",
       [](const Group& lanes, size_t) {
         return reduced(Operation::min, converted<cl_short>(lanes));
       }},
      {"sub_group_non_uniform_scan_inclusive_mul((long)x)",
       [](const Group& lanes, size_t lane) {
         return static_cast<cl_int>(
             scanned_inclusive(Operation::mul, converted<cl_long>(lanes), lane));
       }},
      {"sub_group_non_uniform_scan_exclusive_add((char)x)",
       [](const Group& lanes, size_t lane) {
         return scanned_exclusive(Operation::add, converted<cl_char>(lanes), lane);
       }},
      {"sub_group_non_uniform_scan_exclusive_max(x)",
       [](const Group& lanes, size_t lane) {
         return scanned_exclusive(Operation::max, lanes, lane);
       }},
      {"as_int(sub_group_non_uniform_scan_exclusive_min((float)x))",
       [](const Group& lanes, size_t lane) {
         const float least = scanned_exclusive(Operation::min, converted<float>(lanes), lane);
         return std::bit_cast<cl_int>(least);
       }},
      {"(int)sub_group_non_uniform_scan_inclusive_add((double)x)",
       [](const Group& lanes, size_t lane) {
         return static_cast<cl_int>(
             scanned_inclusive(Operation::add, converted<double>(lanes), lane));
       }},
      {"(int)sub_group_non_uniform_reduce_max((half)x)",
       [](const Group& lanes, size_t) {
         return static_cast<cl_int>(reduced(Operation::max, converted<Half>(lanes)));
       }},
      {"sub_group_clustered_reduce_add(x, 4)",
       [](const Group& lanes, size_t lane) { return clustered(Operation::add, lanes, lane, 4); }},
      {"sub_group_clustered_reduce_or((uchar)x, 2)", [](const Group& lanes, size_t lane) {
         return clustered(Operation::bit_or, converted<cl_uchar>(lanes), lane, 2);
       }}};
}

/// The value of another lane, if there is that lane and it comes.
Function of_lane(const char* call, size_t (*source)(size_t lane, size_t width)) {
  return {call, [source](const Group& lanes, size_t lane) {
            const size_t from = source(lane, lanes.size());
            return from < lanes.size() ? lanes[from] : std::nullopt;
          }};
}
std::vector<Function> shuffles() {
  return {of_lane("sub_group_shuffle(x, (lane * 5 + 1) % W)",
                  [](size_t l, size_t w) { return (l * 5 + 1) % w; }),
          of_lane("(int)sub_group_shuffle((double)x, 2)", [](size_t, size_t) { return size_t{2}; }),
          of_lane("sub_group_shuffle_xor(x, 1)", [](size_t l, size_t) { return l ^ 1; }),
          of_lane("(int)sub_group_shuffle_up((char)x, 1)", [](size_t l, size_t) { return l - 1; }),
          of_lane("sub_group_shuffle_down(x, three)", [](size_t l, size_t) { return l + 3; }),
          of_lane("sub_group_rotate(x, -1)", [](size_t l, size_t w) { return (l - 1) % w; }),
          of_lane("sub_group_clustered_rotate(x, 1, 4)",
                  [](size_t l, size_t) { return (l & ~size_t{3}) | ((l + 1) & 3); }),
          of_lane("intel_sub_group_shuffle(x, W - 1 - lane)",
                  [](size_t l, size_t w) { return w - 1 - l; }),
          of_lane("intel_sub_group_shuffle_down(x, x, three)",
                  [](size_t l, size_t w) { return (l + 3) % w; }),
          of_lane("(int)intel_sub_group_shuffle_up((long)x, (long)x, 1)",
                  [](size_t l, size_t w) { return (l - 1) % w; })};
}

constexpr cl_int untouched = 0x5a5a5a5a;

/// Whole sub-groups; and a last one that is smaller, in a last work-group that is smaller too.
constexpr struct {
  size_t global, local;
} launches[] = {{128, 64}, {201, 70}};

class SubGroupDivergence : public testing::TestWithParam<Shape> {
 protected:
  static void check(const std::vector<Function>& all) {
    // Short kernels: on the scalar mode each call divides a kernel.
    constexpr ptrdiff_t most = 5;
    for (auto first = all.begin(); first != all.end();) {
      const auto end = first + std::min(most, all.end() - first);
      check_kernel(std::vector<Function>(first, end));
      first = end;
    }
  }

 private:
  static std::string source_of(const std::vector<Function>& functions) {
    std::string calls;
    for (const Function& one : functions) calls += " o[0] = " + one.call + "; o += N;";
    const Shape& shape = GetParam();
    return "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#define N get_global_size(0)\n"
           "#define W get_max_sub_group_size()\n#define lane get_sub_group_local_id()\n"
           "#define three (get_work_dim() + 2)\n#define CALL(place) {\\\n"
           "  global int* o = v + 1 + N + (place) * N * " +
           std::to_string(functions.size()) + " + g;\\\n " + calls +
           " }\n__attribute__((noinline)) void called(global int* v, size_t g, int x, uint i,"
           " uint place) {\n  " +
           shape.called +
           "\n}\nkernel void test(global int* v) {\n"
           "  const size_t g = get_global_id(0);\n  const uint i = get_local_id(0);\n"
           "  const int x = v[1 + g];\n  if (g == 0) v[0] = W;\n  " +
           shape.kernel + "\n}\n";
  }

  static void check_kernel(const std::vector<Function>& functions) {
    const std::string source = source_of(functions);
    for (const auto& launch : launches) {
      std::vector<cl_int> data(1 + launch.global * (1 + functions.size() * GetParam().places),
                               untouched);
      for (size_t i = 0; i < launch.global; ++i) {
        data[1 + i] = static_cast<cl_int>((i + 1) * 2654435761U % 203) - 101;
      }
      data = Runner::instance().run(
          source, {.global = {launch.global, 1, 1}, .local = {launch.local, 1, 1}}, data);
      for (size_t first = 0; first < launch.global; first += launch.local) {
        check_work_group(functions, data, first, std::min(launch.local, launch.global - first),
                         launch.global);
        if (testing::Test::HasFatalFailure()) {
          FAIL() << "work-group at " << first << " of " << launch.global << ":\n" << source;
        }
      }
    }
  }

  static void check_work_group(const std::vector<Function>& functions,
                               const std::vector<cl_int>& data, size_t first, size_t size,
                               size_t global) {
    const auto width = static_cast<size_t>(data[0]);
    ASSERT_TRUE(width >= 4 && width <= 64) << width;
    const auto begin = data.begin() + 1 + static_cast<ptrdiff_t>(first);
    const std::vector<cl_int> x(begin, begin + static_cast<ptrdiff_t>(size));
    for (size_t place = 0; place < GetParam().places; ++place) {
      const auto comes = [&](size_t item) {
        return GetParam().comes({.x = x, .width = width, .item = item, .place = place});
      };
      for (size_t item = 0; item < size; ++item) {
        Group lanes(width);
        const size_t start = item / width * width;
        for (size_t lane = 0; lane < width && start + lane < size; ++lane) {
          if (comes(start + lane)) lanes[lane] = x[start + lane];
        }
        for (size_t f = 0; f < functions.size(); ++f) {
          const cl_int found = data[1 + global * (1 + place * functions.size() + f) + first + item];
          const bool is_active = lanes[item - start].has_value();
          const std::optional<cl_int> expected =
              is_active ? functions[f].expected(lanes, item - start) : untouched;
          if (expected) {
            ASSERT_EQ(*expected, found)
                << functions[f].call << " at place " << place << " of item " << item << " of "
                << size << (is_active ? "" : ", which does not come there") << ", W = " << width;
          }
        }
      }
    }
  }
};

TEST_P(SubGroupDivergence, VotesAreOfThoseThatCome) {
  check(votes());
}
TEST_P(SubGroupDivergence, ArithmeticIsOfThoseThatCome) {
  check(arithmetic());
}
TEST_P(SubGroupDivergence, ShufflesAreAmongThoseThatCome) {
  check(shuffles());
}

INSTANTIATE_TEST_SUITE_P(InEveryShape, SubGroupDivergence, testing::ValuesIn(shapes),
                         [](const auto& shape) { return shape.param.name; });

}  // namespace
}  // namespace cleave::test
