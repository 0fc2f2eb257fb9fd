// Quotients and roots at 0, infinities, NaN, subnormal and huge numbers, under each option that
// relaxes arithmetic, alone and together: what the option does not allow to be lost is kept.
#include <cmath>
#include <limits>
#include <ostream>
#include <string>

#include "runner.h"
#include "type_names.h"

namespace cleave::test {
namespace {

using Exact = long double;

/// Describes what the text of the options lets a program count on (API 5.8.6.2 and 5.8.6.3).
struct Options {
  const char* text;
  bool keeps_signs_of_zeros;
  bool keeps_nonfinite;  // NaN and infinities, as arguments and as results
  bool keeps_subnormal;  // numbers
  bool keeps_accuracy;   // that of functions and operations without options
  bool rounds_singles;   // quotients and roots of single precision
};

constexpr Options each_option[] = {
    {"", true, true, true, true, true},
    {"-cl-mad-enable", true, true, true, true, true},
    {"-cl-single-precision-constant", true, true, true, true, true},
    {"-cl-fp32-correctly-rounded-divide-sqrt", true, true, true, true, true},
    {"-cl-no-signed-zeros", false, true, true, true, true},
    {"-cl-denorms-are-zero", true, true, false, true, true},
    {"-cl-finite-math-only", true, false, true, true, true},
    // The text speaks of edge cases too: programs count on these, and other drivers keep them.
    {"-cl-unsafe-math-optimizations", false, true, true, false, false},
    {"-cl-unsafe-math-optimizations -cl-fp32-correctly-rounded-divide-sqrt", false, true, true,
     false, true},
    {"-cl-fast-relaxed-math", false, false, true, false, false},
    {"-cl-mad-enable -cl-no-signed-zeros -cl-denorms-are-zero -cl-unsafe-math-optimizations", false,
     true, false, false, false},
    {"-cl-mad-enable -cl-no-signed-zeros -cl-denorms-are-zero -cl-unsafe-math-optimizations "
     "-cl-finite-math-only -cl-fast-relaxed-math -cl-single-precision-constant",
     false, false, false, false, false},
};

Exact half(Exact x) {
  return value_of(nearest_half(static_cast<double>(x)));
}
Exact quotient(Exact x, Exact y) {
  return x / y;
}
Exact reciprocal(Exact, Exact y) {
  return 1 / y;
}
Exact root(Exact, Exact y) {
  return std::sqrt(y);
}
Exact reciprocal_root(Exact, Exact y) {
  return 1 / std::sqrt(y);
}

/// Names what several quotients share.
enum Sharing { alone, first, next };

/// An expression of x and y, and by how many units in the last place it may be wrong.
struct Expression {
  const char* text;  // T is the type
  Exact (*exact)(Exact x, Exact y);
  double allowed, allowed_if_relaxed;
  bool has_doubles = true;
  Sharing sharing = alone;  // `next` has x and y of the one before
  double most = HUGE_VAL;   // what arguments may have, or something in the expression is infinite

  bool has_exponential = false;

