// Votes and ballots of the work-items of a sub-group.
#include "sub_group_cases.h"

namespace cleave::test {
namespace {

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

template <class Named>
class SubGroupVotes : public SubGroupCases<Named> {};
TYPED_TEST_SUITE(SubGroupVotes, AllTypes, TypeNames);

TYPED_TEST(SubGroupVotes, VotesAreThoseOfTheWorkItemsThatCome) {
  this->check(vote_cases<typename TypeParam::Type>());
}

/// Floating-point values are compared as `==` does: no NaN is equal to itself, zeros are equal.
template <class T>
void check_equality(const char* type) {
  const std::string source = std::string(
                                 "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                                 "#define T ") +
                             type + R"(
    kernel void test(global int* o) {
      const uint i = get_local_id(0), l = get_sub_group_local_id();
      const T none = (T)nan(0u), most = (T)INFINITY;
      int found = (sub_group_non_uniform_all_equal(none) != 0);
      found |= (sub_group_non_uniform_all_equal(l == 1 ? none : (T)1) != 0) << 1;
      found |= (sub_group_non_uniform_all_equal(l == 0 ? none : (T)1) != 0) << 2;
      found |= (sub_group_non_uniform_all_equal(l & 1 ? (T)0 : -(T)0) != 0) << 3;
      found |= (sub_group_non_uniform_all_equal(most) != 0) << 4;
      if (l == 2) found |= (sub_group_non_uniform_all_equal(none) != 0) << 5;
      if (l & 1) found |= (sub_group_non_uniform_all_equal(l & 1 ? (T)3 : none) != 0) << 6;
      o[i] = found;
    })";
  const auto found = Runner::instance().run(source, {.global = {64, 1, 1}, .local = {64, 1, 1}},
                                            std::vector<cl_int>(64));
  for (size_t i = 0; i < 64; ++i) ASSERT_EQ(i % 2 == 1 ? 0x58 : 0x18, found[i]) << type << ' ' << i;
}
TEST(SubGroupEquality, OfFloatingPointValuesIsOrdered) {
  check_equality<cl_float>("float");
  check_equality<cl_double>("double");
  check_equality<Half>("half");
}

/// The bits of ballots and masks, all four words of them, in a work-group whose last sub-group is
/// smaller than the others.
class SubGroupBallot : public testing::Test {
 protected:
  static constexpr size_t items = 70;
  /// Each expression gives a uint4: its words, of each work-item.
  static void check(const std::vector<std::string>& expressions,
                    const std::function<std::pair<cl_ulong, cl_ulong>(
                        size_t expression, size_t lane, size_t width, size_t size)>& expected) {
    std::string source =
        "kernel void test(global uint4* o) {\n"
        "  const uint l = get_sub_group_local_id(), W = get_max_sub_group_size();\n"
        "  const uint4 all = (uint4)(~0u), beyond = (uint4)(1u << 3, 0, ~0u, ~0u);\n"
        "  o += get_local_id(0);\n";
    for (const std::string& one : expressions) source += "  *o = " + one + "; o += 70;\n";
    const auto found =
        Runner::instance().run(source + "}", {.global = {items, 1, 1}, .local = {items, 1, 1}},
                               std::vector<cl_ulong>(2 * items * expressions.size()));
    const size_t width = Runner::instance().sub_group_size();
    for (size_t e = 0; e < expressions.size(); ++e) {
      for (size_t i = 0; i < items; ++i) {
        const size_t size = std::min(width, items - i / width * width);
        const auto [low, high] = expected(e, i % width, width, size);
        ASSERT_EQ(low, found[(e * items + i) * 2]) << expressions[e] << " of item " << i;
        ASSERT_EQ(high, found[(e * items + i) * 2 + 1]) << expressions[e] << " of item " << i;
      }
    }
  }
  static cl_ulong below(size_t lane) {
    return lane >= 64 ? ~cl_ulong{0} : (cl_ulong{1} << lane) - 1;
  }
};

TEST_F(SubGroupBallot, HasABitForEachWorkItemThatIsThere) {
  check({"sub_group_ballot(1)", "sub_group_ballot(0)", "sub_group_ballot(l % 3 == 1 ? -8 : 0)"},
        [](size_t e, size_t, size_t, size_t size) {
          cl_ulong third = 0;
          for (size_t i = 1; i < size; i += 3) third |= cl_ulong{1} << i;
          const cl_ulong low[] = {below(size), 0, third};
          return std::pair(low[e], cl_ulong{0});
        });
}
TEST_F(SubGroupBallot, MasksReachToTheLargestSizeOfSubGroups) {
  check({"get_sub_group_eq_mask()", "get_sub_group_ge_mask()", "get_sub_group_gt_mask()",
         "get_sub_group_le_mask()", "get_sub_group_lt_mask()"},
        [](size_t e, size_t l, size_t width, size_t) {
          const cl_ulong low[] = {cl_ulong{1} << l, below(width) & ~below(l),
                                  below(width) & ~below(l + 1), below(l + 1), below(l)};
          return std::pair(low[e], cl_ulong{0});
        });
}
TEST_F(SubGroupBallot, BitsBeyondTheLargestSizeCountForNothing) {
  check(
      {"(uint4)(sub_group_ballot_bit_count(all), sub_group_ballot_bit_count(beyond), 0, 0)",
       "(uint4)(sub_group_ballot_inclusive_scan(all), sub_group_ballot_exclusive_scan(all), 0, 0)",
       "(uint4)(sub_group_ballot_find_lsb(all), sub_group_ballot_find_msb(all), 0, 0)",
       "(uint4)(sub_group_ballot_find_lsb(beyond), sub_group_ballot_find_msb(beyond), 0, 0)",
       "(uint4)(sub_group_inverse_ballot(all) != 0, sub_group_inverse_ballot(beyond) != 0, 0, 0)",
       "(uint4)(sub_group_ballot_bit_extract(all, l) != 0,"
       " sub_group_ballot_bit_extract(beyond, l) != 0, 0, 0)"},
      [](size_t e, size_t l, size_t width, size_t) {
        const auto words = [](size_t x, size_t y) {
          return std::pair(static_cast<cl_ulong>(x | y << 32), cl_ulong{0});
        };
        // `beyond` has the bit of lane 3 and bits that no lane has.
        const std::pair<cl_ulong, cl_ulong> all[] = {words(width, 1),     words(l + 1, l),
                                                     words(0, width - 1), words(3, 3),
                                                     words(1, l == 3),    words(1, l == 3)};
        return all[e];
      });
}

}  // namespace
}  // namespace cleave::test
