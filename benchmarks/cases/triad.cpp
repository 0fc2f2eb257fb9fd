// STREAM's triad: two arrays are read, one is written; beside native code.
#include "cases/triads.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

using namespace triads;

class Triad : public RepeatedWork<Streams> {
 public:
  Triad(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "triad")),
        a_(device.zeros(count * sizeof(float))),
        b_(device.buffer_of(problem().b)),
        c_(device.buffer_of(problem().c)) {
    kernel_.set_arguments(a_, b_, c_, factor);
  }

  std::string verify() override {
    return difference(device().read<float>(a_, size()), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 256); }

 private:
  Kernel kernel_;
  Buffer a_, b_, c_;
};

class NativeTriad : public NativeWork<Streams> {
 public:
  explicit NativeTriad(size_t count)
      : NativeWork(count), a_(count), b_(native_copy(problem().b)), c_(native_copy(problem().c)) {}

  std::string verify() override { return difference<float>(a_, problem().right); }

 protected:
  void repeat() override {
    const auto triad = size() >= uncached ? native_loops().streamed_triad : native_loops().triad;
    split(size(), 64, [&](size_t begin, size_t end) {
      triad(a_.data(), b_.data(), c_.data(), factor, begin, end);
    });
  }

 private:
  NativeVector<float> a_, b_, c_;
};

}  // namespace

const Case& triad() {
  static const Case instance = {
      "triad",
      "a[i] = b[i] + 3 * c[i] over arrays of N floats",
      "GB/s",
      {{"small", size_t{1} << 14},
       {"cache", cached},
       {"memory", uncached},
       {"large memory", size_t{1} << 26}},  // no cache of 300 MiB helps
      [](size_t count) { return 1e-9 * 3 * sizeof(float) * static_cast<double>(count); },
      make_work<Triad>,
      Kind::kernel,
      {{"native", make_native<NativeTriad>}}};
  return instance;
}

}  // namespace cleave::benchmark
