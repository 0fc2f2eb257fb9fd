// Prefix sums: scans in local memory, several launches that depend on each other.
#include "cases/prefix_sum.h"

#include "harness/native.h"

namespace cleave::benchmark {
namespace {

/// Adds up blocks that caches hold, then these sums, then all numbers behind each.
class NativePrefixSum : public NativeWork<prefix_sums::Numbers> {
 public:
  explicit NativePrefixSum(size_t count)
      : NativeWork(count),
        in_(native_copy(problem().in)),
        sums_(count),
        block_sums_(count / block) {}

  std::string verify() override { return difference<cl_uint>(sums_, problem().sums); }

 protected:
  void repeat() override {
    const NativeLoops& loops = native_loops();
    split(block_sums_.size(), 1, [&](size_t begin, size_t end) {
      loops.row_sums(block_sums_.data(), in_.data(), block, begin, end);
    });
    std::exclusive_scan(block_sums_.begin(), block_sums_.end(), block_sums_.begin(), cl_uint{0});
    split(block_sums_.size(), 1, [&](size_t begin, size_t end) {
      loops.scan(sums_.data(), in_.data(), block_sums_[begin], begin * block, end * block);
    });
  }

 private:
  static constexpr size_t block = 1024;

  NativeVector<cl_uint> in_, sums_, block_sums_;
};

}  // namespace

const Case& prefix_sum() {
  static const Case instance = {
      "prefix_sum",
      "the sums of the first 1 to N of N unsigned integers, by blocks of 256 in local memory",
      "Melement/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 17}, {"memory", size_t{1} << 23}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<prefix_sums::PrefixSum>,
      Kind::kernel,
      {{"native", make_native<NativePrefixSum>}}};
  return instance;
}

}  // namespace cleave::benchmark
