// How often each byte occurs: every work-group counts in local memory with atomics, then adds to
// the whole.
#include <algorithm>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void count_bytes(global const uchar *bytes, global uint *counts, uint per_group) {
  local uint bins[256];
  uint item = get_local_id(0);
  bins[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint start = get_group_id(0) * per_group;
  for (uint i = item; i < per_group; i += 256) atomic_inc(&bins[bytes[start + i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[item], bins[item]);
}
)";
constexpr size_t bin_count = 256;
constexpr cl_uint per_group = 16384;

struct Bytes {
  explicit Bytes(size_t count) : bytes(count), counts(bin_count) {
    for (size_t i = 0; i < count; i += 4) {
      const uint32_t four = scrambled(static_cast<uint32_t>(i));
      // The last two are of the lower half, so that not all bytes are equally frequent.
      bytes[i] = static_cast<cl_uchar>(four);
      bytes[i + 1] = static_cast<cl_uchar>(four >> 8);
      bytes[i + 2] = static_cast<cl_uchar>(four >> 16 & 0x7f);
      bytes[i + 3] = static_cast<cl_uchar>(four >> 24 & 0x7f);
    }
    for (const cl_uchar byte : bytes) ++counts[byte];
  }

  std::vector<cl_uchar> bytes;
  std::vector<cl_uint> counts;
};

class LocalHistogram : public RepeatedWork<Bytes> {
 public:
  LocalHistogram(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "count_bytes")),
        bytes_(device.buffer_of(problem().bytes)),
        counts_(device.zeros(bin_count * sizeof(cl_uint))) {
    kernel_.set_arguments(bytes_, counts_, per_group);
  }

  std::string verify() override {
    return difference(device().read<cl_uint>(counts_, bin_count), problem().counts);
  }

 protected:
  void enqueue() override {
    device().enqueue_clear(counts_, bin_count * sizeof(cl_uint));
    device().enqueue(kernel_, size() / per_group * bin_count, bin_count);
  }

 private:
  Kernel kernel_;
  Buffer bytes_, counts_;
};

class NativeHistogram : public NativeWork<Bytes> {
 public:
  explicit NativeHistogram(size_t count)
      : NativeWork(count), bytes_(native_copy(problem().bytes)), counts_(bin_count) {}

  std::string verify() override { return difference<cl_uint>(counts_, problem().counts); }

 protected:
  void repeat() override {
    std::ranges::fill(counts_, cl_uint{0});
    split(size(), 64, [&](size_t begin, size_t end) {
      native_loops().count_bytes(counts_.data(), bytes_.data(), begin, end);
    });
  }

 private:
  NativeVector<cl_uchar> bytes_;
  NativeVector<cl_uint> counts_;
};

}  // namespace

const Case& local_histogram() {
  static const Case instance = {
      "local_histogram",
      "how often each byte occurs among N, counted with atomics in local memory",
      "GB/s",
      {{"small", size_t{1} << 15}, {"cache", size_t{1} << 20}, {"memory", size_t{1} << 25}},
      [](size_t count) { return 1e-9 * static_cast<double>(count); },
      make_work<LocalHistogram>,
      Kind::kernel,
      {{"native", make_native<NativeHistogram>}}};
  return instance;
}

}  // namespace cleave::benchmark
