// A step of heat by alternating directions: lines of equations along rows, then along columns, a
// line for each work-item.
#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

// (1 + 2r) x[i] - r (x[i - 1] + x[i + 1]) = in[i] for each cell of a line, with no heat beyond it.
constexpr const char* source = R"(
#define SOLVE(FIRST, STEP)                                              \
  float ratio = 0, before = 0;                                          \
  for (int k = 0; k < n; ++k) {                                         \
    int i = (FIRST) + k * (STEP);                                       \
    float rate = rates[i];                                              \
    float divisor = 1 + 2 * rate - rate * ratio;                        \
    ratio = rate / divisor;                                             \
    before = (in[i] + rate * before) / divisor;                         \
    ratios[i] = ratio;                                                  \
    out[i] = before;                                                    \
  }                                                                     \
  for (int k = n - 2; k >= 0; --k) {                                    \
    int i = (FIRST) + k * (STEP);                                       \
    before = out[i] + ratios[i] * before;                               \
    out[i] = before;                                                    \
  }

kernel void solve_rows(global const float *in, global const float *rates, global float *ratios,
                       global float *out, int n) {
  int row = get_global_id(0);
  SOLVE(row * n, 1)
}

kernel void solve_columns(global const float *in, global const float *rates, global float *ratios,
                          global float *out, int n) {
  int column = get_global_id(0);
  SOLVE(column, n)
}
)";

/// Heat and rates of exchange between 0 and 1.
struct WarmPlate {
  explicit WarmPlate(size_t n) : heat(n * n), rates(n * n), right(n * n) {
    for (size_t i = 0; i < n * n; ++i) {
      heat[i] = scrambled_fraction(static_cast<uint32_t>(2 * i));
      rates[i] = scrambled_fraction(static_cast<uint32_t>(2 * i + 1));
      right[i] = heat[i];
    }
    solve(n, n, 1);
    solve(n, 1, n);
  }

  /// Solves the lines that begin `line_step` apart, in place and in double precision.
  void solve(size_t n, size_t line_step, size_t step) {
    in_parallel(n, [&](size_t begin, size_t end) {
      std::vector<double> ratios(n);
      for (size_t line = begin; line < end; ++line) {
        double ratio = 0, before = 0;
        for (size_t k = 0; k < n; ++k) {
          const size_t i = line * line_step + k * step;
          const double rate = rates[i], divisor = 1 + 2 * rate - rate * ratio;
          ratio = ratios[k] = rate / divisor;
          before = right[i] = (right[i] + rate * before) / divisor;
        }
        for (size_t k = n - 1; k-- > 0;) {
          const size_t i = line * line_step + k * step;
          before = right[i] += ratios[k] * before;
        }
      }
    });
  }

  /// Compares heat with the right one; empty if it is close enough.
  [[nodiscard]] std::string difference_of(std::span<const float> found) const {
    // No number exceeds 1. A cell rounds by at most 16 units of 2^-24, divisions of 2.5 ulp
    // included; ratios are below 1/2, so that all cells before it add as much again, and this for
    // both passes and both directions.
    return difference_beyond<float>(found, right, [](size_t) { return 8 * 16 * 0x1p-24; });
  }

  std::vector<float> heat, rates;
  std::vector<double> right;
};

class AlternatingDirections : public RepeatedWork<WarmPlate> {
 public:
  AlternatingDirections(Device& device, size_t n)
      : RepeatedWork(device, n),
        rows_(device.build(source, "solve_rows")),
        columns_(device.build(source, "solve_columns")),
        heat_(device.buffer_of(problem().heat)),
        rates_(device.buffer_of(problem().rates)),
        ratios_(device.zeros(n * n * sizeof(float))),
        between_(device.zeros(n * n * sizeof(float))),
        out_(device.zeros(n * n * sizeof(float))) {
    rows_.set_arguments(heat_, rates_, ratios_, between_, static_cast<cl_int>(n));
    columns_.set_arguments(between_, rates_, ratios_, out_, static_cast<cl_int>(n));
  }

  std::string verify() override {
    return problem().difference_of(device().read<float>(out_, size() * size()));
  }

 protected:
  void enqueue() override {
    device().enqueue(rows_, size(), 64);
    device().enqueue(columns_, size(), 64);
  }

 private:
  Kernel rows_, columns_;
  Buffer heat_, rates_, ratios_, between_, out_;
};

class NativeDirections : public NativeWork<WarmPlate> {
 public:
  explicit NativeDirections(size_t n)
      : NativeWork(n),
        heat_(native_copy(problem().heat)),
        rates_(native_copy(problem().rates)),
        ratios_(n * n),
        between_(n * n),
        out_(n * n) {}

  std::string verify() override { return problem().difference_of(out_); }

 protected:
  void repeat() override {
    const NativeLoops& loops = native_loops();
    split(size(), 16, [&](size_t begin, size_t end) {
      loops.solve_rows(between_.data(), ratios_.data(), heat_.data(), rates_.data(), size(), begin,
                       end);
    });
    split(size(), 16, [&](size_t begin, size_t end) {
      loops.solve_columns(out_.data(), ratios_.data(), between_.data(), rates_.data(), size(),
                          begin, end);
    });
  }

 private:
  NativeVector<float> heat_, rates_, ratios_, between_, out_;
};

}  // namespace

const Case& alternating_directions() {
  static const Case instance = {
      "alternating_directions",
      "an implicit step of heat for N by N cells, along rows and then along columns",
      "Mcell/s",
      {{"small", 64}, {"cache", 256}, {"memory", most_cells}},
      [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
      make_work<AlternatingDirections>,
      Kind::kernel,
      {{"native", make_native<NativeDirections>}}};
  return instance;
}

}  // namespace cleave::benchmark
