// Measures how exact the built-in math functions are: the greatest error of each, against MPFR. All
// arguments of single and half precision, or as many as one likes.
//
// Numbers of a longer type screen the results (screen.h); MPFR decides those that are worst, or not
// what the screen says.
#include <dlfcn.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>

#include "accuracy.h"
#include "arguments.h"
#include "screen.h"
#include "tests/support/half.h"

namespace cleave::test {

template <>
struct Format<Half> {
  static constexpr int digits = 11;
  static constexpr int min_exponent = -13;
  static constexpr int max_exponent = 16;
};

namespace {

struct Options {
  std::string library;
  std::string table;
  std::vector<std::string> types = {"float", "double", "half"};
  std::vector<std::string> names;
  std::uint64_t count = 1'000'000;
  bool all = false;
  bool lists_symbols = false;
  unsigned threads = std::thread::hardware_concurrency();
};

template <class T>
using Longer = std::conditional_t<std::is_same_v<T, double>, long double, double>;

/// The greatest error among some results, and where it is.
struct Result {
  double ulps = 0;
  double x = 0, y = 0;
  double actual = 0, right = 0;
  std::uint64_t count = 0;

  void join(const Result& other) {
    const std::uint64_t sum = count + other.count;
    if (other.ulps > ulps) *this = other;
    count = sum;
  }
};

/// Arguments between which a function promises something.
struct Limits {
  double least = -INFINITY, most = INFINITY;

  template <class T>
  [[nodiscard]] bool contain(T x) const {
    const auto value = static_cast<double>(x);
    return std::isnan(value) || (value >= least && value <= most);
  }
};

/// Judges results of one function in one type.
template <class T>
class Judge {
 public:
  explicit Judge(double bound) : is_rounded_(bound == 0) {}

  /// `exact` computes the right result into its argument.
  template <class Exactly>
  void take(T value, Longer<T> screen, double x, double y, const Exactly& exactly) {
    ++result_.count;
    const auto actual = static_cast<Longer<T>>(value);
    if (is_settled(actual, screen)) return;
    exactly(exact_);
    const auto found = static_cast<double>(value);
    const double ulps =
        is_rounded_ ? Worst<T>::rounded_distance(found, exact_) : ulps_between<T>(found, exact_);
    if (ulps > result_.ulps) {
      result_ = {ulps, x, y, found, mpfr_get_d(exact_, MPFR_RNDN), result_.count};
    }
  }

  [[nodiscard]] const Result& result() const { return result_; }

 private:
  /// Whether the result is surely better than the worst one.
  [[nodiscard]] bool is_settled(Longer<T> actual, Longer<T> screen) const {
    if (std::isnan(screen)) return std::isnan(actual);
    if (screen == 0 || std::isinf(screen))
      return actual == screen && std::signbit(actual) == std::signbit(screen);
    if (std::isinf(actual))
      return std::fabs(screen) >= std::ldexp(Longer<T>(1), Format<T>::max_exponent) &&
             std::signbit(actual) == std::signbit(screen);
    const int exponent = std::max(std::ilogb(screen) + 1, Format<T>::min_exponent);
    const Longer<T> ulps =
        std::fabs(actual - screen) * std::ldexp(Longer<T>(1), Format<T>::digits - exponent);
    const double known = is_rounded_ ? std::fmax(0.5, result_.ulps) : result_.ulps;
    return ulps < known - uncertain;
  }

  static constexpr double uncertain = std::is_same_v<T, double> ? 0.01 : 1e-4;
  bool is_rounded_;
  Result result_;
  Exact exact_;
};

/// Runs `part(index)` for a number of parts on all threads.
void in_parts(unsigned threads, std::uint64_t parts,
              const std::function<void(std::uint64_t)>& part) {
  std::atomic<std::uint64_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      for (std::uint64_t index = next++; index < parts; index = next++) part(index);
    });
  }
}

/// Measures the functions of one type.
template <class T>
class Measurement {
 public:
  Measurement(const Options& options, void* library, const char* suffix)
      : options_(options), library_(library), suffix_(suffix) {}