  [[nodiscard]] bool may_share() const { return sharing != alone; }
};

constexpr bool singles = false;
constexpr Expression expressions[] = {
    {"x / y", quotient, 0.501, 2.5},
    {"1 / y", reciprocal, 0.501, 2.5},
    {"x / y", quotient, 0.501, 2.5, true, first},
    {"3 / y", [](Exact, Exact y) { return 3 / y; }, 0.501, 2.5, true, next},
    {"x / sqrt(y)", [](Exact x, Exact y) { return x / std::sqrt(y); }, 1.5, 3},
    {"1 / sqrt(y)", reciprocal_root, 1.5, 3},
    {"x / (sqrt(y) * 3)", [](Exact x, Exact y) { return x / (std::sqrt(y) * 3); }, 2.5, 5},
    {"sqrt(y)", root, 0.501, 3},
    {"rsqrt(y)", reciprocal_root, 2, 2},
    // More than 2 |x| units of exp may be wrong.
    {"1 / (1 + exp(-x))", [](Exact x, Exact) { return 1 / (1 + std::exp(-x)); }, 8, 400, singles,
     alone, 88, true},
    {"x / (1 + exp(-x))", [](Exact x, Exact) { return x / (1 + std::exp(-x)); }, 8, 400, singles,
     alone, 88, true},
    {"native_divide(x, y)", quotient, 0.501, 2.5, singles},
    {"native_recip(y)", reciprocal, 0.501, 2.5, singles},
    {"native_sqrt(y)", root, 0.501, 3, singles},
    {"half_divide(x, y)", quotient, 8192, 8192, singles},
    {"half_recip(y)", reciprocal, 8192, 8192, singles},
    {"half_rsqrt(y)", reciprocal_root, 8192, 8192, singles},
    {"half_sqrt(y)", root, 8192, 8192, singles},
    // The last place of a half is the 13th of a single.
    {"(half)x / (half)y", [](Exact x, Exact y) { return half(half(x) / half(y)); }, 0, 8192,
     singles, alone, 65504},
    {"1 / (half)y", [](Exact, Exact y) { return half(1 / half(y)); }, 0, 8192, singles, alone,
     65504},
    {"(half)x / sqrt((half)y)",
     [](Exact x, Exact y) { return half(half(x) / half(std::sqrt(half(y)))); }, 0, 8192, singles,
     alone, 65504},
};

template <class T>
std::vector<Expression> expressions_of() {
  std::vector<Expression> result;
  for (const Expression& each : expressions)
    if (std::is_same_v<T, cl_float> || each.has_doubles) result.push_back(each);
  return result;
}

template <class T>
std::vector<T> numbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> result;
  const T least = Limits::min(), most = Limits::max(), half = T(1) / 2;
  for (const T x : {T(0),
                    Limits::denorm_min(),
                    77 * Limits::denorm_min(),
                    least / 5,
                    least - Limits::denorm_min(),
                    least,
                    least * 3,
                    std::sqrt(least),
                    T(0.1),
                    T(1),
                    T(3),
                    T(17.3),
                    T(88.6),
                    T(100),
                    1 / std::sqrt(least),
                    1 / least * half,
                    1 / least,
                    most / 3,
                    most * half,
                    most,
                    Limits::infinity(),
                    Limits::quiet_NaN()}) {
    result.push_back(x);
    result.push_back(-x);
  }
  return result;
}

template <class T>
struct Pair {
  T x, y;
};

/// Every second number with each.
template <class T>
std::vector<Pair<T>> pairs() {
  std::vector<Pair<T>> result;
  const std::vector<T> all = numbers<T>();
  for (size_t i = 0; i < all.size(); i += i % 4 == 0 ? 1 : 3)
    for (const T y : all) result.push_back({all[i], y});
  return result;
}

template <class T>
class Estimates : public testing::TestWithParam<Options> {
 protected:
  static std::string source() {
    std::string text =
        std::string("#define T ") + Traits<T>::name +
        "\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void test(global T* data) {\n"
        "const size_t i = get_global_id(0), n = get_global_size(0);\n";
    size_t part = 0;
    for (const Expression& each : expressions_of<T>()) {
      if (each.sharing == next) {
        text.resize(text.size() - 2);  // the block's end
      } else {
        text += "{ const T x = data[" + std::to_string(part) + " * n + i], y = data[" +
                std::to_string(part + 1) + " * n + i];\n";
      }
      text += "data[" + std::to_string(part + 2) + " * n + i] = " + each.text + ";\n}\n";
      part += 3;
    }
    return text + "}";
  }

