// Measures functions of one type: gives them arguments, and their results to a judge.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "arguments.h"
#include "judge.h"
#include "screen.h"

namespace cleave::test {

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

/// Arguments between which a function promises something.
struct Limits {
  double least = -INFINITY, most = INFINITY;

  [[nodiscard]] bool contain(double x) const { return std::isnan(x) || (x >= least && x <= most); }
};

/// Runs `part(index)` for a number of parts on all threads.
inline void in_parts(unsigned threads, std::uint64_t parts,
                     const std::function<void(std::uint64_t)>& part) {
  std::atomic<std::uint64_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      for (std::uint64_t index = next++; index < parts; index = next++) part(index);
    });
  }
}

template <class T>
Longer<T> longer(T number) {
  if constexpr (sizeof(T) == 8) return number;
  return to_double(number);
}

inline void set(mpfr_ptr exact, double number) {
  mpfr_set_d(exact, number, MPFR_RNDN);
}

/// A function under test: what it gives for an argument of a batch, and what is right. A call of
/// `screen` fills all of `right`.
template <class Call, class Screen, class Exactly>
struct Subject {
  Call call;
  Screen screen;
  Exactly exactly;
};

/// Takes arguments, one after another, and has them judged many at a time.
template <class T, class AnySubject>
class Stream {
 public:
  Stream(const AnySubject& subject, double bound, Record& record)
      : subject_(subject), judge_(bound, record) {}

  void add(T x, T y = 0, T z = 0, int n = 0) {
    batch_.add(x, y, z, n);
    if (batch_.count == Batch<T>::capacity) flush();
  }
  const Result& finish() {
    flush();
    return judge_.result();
  }

 private:
  void flush() {
    for (std::size_t i = 0; i < batch_.count; ++i) batch_.result[i] = subject_.call(batch_, i);
    subject_.screen(batch_);
    judge_.take(batch_, [this](mpfr_ptr exact, std::size_t i) {
      set(exact, to_double(batch_.x[i]));
      subject_.exactly(exact, batch_, i);
    });
    batch_.count = 0;
  }

  const AnySubject& subject_;
  Batch<T> batch_;
  Judge<T> judge_;
};

/// Chooses arguments: all there are, or samples of them and special ones.
template <class T>
class Choice {
 public:
  explicit Choice(const Options& options) : options_(options) {}

  template <class AnySubject>
  Result numbers(const AnySubject& subject, double bound, Limits limits) const {
    const auto add = [&limits](auto& stream, T x) {
      if (limits.contain(to_double(x))) stream.add(x);
    };
    if constexpr (sizeof(T) <= 4) {
      if (options_.all || sizeof(T) == 2) {
        return joined(subject, bound, std::uint64_t{1} << (8 * sizeof(T) - 16),
                      [&](auto& stream, std::uint64_t part) {
                        for (std::uint32_t i = 0; i < 0x10000; ++i)
                          add(stream, number_of(static_cast<std::uint32_t>(part << 16) | i));
                      });
      }
    }
    return sampled(
        subject, bound, [&](auto& stream, auto& source) { add(stream, source.next()); },
        [&](auto& stream) {
          for (const T x : specials()) add(stream, x);
        });
  }

  /// Not of two zeros, where `has_zeros` is false.
  template <class AnySubject>
  Result pairs(const AnySubject& subject, double bound, bool has_zeros) const {
    const auto add = [has_zeros](auto& stream, T x, T y) {
      if (has_zeros || to_double(x) != 0 || to_double(y) != 0) stream.add(x, y);
    };
    if constexpr (sizeof(T) == 2) {
      if (options_.all) {
        return joined(subject, bound, 0x10000, [&](auto& stream, std::uint64_t x) {
          for (std::uint32_t y = 0; y < 0x10000; ++y)
            add(stream, number_of(static_cast<std::uint32_t>(x)), number_of(y));
        });
      }
    }
    return sampled(
        subject, bound,
        [&](auto& stream, auto& source) {
          const T x = source.next();
          add(stream, x, source.next_with(x));
        },
        [&](auto& stream) {
          for (const T x : specials()) {
            for (const T y : specials()) add(stream, x, y);
          }
        });
  }

  /// Of which the product of two is near the third.
  template <class AnySubject>
  Result triples(const AnySubject& subject, double bound) const {
    return sampled(
        subject, bound,
        [](auto& stream, auto& source) {
          const T x = source.next(), y = source.next_with(x);
          stream.add(x, y, source.next_with(static_cast<T>(-x * y)));
        },
        [](auto& stream) {
          for (const T x : specials()) {
            for (const T y : specials()) {
              for (const T z :
                   {x, y, static_cast<T>(-x * y), T(0), static_cast<T>(Sample{0x1p-24F})})
                stream.add(x, y, z);
            }
          }
        });
  }

  template <class AnySubject>
  Result with_integers(const AnySubject& subject, double bound) const {
    return sampled(
        subject, bound,
        [](auto& stream, auto& source) {
          const T x = source.next();
          stream.add(x, 0, 0, source.integer_with(x));
        },
        [](auto& stream) {
          for (const T x : specials()) {
            for (const int n : {0, 1, -1, 2, -2, 3, -3, 1023, -1074, 2147483647, -2147483647 - 1})
              stream.add(x, 0, 0, n);
          }
        });
  }

