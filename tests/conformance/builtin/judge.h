// Finds the greatest error among many results: of those that may be the worst, MPFR tells it.
#pragma once

#include <atomic>
#include <memory>
#include <numeric>
#include <vector>

#include "accuracy.h"
#include "screen_vectors.h"
#include "tests/support/half.h"

namespace cleave::test {

/// A type that holds right results nearly.
template <class T>
using Longer = std::conditional_t<std::is_same_v<T, double>, long double, double>;

/// Halves become doubles by a table: the processor may have no instruction for it.
template <class T>
double to_double(T number) {
  if constexpr (sizeof(T) == 2) {
    static const std::vector<double> values = [] {
      std::vector<double> all;
      for (unsigned bits = 0; bits < 0x10000; ++bits) all.push_back(value_of(bits));
      return all;
    }();
    return values[bits_of(number)];
  } else {
    return number;
  }
}

/// Arguments of a function of up to three numbers, or of one and an integer, and its results: a
/// number, and what some give through a pointer.
template <class T>
struct Batch {
  static constexpr std::size_t capacity = 2048;
  std::size_t count = 0;
  std::vector<T> x = std::vector<T>(capacity), y = x, z = x, result = x, part = x;
  std::vector<int> n = std::vector<int>(capacity), whole = n;
  std::vector<Longer<T>> right = std::vector<Longer<T>>(capacity);

  void add(T first, T second, T third, int integer) {
    x[count] = first;
    y[count] = second;
    z[count] = third;
    n[count++] = integer;
  }
};

/// The greatest error among some results, and where it is.
struct Result {
  double ulps = 0;
  double x = 0, y = 0;
  double actual = 0, right = 0;
  std::uint64_t count = 0, exactly_judged = 0;

  void join(const Result& other) {
    const std::uint64_t sum = count + other.count, judged = exactly_judged + other.exactly_judged;
    if (other.ulps > ulps) *this = other;
    count = sum;
    exactly_judged = judged;
  }
};

/// The greatest error that any thread has found.
class Record {
 public:
  [[nodiscard]] double ulps() const { return ulps_.load(std::memory_order_relaxed); }
  void raise(double ulps) {
    double known = this->ulps();
    while (ulps > known && !ulps_.compare_exchange_weak(known, ulps)) {
    }
  }

 private:
  std::atomic<double> ulps_ = 0;
};

/// Judges results of one function in one type.
template <class T>
class Judge {
 public:
  Judge(double bound, Record& record) : is_rounded_(bound == 0), record_(record) {}

  /// `exactly(number, i)` computes the right result of an argument into a number.
  template <class Exactly>
  void take(const Batch<T>& batch, const Exactly& exactly) {
    result_.count += batch.count;
    for (const std::uint32_t i : doubtful(batch)) {
      exactly(exact_, i);
      ++result_.exactly_judged;
      const double found = to_double(batch.result[i]);
      const double ulps =
          is_rounded_ ? Worst<T>::rounded_distance(found, exact_) : ulps_between<T>(found, exact_);
      if (ulps <= result_.ulps) continue;
      result_ = {.ulps = ulps,
                 .x = to_double(batch.x[i]),
                 .y = second(batch, i),
                 .actual = found,
                 .right = mpfr_get_d(exact_, MPFR_RNDN),
                 .count = result_.count,
                 .exactly_judged = result_.exactly_judged};
      record_.raise(ulps);
    }
  }

  [[nodiscard]] const Result& result() const { return result_; }

 private:
  std::span<const std::uint32_t> doubtful(const Batch<T>& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) {
      actual_[i] = to_double(batch.result[i]);
      right_[i] = static_cast<double>(batch.right[i]);
      difference_[i] = static_cast<double>(actual_[i] - batch.right[i]);
    }
    const double known = std::fmax(is_rounded_ ? 0.5 : unimportant, record_.ulps());
    constexpr screen::Shape shape = {Format<T>::digits, Format<T>::min_exponent,
                                     Format<T>::max_exponent};
    return {
        doubtful_.data(),
        screen::find_doubtful({{actual_.data(), batch.count}, right_.data(), difference_.data()},
                              shape, known - uncertain, doubtful_.data())};
  }

  static double second(const Batch<T>& batch, std::size_t i) {
    return batch.n[i] != 0 ? batch.n[i] : to_double(batch.y[i]);
  }

  /// Errors below this are never the greatest but of functions that give all results exactly.
  static constexpr double unimportant = 0.25;
  /// How wrong a screen may be, in units in the last place.
  static constexpr double uncertain = std::is_same_v<T, double> ? 0.01 : 1e-5;

  bool is_rounded_;
  Record& record_;
  Result result_;
  Exact exact_;
  std::vector<double> actual_ = std::vector<double>(Batch<T>::capacity), right_ = actual_,
                      difference_ = actual_;
  std::vector<std::uint32_t> doubtful_ = std::vector<std::uint32_t>(Batch<T>::capacity);
};

}  // namespace cleave::test