  template <class Screen, class Reference>
  void one(const char* name, const char* mangled, double bound, Screen screen, Reference reference,
           Limits limits = {}) {
    auto* const function = find<T (*)(T)>(name, std::string(mangled) + suffix_);
    if (function == nullptr) return;
    const auto check = [&](Judge<T>& judge, T x) {
      if (!limits.contain(x)) return;
      judge.take(function(x), screen(static_cast<Longer<T>>(x)), static_cast<double>(x), 0,
                 [&](mpfr_ptr exact) {
                   mpfr_set_d(exact, static_cast<double>(x), MPFR_RNDN);
                   reference(exact, exact);
                 });
    };
    if constexpr (sizeof(T) <= 4) {
      if (options_.all || sizeof(T) == 2) return report(name, bound, all_numbers(bound, check));
    }
    report(name, bound,
           sampled(
               bound, [&](Judge<T>& judge, auto& arguments) { check(judge, arguments.next()); },
               [&](Judge<T>& judge) {
                 for (const T x : specials()) check(judge, x);
               }));
  }

  template <class Screen, class Reference>
  void two(const char* name, const char* mangled, double bound, Screen screen,
           Reference reference) {
    auto* const function = find<T (*)(T, T)>(name, std::string(mangled) + suffix_ + suffix_);
    if (function == nullptr) return;
    const auto check = [&](Judge<T>& judge, T x, T y) {
      judge.take(function(x, y), screen(static_cast<Longer<T>>(x), static_cast<Longer<T>>(y)),
                 static_cast<double>(x), static_cast<double>(y), [&](mpfr_ptr exact) {
                   Exact second;
                   mpfr_set_d(exact, static_cast<double>(x), MPFR_RNDN);
                   mpfr_set_d(second, static_cast<double>(y), MPFR_RNDN);
                   reference(exact, exact, second);
                 });
    };
    if constexpr (sizeof(T) == 2) {
      if (options_.all) return report(name, bound, all_pairs(bound, check));
    }
    report(name, bound,
           sampled(
               bound,
               [&](Judge<T>& judge, auto& arguments) {
                 const T x = arguments.next();
                 check(judge, x, arguments.next_with(x));
               },
               [&](Judge<T>& judge) {
                 for (const T x : specials()) {
                   for (const T y : specials()) check(judge, x, y);
                 }
               }));
  }

  template <class Screen, class Reference>
  void three(const char* name, const char* mangled, double bound, Screen screen,
             Reference reference) {
    auto* const function =
        find<T (*)(T, T, T)>(name, std::string(mangled) + suffix_ + suffix_ + suffix_);
    if (function == nullptr) return;
    const auto check = [&](Judge<T>& judge, T x, T y, T z) {
      judge.take(
          function(x, y, z),
          screen(static_cast<Longer<T>>(x), static_cast<Longer<T>>(y), static_cast<Longer<T>>(z)),
          static_cast<double>(x), static_cast<double>(y), [&](mpfr_ptr exact) {
            Exact second, third;
            mpfr_set_d(exact, static_cast<double>(x), MPFR_RNDN);
            mpfr_set_d(second, static_cast<double>(y), MPFR_RNDN);
            mpfr_set_d(third, static_cast<double>(z), MPFR_RNDN);
            reference(exact, exact, second, third);
          });
    };
    report(name, bound,
           sampled(
               bound,
               [&](Judge<T>& judge, auto& arguments) {
                 const T x = arguments.next(), y = arguments.next_with(x);
                 check(judge, x, y, arguments.next_with(static_cast<T>(-x * y)));
               },
               [&](Judge<T>& judge) {
                 for (const T x : specials()) {
                   for (const T y : specials()) {
                     for (const T z :
                          {x, y, static_cast<T>(-x * y), T(0), static_cast<T>(Sample{0x1p-24F})})
                       check(judge, x, y, z);
                   }
                 }
               }));
  }

  /// A function whose difference from the right result is limited by a number of its own.
  template <class Allowed>
  void native(const char* name, const char* mangled, Allowed allowed, Limits limits) {
    auto* const function = find<T (*)(T)>(name, std::string(mangled) + suffix_);
    if (function == nullptr) return;
    report_native(name, native_result(limits, [&](T x, T /*y*/) {
                    return Trial{function(x), allowed(static_cast<double>(x), 0.0)};
                  }));
  }
  template <class Allowed>
  void native_two(const char* name, const char* mangled, Allowed allowed, Limits limits) {
    auto* const function = find<T (*)(T, T)>(name, std::string(mangled) + suffix_ + suffix_);
    if (function == nullptr) return;
    report_native(name, native_result(limits, [&](T x, T y) {
                    return Trial{function(x, y),
                                 allowed(static_cast<double>(x), static_cast<double>(y))};
                  }));
  }

