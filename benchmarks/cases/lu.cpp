// The triangular factors of a matrix: many small launches that depend on each other.
#include "cases/lu.h"

#include <algorithm>

namespace cleave::benchmark {
namespace {

/// Copies the matrix, and factors it column after column.
class NativeLu : public NativeWork<lu_factors::Factors> {
 public:
  explicit NativeLu(size_t n)
      : NativeWork(n), matrix_(native_copy(problem().matrix)), factors_(n * n) {}

  std::string verify() override { return problem().difference_of(factors_); }

 protected:
  void repeat() override {
    copy();
    for (size_t k = 0; k + 1 < size(); ++k) {
      split(size() - k - 1, 1, [&](size_t begin, size_t end) {
        native_loops().eliminate(factors_.data(), size(), k, k + 1 + begin, k + 1 + end);
      });
    }
  }

  void copy() {
    split(factors_.size(), 64, [&](size_t begin, size_t end) {
      std::copy(&matrix_[begin], matrix_.data() + end, &factors_[begin]);
    });
  }

  NativeVector<float> matrix_, factors_;
};

/// The same with sixteen columns at a time.
class BlockedLu : public NativeLu {
 public:
  using NativeLu::NativeLu;

 protected:
  void repeat() override {
    constexpr size_t panel = 16;
    copy();
    for (size_t k = 0; k < size(); k += panel) {
      native_loops().factor_panel(factors_.data(), size(), k);
      const size_t first = k + panel;
      split(size() - first, 8, [&](size_t begin, size_t end) {
        native_loops().eliminate_blocked(factors_.data(), size(), k, first + begin, first + end);
      });
    }
  }
};

}  // namespace

const Case& lu() {
  static const Case instance = {
      "lu",
      "the triangular factors of a matrix of N by N floats, two launches a column",
      "GFLOP/s",
      {{"small", 32}, {"cache", 256}, {"memory", 768}},
      [](size_t n) { return 1e-9 * 2 / 3 * static_cast<double>(n * n * n); },
      make_work<lu_factors::Lu>,
      Kind::kernel,
      {{"native", make_native<NativeLu>}, {"blocked", make_native<BlockedLu>}}};
  return instance;
}

}  // namespace cleave::benchmark