 private:
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

  static T number_of(std::uint32_t bits) {
    if constexpr (sizeof(T) == 2) {
      return half_of(bits);
    } else {
      return std::bit_cast<T>(bits);
    }
  }

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

  template <class AnySubject, class Work>
  Result joined(const AnySubject& subject, double bound, std::uint64_t parts,
                const Work& work) const {
    Result result;
    Record record;
    std::mutex mutex;
    in_parts(options_.threads, parts, [&](std::uint64_t part) {
      Stream<T, AnySubject> stream(subject, bound, record);
      work(stream, part);
      const Result& found = stream.finish();
      const std::scoped_lock lock(mutex);
      result.join(found);
    });
    return result;
  }

  template <class AnySubject, class Add, class AddSpecials>
  Result sampled(const AnySubject& subject, double bound, const Add& add,
                 const AddSpecials& add_specials) const {
    constexpr std::uint64_t part_size = 100'000;
    const std::uint64_t parts = (options_.count + part_size - 1) / part_size;
    return joined(subject, bound, parts + 1, [&](auto& stream, std::uint64_t part) {
      if (part == 0) return add_specials(stream);
      Source source(part);
      const std::uint64_t size = std::min(part_size, options_.count - (part - 1) * part_size);
      for (std::uint64_t i = 0; i < size; ++i) add(stream, source);
    });
  }

  const Options& options_;
};

/// Right results nearly: by vectors, or where double precision asks for more, one by one.
template <class T, class One>
void screen_one(Batch<T>& batch, [[maybe_unused]] screen::VectorsOfOne vectors,
                [[maybe_unused]] const One& one) {
  if constexpr (sizeof(T) == 8) {
    for (std::size_t i = 0; i < batch.count; ++i) batch.right[i] = one(longer(batch.x[i]));
  } else {
    double x[Batch<T>::capacity] = {};
    for (std::size_t i = 0; i < batch.count; ++i) x[i] = to_double(batch.x[i]);
    vectors({x, screen::whole_vectors(batch.count)}, batch.right.data());
  }
}
template <class T, class Two>
void screen_two(Batch<T>& batch, [[maybe_unused]] screen::VectorsOfTwo vectors,
                [[maybe_unused]] const Two& two) {
  if constexpr (sizeof(T) == 8) {
    for (std::size_t i = 0; i < batch.count; ++i)
      batch.right[i] = two(longer(batch.x[i]), longer(batch.y[i]));
  } else {
    double x[Batch<T>::capacity] = {}, y[Batch<T>::capacity] = {};
    for (std::size_t i = 0; i < batch.count; ++i) {
      x[i] = to_double(batch.x[i]);
      y[i] = to_double(batch.y[i]);
    }
    vectors({x, screen::whole_vectors(batch.count)}, y, batch.right.data());
  }
}

/// The functions of a library in one type.
template <class T>
class Measurement {
 public:
  Measurement(const Options& options, void* library, const char* suffix)
      : options_(options), choice_(options), library_(library), suffix_(suffix) {}

  template <class Screen, class Reference>
  void one(const char* name, const char* mangled, double bound, Screen screen, Reference reference,
           Limits limits = {}) {
    auto* const function = find<T (*)(T)>(name, std::string(mangled) + suffix_);
    if (function == nullptr) return;
    report(name, bound, result_of_one(function, name, bound, screen, reference, limits));
  }

  /// A sine, which gives the cosine by a pointer: the greater error of both.
  template <class Sine, class Cosine>
  void sine_and_cosine(const char* name, const char* mangled, double bound, Sine sine,
                       Cosine cosine) {
    auto* const function = find<T (*)(T, T*)>(name, std::string(mangled) + suffix_ + "P" + suffix_);
    if (function == nullptr) return;
    const auto first = [function](T x) {
      T second;
      return function(x, &second);
    };
    const auto second = [function](T x) {
      T result;
      (void)function(x, &result);
      return result;
    };
    const auto by_mpfr = [](auto reference) {
      return [reference](mpfr_ptr result, mpfr_ptr x) { reference(result, x, MPFR_RNDN); };
    };
    Result result = result_of_one(first, "sin", bound, sine, by_mpfr(mpfr_sin), {});
    result.join(result_of_one(second, "cos", bound, cosine, by_mpfr(mpfr_cos), {}));
    report(name, bound, result);
  }

  template <class Screen, class Reference>
  void two(const char* name, const char* mangled, double bound, Screen screen, Reference reference,
           bool has_zeros = true) {
    auto* const function = find<T (*)(T, T)>(name, std::string(mangled) + suffix_ + suffix_);
    if (function == nullptr) return;
    const screen::VectorsOfTwo vectors = sizeof(T) == 8 ? nullptr : screen::vectors_of_two(name);
    const Subject subject{
        [function](const Batch<T>& batch, std::size_t i) {
          return function(batch.x[i], batch.y[i]);
        },
        [vectors, screen](Batch<T>& batch) { screen_two(batch, vectors, screen); },
        [reference](mpfr_ptr exact, const Batch<T>& batch, std::size_t i) {
          Exact second;
          set(second, to_double(batch.y[i]));
          reference(exact, exact, second);
        }};
    report(name, bound, choice_.pairs(subject, bound, has_zeros));
  }