  template <class Screen, class Reference>
  void integer(const char* name, const char* mangled, double bound, Screen screen,
               Reference reference) {
    auto* const function = find<T (*)(T, int)>(name, std::string(mangled) + suffix_ + "i");
    if (function == nullptr) return;
    const auto check = [&](Judge<T>& judge, T x, int n) {
      judge.take(function(x, n), screen(static_cast<Longer<T>>(x), n), static_cast<double>(x), n,
                 [&](mpfr_ptr exact) {
                   mpfr_set_d(exact, static_cast<double>(x), MPFR_RNDN);
                   reference(exact, exact, n);
                 });
    };
    report(name, bound,
           sampled(
               bound,
               [&](Judge<T>& judge, auto& arguments) {
                 const T x = arguments.next();
                 check(judge, x, arguments.integer_with(x));
               },
               [&](Judge<T>& judge) {
                 for (const T x : specials()) {
                   for (const int n :
                        {0, 1, -1, 2, -2, 3, -3, 1023, -1074, 2147483647, -2147483647 - 1})
                     check(judge, x, n);
                 }
               }));
  }

  [[nodiscard]] bool is_within() const { return is_within_; }

 private:
  struct Trial {
    T value;
    screen::Approximation right;
  };

  /// In `ulps` the greatest share of what is allowed.
  template <class Try>
  Result native_result(Limits limits, const Try& attempt) const {
    Result result;
    std::mt19937_64 random(1);
    // All exponents alike, and evenly.
    std::uniform_real_distribution<double> evenly(limits.least, limits.most);
    const double smallest = limits.least > 0 ? std::log2(limits.least) : -126;
    std::uniform_real_distribution<double> exponents(smallest, std::log2(limits.most));
    const auto next = [&] {
      const bool is_even = random() % 2 != 0;
      const double x = is_even ? evenly(random) : std::exp2(exponents(random));
      return static_cast<T>(!is_even && limits.least < 0 && random() % 2 != 0 ? -x : x);
    };
    for (; result.count < options_.count; ++result.count) {
      const T x = next(), y = next();
      if (!limits.contain(x) || !limits.contain(y)) continue;
      const Trial trial = attempt(x, y);
      const auto actual = static_cast<double>(trial.value);
      const double difference = std::fabs(actual - trial.right.value);
      const double share = std::isnan(difference) ? INFINITY : difference / trial.right.allowed;
      if (share > result.ulps)
        result = {share,  static_cast<double>(x), static_cast<double>(y),
                  actual, trial.right.value,      result.count};
    }
    return result;
  }

  void report_native(const char* name, const Result& result) {
    print(name, result, 1, "of what is allowed");
  }

  template <class Function>
  Function find(const char* name, const std::string& mangled) const {
    const bool is_wanted = options_.names.empty() || std::ranges::count(options_.names, name) != 0;
    if (options_.lists_symbols && is_wanted) std::printf("_Z%s\n", mangled.c_str());
    return is_wanted && library_ != nullptr
               ? reinterpret_cast<Function>(dlsym(library_, ("_Z" + mangled).c_str()))
               : nullptr;
  }

  /// Numbers of the samples: those of float, for halves too.
  using Sample = std::conditional_t<sizeof(T) == 2, float, T>;
  class Source {
   public:
    explicit Source(std::uint64_t seed) : arguments_(seed) {}
    T next() { return static_cast<T>(arguments_.next()); }
    T next_with(T x) { return static_cast<T>(arguments_.next_with(static_cast<Sample>(x))); }
    int integer_with(T x) { return arguments_.integer_with(static_cast<Sample>(x)); }

   private:
    Arguments<Sample> arguments_;
  };

  static std::vector<T> specials() {
    std::vector<T> result;
    if constexpr (sizeof(T) == 2) {
      for (const std::uint16_t bits : special_halves()) result.push_back(half_of(bits));
    } else {
      result = special_values<T>();
      // The double that is nearest to a multiple of pi/2.
      if constexpr (sizeof(T) == 8) result.push_back(0x1.6ac5b262ca1ffp+849);
    }
    return result;
  }

