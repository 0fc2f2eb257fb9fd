// Motion search: for each block of a picture the place of another picture about it with the least
// sum of absolute differences, a place for each work-item.
#include <algorithm>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

// A work-group searches for a block of 8 by 8, at 16 by 16 places; ties go to the first place.
constexpr const char* source = R"(
kernel void match_blocks(global const uchar *now, global const uchar *before, global uint *best,
                         uint pitch) {
  local uint least;
  uint x = get_local_id(0), y = get_local_id(1);
  if (x == 0 && y == 0) least = UINT_MAX;
  barrier(CLK_LOCAL_MEM_FENCE);
  global const uchar *block = now + (8 * get_group_id(1) + 8) * pitch + 8 * get_group_id(0) + 8;
  global const uchar *place = before + (8 * get_group_id(1) + y) * pitch + 8 * get_group_id(0) + x;
  uint sum = 0;
  for (uint j = 0; j < 8; ++j)
    for (uint i = 0; i < 8; ++i) sum += abs_diff(block[j * pitch + i], place[j * pitch + i]);
  atomic_min(&least, sum << 8 | y << 4 | x);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x == 0 && y == 0) best[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = least;
}
)";
constexpr size_t edge = 8, reach = 16;

/// Two pictures with a margin, of size by size blocks.
struct Frames {
  explicit Frames(size_t size)
      : pitch(edge * size + reach), now(pitch * pitch), before(now.size()), best(size * size) {
    for (size_t i = 0; i < now.size(); ++i) {
      const uint32_t number = scrambled(static_cast<uint32_t>(i));
      before[i] = static_cast<cl_uchar>(number & 63);
      now[i] = static_cast<cl_uchar>(number >> 8 & 63);
    }
    in_parallel(size * size, [&](size_t begin, size_t end) {
      for (size_t block = begin; block < end; ++block) search(block / size, block % size, block);
    });
  }

  void search(size_t row, size_t column, size_t block) {
    const size_t first = edge * row * pitch + edge * column;
    best[block] = ~cl_uint{0};
    for (cl_uint place = 0; place < reach * reach; ++place) {
      cl_uint sum = 0;
      for (size_t j = 0; j < edge; ++j) {
        for (size_t i = 0; i < edge; ++i) {
          const int here = now[first + (j + edge) * pitch + i + edge];
          const int there = before[first + (place / reach + j) * pitch + place % reach + i];
          sum += static_cast<cl_uint>(std::max(here - there, there - here));
        }
      }
      best[block] = std::min(best[block], sum << 8 | place);
    }
  }

  size_t pitch;
  std::vector<cl_uchar> now, before;
  std::vector<cl_uint> best;  // the least sum, and the place below it
};

class BlockMatching : public RepeatedWork<Frames> {
 public:
  BlockMatching(Device& device, size_t size)
      : RepeatedWork(device, size),
        kernel_(device.build(source, "match_blocks")),
        now_(device.buffer_of(problem().now)),
        before_(device.buffer_of(problem().before)),
        best_(device.zeros(problem().best.size() * sizeof(cl_uint))) {
    kernel_.set_arguments(now_, before_, best_, static_cast<cl_uint>(problem().pitch));
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(best_, problem().best.size()), problem().best);
  }

 protected:
  void enqueue() override {
    device().enqueue(kernel_, {reach * size(), reach * size()}, {reach, reach});
  }

 private:
  Kernel kernel_;
  Buffer now_, before_, best_;
};

class NativeMatching : public NativeWork<Frames> {
 public:
  explicit NativeMatching(size_t size)
      : NativeWork(size),
        now_(native_copy(problem().now)),
        before_(native_copy(problem().before)),
        best_(size * size) {}

  std::string verify() override { return difference<cl_uint>(best_, problem().best); }

 protected:
  void repeat() override {
    split(size(), 1, [&](size_t begin, size_t end) {
      native_loops().match_blocks(best_.data(), now_.data(), before_.data(), problem().pitch,
                                  size(), begin, end);
    });
  }

 private:
  NativeVector<cl_uchar> now_, before_;
  NativeVector<cl_uint> best_;
};

}  // namespace

const Case& block_matching() {
  static const Case instance = {
      "block_matching",
      "motion search: the least of 256 sums of absolute differences for N by N blocks of 8 by 8",
      "Mblock/s",
      {{"small", 8}, {"cache", 32}, {"memory", 128}},
      [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
      make_work<BlockMatching>,
      Kind::kernel,
      {{"native", make_native<NativeMatching>}}};
  return instance;
}

}  // namespace cleave::benchmark
