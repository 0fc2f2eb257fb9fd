// STREAM's triad: two arrays are read, one is written; beside native code.
#include <algorithm>

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

class NativeTriad : public Work {
 public:
  explicit NativeTriad(size_t count)
      : problem_(shared_problem<Streams>(count)),
        count_(count),
        a_(native_array<float>(count)),
        b_(native_array<float>(count)),
        c_(native_array<float>(count)) {
    std::ranges::copy(problem_->b, b_.get());
    std::ranges::copy(problem_->c, c_.get());
  }

  void run(size_t repetitions) override {
    const auto triad = count_ >= uncached ? native_loops().streamed_triad : native_loops().triad;
    threads_.run(count_, [&](size_t begin, size_t end) {
      for (size_t i = 0; i < repetitions; ++i)
        triad(a_.get(), b_.get(), c_.get(), factor, begin, end);
    });
  }

  std::string verify() override {
    return difference(std::span<const float>(a_.get(), count_),
                      std::span<const float>(problem_->right));
  }

 private:
  std::shared_ptr<const Streams> problem_;
  size_t count_;
  NativeArray<float> a_, b_, c_;
  NativeThreads threads_;
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
      {{"native", [](size_t count) -> std::unique_ptr<Work> {
          return std::make_unique<NativeTriad>(count);
        }}}};
  return instance;
}

}  // namespace cleave::benchmark
