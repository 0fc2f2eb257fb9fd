// A matrix is transposed, an element for each work-item: its loads are contiguous, its stores far
// apart.
#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void transpose(global const float *in, global float *out, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  out[column * n + row] = in[row * n + column];
}
)";

struct Matrix {
  explicit Matrix(size_t n) : in(n * n), right(n * n) {
    in_parallel(n, [&](size_t begin, size_t end) {
      for (size_t row = begin; row < end; ++row) {
        for (size_t column = 0; column < n; ++column) {
          in[row * n + column] = value(row * n + column);
          right[row * n + column] = value(column * n + row);
        }
      }
    });
  }

  /// Different numbers wherever a mistake could land.
  static float value(size_t i) { return static_cast<float>(i % 16777213); }

  std::vector<float> in, right;
};

class Transpose : public RepeatedWork<Matrix> {
 public:
  Transpose(Device& device, size_t n)
      : RepeatedWork(device, n),
        kernel_(device.build(source, "transpose")),
        in_(device.buffer_of(problem().in)),
        out_(device.zeros(n * n * sizeof(float))) {
    kernel_.set_arguments(in_, out_, static_cast<cl_int>(n));
  }

  std::string verify() override {
    return difference(device().read<float>(out_, size() * size()), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {16, 16}); }

 private:
  Kernel kernel_;
  Buffer in_, out_;
};

class NativeTranspose : public NativeWork<Matrix> {
 public:
  explicit NativeTranspose(size_t n) : NativeWork(n), in_(native_copy(problem().in)), out_(n * n) {}

  std::string verify() override { return difference<float>(out_, problem().right); }

 protected:
  void repeat() override {
    split(size(), 16, [&](size_t begin, size_t end) {
      native_loops().transpose(out_.data(), in_.data(), size(), begin, end);
    });
  }

 private:
  NativeVector<float> in_, out_;
};

}  // namespace

const Case& transpose() {
  static const Case instance = {
      "transpose",
      "a matrix of N by N floats, transposed",
      "GB/s",
      {{"small", 64}, {"cache", 512}, {"memory", 4096}},
      [](size_t n) { return 1e-9 * 2 * sizeof(float) * static_cast<double>(n * n); },
      make_work<Transpose>,
      Kind::kernel,
      {{"native", make_native<NativeTranspose>}}};
  return instance;
}

}  // namespace cleave::benchmark
