// Small work-groups whose work-items share local memory and meet. Whether they run as lanes of
// larger work-groups or one by one, each must see its own local memory, and its own barriers only.
#include <algorithm>
#include <numeric>
#include <ostream>

#include "runner.h"

namespace cleave::test {
namespace {

using Sizes = std::array<size_t, 3>;

/// A size of work-groups, and how many there are in each dimension.
struct Groups {
  Sizes local;
  Sizes count;
  Sizes offset = {0, 0, 0};
  size_t trailing = 0;  // work-items of a smaller work-group behind the others in x
};

std::ostream& operator<<(std::ostream& to, const Groups& groups) {
  const auto [x, y, z] = groups.local;
  const auto [columns, rows, planes] = groups.count;
  return to << x << "x" << y << "x" << z << " items in " << columns << "x" << rows << "x" << planes
            << " groups, " << groups.trailing << " behind";
}

const std::vector<Groups> all_groups = {
    {{1, 1, 1}, {3, 1, 1}},
    {{1, 1, 1}, {1000, 1, 1}},
    {{2, 1, 1}, {333, 1, 1}},
    {{3, 1, 1}, {160, 1, 1}, {5, 0, 0}},
    {{3, 1, 1}, {161, 1, 1}},
    {{7, 1, 1}, {100, 1, 1}},
    {{8, 1, 1}, {8, 1, 1}},
    {{8, 1, 1}, {129, 1, 1}, {1, 0, 0}},
    {{17, 1, 1}, {40, 1, 1}},
    {{31, 1, 1}, {32, 1, 1}},
    {{33, 1, 1}, {20, 1, 1}},
    {{64, 1, 1}, {4, 1, 1}},
    {{5, 3, 1}, {16, 3, 1}, {2, 3, 0}},
    {{5, 3, 1}, {7, 5, 1}},
    {{7, 1, 1}, {4, 9, 1}},
    {{1, 1, 1}, {5, 6, 7}, {1, 2, 3}},
    {{2, 2, 3}, {5, 3, 2}},
    {{3, 1, 1}, {77, 1, 1}, {0, 0, 0}, 2},
    {{8, 1, 1}, {50, 1, 1}, {3, 0, 0}, 5},
    {{31, 1, 1}, {9, 1, 1}, {0, 0, 0}, 1},
};

std::vector<Groups> rows_only() {
  std::vector<Groups> rows;
  std::ranges::copy_if(all_groups, std::back_inserter(rows), [](const Groups& groups) {
    return groups.local[1] * groups.local[2] * groups.count[1] * groups.count[2] == 1;
  });
  return rows;
}

/// A work-item of a launch: its number there, its number in its work-group, and which that is.
struct Item {
  size_t number, local, group, group_size;
};

std::vector<Item> items_of(const Groups& groups) {
  std::vector<Item> items;
  const auto& [local, count, offset, trailing] = groups;
  const size_t columns = count[0] + (trailing != 0 ? 1 : 0);
  const Sizes global = {local[0] * count[0] + trailing, local[1] * count[1], local[2] * count[2]};
  for (size_t z = 0; z < global[2]; ++z) {
    for (size_t y = 0; y < global[1]; ++y) {
      for (size_t x = 0; x < global[0]; ++x) {
        const size_t width = x / local[0] < count[0] ? local[0] : trailing;
        const size_t inside = (z % local[2] * local[1] + y % local[1]) * width + x % local[0];
        const size_t group = (z / local[2] * count[1] + y / local[1]) * columns + x / local[0];
        items.push_back({items.size(), inside, group, width * local[1] * local[2]});
      }
    }
  }
  return items;
}

Range range_of(const Groups& groups) {
  const auto& [local, count, offset, trailing] = groups;
  return {.dimensions = 3,
          .global = {local[0] * count[0] + trailing, local[1] * count[1], local[2] * count[2]},
          .local = local,
          .offset = offset};
}

/// Returns the value that each work-item begins with.
cl_uint value_of(size_t number) {
  return static_cast<cl_uint>(number * 2654435761U >> 7);
}

/// Computes what a work-item of a work-group makes of the values of all of them, in their order.
using Model = cl_uint (*)(const std::vector<cl_uint>& values, size_t local, size_t group);

const std::string ids = R"(
  uint group_number(void) {
    return (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) +
           get_group_id(0);
  }
  uint group_size(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
)";

/// Runs `source` for all sizes with `local_bytes` of local memory for each item of a work-group.
void expect_model(const std::string& source, const Model& model, size_t local_bytes = 0,
                  const std::vector<Groups>& sizes = all_groups) {
  for (const Groups& groups : sizes) {
    const std::vector<Item> items = items_of(groups);
    std::vector<std::vector<cl_uint>> values(items.back().group + 1);
    for (const Item& item : items) {
      auto& own = values[item.group];
      own.resize(item.group_size);
      own[item.local] = value_of(item.number);
    }
    std::vector<cl_uint> data;
    for (const Item& item : items) data.push_back(value_of(item.number));
    const auto& local = groups.local;
    const Range range = range_of(groups);
    const auto out = Runner::instance().run(
        ids + source, range, data, local_bytes * local[0] * local[1] * local[2], options_of(range));
    for (const Item& item : items) {
      ASSERT_EQ(out[item.number], model(values[item.group], item.local, item.group))
          << groups << ", item " << item.number;
    }
  }
}

cl_uint sum_of(const std::vector<cl_uint>& values, size_t /*local*/, size_t /*group*/) {
  return std::accumulate(values.begin(), values.end(), 0U);
}

TEST(MergedMeetings, TreeReductionInALocalArgument) {
  expect_model(R"(
    kernel void test(global uint *o, local uint *x) {
      const uint l = get_local_linear_id(), i = get_global_linear_id();
      x[l] = o[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint s = group_size(); s > 1; s = (s + 1) / 2) {
        const uint rest = (s + 1) / 2;
        if (l + rest < s) x[l] += x[l + rest];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      o[i] = x[0];
    })",
               sum_of, sizeof(cl_uint));
}

TEST(MergedMeetings, ScanInLocalVariablesOfSeveralTypes) {
  expect_model(R"(
    kernel void test(global uint *o) {
      local uchar marks[64];
      local ulong wide[2][64];
      const uint l = get_local_linear_id(), i = get_global_linear_id();
      wide[0][l] = o[i];
      marks[l] = l;
      barrier(CLK_LOCAL_MEM_FENCE);
      uint from = 0;
      for (uint d = 1; d < group_size(); d *= 2) {
        wide[1 - from][l] = wide[from][l] + (l >= d ? wide[from][marks[l - d]] : 0);
        from = 1 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      o[i] = wide[from][l];
    })",
               [](const std::vector<cl_uint>& values, size_t local, size_t) {
                 return std::accumulate(values.begin(), values.begin() + local + 1, 0U);
               });
}

TEST(MergedMeetings, BarriersInLoopsThatAllCountAlike) {
  expect_model(
      R"(
    uint rotated(local uint *x, uint l, uint steps) {
      for (uint step = 0; step < steps; ++step) {
        const uint next = x[(l + 1) % group_size()];
        barrier(CLK_LOCAL_MEM_FENCE);
        x[l] = next + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      return x[l];
    }
    kernel void test(global uint *o, local uint *x) {
      const uint l = get_local_linear_id(), i = get_global_linear_id();
      x[l] = o[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      o[i] = rotated(x, l, 5);
    })",
      [](const std::vector<cl_uint>& values, size_t local, size_t) {
        return values[(local + 5) % values.size()] + 5;
      },
      sizeof(cl_uint));
}

TEST(MergedMeetings, BarriersThatSomeGroupsPassMoreOften) {
  expect_model(
      R"(
    kernel void test(global uint *o, local uint *x) {
      const uint l = get_local_linear_id(), i = get_global_linear_id();
      x[l] = o[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint step = 0; step < group_number() % 4; ++step) {
        const uint next = x[(l + 1) % group_size()];
        barrier(CLK_LOCAL_MEM_FENCE);
        x[l] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (group_number() % 3 == 1) return;
      if (group_number() % 3 == 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        o[i] = x[group_size() - 1 - l];
      } else {
        o[i] = x[l];
      }
    })",
      [](const std::vector<cl_uint>& values, size_t local, size_t group) {
        if (group % 3 == 1) return values[local];
        const size_t from = group % 3 == 2 ? values.size() - 1 - local : local;
        return values[(from + group % 4) % values.size()];
      },
      sizeof(cl_uint));
}

TEST(MergedMeetings, LoopsThatWhatIsInLocalMemoryEnds) {
  expect_model(
      R"(
    kernel void test(global uint *o, local uint *x) {
      local uint left;
      const uint l = get_local_linear_id(), i = get_global_linear_id();
      x[l] = o[i];
      if (l == 0) left = group_number() % 5;
      barrier(CLK_LOCAL_MEM_FENCE);
      while (left != 0) {
        const uint next = x[(l + 1) % group_size()];
        barrier(CLK_LOCAL_MEM_FENCE);
        x[l] = next;
        if (l == 0) --left;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      o[i] = x[l];
    })",
      [](const std::vector<cl_uint>& values, size_t local, size_t group) {
        return values[(local + group % 5) % values.size()];
      },
      sizeof(cl_uint));
}

TEST(MergedMeetings, LocalMemoryWithoutBarriers) {
  expect_model(
      R"(
    kernel void test(global uint *o, local uint *x) {
      const uint l = get_local_linear_id(), i = get_global_linear_id();
      x[2 * l] = o[i];
      x[2 * l + 1] = group_number();
      for (uint step = 0; step < group_number() % 7; ++step) x[2 * l] += x[2 * l + 1];
      o[i] = x[2 * l];
    })",
      [](const std::vector<cl_uint>& values, size_t local, size_t group) {
        return values[local] + static_cast<cl_uint>(group % 7 * group);
      },
      2 * sizeof(cl_uint));
}

TEST(MergedMeetings, RequiredSizes) {
  expect_model(R"(
    kernel __attribute__((reqd_work_group_size(7, 1, 1))) void test(global uint *o) {
      local uint x[7];
      const uint l = get_local_id(0), i = get_global_linear_id();
      x[l] = o[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      o[i] = x[6 - l] + get_local_size(0) + get_enqueued_local_size(0);
    })",
               [](const std::vector<cl_uint>& values, size_t local, size_t) {
                 return values[6 - local] + 14;
               },
               0, {{{7, 1, 1}, {100, 1, 1}}, {{7, 1, 1}, {4, 9, 1}}});
}

TEST(MergedMeetings, LocalAtomics) {
  expect_model(R"(
    kernel void test(global uint *o) {
      local uint sum, counts[4];
      const uint l = get_local_linear_id(), i = get_global_linear_id();
      if (l == 0) sum = 0;
      if (l == 0) for (uint k = 0; k < 4; ++k) counts[k] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(&sum, o[i]);
      atomic_inc(&counts[o[i] % 4]);
      barrier(CLK_LOCAL_MEM_FENCE);
      o[i] = sum + counts[l % 4];
    })",
               [](const std::vector<cl_uint>& values, size_t local, size_t) {
                 const auto alike = std::ranges::count_if(
                     values, [&](cl_uint value) { return value % 4 == local % 4; });
                 return std::accumulate(values.begin(), values.end(), static_cast<cl_uint>(alike));
               });
}

TEST(MergedMeetings, AsynchronousCopies) {
  expect_model(
      R"(
    kernel void test(global uint *o, local uint *x) {
      const uint l = get_local_id(0), n = get_local_size(0);
      global uint *const own = o + get_global_linear_id() - l;
      event_t copy = async_work_group_copy(x, own, n, 0);
      wait_group_events(1, &copy);
      const uint other = x[n - 1 - l];
      barrier(CLK_LOCAL_MEM_FENCE);
      x[l] = other + n;
      barrier(CLK_LOCAL_MEM_FENCE);
      copy = async_work_group_copy(own, x, n, 0);
      wait_group_events(1, &copy);
    })",
      [](const std::vector<cl_uint>& values, size_t local, size_t) {
        return static_cast<cl_uint>(values[values.size() - 1 - local] + values.size());
      },
      sizeof(cl_uint), rows_only());
}

