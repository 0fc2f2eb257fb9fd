// Motion estimation: for each place of a picture the sum of absolute differences between the block
// there and one of another picture.
#include <cstdlib>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void differences(global const uchar *picture, global const uchar *block,
                        global uint *sums, uint pitch) {
  uint x = get_global_id(0), y = get_global_id(1);
  uint sum = 0;
  for (uint j = 0; j < 16; ++j) {
    for (uint i = 0; i < 16; ++i) {
      sum += abs_diff(picture[(y + j) * pitch + x + i], block[j * 16 + i]);
    }
  }
  sums[y * get_global_size(0) + x] = sum;
}
)";
constexpr size_t edge = 16;  // of a block

size_t pitch_of(size_t size) {
  return size + edge;
}

/// A picture of `size` by `size` places, at each of which a block fits.
struct Blocks {
  explicit Blocks(size_t size)
      : picture(pitch_of(size) * pitch_of(size)), block(edge * edge), sums(size * size) {
    for (size_t i = 0; i < picture.size(); ++i) {
      picture[i] = static_cast<cl_uchar>(scrambled(static_cast<uint32_t>(i)));
    }
    for (size_t i = 0; i < block.size(); ++i) {
      block[i] = static_cast<cl_uchar>(scrambled(static_cast<uint32_t>(i + picture.size())));
    }
    in_parallel(size, [&](size_t begin, size_t end) {
      for (size_t y = begin; y < end; ++y) {
        for (size_t x = 0; x < size; ++x) sums[y * size + x] = sum_at(x, y, pitch_of(size));
      }
    });
  }

  [[nodiscard]] cl_uint sum_at(size_t x, size_t y, size_t pitch) const {
    cl_uint sum = 0;
    for (size_t j = 0; j < edge; ++j) {
      for (size_t i = 0; i < edge; ++i) {
        sum +=
            static_cast<cl_uint>(std::abs(picture[(y + j) * pitch + x + i] - block[j * edge + i]));
      }
    }
    return sum;
  }

  std::vector<cl_uchar> picture, block;
  std::vector<cl_uint> sums;
};

class AbsoluteDifferences : public RepeatedWork<Blocks> {
 public:
  AbsoluteDifferences(Device& device, size_t size)
      : RepeatedWork(device, size),
        kernel_(device.build(source, "differences")),
        picture_(device.buffer_of(problem().picture)),
        block_(device.buffer_of(problem().block)),
        sums_(device.zeros(problem().sums.size() * sizeof(cl_uint))) {
    kernel_.set_arguments(picture_, block_, sums_, static_cast<cl_uint>(pitch_of(size)));
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(sums_, problem().sums.size()), problem().sums);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {16, 16}); }

 private:
  Kernel kernel_;
  Buffer picture_, block_, sums_;
};

}  // namespace

const Case& absolute_differences() {
  static const Case instance = {
      "absolute_differences",
      "sums of absolute differences between a block of 16 by 16 bytes and each of N by N places",
      "G/s",
      {{"small", 128}, {"cache", 512}, {"memory", 2048}},
      [](size_t size) { return 1e-9 * edge * edge * static_cast<double>(size * size); },
      make_work<AbsoluteDifferences>};
  return instance;
}

}  // namespace cleave::benchmark
