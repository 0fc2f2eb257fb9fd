// Covariances of the columns of a matrix, as PolyBench has them: sums that the kernel keeps in its
// results.
#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void column_means(global const float *data, global float *means, int n) {
  int column = get_global_id(0);
  means[column] = 0;
  for (int row = 0; row < n; ++row) means[column] += data[row * n + column];
  means[column] /= (float)n;
}

kernel void centre(global const float *data, global const float *means, global float *centred,
                   int n) {
  int column = get_global_id(0), row = get_global_id(1);
  centred[row * n + column] = data[row * n + column] - means[column];
}

kernel void covariances(global const float *centred, global float *result, int n) {
  int i = get_global_id(0);
  for (int j = i; j < n; ++j) {
    result[i * n + j] = 0;
    for (int k = 0; k < n; ++k) result[i * n + j] += centred[k * n + i] * centred[k * n + j];
    result[i * n + j] /= (float)(n - 1);
    result[j * n + i] = result[i * n + j];
  }
}
)";

/// Each second row is the one before it, mirrored at the mean: sums of small whole numbers, which
/// are exact in any order.
struct Observations {
  explicit Observations(size_t n) : data(n * n), right(n * n) {
    std::vector<int> away(n * n);
    for (size_t row = 0; row < n; ++row) {
      for (size_t column = 0; column < n; ++column) {
        const size_t i = row / 2 * n + column;
        const int distance = static_cast<int>(scrambled(static_cast<uint32_t>(i)) % 7) - 3;
        away[column * n + row] = row % 2 == 0 ? distance : -distance;
        data[row * n + column] =
            static_cast<float>(static_cast<int>(column % 11) + away[column * n + row]);
      }
    }
    in_parallel(n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        for (size_t j = 0; j < n; ++j) {
          int sum = 0;
          for (size_t k = 0; k < n; ++k) sum += away[i * n + k] * away[j * n + k];
          right[i * n + j] = static_cast<double>(sum) / static_cast<double>(n - 1);
        }
      }
    });
  }

  /// Compares covariances with the right ones: a division has 2.5 ulp, means are exact.
  [[nodiscard]] std::string difference_of(std::span<const float> found) const {
    return difference_beyond<float>(found, right,
                                    [&](size_t i) { return 5 * 0x1p-24 * std::abs(right[i]); });
  }

  std::vector<float> data;
  std::vector<double> right;
};

class Covariance : public RepeatedWork<Observations> {
 public:
  Covariance(Device& device, size_t n)
      : RepeatedWork(device, n),
        means_kernel_(device.build(source, "column_means")),
        centre_(device.build(source, "centre")),
        covariances_(device.build(source, "covariances")),
        data_(device.buffer_of(problem().data)),
        means_(device.zeros(n * sizeof(float))),
        centred_(device.zeros(n * n * sizeof(float))),
        result_(device.zeros(n * n * sizeof(float))) {
    const auto count = static_cast<cl_int>(n);
    means_kernel_.set_arguments(data_, means_, count);
    centre_.set_arguments(data_, means_, centred_, count);
    covariances_.set_arguments(centred_, result_, count);
  }

  std::string verify() override {
    return problem().difference_of(device().read<float>(result_, size() * size()));
  }

 protected:
  void enqueue() override {
    device().enqueue(means_kernel_, size(), 32);
    device().enqueue(centre_, {size(), size()}, {32, 8});
    device().enqueue(covariances_, size(), 32);
  }

 private:
  Kernel means_kernel_, centre_, covariances_;
  Buffer data_, means_, centred_, result_;
};

class NativeCovariance : public NativeWork<Observations> {
 public:
  explicit NativeCovariance(size_t n)
      : NativeWork(n),
        data_(native_copy(problem().data)),
        means_(n),
        centred_(n * n),
        result_(n * n) {}

  std::string verify() override { return problem().difference_of(result_); }

 protected:
  void repeat() override {
    const NativeLoops& loops = native_loops();
    split(size(), 16, [&](size_t begin, size_t end) {
      loops.column_means(means_.data(), data_.data(), size(), begin, end);
    });
    split(size(), 1, [&](size_t begin, size_t end) {
      loops.centre(centred_.data(), data_.data(), means_.data(), size(), begin, end);
    });
    split(size() / 2, 1, [&](size_t begin, size_t end) {
      loops.covariances(result_.data(), centred_.data(), size(), begin, end);
    });
  }

 private:
  NativeVector<float> data_, means_, centred_, result_;
};

}  // namespace

const Case& covariance() {
  static const Case instance = {
      "covariance",
      "the covariances of N columns of N floats, a row of results for each work-item",
      "GFLOP/s",
      {{"small", 64}, {"cache", 128}, {"memory", 512}},
      [](size_t n) { return 1e-9 * static_cast<double>(n * n * n); },
      make_work<Covariance>,
      Kind::kernel,
      {{"native", make_native<NativeCovariance>}}};
  return instance;
}

}  // namespace cleave::benchmark