  template <class Work>
  Result joined(double bound, std::uint64_t parts, const Work& work) const {
    Result result;
    std::mutex mutex;
    in_parts(options_.threads, parts, [&](std::uint64_t part) {
      Judge<T> judge(bound);
      work(judge, part);
      const std::scoped_lock lock(mutex);
      result.join(judge.result());
    });
    return result;
  }

  template <class Check>
  Result all_numbers(double bound, const Check& check) const {
    constexpr unsigned bits_of_part = sizeof(T) == 2 ? 16 : 22;
    return joined(bound, std::uint64_t{1} << (8 * sizeof(T) - bits_of_part),
                  [&](Judge<T>& judge, std::uint64_t part) {
                    for (std::uint64_t i = 0; i < std::uint64_t{1} << bits_of_part; ++i) {
                      const std::uint64_t bits = part << bits_of_part | i;
                      if constexpr (sizeof(T) == 2) {
                        check(judge, half_of(static_cast<unsigned>(bits)));
                      } else {
                        check(judge, std::bit_cast<T>(static_cast<std::uint32_t>(bits)));
                      }
                    }
                  });
  }

  template <class Check>
  Result all_pairs(double bound, const Check& check) const {
    return joined(bound, 0x10000, [&](Judge<T>& judge, std::uint64_t x) {
      for (unsigned y = 0; y < 0x10000; ++y)
        check(judge, half_of(static_cast<unsigned>(x)), half_of(y));
    });
  }

  template <class Check, class CheckSpecials>
  Result sampled(double bound, const Check& check, const CheckSpecials& check_specials) const {
    constexpr std::uint64_t part_size = 100'000;
    return joined(bound, options_.count / part_size + 1, [&](Judge<T>& judge, std::uint64_t part) {
      if (part == 0) return check_specials(judge);
      Source arguments(part);
      for (std::uint64_t i = 0; i < part_size; ++i) check(judge, arguments);
    });
  }

  void report(const char* name, double bound, const Result& result) {
    print(name, result, bound, "ulps");
  }
  void print(const char* name, const Result& result, double bound, const char* unit) {
    const bool is_good = result.ulps <= bound;
    is_within_ = is_within_ && is_good;
    const auto count = static_cast<unsigned long long>(result.count);
    std::printf("%-14s %-6s %8.4f %s, %g allowed%s, %llu results; at %a", name, type_name(),
                result.ulps, unit, bound, is_good ? "" : " TOO MUCH", count, result.x);
    std::printf(", %a: %a instead of %a\n", result.y, result.actual, result.right);
    (void)std::fflush(stdout);
    if (options_.table.empty()) return;
    const std::unique_ptr<FILE, int (*)(FILE*)> table(std::fopen(options_.table.c_str(), "a"),
                                                      std::fclose);
    if (table == nullptr) throw std::runtime_error("cannot write " + options_.table);
    (void)std::fprintf(table.get(), "%s\t%s\t%.4f\t%llu\n", name, type_name(), result.ulps, count);
  }
  static const char* type_name() {
    return sizeof(T) == 2 ? "half" : sizeof(T) == 4 ? "float" : "double";
  }

  const Options& options_;
  void* library_;
  const char* suffix_;
  bool is_within_ = true;
};

using namespace screen;

/// The rows of single precision alone.
void measure_single(Measurement<float>& measurement) {
#define SINGLE(NAME, REFERENCE, SCREEN, LEAST, MOST, BOUND, MANGLED, ...)   \
  measurement.one(                                                          \
      #NAME, #MANGLED, BOUND, [](double x) -> double { return SCREEN; },    \
      [](mpfr_ptr result, mpfr_ptr x) { REFERENCE(result, x, MPFR_RNDN); }, \
      Limits{.least = LEAST, .most = MOST});
#define SINGLE_TWO(NAME, REFERENCE, SCREEN, LEAST, MOST, BOUND, MANGLED, ...)      \
  measurement.two(                                                                 \
      #NAME, #MANGLED, BOUND, [](double x, double y) -> double { return SCREEN; }, \
      [](mpfr_ptr result, mpfr_ptr x, mpfr_ptr y) { REFERENCE(result, x, y, MPFR_RNDN); });
#define NATIVE_AS(KIND, NAME, RIGHT, LEAST, MOST, ALLOWED, MANGLED)               \
  measurement.KIND(                                                               \
      #NAME, #MANGLED,                                                            \
      []([[maybe_unused]] double x, [[maybe_unused]] double y) -> Approximation { \
        const double right = RIGHT;                                               \
        [[maybe_unused]] const double unit = unit_of_float(right);                \
        return {.value = right, .allowed = ALLOWED};                              \
      },                                                                          \
      Limits{.least = LEAST, .most = MOST});
#define NATIVE(NAME, RIGHT, LEAST, MOST, ALLOWED, WORDS, MANGLED, ...) \
  NATIVE_AS(native, NAME, RIGHT, LEAST, MOST, ALLOWED, MANGLED)
#define NATIVE_TWO(NAME, RIGHT, LEAST, MOST, ALLOWED, WORDS, MANGLED, ...) \
  NATIVE_AS(native_two, NAME, RIGHT, LEAST, MOST, ALLOWED, MANGLED)
#include "math_functions.def"
}

