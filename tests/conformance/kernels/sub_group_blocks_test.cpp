// Block reads and writes.
#include "sub_group_cases.h"

namespace cleave::test {
namespace {

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

/// Reads begin at any multiple of 4 bytes, writes at any of 16; `p` is the same for all, but need
/// not be known to be, and sub-groups may go different ways.
TEST(SubGroupBlocks, BeginAtTheirAlignmentInBranchesOfWholeSubGroups) {
  constexpr size_t items = 128;
  for (const auto& [suffix, type] : {std::pair("_ui2", "uint"), std::pair("_us4", "ushort"),
                                     std::pair("_uc8", "uchar"), std::pair("_ul", "ulong")}) {
    const std::string source =
        "kernel void test(global uint* v) {\n"
        "  const uint W = get_max_sub_group_size(), s = get_sub_group_id();\n"
        "  global " +
        std::string(type) + "* from = (global " + type +
        "*)(v + 1 + v[0] + s);\n"
        "  global " +
        type + "* to = (global " + type +
        "*)(v + 1024 + s * W * 2 + 4 * (s & 1));\n"
        "  if (s & 1) intel_sub_group_block_write" +
        suffix + "(to, intel_sub_group_block_read" + suffix +
        "(from));\n  else if (get_sub_group_local_id() == 0) v[512 + s] = W;\n}";
    std::vector<cl_uint> data = values_of<cl_uint>(2048);
    data[0] = 2;
    const std::vector<cl_uint> given = data;
    data = Runner::instance().run(source, {.global = {items, 1, 1}, .local = {items, 1, 1}}, data);
    const size_t width = data[512];
    std::vector<cl_uint> expected = given;
    for (size_t s = 0; s < items / width; ++s) {
      if (s % 2 == 0) {
        expected[512 + s] = static_cast<cl_uint>(width);
      } else {
        for (size_t i = 0; i < 2 * width; ++i)
          expected[1028 + s * width * 2 + i] = given[3 + s + i];
      }
    }
    ASSERT_EQ(expected, data) << suffix;
  }
}

}  // namespace
}  // namespace cleave::test
