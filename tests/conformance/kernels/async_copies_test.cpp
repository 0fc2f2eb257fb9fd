// Copies of boxes between global and local memory (cl_khr_extended_async_copies), and their order
// (cl_khr_async_work_group_copy_fence).
#include <numeric>
#include <ostream>

#include "runner.h"

namespace cleave::test {
namespace {

/// Elements, lines and planes of a box; what lies between its lines and planes on either side, and
/// where it begins, in elements; how far both sides are from aligned addresses, in bytes.
struct Box {
  size_t bytes, elements, lines, planes;
  size_t global_gap = 0, local_gap = 0;
  size_t global_offset = 0, local_offset = 0;
  size_t misaligned = 0;

  [[nodiscard]] size_t line(size_t gap) const { return elements + gap; }
  [[nodiscard]] size_t plane(size_t gap) const { return line(gap) * lines + 2 * gap; }
  [[nodiscard]] size_t size(size_t gap, size_t offset) const {
    return (offset + plane(gap) * planes) * bytes + misaligned;
  }
  /// Calls `copy(to, from)` for each byte of the box, in memory that begins at 0 on either side.
  template <class Copy>
  void for_each_byte(const Copy& copy) const {
    for (size_t z = 0; z < planes; ++z) {
      for (size_t y = 0; y < lines; ++y) {
        for (size_t x = 0; x < elements * bytes; ++x) {
          const auto place = [&](size_t gap, size_t offset) {
            return misaligned + (offset + z * plane(gap) + y * line(gap)) * bytes + x;
          };
          copy(place(global_gap, global_offset), place(local_gap, local_offset));
        }
      }
    }
  }
};

std::ostream& operator<<(std::ostream& to, const Box& box) {
  return to << box.elements << "x" << box.lines << "x" << box.planes << " of " << box.bytes
            << " bytes, gaps " << box.global_gap << " and " << box.local_gap << ", offsets "
            << box.global_offset << " and " << box.local_offset << ", misaligned by "
            << box.misaligned;
}

const Box boxes[] = {
    {4, 10, 13, 1},
    {4, 16, 4, 3, 5, 0, 7, 2},
    {1, 33, 5, 1, 1, 3, 2, 1},
    {2, 7, 9, 2, 0, 4, 1, 0},
    {3, 21, 3, 2, 2, 2, 5, 3},
    {8, 64, 2, 2, 3, 1},
    {12, 5, 6, 1, 1, 0, 0, 4},
    {16, 3, 8, 2, 2, 1, 1, 1},
    {128, 2, 3, 2, 1, 1},
    {4, 9, 6, 2, 1, 2, 3, 1, 1},  // elements of 4 bytes that are not aligned to them
    {8, 9, 6, 1, 1, 2, 3, 1, 2},
    {4, 1, 40, 1, 6, 0},  // a column to a line: what async_work_group_strided_copy does
    {4, 1, 1, 1},
    {4, 100, 1, 1},
    {4, 0, 3, 2, 4, 4},  // nothing
    {4, 3, 0, 2, 4, 4},
    {4, 3, 3, 0, 4, 4},
};

std::string numbers(std::initializer_list<size_t> all) {
  std::string text;
  for (const size_t one : all) text += std::to_string(one) + ", ";
  return text;
}

/// The call with the arguments that both functions have in this order.
std::string call(const Box& box, bool to_local, bool of_planes) {
  const std::string local =
      "l + " + std::to_string(box.misaligned) + ", " + numbers({box.local_offset});
  const std::string global =
      "own + " + std::to_string(box.misaligned) + ", " + numbers({box.global_offset});
  const size_t from = to_local ? box.global_gap : box.local_gap;
  const size_t to = to_local ? box.local_gap : box.global_gap;
  const std::string sides = to_local ? local + global : global + local;
  if (of_planes) {
    return "async_work_group_copy_3D3D(" + sides +
           numbers({box.bytes, box.elements, box.lines, box.planes, box.line(from), box.plane(from),
                    box.line(to), box.plane(to)}) +
           "e)";
  }
  return "async_work_group_copy_2D2D(" + sides +
         numbers({box.bytes, box.elements, box.lines, box.line(from), box.line(to)}) + "e)";
}

class BoxCopies : public testing::TestWithParam<size_t> {  // the local size
 protected:
  static constexpr size_t groups = 3;

  /// Runs `statements` in each work-group, with its bytes of global memory as `own`.
  static std::vector<cl_uchar> run(const Box& box, const std::vector<cl_uchar>& data,
                                   const std::string& statements) {
    const size_t share = data.size() / groups;
    const size_t local_bytes = std::max<size_t>(box.size(box.local_gap, box.local_offset), 1);
    const std::string source = "#define LOCAL_BYTES " + std::to_string(local_bytes) + R"(
      kernel void test(global uchar* o, local uchar* l) {
        global uchar* own = o + get_group_id(0) * )" +
                               std::to_string(share) + R"(;
        event_t e = 0;
        )" + statements + "}";
    return Runner::instance().run(
        source, {.global = {groups * GetParam(), 1, 1}, .local = {GetParam(), 1, 1}}, data,
        // Aligned as the arguments of a launch are.
        local_bytes);
  }

