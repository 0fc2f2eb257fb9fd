// Measures how exact the built-in math functions are: the greatest error of each, against MPFR. All
// arguments of single and half precision, or as many as one likes.
//
// Numbers of a longer type screen the results (screen_vectors.h, screen.h); MPFR decides those that
// are worst, or not what the screen says.
#include <CLI/CLI.hpp>

#include "measurement.h"

namespace cleave::test {
namespace {

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
bool measure(const Options& options, std::span<const Library> libraries, const char* suffix) {
  Measurement<T> measurement(options, libraries, suffix);
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
#define EXTREME(NAME, REFERENCE, SCREEN, MANGLED, ...)          \
  measurement.two(                                              \
      #NAME, #MANGLED, 0, [](R x, R y) -> R { return SCREEN; }, \
      [](mpfr_ptr result, mpfr_ptr x, mpfr_ptr y) { REFERENCE(result, x, y, MPFR_RNDN); }, false);
#define SINE_COSINE(NAME, SINGLE, DOUBLE, HALF, MANGLED, ...)                        \
  measurement.sine_and_cosine(                                                       \
      #NAME, #MANGLED, bound(SINGLE, DOUBLE, HALF), [](R x) -> R { return sin(x); }, \
      [](R x) -> R { return cos(x); });
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
  std::vector<Library> libraries;
  if (!options.lists_symbols) {
    libraries.emplace_back(options.library);
    for (const std::string& path : options.others) libraries.emplace_back(path);
  }
  bool is_within = true;
  for (const std::string& type : options.types) {
    const bool is_good = type == "float"    ? measure<float>(options, libraries, "f")
                         : type == "double" ? measure<double>(options, libraries, "d")
                                            : measure<Half>(options, libraries, "Dh");
    is_within = is_within && is_good;
  }
  return is_within;
}

}  // namespace
}  // namespace cleave::test

int main(int argc, char** argv) {
  cleave::test::Options options;
  CLI::App app("Measures how exact built-in math functions are");
  app.add_option("library", options.library,
                 "functions that compile_functions made, or kernels of compile_measured_kernels");
  app.add_option("names", options.names, "only these functions");
  app.add_option("--type", options.types, "float, double, half")
      ->check(CLI::IsMember({"float", "double", "half"}))
      ->allow_extra_args(false);
  app.add_option("--same", options.others, "a library that must give the same results bit for bit")
      ->allow_extra_args(false);
  app.add_option("--count", options.count, "how many arguments, where not all are tried");
  app.add_option(
      "--table", options.table,
      "append name, type, processor, greatest error and count to this file, with tabs between");
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
