// Finds the worst result of a native function: the greatest share of the difference that it is
// allowed.
#pragma once

#include <cmath>
#include <random>

#include "code_under_test.h"
#include "judge.h"
#include "screen.h"

namespace cleave::test {

/// Arguments between which a function promises something.
struct Limits {
  double least = -INFINITY, most = INFINITY;

  [[nodiscard]] bool bound(double x) const { return x >= least && x <= most; }
  [[nodiscard]] bool contain(double x) const { return std::isnan(x) || bound(x); }
};

/// An endless sequence of arguments within limits: half of them evenly, half with all exponents
/// alike.
template <class T>
class ArgumentsWithin {
 public:
  explicit ArgumentsWithin(Limits limits)
      : limits_(limits),
        evenly_(limits.least, limits.most),
        exponents_(limits.least > 0 ? std::log2(limits.least) : -126, std::log2(limits.most)) {}

  T next() {
    const bool is_even = random_() % 2 != 0;
    const double x = is_even ? evenly_(random_) : std::exp2(exponents_(random_));
    return static_cast<T>(!is_even && limits_.least < 0 && random_() % 2 != 0 ? -x : x);
  }

 private:
  Limits limits_;
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> evenly_, exponents_;
};

/// Takes arguments, those beyond the limits too, and judges the results many at a time.
/// `allowed(x, y)` is a screen::Approximation.
template <class T, class Allowed>
class NativeSearch {
 public:
  NativeSearch(const Code<T>& code, const Allowed& allowed, Limits limits)
      : code_(code), allowed_(allowed), limits_(limits) {}

  void add(T x, T y) {
    if (!limits_.bound(x) || !limits_.bound(y)) return;
    batch_.add(x, y, 0, 0);
    if (batch_.count == Batch<T>::capacity) flush();
  }
  /// In `ulps` the greatest share of what is allowed.
  const Result& finish() {
    flush();
    return result_;
  }

 private:
  void flush() {
    code_(batch_);
    for (std::size_t i = 0; i < batch_.count; ++i)
      judge(batch_.x[i], batch_.y[i], batch_.result[i]);
    batch_.count = 0;
  }

  void judge(double x, double y, double actual) {
    ++result_.count;
    const screen::Approximation right = allowed_(x, y);
    const double difference = std::fabs(actual - right.value);
    const double share = std::isnan(difference) ? INFINITY : difference / right.allowed;
    if (share <= result_.ulps) return;
    result_ = {.ulps = share,
               .x = x,
               .y = y,
               .actual = actual,
               .right = right.value,
               .count = result_.count};
  }

  const Code<T>& code_;
  const Allowed& allowed_;
  Limits limits_;
  Batch<T> batch_;
  Result result_;
};

}  // namespace cleave::test
