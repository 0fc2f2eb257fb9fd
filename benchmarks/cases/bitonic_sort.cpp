// Bitonic sort: every work-group sorts its block in local memory, a barrier after each step.
#include <algorithm>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void sort_blocks(global const uint *in, global uint *out) {
  local uint block[256];
  uint item = get_local_id(0);
  block[item] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = 2; width <= 256; width *= 2) {
    for (uint distance = width / 2; distance > 0; distance /= 2) {
      uint other = item ^ distance;
      if (other > item) {
        uint a = block[item], b = block[other];
        bool ascending = (item & width) == 0;
        if ((a > b) == ascending) {
          block[item] = b;
          block[other] = a;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = block[item];
}
)";
constexpr size_t block_size = 256;

struct Blocks {
  explicit Blocks(size_t count) : in(count), right(count) {
    in_parallel(count / block_size, [&](size_t begin, size_t end) {
      for (size_t i = begin * block_size; i < end * block_size; ++i)
        in[i] = right[i] = scrambled(static_cast<uint32_t>(i));
      for (size_t block = begin; block < end; ++block)
        std::ranges::sort(std::span(right).subspan(block * block_size, block_size));
    });
  }

  std::vector<cl_uint> in, right;
};

class BitonicSort : public RepeatedWork<Blocks> {
 public:
  BitonicSort(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "sort_blocks")),
        in_(device.buffer_of(problem().in)),
        out_(device.zeros(count * sizeof(cl_uint))) {
    kernel_.set_arguments(in_, out_);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(out_, size()), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), block_size); }

 private:
  Kernel kernel_;
  Buffer in_, out_;
};

}  // namespace

const Case& bitonic_sort() {
  static const Case instance = {
      "bitonic_sort",
      "blocks of 256 of N unsigned integers, each sorted in local memory",
      "Melement/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 17}, {"memory", size_t{1} << 22}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<BitonicSort>};
  return instance;
}

}  // namespace cleave::benchmark
