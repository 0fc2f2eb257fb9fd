// Computes inclusive prefix sums: work-groups scan their blocks in local memory, the blocks' sums are
// scanned likewise, and each block is raised by the sum of those before it.
#pragma once

#include <numeric>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark::prefix_sums {

inline constexpr const char* scan_source = R"(
kernel void scan_blocks(global const uint *in, global uint *out, global uint *block_sums) {
  local uint block[256];
  uint item = get_local_id(0);
  block[item] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < 256; distance *= 2) {
    uint before = item >= distance ? block[item - distance] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    block[item] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = block[item];
  if (item == 255) block_sums[get_group_id(0)] = block[255];
}
)";
inline constexpr const char* raise_source = R"(
kernel void raise_blocks(global uint *sums, global const uint *block_sums) {
  if (get_group_id(0) > 0) sums[get_global_id(0)] += block_sums[get_group_id(0) - 1];
}
)";
inline constexpr size_t block_size = 256;

struct Numbers {
  explicit Numbers(size_t count) : in(count), sums(count) {
    for (size_t i = 0; i < count; ++i) in[i] = scrambled(static_cast<uint32_t>(i));
    std::inclusive_scan(in.begin(), in.end(), sums.begin());
  }

  std::vector<cl_uint> in, sums;
};

class PrefixSum : public RepeatedWork<Numbers> {
 public:
  PrefixSum(Device& device, size_t count)
      : RepeatedWork(device, count),
        scan_(device.build(scan_source, "scan_blocks")),
        raise_(device.build(raise_source, "raise_blocks")),
        in_(device.buffer_of(problem().in)) {
    // The first level's sums are the results; each level more has the sums of the blocks before it,
    // made up with zeros to whole blocks.
    size_t length = count;
    while (true) {
      length = (length + block_size - 1) / block_size * block_size;
      levels_.push_back({device.zeros(length * sizeof(cl_uint)), length});
      if (length == block_size && levels_.size() > 1) break;
      length /= block_size;
    }
    unused_ = device.zeros(sizeof(cl_uint));
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(levels_.front().sums, size()), problem().sums);
  }

 protected:
  void enqueue() override {
    for (size_t i = 0; i < levels_.size(); ++i) {
      const Buffer& in = i == 0 ? in_ : levels_[i].sums;
      scan_.set_arguments(in, levels_[i].sums,
                          i + 1 < levels_.size() ? levels_[i + 1].sums : unused_);
      device().enqueue(scan_, levels_[i].length, block_size);
    }
    for (size_t i = levels_.size() - 1; i > 0; --i) {
      raise_.set_arguments(levels_[i - 1].sums, levels_[i].sums);
      device().enqueue(raise_, levels_[i - 1].length, block_size);
    }
  }

 private:
  struct Level {
    Buffer sums;
    size_t length;
  };

  Kernel scan_, raise_;
  Buffer in_, unused_;
  std::vector<Level> levels_;
};

}  // namespace cleave::benchmark::prefix_sums