TEST(MergedMeetings, FencesBetweenAsynchronousCopies) {
  expect_model(
      R"(
    kernel void test(global uint *o, local uint *x) {
      const uint n = get_local_size(0);
      global uint *const own = o + get_global_linear_id() - get_local_id(0);
      event_t copy = async_work_group_copy(x, own, n, 0);
      async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      copy = async_work_group_copy_2D2D(own, 0, x, 1, 4, 1, n - 1, 1, 1, copy);
      copy = async_work_group_copy_2D2D(own, n - 1, x, 0, 4, 1, 1, 1, 1, copy);
      wait_group_events(1, &copy);
    })",
      [](const std::vector<cl_uint>& values, size_t local, size_t) {
        return values[(local + 1) % values.size()];
      },
      sizeof(cl_uint), rows_only());
}

TEST(MergedMeetings, FunctionsOfWorkGroups) {
  expect_model(R"(
    kernel void test(global uint *o) {
      const uint i = get_global_linear_id(), own = o[i];
      const uint before = work_group_scan_exclusive_add(own);
      const uint until = work_group_scan_inclusive_max(own);
      const uint all = work_group_reduce_add(own);
      const uint last = work_group_broadcast(own, get_local_size(0) - 1, get_local_size(1) - 1,
                                             get_local_size(2) - 1);
      const uint votes = (work_group_any(own % 5 == 0) != 0) + 2 * (work_group_all(own % 3) != 0);
      o[i] = before * 3 + until * 5 + all * 7 + last * 11 + votes;
    })",
               [](const std::vector<cl_uint>& values, size_t local, size_t) {
                 const auto own = values.begin() + static_cast<ptrdiff_t>(local);
                 const auto is_fifth = [](cl_uint value) { return value % 5 == 0; };
                 const auto is_no_third = [](cl_uint value) { return value % 3 != 0; };
                 const cl_uint before = std::accumulate(values.begin(), own, 0U);
                 const cl_uint until = *std::max_element(values.begin(), own + 1);
                 const cl_uint all = std::accumulate(values.begin(), values.end(), 0U);
                 const cl_uint votes = std::ranges::any_of(values, is_fifth) +
                                       2 * std::ranges::all_of(values, is_no_third);
                 return before * 3 + until * 5 + all * 7 + values.back() * 11 + votes;
               });
}

}  // namespace
}  // namespace cleave::test
