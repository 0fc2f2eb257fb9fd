// Numbers sorted by work-groups, each of which divides a range about a pivot with scans. Kernels
// enqueue kernels for the two sides, or leave a list of them for the host, which enqueues one
// launch for all sides of a level.
#include <algorithm>

#include "cases/device_queue.h"
#include "cases/numbers.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
enum { short_range = 256 };

// Each number goes to as many places from the start as there are smaller ones.
void sort_short(global uint *numbers, global uint *scratch, uint count) {
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) {
    const uint number = numbers[i];
    uint place = 0;
    for (uint j = 0; j < count; ++j) {
      place += numbers[j] < number || (numbers[j] == number && j < i);
    }
    scratch[place] = number;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) numbers[i] = scratch[i];
}

uint median(uint a, uint b, uint c) { return max(min(a, b), min(max(a, b), c)); }

// Moves numbers below a pivot to the start and those above it to the end; returns how many these
// are.
uint2 divide(global uint *numbers, global uint *scratch, uint count) {
  const uint pivot = median(numbers[0], numbers[count / 2], numbers[count - 1]);
  uint below = 0, above = 0;
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) {
    below += numbers[i] < pivot;
    above += numbers[i] > pivot;
  }
  uint next_below = work_group_scan_exclusive_add(below);
  uint next_above = count - work_group_scan_inclusive_add(above);
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) {
    if (numbers[i] < pivot) scratch[next_below++] = numbers[i];
    if (numbers[i] > pivot) scratch[next_above++] = numbers[i];
  }
  const uint2 sides = (uint2)(work_group_reduce_add(below), work_group_reduce_add(above));
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) {
    const bool is_pivot = i >= sides.x && i < count - sides.y;
    numbers[i] = is_pivot ? pivot : scratch[i];
  }
  return sides;
}

#ifdef CHILDREN
void sort(global uint *numbers, global uint *scratch, uint count, global uint *refusals) {
  if (count <= short_range) return sort_short(numbers, scratch, count);
  const uint2 sides = divide(numbers, scratch, count);
  if (get_local_id(0) != 0) return;
  const ndrange_t one_group = ndrange_1D(get_local_size(0), get_local_size(0));
  const uint above_at = count - sides.y;
  const int below = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, one_group,
                                   ^{ sort(numbers, scratch, sides.x, refusals); });
  const int above = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, one_group,
                                   ^{
    sort(numbers + above_at, scratch + above_at, sides.y, refusals);
  });
  if (below != CLK_SUCCESS || above != CLK_SUCCESS) atomic_inc(refusals);
}

kernel void quicksort(global uint *numbers, global uint *scratch, uint count,
                      global uint *refusals) {
  sort(numbers, scratch, count, refusals);
}
#else
typedef struct { uint begin, count; } range_t;

// A work-group for each range; longer sides become a list, which the next launch divides.
kernel void quicksort(global uint *numbers, global uint *scratch, global const range_t *ranges,
                      global range_t *next, global uint *next_count) {
  const range_t range = ranges[get_group_id(0)];
  numbers += range.begin;
  scratch += range.begin;
  if (range.count <= short_range) return sort_short(numbers, scratch, range.count);
  const uint2 sides = divide(numbers, scratch, range.count);
  if (get_local_id(0) != 0) return;
  if (sides.x > 1) next[atomic_inc(next_count)] = (range_t){range.begin, sides.x};
  if (sides.y > 1) {
    next[atomic_inc(next_count)] = (range_t){range.begin + range.count - sides.y, sides.y};
  }
}
#endif
)";
constexpr size_t group = 256, count = size_t{1} << 20, bytes = count * sizeof(cl_uint);
constexpr size_t children = 0, host = 1;  // the sizes: who enqueues

struct Numbers : ScrambledNumbers {
  explicit Numbers(size_t) : ScrambledNumbers(count), sorted(numbers) { std::ranges::sort(sorted); }
  std::vector<cl_uint> sorted;
};

class Quicksort : public RepeatedWork<Numbers> {
 public:
  Quicksort(Device& device, size_t form)
      : RepeatedWork(device, form),
        unsorted_(device.buffer_of(problem().numbers)),
        numbers_(device.zeros(bytes)),
        scratch_(device.zeros(bytes)) {
    device.require_work_group_functions();
  }
  std::string verify() override {
    return difference(device().read<cl_uint>(numbers_, count), problem().sorted);
  }

 protected:
  Kernel kernel_;
  Buffer unsorted_, numbers_, scratch_;
};

class QuicksortByChildren : public Quicksort {
 public:
  explicit QuicksortByChildren(Device& device)
      : Quicksort(device, children), queue_(default_device_queue(device)) {
    kernel_ = device.build(source, "quicksort", "-cl-std=CL3.0 -DCHILDREN");
    refusals_ = device.zeros(sizeof(cl_uint));
    kernel_.set_arguments(numbers_, scratch_, static_cast<cl_uint>(count), refusals_);
  }
  std::string verify() override {
    const cl_uint refusals = device().read<cl_uint>(refusals_, 1).front();
    if (refusals != 0) return std::to_string(refusals) + " kernels were refused";
    return Quicksort::verify();
  }

 protected:
  void enqueue() override {
    device().enqueue_copy(unsorted_, numbers_, bytes);
    device().enqueue(kernel_, group, group);
  }

 private:
  Queue queue_;
  Buffer refusals_;
};

class QuicksortByHost : public Quicksort {
 public:
  explicit QuicksortByHost(Device& device)
      : Quicksort(device, host),
        whole_(device.buffer_of(std::vector<Range>{{0, count}})),
        // No more than half of the numbers are in sides of two or more.
        now_(device.zeros(count / 2 * sizeof(Range))),
        next_(device.zeros(count / 2 * sizeof(Range))),
        next_count_(device.zeros(sizeof(cl_uint))) {
    kernel_ = device.build(source, "quicksort", "-cl-std=CL3.0");
  }

 protected:
  void enqueue() override {
    device().enqueue_copy(unsorted_, numbers_, bytes);
    size_t ranges = divide(whole_, 1);
    while (ranges != 0) {
      std::swap(now_, next_);
      ranges = divide(now_, ranges);
    }
  }

 private:
  struct Range {
    cl_uint begin, count;
  };

  /// Divides the ranges and returns how many there are then.
  size_t divide(const Buffer& ranges, size_t range_count) {
    device().enqueue_clear(next_count_, sizeof(cl_uint));
    kernel_.set_arguments(numbers_, scratch_, ranges, next_, next_count_);
    device().enqueue(kernel_, range_count * group, group);
    return device().read<cl_uint>(next_count_, 1).front();
  }

  Buffer whole_, now_, next_, next_count_;
};

}  // namespace

const Case& quicksort() {
  static const Case instance = {
      "quicksort",
      "a million unsigned integers sorted by work-groups; by kernels that kernels enqueue, or a "
      "launch of the host for each level",
      "Melement/s",
      {{"children", children}, {"host", host}},
      [](size_t) { return 1e-6 * static_cast<double>(count); },
      [](Device& device, size_t form) -> std::unique_ptr<Work> {
        if (form == host) return std::make_unique<QuicksortByHost>(device);
        return std::make_unique<QuicksortByChildren>(device);
      }};
  return instance;
}

}  // namespace cleave::benchmark