  /// Numbers that differ, for each work-group as many as the larger side needs, a multiple of 16.
  static std::vector<cl_uchar> data_for(const Box& box) {
    const size_t needed = std::max(box.size(box.global_gap, box.global_offset),
                                   box.size(box.local_gap, box.local_offset));
    std::vector<cl_uchar> data(groups * (needed / 16 * 16 + 16));
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<cl_uchar>(i * 7 + i / 250);
    return data;
  }
};

TEST_P(BoxCopies, FillLocalMemoryFromGlobalMemory) {
  for (const Box& box : boxes) {
    for (const bool of_planes : {true, false}) {
      if (!of_planes && box.planes != 1) continue;
      SCOPED_TRACE(testing::PrintToString(box));
      const std::vector<cl_uchar> data = data_for(box);
      const auto out = run(box, data,
                           "for (size_t i = get_local_id(0); i < LOCAL_BYTES; "
                           "i += get_local_size(0)) l[i] = 170;\n"
                           "barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "e = " +
                               call(box, true, of_planes) +
                               ";\nwait_group_events(1, &e);\n"
                               "for (size_t i = get_local_id(0); i < LOCAL_BYTES; "
                               "i += get_local_size(0)) own[i] = l[i];\n");
      const size_t share = data.size() / groups;
      std::vector<cl_uchar> expected = data;
      for (size_t group = 0; group < groups; ++group) {
        const auto own = expected.begin() + static_cast<ptrdiff_t>(group * share);
        std::fill_n(own, std::max<size_t>(box.size(box.local_gap, box.local_offset), 1), 170);
        box.for_each_byte([&](size_t in_global, size_t in_local) {
          own[static_cast<ptrdiff_t>(in_local)] = data[group * share + in_global];
        });
      }
      ASSERT_EQ(out, expected);
    }
  }
}

TEST_P(BoxCopies, FillGlobalMemoryFromLocalMemory) {
  for (const Box& box : boxes) {
    for (const bool of_planes : {true, false}) {
      if (!of_planes && box.planes != 1) continue;
      SCOPED_TRACE(testing::PrintToString(box));
      const std::vector<cl_uchar> data = data_for(box);
      const auto out = run(box, data,
                           "for (size_t i = get_local_id(0); i < LOCAL_BYTES; "
                           "i += get_local_size(0)) l[i] = own[i] + 1;\n"
                           "barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "e = " +
                               call(box, false, of_planes) + ";\nwait_group_events(1, &e);\n");
      const size_t share = data.size() / groups;
      std::vector<cl_uchar> expected = data;
      for (size_t group = 0; group < groups; ++group) {
        const auto begin = static_cast<ptrdiff_t>(group * share);
        box.for_each_byte([&](size_t in_global, size_t in_local) {
          expected[group * share + in_global] =
              static_cast<cl_uchar>(data.begin()[begin + static_cast<ptrdiff_t>(in_local)] + 1);
        });
      }
      ASSERT_EQ(out, expected);
    }
  }
}

// Work-items of one sub-group write what those of another copy on: nothing but the fence is
// between.
TEST_P(BoxCopies, AreOrderedByAFence) {
  const size_t local = GetParam();
  const char* source = R"(
    kernel void test(global int* o, local int* l) {
      const size_t n = 2 * get_local_size(0), half_way = get_local_size(0);
      global int* own = o + get_group_id(0) * n;
      event_t e = async_work_group_copy(l, own, n, 0);
      async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      e = async_work_group_copy_2D2D(own, 0, l, half_way, sizeof(int), half_way, 1, n, n, e);
      e = async_work_group_copy_2D2D(own, half_way, l, 0, sizeof(int), 1, half_way, 1, 1, e);
      wait_group_events(1, &e);
    })";
  std::vector<cl_int> data(2 * local * groups);
  std::iota(data.begin(), data.end(), 0);
  const auto out =
      Runner::instance().run(source, {.global = {groups * local, 1, 1}, .local = {local, 1, 1}},
                             data, 2 * local * sizeof(cl_int));
  for (size_t i = 0; i < data.size(); ++i) {
    const size_t first = i / (2 * local) * 2 * local;
    ASSERT_EQ(out[i], static_cast<cl_int>(first + (i - first + local) % (2 * local))) << i;
  }
}

TEST_P(BoxCopies, FencesMayBeInLoops) {
  const size_t local = GetParam();
  // Each iteration moves all numbers on by one.
  const char* source = R"(
    kernel void test(global int* o, local int* l) {
      const size_t n = get_local_size(0);
      global int* own = o + get_group_id(0) * n;
      event_t e = 0;
      for (int i = 0; i < 5; ++i) {
        e = async_work_group_copy(l, own, n, e);
        async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        e = async_work_group_copy(own, l + 1, n - 1, e);
        e = async_work_group_copy(own + n - 1, l, 1, e);
        async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      }
      wait_group_events(1, &e);
    })";
  std::vector<cl_int> data(local * groups);
  std::iota(data.begin(), data.end(), 0);
  const auto out =
      Runner::instance().run(source, {.global = {groups * local, 1, 1}, .local = {local, 1, 1}},
                             data, local * sizeof(cl_int));
  for (size_t i = 0; i < data.size(); ++i) {
    ASSERT_EQ(out[i], static_cast<cl_int>(i / local * local + (i % local + 5) % local)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(LocalSize, BoxCopies, testing::Values(1, 3, 16, 40, 128));

}  // namespace
}  // namespace cleave::test