  // Each pair is in all lanes of a sub-group first, where nothing else is that an estimate has no
  // answer for, then beside others.
  static void check() {
    constexpr size_t lanes = 64;
    const std::vector<Pair<T>> all = pairs<T>();
    const std::vector<Expression> each_expression = expressions_of<T>();
    const size_t items = all.size() * (lanes + 1);
    const auto pair_of = [&](size_t i) {
      return i / lanes < all.size() ? i / lanes : i % all.size();
    };
    std::vector<T> data;
    for (size_t k = 0; k < each_expression.size(); ++k) {
      for (size_t i = 0; i < items; ++i) data.push_back(all[pair_of(i)].x);
      for (size_t i = 0; i < items; ++i) data.push_back(all[pair_of(i)].y);
      data.resize(data.size() + items);
    }
    data = Runner::instance().run(source(), {.global = {items, 1, 1}}, std::move(data), 0,
                                  GetParam().text);
    for (size_t k = 0; k < each_expression.size(); ++k) {
      std::vector<Exact> expected;
      for (const Pair<T>& pair : all) expected.push_back(each_expression[k].exact(pair.x, pair.y));
      size_t wrong = 0;
      for (size_t i = 0; i < items && wrong < 3; ++i) {
        const size_t at = pair_of(i);
        const T actual = data[(3 * k + 2) * items + i];
        if (is_lost(all[at], each_expression[k], expected[at]) ||
            is_right(all[at], each_expression[k], expected[at], actual))
          continue;
        ++wrong;
        ADD_FAILURE() << each_expression[k].text << " with " << GetParam().text << " at "
                      << all[at].x << ", " << all[at].y << ": " << actual << " instead of "
                      << expected[at] << ", number " << i;
      }
    }
  }

 private:
  /// Is the result as exact as without options?
  static bool is_as_exact(const Expression& expression) {
    const bool is_rounded = GetParam().rounds_singles && std::is_same_v<T, cl_float>;
    return GetParam().keeps_accuracy || (is_rounded && !expression.has_exponential);
  }
  static bool is_subnormal(Exact x) {
    return x != 0 && std::abs(x) < std::numeric_limits<T>::min();
  }
  static bool is_right(const Pair<T>& pair, const Expression& expression, Exact expected,
                       T actual) {
    const Options& options = GetParam();
    const T rounded = static_cast<T>(expected);
    if (std::isnan(rounded)) return std::isnan(actual);
    const bool has_sign = std::signbit(actual) == std::signbit(rounded);
    const bool is_of_zero = pair.x == 0 || pair.y == 0;
    if (std::isinf(rounded))
      return std::isinf(actual) && (has_sign || (is_of_zero && !options.keeps_signs_of_zeros));
    if (actual == 0 && options.keeps_signs_of_zeros && !has_sign) return false;
    using Limits = std::numeric_limits<T>;
    const int least = Limits::min_exponent - 1;
    const int exponent = expected == 0 ? least : std::max(std::ilogb(expected), least);
    const Exact unit = std::ldexp(Exact(1), exponent - (Limits::digits - 1));
    const double allowed =
        is_as_exact(expression) ? expression.allowed : expression.allowed_if_relaxed;
    return std::abs(actual - expected) <= static_cast<Exact>(allowed) * unit;
  }
  /// May the result be any under the options?
  static bool is_lost(const Pair<T>& pair, const Expression& expression, Exact expected) {
    const Options& options = GetParam();
    const Exact most = std::min<Exact>(expression.most, std::numeric_limits<T>::max());
    const auto is_finite = [&](Exact x) { return std::abs(x) <= most; };
    if (!options.keeps_nonfinite &&
        (!is_finite(pair.x) || !is_finite(pair.y) || !std::isfinite(static_cast<T>(expected))))
      return true;
    if (!options.keeps_subnormal &&
        (is_subnormal(pair.x) || is_subnormal(pair.y) || is_subnormal(expected)))
      return true;
    // A reciprocal that several quotients share may be infinite.
    return !is_as_exact(expression) && expression.may_share() && is_subnormal(pair.y);
  }
};

using SingleEstimates = Estimates<cl_float>;
using DoubleEstimates = Estimates<cl_double>;

TEST_P(SingleEstimates, KeepWhatTheOptionDoesNotGiveUp) {
  check();
}
TEST_P(DoubleEstimates, KeepWhatTheOptionDoesNotGiveUp) {
  check();
}

std::ostream& operator<<(std::ostream& to, const Options& options) {
  return to << options.text;
}
INSTANTIATE_TEST_SUITE_P(With, SingleEstimates, testing::ValuesIn(each_option));
INSTANTIATE_TEST_SUITE_P(With, DoubleEstimates, testing::ValuesIn(each_option));

}  // namespace
}  // namespace cleave::test