  template <class Screen, class Reference>
  void three(const char* name, const char* mangled, double bound, Screen screen,
             Reference reference) {
    auto* const function =
        find<T (*)(T, T, T)>(name, std::string(mangled) + suffix_ + suffix_ + suffix_);
    if (function == nullptr) return;
    const Subject subject{[function](const Batch<T>& batch, std::size_t i) {
                            return function(batch.x[i], batch.y[i], batch.z[i]);
                          },
                          [screen](Batch<T>& batch) {
                            for (std::size_t i = 0; i < batch.count; ++i)
                              batch.right[i] = screen(longer(batch.x[i]), longer(batch.y[i]),
                                                      longer(batch.z[i]));
                          },
                          [reference](mpfr_ptr exact, const Batch<T>& batch, std::size_t i) {
                            Exact second, third;
                            set(second, to_double(batch.y[i]));
                            set(third, to_double(batch.z[i]));
                            reference(exact, exact, second, third);
                          }};
    report(name, bound, choice_.triples(subject, bound));
  }

  template <class Screen, class Reference>
  void integer(const char* name, const char* mangled, double bound, Screen screen,
               Reference reference) {
    auto* const function = find<T (*)(T, int)>(name, std::string(mangled) + suffix_ + "i");
    if (function == nullptr) return;
    const Subject subject{[function](const Batch<T>& batch, std::size_t i) {
                            return function(batch.x[i], batch.n[i]);
                          },
                          [screen](Batch<T>& batch) {
                            for (std::size_t i = 0; i < batch.count; ++i)
                              batch.right[i] = screen(longer(batch.x[i]), batch.n[i]);
                          },
                          [reference](mpfr_ptr exact, const Batch<T>& batch, std::size_t i) {
                            reference(exact, exact, batch.n[i]);
                          }};
    report(name, bound, choice_.with_integers(subject, bound));
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

  [[nodiscard]] bool is_within() const { return is_within_; }

 private:
  struct Trial {
    T value;
    screen::Approximation right;
  };

  template <class Function, class Screen, class Reference>
  Result result_of_one(Function function, const char* vectors_name, double bound, Screen screen,
                       Reference reference, Limits limits) const {
    const screen::VectorsOfOne vectors =
        sizeof(T) == 8 ? nullptr : screen::vectors_of_one(vectors_name);
    const Subject subject{
        [function](const Batch<T>& batch, std::size_t i) { return function(batch.x[i]); },
        [vectors, screen](Batch<T>& batch) { screen_one(batch, vectors, screen); },
        [reference](mpfr_ptr exact, const Batch<T>&, std::size_t) { reference(exact, exact); }};
    return choice_.numbers(subject, bound, limits);
  }

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
        result = {.ulps = share,
                  .x = static_cast<double>(x),
                  .y = static_cast<double>(y),
                  .actual = actual,
                  .right = trial.right.value,
                  .count = result.count};
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

  void report(const char* name, double bound, const Result& result) {
    print(name, result, bound, "ulps");
  }
  void print(const char* name, const Result& result, double bound, const char* unit) {
    const bool is_good = result.ulps <= bound;
    is_within_ = is_within_ && is_good;
    const auto count = static_cast<unsigned long long>(result.count);
    std::printf("%-14s %-6s %8.4f %s, %g allowed%s, %llu results, %llu of them to MPFR; at %a",
                name, type_name(), result.ulps, unit, bound, is_good ? "" : " TOO MUCH", count,
                static_cast<unsigned long long>(result.exactly_judged), result.x);
    std::printf(", %a: %a instead of %a\n", result.y, result.actual, result.right);
    (void)std::fflush(stdout);
    if (options_.table.empty()) return;
    const std::unique_ptr<FILE, int (*)(FILE*)> table(std::fopen(options_.table.c_str(), "a"),
                                                      std::fclose);
    if (table == nullptr) throw std::runtime_error("cannot write " + options_.table);
    (void)std::fprintf(table.get(), "%s\t%s\t%s\t%.4f\t%llu\n", name, type_name(),
                       processor().c_str(), result.ulps, count);
  }
  /// Of a library's name as compile_functions' callers give it: what stands after the last _.
  [[nodiscard]] std::string processor() const {
    const std::string name = std::filesystem::path(options_.library).stem().string();
    return name.substr(name.rfind('_') + 1);
  }
  static const char* type_name() {
    return sizeof(T) == 2 ? "half" : sizeof(T) == 4 ? "float" : "double";
  }

  const Options& options_;
  Choice<T> choice_;
  void* library_;
  const char* suffix_;
  bool is_within_ = true;
};

}  // namespace cleave::test