/// Every row of the table in type T, with its bound in that type.
template <class T>
bool measure(const Options& options, void* library, const char* suffix) {
  Measurement<T> measurement(options, library, suffix);
  using R = Longer<T>;
  constexpr auto bound = [](double of_float, double of_double, double of_half) {
    return sizeof(T) == 2 ? of_half : sizeof(T) == 4 ? of_float : of_double;
  };
#define ONE(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)             \
  measurement.one(                                                                   \
      #NAME, #MANGLED, bound(SINGLE, DOUBLE, HALF), [](R x) -> R { return SCREEN; }, \
      [](mpfr_ptr result, mpfr_ptr x) { REFERENCE(result, x, MPFR_RNDN); });
#define TWO(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)                  \
  measurement.two(                                                                        \
      #NAME, #MANGLED, bound(SINGLE, DOUBLE, HALF), [](R x, R y) -> R { return SCREEN; }, \
      [](mpfr_ptr result, mpfr_ptr x, mpfr_ptr y) { REFERENCE(result, x, y, MPFR_RNDN); });
#define THREE(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)                     \
  measurement.three(                                                                           \
      #NAME, #MANGLED, bound(SINGLE, DOUBLE, HALF), [](R x, R y, R z) -> R { return SCREEN; }, \
      [](mpfr_ptr result, mpfr_ptr x, mpfr_ptr y, mpfr_ptr z) {                                \
        REFERENCE(result, x, y, z, MPFR_RNDN);                                                 \
      });
#define INTEGER(NAME, REFERENCE, SCREEN, SINGLE, DOUBLE, HALF, MANGLED, ...)                \
  measurement.integer(                                                                      \
      #NAME, #MANGLED, bound(SINGLE, DOUBLE, HALF), [](R x, int n) -> R { return SCREEN; }, \
      [](mpfr_ptr result, mpfr_ptr x, long n) { REFERENCE(result, x, n, MPFR_RNDN); });
#include "math_functions.def"
  if constexpr (sizeof(T) == 4) measure_single(measurement);
  return measurement.is_within();
}

bool measure_all(const Options& options) {
  void* const library =
      options.lists_symbols ? nullptr : dlopen(options.library.c_str(), RTLD_LAZY);
  if (library == nullptr && !options.lists_symbols) throw std::runtime_error(dlerror());
  bool is_within = true;
  for (const std::string& type : options.types) {
    const bool is_good = type == "float"    ? measure<float>(options, library, "f")
                         : type == "double" ? measure<double>(options, library, "d")
                                            : measure<Half>(options, library, "Dh");
    is_within = is_within && is_good;
  }
  return is_within;
}

}  // namespace
}  // namespace cleave::test

int main(int argc, char** argv) {
  cleave::test::Options options;
  CLI::App app("Measures how exact built-in math functions are");
  app.add_option("library", options.library, "functions that compile_functions made");
  app.add_option("names", options.names, "only these functions");
  app.add_option("--type", options.types, "float, double, half")
      ->check(CLI::IsMember({"float", "double", "half"}))
      ->allow_extra_args(false);
  app.add_option("--count", options.count, "how many arguments, where not all are tried");
  app.add_option("--table", options.table,
                 "append name, type, greatest error and count to this file, with tabs between");
  app.add_flag("--all", options.all, "all arguments of single precision, all pairs of halves");
  app.add_flag("--symbols", options.lists_symbols, "only list the functions that a library needs");
  app.add_option("--threads", options.threads, "how many at a time");
  CLI11_PARSE(app, argc, argv);
  try {
    return cleave::test::measure_all(options) ? 0 : 1;
  } catch (const std::exception& error) {
    (void)std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
