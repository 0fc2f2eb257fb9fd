// Sub-groups read blocks of four numbers for each work-item; beside native code.
#include <algorithm>

#include "harness/native.h"
#include "sub_group_results.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
uint result_of(global const uint *numbers) {
  const uint width = get_max_sub_group_size();
  const size_t first = get_group_id(0) * get_local_size(0) + get_sub_group_id() * width;
  const uint4 block = intel_sub_group_block_read4(numbers + 4 * first);
  return block.x + 3 * block.y + 5 * block.z + 7 * block.w;
}
)";

constexpr size_t numbers_of_item = 4;

std::vector<cl_uint> of_sub_group(const cl_uint* numbers, size_t lanes) {
  std::vector<cl_uint> x(lanes);
  for (size_t i = 0; i < lanes; ++i) {
    for (cl_uint row = 0; row < 4; ++row) x[i] += (2 * row + 1) * numbers[row * lanes + i];
  }
  return x;
}

class NativeBlockSums : public NativeWork<ScrambledNumbers> {
 public:
  explicit NativeBlockSums(size_t count)
      : NativeWork(count),
        numbers_(native_copy(problem().numbers)),
        results_(count / numbers_of_item) {}

  std::string verify() override {
    constexpr size_t lanes = 16;
    const cl_uint* numbers = problem().numbers.data();
    for (size_t first = 0; first < results_.size(); first += lanes) {
      const auto right = of_sub_group(numbers + first * numbers_of_item, lanes);
      const std::span<const cl_uint> found(results_.data() + first, lanes);
      if (auto text = difference(found, std::span<const cl_uint>(right)); !text.empty())
        return "block " + std::to_string(first / lanes) + ": " + text;
    }
    return {};
  }

 protected:
  void repeat() override {
    split(results_.size(), 64, [&](size_t begin, size_t end) {
      native_loops().block_sums(results_.data(), numbers_.data(), begin, end);
    });
  }

 private:
  NativeVector<cl_uint> numbers_, results_;
};

}  // namespace

const Case& sub_group_block_read() {
  static const Case instance = case_of_numbers(
      "sub_group_block_read",
      "a sum for each four of N unsigned integers that sub-groups read as blocks",
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        device.require_extension("cl_intel_subgroups");
        return std::make_unique<SubGroupResults>(device, count, source, of_sub_group,
                                                 numbers_of_item);
      },
      make_native<NativeBlockSums>);
  return instance;
}

}  // namespace cleave::benchmark
