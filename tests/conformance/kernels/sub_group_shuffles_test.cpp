// Values that work-items of a sub-group hand each other.
#include "sub_group_cases.h"

namespace cleave::test {
namespace {

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
  // Elements beyond the sub-group are taken of the other value.
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

template <class Named>
class SubGroupShuffles : public SubGroupCases<Named> {};
TYPED_TEST_SUITE(SubGroupShuffles, AllTypes, TypeNames);

TYPED_TEST(SubGroupShuffles, ShufflesGiveTheValueOfTheChosenWorkItem) {
  this->check(shuffle_cases<typename TypeParam::Type>());
}

using OwnDistances = SubGroupShuffles<Of<cl_int>>;
/// Indices, masks and distances that differ between work-items, and rotations around and around.
TEST_F(OwnDistances, OfShufflesAndRotations) {
  using Found = std::optional<cl_int>;
  using Source = std::function<size_t(size_t, size_t)>;
  const std::pair<const char*, Source> sources[] = {
      {"sub_group_shuffle_xor(x, (l * 3) % W)", [](size_t l, size_t w) { return l ^ (l * 3 % w); }},
      {"sub_group_shuffle_up(x, l / 2)", [](size_t l, size_t) { return l - l / 2; }},
      {"sub_group_shuffle_down(x, (W - 1 - l) / 2)",
       [](size_t l, size_t w) { return l + (w - 1 - l) / 2; }},
      {"sub_group_rotate(x, (int)W + 1)", [](size_t l, size_t w) { return (l + 1) % w; }},
      {"sub_group_rotate(x, INT_MIN + 1)", [](size_t l, size_t w) { return (l + 1) % w; }},
      {"sub_group_rotate(x, 0)", [](size_t l, size_t) { return l; }},
      {"sub_group_clustered_rotate(x, -1, 4)",
       [](size_t l, size_t) { return (l & ~size_t{3}) | ((l - 1) & 3); }},
      {"sub_group_clustered_rotate(x, 7, 2)", [](size_t l, size_t) { return l ^ 1; }},
      {"sub_group_clustered_rotate(x, 7, 1)", [](size_t l, size_t) { return l; }},
      {"intel_sub_group_shuffle_xor(x, (l * 5) % W)",
       [](size_t l, size_t w) { return l ^ (l * 5 % w); }}};
  std::vector<Case<cl_int>> cases;
  for (const auto& [call, source] : sources) cases.push_back({call, of_lane<cl_int>(source)});
  cases.push_back(
      {"sub_group_shuffle(x, (uint)x % W)", [](const Lanes<cl_int>& lanes, size_t lane) -> Found {
         return lanes[static_cast<cl_uint>(*lanes[lane]) % lanes.size()];
       }});
  // Two values, as if one stood behind the other; each work-item reads at a place of its own.
  const auto of_two = [](const Lanes<cl_int>& lanes, size_t index, cl_int beyond) -> Found {
    const auto& value = lanes[index % lanes.size()];
    return value ? Found(*value + (index < lanes.size() ? 0 : beyond)) : std::nullopt;
  };
  cases.push_back({"intel_sub_group_shuffle_down(x, x + 1, (l * 3 + 1) % (2 * W - l))",
                   [=](const Lanes<cl_int>& lanes, size_t l) {
                     return of_two(lanes, l + (l * 3 + 1) % (2 * lanes.size() - l), 1);
                   }});
  cases.push_back({"intel_sub_group_shuffle_up(x, x - 1, (l * 3 + 2) % (W + l + 1))",
                   [=](const Lanes<cl_int>& lanes, size_t l) {
                     const size_t width = lanes.size();
                     return of_two(lanes, width + l - (l * 3 + 2) % (width + l + 1), -1);
                   }});
  check(cases);
}

/// A work-item gets an undefined value from an index without a work-item; all others get theirs.
TEST(SubGroupShuffle, IndicesOutOfRangeHarmNobodyElse) {
  const char* source = R"(
    kernel void test(global int* o) {
      const uint i = get_local_id(0), l = get_sub_group_local_id();
      const int x = o[i], wild = l == 1;
      o += i;
      o[128] = sub_group_shuffle(x, wild ? ~0u : l);
      o[256] = sub_group_shuffle_xor(x, wild ? 0x80000000u : 0);
      o[384] = sub_group_shuffle_up(x, wild ? 1000 : 0);
      o[512] = sub_group_shuffle_down(x, wild ? ~0u : 0);
      o[640] = intel_sub_group_shuffle(x, wild ? 12345678 : l);
      o[768] = intel_sub_group_shuffle_down(x, x, wild ? ~0u : 0);
      o[896] = intel_sub_group_shuffle_up(x, x, wild ? 0x7fffffff : 0);
      o[1024] = intel_sub_group_shuffle_xor(x, wild ? 64 : 0);
      o[1152] = x + 0 * sub_group_non_uniform_broadcast(x, 1000);
      if (l != 2) o[1280] = sub_group_shuffle(x, wild ? 2 : l);
      o[1408] = sub_group_ballot_bit_extract((uint4)(~0u), wild ? ~0u : l) ? x : -1;
    })";
  std::vector<cl_int> data(12 * 128);
  for (cl_int i = 0; i < 128; ++i) data[static_cast<size_t>(i)] = 1000 + i;
  for (const size_t size : {128U, 37U}) {
    const auto found =
        Runner::instance().run(source, {.global = {size, 1, 1}, .local = {size, 1, 1}}, data);
    for (size_t row = 1; row < 12; ++row) {
      for (size_t i = 0; i < size; ++i) {
        const size_t lane = i % Runner::instance().sub_group_size();
        if (lane == 1 || (row == 10 && lane == 2)) continue;
        ASSERT_EQ(data[i], found[row * 128 + i]) << "row " << row << ", item " << i;
      }
    }
  }
}

struct Vector {
  const char* element;
  size_t size;
};
/// Checks what functions of vectors give: each component is that of the work-item that is asked.
void check_vectors(const std::vector<Vector>& vectors,
                   const std::vector<std::pair<const char*, size_t (*)(size_t, size_t)>>& calls) {
  constexpr size_t items = 128;
  for (const Vector& vector : vectors) {
    const std::string type = vector.element + std::to_string(vector.size);
    const auto component = [](size_t j) { return ".s" + std::string(1, "0123456789abcdef"[j]); };
    std::string source =
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "kernel void test(global int* o) {\n"
        "  const uint l = get_sub_group_local_id(), W = get_max_sub_group_size();\n"
        "  const uint three = get_work_dim() + 2;\n  o += get_local_id(0);\n"
        "  if (l == 0) o[0] = W;\n  " +
        type + " x, r;\n";
    for (size_t j = 0; j < vector.size; ++j) {
      source += "  x" + component(j) + " = l + " + std::to_string(3 * j) + ";\n";
    }
    size_t row = 0;
    for (const auto& call : calls) {
      source += "  r = " + std::string(call.first) + ";\n";
      for (size_t j = 0; j < vector.size; ++j) {
        source += "  o[" + std::to_string(++row * items) + "] = (int)r" + component(j) + ";\n";
      }
    }
    const auto found =
        Runner::instance().run(source + "}", {.global = {items, 1, 1}, .local = {64, 1, 1}},
                               std::vector<cl_int>((row + 1) * items));
    const auto width = static_cast<size_t>(found[0]);
    for (size_t i = 0; i < items; ++i) {
      for (size_t at = 0; at < row; ++at) {
        const auto& [call, source_of] = calls[at / vector.size];
        const size_t expected = source_of(i % width, width) + 3 * (at % vector.size);
        ASSERT_EQ(static_cast<cl_int>(expected), found[(at + 1) * items + i % 64])
            << call << " of " << type << ", component " << at % vector.size << ", item " << i % 64;
      }
    }
  }
}

TEST(SubGroupVectors, AreBroadcast) {
  check_vectors(
      {{"char", 2},
       {"uchar", 3},
       {"short", 4},
       {"ushort", 8},
       {"int", 16},
       {"uint", 3},
       {"long", 2},
       {"ulong", 4},
       {"float", 8},
       {"double", 2},
       {"half", 4}},
      {{"sub_group_broadcast(x, 2)", [](size_t, size_t) { return size_t{2}; }},
       {"sub_group_non_uniform_broadcast(x, three)", [](size_t, size_t) { return size_t{3}; }}});
}
TEST(SubGroupVectors, OfSmallIntegersHaveIntelsBroadcast) {
  check_vectors({{"char", 3}, {"uchar", 4}, {"short", 2}, {"ushort", 16}},
                {{"intel_sub_group_broadcast(x, 2)", [](size_t, size_t) { return size_t{2}; }}});
}
TEST(SubGroupVectors, AreShuffled) {
  check_vectors(
      {{"char", 2},
       {"uchar", 4},
       {"short", 3},
       {"ushort", 2},
       {"int", 2},
       {"uint", 8},
       {"float", 3}},
      {{"intel_sub_group_shuffle(x, (l + 1) % W)", [](size_t l, size_t w) { return (l + 1) % w; }},
       {"intel_sub_group_shuffle_xor(x, 1)", [](size_t l, size_t) { return l ^ 1; }},
       {"intel_sub_group_shuffle_up(x, x, 1)", [](size_t l, size_t w) { return (l - 1) % w; }},
       {"intel_sub_group_shuffle_down(x, x, three)",
        [](size_t l, size_t w) { return (l + 3) % w; }}});
}

}  // namespace
}  // namespace cleave::test
