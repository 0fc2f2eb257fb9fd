// The most multiply-adds that the device does: chains in registers and nothing else, beside native
// code.
#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void multiply_add(global float *results, float factor, float addend, int rounds) {
  float a = get_global_id(0) % 1024;
  float b = a + 1, c = a + 2, d = a + 3, e = a + 4, f = a + 5, g = a + 6, h = a + 7;
  for (int round = 0; round < rounds; ++round) {
    a = fma(a, factor, addend);
    b = fma(b, factor, addend);
    c = fma(c, factor, addend);
    d = fma(d, factor, addend);
    e = fma(e, factor, addend);
    f = fma(f, factor, addend);
    g = fma(g, factor, addend);
    h = fma(h, factor, addend);
  }
  results[get_global_id(0)] = a + b + c + d + e + f + g + h;
}
)";
// A compiler does not see these: the results are whole numbers and exact.
constexpr float factor = 1, addend = 1;
constexpr cl_int rounds = 256;
constexpr size_t chains = 8;

struct Chains {
  explicit Chains(size_t count) : sums(count) {
    for (size_t i = 0; i < count; ++i)
      sums[i] = static_cast<float>(chains * (i % 1024 + rounds) + 28);
  }

  std::vector<float> sums;
};

class MultiplyAdd : public RepeatedWork<Chains> {
 public:
  MultiplyAdd(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "multiply_add")),
        results_(device.zeros(count * sizeof(float))) {
    kernel_.set_arguments(results_, factor, addend, rounds);
  }

  std::string verify() override {
    return difference(device().read<float>(results_, size()), problem().sums);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer results_;
};

class NativeMultiplyAdd : public NativeWork<Chains> {
 public:
  explicit NativeMultiplyAdd(size_t count) : NativeWork(count), results_(count) {}

  std::string verify() override { return difference<float>(results_, problem().sums); }

 protected:
  void repeat() override {
    split(size(), 64, [&](size_t begin, size_t end) {
      native_loops().multiply_add(results_.data(), factor, addend, rounds, begin, end);
    });
  }

 private:
  NativeVector<float> results_;
};

}  // namespace

const Case& multiply_add() {
  static const Case instance = {
      "multiply_add",
      "N work-items of eight chains of 256 multiply-adds in registers",
      "GFLOP/s",
      {{"small", size_t{1} << 10}, {"cache", size_t{1} << 14}, {"memory", size_t{1} << 18}},
      [](size_t count) { return 1e-9 * 2 * chains * rounds * static_cast<double>(count); },
      make_work<MultiplyAdd>,
      Kind::kernel,
      {{"native", make_native<NativeMultiplyAdd>}}};
  return instance;
}

}  // namespace cleave::benchmark
