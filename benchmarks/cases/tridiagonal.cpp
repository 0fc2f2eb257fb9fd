// Many systems of equations with three diagonals, a system for each work-item, neighbours beside
// each other.
#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void solve(global const float *lower, global const float *diagonal,
                  global const float *upper, global const float *right, global float *ratios,
                  global float *solutions, int equations) {
  size_t systems = get_global_size(0), i = get_global_id(0);
  ratios[i] = upper[i] / diagonal[i];
  solutions[i] = right[i] / diagonal[i];
  for (int k = 1; k < equations; ++k) {
    i += systems;
    float divisor = diagonal[i] - lower[i] * ratios[i - systems];
    ratios[i] = upper[i] / divisor;
    solutions[i] = (right[i] - lower[i] * solutions[i - systems]) / divisor;
  }
  for (int k = equations - 2; k >= 0; --k) {
    i -= systems;
    solutions[i] -= ratios[i] * solutions[i + systems];
  }
}
)";
constexpr size_t equations = 64;

/// Solutions that are whole numbers, and the right sides that they make with dominant diagonals.
struct Systems {
  explicit Systems(size_t count)
      : lower(equations * count),
        diagonal(lower.size()),
        upper(lower.size()),
        right(lower.size()),
        solutions(lower.size()) {
    const auto solution = [&](size_t i) {
      return static_cast<double>(scrambled(static_cast<uint32_t>(4 * i)) % 16);
    };
    for (size_t i = 0; i < lower.size(); ++i) {
      const auto number = [&](uint32_t k) { return scrambled(static_cast<uint32_t>(4 * i) + k); };
      const bool is_first = i < count, is_last = i + count >= lower.size();
      lower[i] = is_first ? 0 : -static_cast<float>(number(1) % 4);
      upper[i] = is_last ? 0 : -static_cast<float>(number(2) % 4);
      diagonal[i] = static_cast<float>(8 + number(3) % 8);
      solutions[i] = solution(i);
      double sum = static_cast<double>(diagonal[i]) * solution(i);
      if (!is_first) sum += static_cast<double>(lower[i]) * solution(i - count);
      if (!is_last) sum += static_cast<double>(upper[i]) * solution(i + count);
      right[i] = static_cast<float>(sum);  // a small whole number
    }
  }

  /// Compares solutions with those that the right sides were made of.
  [[nodiscard]] std::string difference_of(std::span<const float> found) const {
    // Right sides are below 512, numbers on the way below 32. By its own operations, divisions of
    // 2.5 ulp included, a number is wrong by 140 units of 2^-24 at most, and it hands less than half
    // of what it is wrong by to the next one, in both passes.
    return difference_beyond<float>(found, solutions, [](size_t) { return 512 * 0x1p-24; });
  }

  std::vector<float> lower, diagonal, upper, right;
  std::vector<double> solutions;
};

class Tridiagonal : public RepeatedWork<Systems> {
 public:
  Tridiagonal(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "solve")),
        lower_(device.buffer_of(problem().lower)),
        diagonal_(device.buffer_of(problem().diagonal)),
        upper_(device.buffer_of(problem().upper)),
        right_(device.buffer_of(problem().right)),
        ratios_(device.zeros(problem().lower.size() * sizeof(float))),
        solutions_(device.zeros(problem().lower.size() * sizeof(float))) {
    kernel_.set_arguments(lower_, diagonal_, upper_, right_, ratios_, solutions_,
                          static_cast<cl_int>(equations));
  }

  std::string verify() override {
    return problem().difference_of(device().read<float>(solutions_, problem().solutions.size()));
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 64); }

 private:
  Kernel kernel_;
  Buffer lower_, diagonal_, upper_, right_, ratios_, solutions_;
};

class NativeTridiagonal : public NativeWork<Systems> {
 public:
  explicit NativeTridiagonal(size_t count)
      : NativeWork(count),
        lower_(native_copy(problem().lower)),
        diagonal_(native_copy(problem().diagonal)),
        upper_(native_copy(problem().upper)),
        right_(native_copy(problem().right)),
        ratios_(right_.size()),
        solutions_(right_.size()) {}

  std::string verify() override { return problem().difference_of(solutions_); }

 protected:
  void repeat() override {
    const TridiagonalSystems all = {lower_.data(),  diagonal_.data(),  upper_.data(), right_.data(),
                                    ratios_.data(), solutions_.data(), size(),        equations};
    split(size(), 16,
          [&](size_t begin, size_t end) { native_loops().solve_tridiagonal(all, begin, end); });
  }

 private:
  NativeVector<float> lower_, diagonal_, upper_, right_, ratios_, solutions_;
};

}  // namespace

const Case& tridiagonal() {
  static const Case instance = {
      "tridiagonal",
      "N systems of 64 equations with three diagonals, a system for each work-item",
      "Mequation/s",
      {{"small", 128}, {"cache", size_t{1} << 11}, {"memory", size_t{1} << 16}},
      [](size_t count) { return 1e-6 * static_cast<double>(count * equations); },
      make_work<Tridiagonal>,
      Kind::kernel,
      {{"native", make_native<NativeTridiagonal>}}};
  return instance;
}

}  // namespace cleave::benchmark
