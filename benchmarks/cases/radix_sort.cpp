// Sorts pairs of keys and indices by digits of eight bits: counters in private arrays with indices
// that the data choose, and stores all over memory.
#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
// A strip of the pairs for each work-item.
#define STRIP (count / get_global_size(0))

kernel void pack(global const uint *keys, global ulong *pairs) {
  size_t i = get_global_id(0);
  pairs[i] = (ulong)i << 32 | keys[i];
}

kernel void count_digits(global const ulong *pairs, uint count, uint shift,
                         global uint *histogram) {
  uint strip = get_global_id(0), counts[256];
  for (uint digit = 0; digit < 256; ++digit) counts[digit] = 0;
  for (uint i = strip * STRIP; i < (strip + 1) * STRIP; ++i) ++counts[pairs[i] >> shift & 255];
  for (uint digit = 0; digit < 256; ++digit)
    histogram[digit * get_global_size(0) + strip] = counts[digit];
}

// One work-group, a work-item for each digit: counts become places.
kernel void find_places(global uint *histogram, uint strips) {
  uint digit = get_local_id(0), sum = 0;
  local uint sums[256];
  for (uint strip = 0; strip < strips; ++strip) sum += histogram[digit * strips + strip];
  sums[digit] = sum;
  for (uint distance = 1; distance < 256; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = digit >= distance ? sums[digit - distance] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[digit] += before;
  }
  uint place = sums[digit] - sum;
  for (uint strip = 0; strip < strips; ++strip) {
    uint here = histogram[digit * strips + strip];
    histogram[digit * strips + strip] = place;
    place += here;
  }
}

kernel void move_pairs(global const ulong *pairs, uint count, uint shift,
                       global const uint *histogram, global ulong *moved) {
  uint strip = get_global_id(0), places[256];
  for (uint digit = 0; digit < 256; ++digit)
    places[digit] = histogram[digit * get_global_size(0) + strip];
  for (uint i = strip * STRIP; i < (strip + 1) * STRIP; ++i) {
    ulong pair = pairs[i];
    moved[places[pair >> shift & 255]++] = pair;
  }
}

kernel void unpack(global const ulong *pairs, global uint *sorted, global uint *order) {
  size_t i = get_global_id(0);
  sorted[i] = pairs[i];
  order[i] = pairs[i] >> 32;
}
)";

/// Short strips would be less work than their counters.
constexpr size_t strips_of(size_t count) {
  return std::clamp<size_t>(count / 1024, 16, 128);
}

struct Keys {
  explicit Keys(size_t count) : keys(count), sorted(count), order(count) {
    std::vector<std::pair<cl_uint, cl_uint>> pairs(count);
    for (size_t i = 0; i < count; ++i) {
      keys[i] = scrambled(static_cast<uint32_t>(i));
      pairs[i] = {keys[i], static_cast<cl_uint>(i)};
    }
    std::sort(pairs.begin(), pairs.end());
    for (size_t i = 0; i < count; ++i) std::tie(sorted[i], order[i]) = pairs[i];
  }

  std::vector<cl_uint> keys, sorted, order;
};

class RadixSort : public RepeatedWork<Keys> {
 public:
  RadixSort(Device& device, size_t count)
      : RepeatedWork(device, count),
        pack_(device.build(source, "pack")),
        count_(device.build(source, "count_digits")),
        find_(device.build(source, "find_places")),
        move_(device.build(source, "move_pairs")),
        unpack_(device.build(source, "unpack")),
        keys_(device.buffer_of(problem().keys)),
        pairs_(device.zeros(count * sizeof(cl_ulong))),
        moved_(device.zeros(count * sizeof(cl_ulong))),
        strips_(strips_of(count)),
        histogram_(device.zeros(256 * strips_ * sizeof(cl_uint))),
        sorted_(device.zeros(count * sizeof(cl_uint))),
        order_(device.zeros(count * sizeof(cl_uint))) {
    pack_.set_arguments(keys_, pairs_);
    find_.set_arguments(histogram_, static_cast<cl_uint>(strips_));
    unpack_.set_arguments(pairs_, sorted_, order_);
  }

  std::string verify() override {
    std::string problem_found =
        difference(device().read<cl_uint>(sorted_, size()), problem().sorted);
    if (!problem_found.empty()) return "keys: " + problem_found;
    problem_found = difference(device().read<cl_uint>(order_, size()), problem().order);
    return problem_found.empty() ? problem_found : "order: " + problem_found;
  }

 protected:
  void enqueue() override {
    const auto count = static_cast<cl_uint>(size());
    device().enqueue(pack_, size(), 256);
    for (cl_uint shift = 0; shift < 32; shift += 16) {
      move_digit(pairs_, moved_, count, shift);
      move_digit(moved_, pairs_, count, shift + 8);
    }
    device().enqueue(unpack_, size(), 256);
  }

 private:
  void move_digit(const Buffer& from, const Buffer& to, cl_uint count, cl_uint shift) {
    count_.set_arguments(from, count, shift, histogram_);
    device().enqueue(count_, strips_, 16);
    device().enqueue(find_, 256, 256);
    move_.set_arguments(from, count, shift, histogram_, to);
    device().enqueue(move_, strips_, 16);
  }

  Kernel pack_, count_, find_, move_, unpack_;
  Buffer keys_, pairs_, moved_;
  size_t strips_;
  Buffer histogram_, sorted_, order_;
};

}  // namespace

const Case& radix_sort() {
  static const Case instance = {
      "radix_sort",
      "N keys of 32 bits and the order that sorts them, by four digits",
      "Mkey/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 16}, {"memory", size_t{1} << 20}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<RadixSort>};
  return instance;
}

}  // namespace cleave::benchmark
