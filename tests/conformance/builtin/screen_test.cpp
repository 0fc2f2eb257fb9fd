// The vectors that screen results, against MPFR: where they say that a result is right, it must be.
#include "screen.h"

#include <gtest/gtest.h>

#include "arguments.h"
#include "judge.h"

namespace cleave::test {
namespace {

/// The judge takes the screens to be as exact as this, in units in the last place of a float.
constexpr double allowed = 1e-5;

/// Far below any result that may be wrong by a unit: zeros of lgamma, where no bound holds.
constexpr double allowed_at_zeros = 0x1p-45;

class Screens : public ::testing::Test {
 protected:
  static void expect_right(const char* name, float x, float y, double found, mpfr_ptr exact) {
    const double right = mpfr_get_d(exact, MPFR_RNDN);
    if (std::isnan(right) || std::isinf(right) || right == 0) {
      // A double is enough for all that a float has.
      EXPECT_TRUE((std::isnan(right) && std::isnan(found)) ||
                  (right == found && std::signbit(right) == std::signbit(found)) ||
                  (right == 0 && std::fabs(found) < 0x1p-1000))
          << name << " of " << x << ", " << y << ": " << found << " instead of " << right;
      return;
    }
    const bool overflows = std::fabs(right) >= 0x1p129 && std::fabs(found) >= 0x1p129 &&
                           std::signbit(right) == std::signbit(found);
    if (overflows || std::fabs(found - right) < allowed_at_zeros * (name == std::string("lgamma")))
      return;
    EXPECT_LE(std::fabs(found - right), allowed * screen::unit_of_float(right))
        << std::hexfloat << name << " of " << x << ", " << y << ": " << found << " instead of "
        << right;
  }

  template <class Reference>
  void check_one(const char* name, Reference reference, double least = -INFINITY,
                 double most = INFINITY) {
    fill();
    std::vector<double> x(x_.begin(), x_.end()), right(x.size());
    screen::vectors_of_one(name)(x, right.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] < least || x[i] > most) continue;
      exact_ = x[i];
      reference(exact_, exact_, MPFR_RNDN);
      expect_right(name, x_[i], 0, right[i], exact_);
    }
  }

  template <class Reference>
  void check_two(const char* name, Reference reference, bool has_zeros) {
    fill();
    std::vector<double> x(x_.begin(), x_.end()), y(y_.begin(), y_.end()), right(x.size());
    screen::vectors_of_two(name)(x, y.data(), right.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!has_zeros && x[i] == 0 && y[i] == 0) continue;
      exact_ = x[i];
      second_ = y[i];
      reference(exact_, exact_, second_, MPFR_RNDN);
      expect_right(name, x_[i], y_[i], right[i], exact_);
    }
  }

 private:
  void fill() {
    constexpr std::size_t random_ones = 8000;
    Arguments<float> arguments(7);
    const auto add = [this](float x, float y) {
      x_.push_back(x);
      y_.push_back(y);
    };
    for (const float x : special_values<float>()) {
      add(x, 2);
      add(x, x);
      add(x, -x);
      for (const float one : {0.0F, 0.5F, 1.0F, -1.0F, INFINITY}) add(one, x);
      add(x, 0);
    }
    for (std::size_t i = 0; i < random_ones; ++i) {
      const float x = arguments.next();
      add(x, arguments.next_with(x));
    }
    while (x_.size() % screen::lanes != 0) add(1, 1);
  }

  std::vector<float> x_, y_;
  Exact exact_, second_;
};

#define ONE(NAME, REFERENCE, ...)      \
  TEST_F(Screens, AreRightOf_##NAME) { \
    check_one(#NAME, REFERENCE);       \
  }
#define SINGLE(NAME, REFERENCE, SCREEN, LEAST, MOST, ...) \
  TEST_F(Screens, AreRightOf_##NAME) {                    \
    check_one(#NAME, REFERENCE, LEAST, MOST);             \
  }
#define TWO(NAME, REFERENCE, ...)      \
  TEST_F(Screens, AreRightOf_##NAME) { \
    check_two(#NAME, REFERENCE, true); \
  }
#define SINGLE_TWO(NAME, REFERENCE, ...) TWO(NAME, REFERENCE)
#define EXTREME(NAME, REFERENCE, ...)   \
  TEST_F(Screens, AreRightOf_##NAME) {  \
    check_two(#NAME, REFERENCE, false); \
  }
#include "math_functions.def"

}  // namespace
}  // namespace cleave::test
