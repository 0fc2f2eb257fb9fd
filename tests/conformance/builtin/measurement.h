// Measures functions of one type: gives them arguments, and their results to a judge.
#pragma once

#include <bit>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>

#include "arguments.h"
#include "code_under_test.h"
#include "judge.h"
#include "native_search.h"
#include "screen.h"

namespace cleave::test {

struct Options {
  std::string library;
  std::vector<std::string> others;
  std::string table;
  std::vector<std::string> types = {"float", "double", "half"};
  std::vector<std::string> names;
  std::uint64_t count = 1'000'000;
  bool all = false;
  bool lists_symbols = false;
  unsigned threads = std::thread::hardware_concurrency();
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

/// Joins the results that `part(index)` gives for a number of parts, on all threads.
template <class Part>
Result joined(unsigned threads, std::uint64_t parts, const Part& part) {
  Result result;
  std::mutex mutex;
  in_parts(threads, parts, [&](std::uint64_t index) {
    const Result found = part(index);
    const std::scoped_lock lock(mutex);
    result.join(found);
  });
  return result;
}

template <class T>
Longer<T> longer(T number) {
  if constexpr (sizeof(T) == 8) return number;
  return to_double(number);
}

template <class T>
T number_of(std::uint32_t bits) {
  if constexpr (sizeof(T) == 2) {
    return half_of(bits);
  } else {
    return std::bit_cast<T>(bits);
  }
}

inline void set(mpfr_ptr exact, double number) {
  mpfr_set_d(exact, number, MPFR_RNDN);
}

/// A function under test: its code, and what is right. A call of `screen` fills all of `right`.
template <class T, class Screen, class Exactly>
struct Subject {
  Code<T> code;
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
    subject_.code(batch_);
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
        constexpr std::uint64_t parts = std::uint64_t{1} << (8 * sizeof(T) - 16);
        return judged(subject, bound, parts, [&](auto& stream, std::uint64_t index) {
          // Numbers of all sizes early: acos of the small ones is a constant, whose error would
          // be the greatest so far a billion times, each time for MPFR.
          const std::uint64_t part = index * 40503 % parts;
          for (std::uint32_t i = 0; i < 0x10000; ++i)
            add(stream, number_of<T>(static_cast<std::uint32_t>(part << 16) | i));
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
        return judged(subject, bound, 0x10000, [&](auto& stream, std::uint64_t x) {
          for (std::uint32_t y = 0; y < 0x10000; ++y)
            add(stream, number_of<T>(static_cast<std::uint32_t>(x)), number_of<T>(y));
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

  /// Measures triples of which the product of two is near the third.
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
  Result judged(const AnySubject& subject, double bound, std::uint64_t parts,
                const Work& work) const {
    Record record;
    return joined(options_.threads, parts, [&](std::uint64_t part) {
      Stream<T, AnySubject> stream(subject, bound, record);
      work(stream, part);
      return stream.finish();
    });
  }

  template <class AnySubject, class Add, class AddSpecials>
  Result sampled(const AnySubject& subject, double bound, const Add& add,
                 const AddSpecials& add_specials) const {
    constexpr std::uint64_t part_size = 100'000;
    const std::uint64_t parts = (options_.count + part_size - 1) / part_size;
    return judged(subject, bound, parts + 1, [&](auto& stream, std::uint64_t part) {
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
  /// The results of all libraries must be the same; those of the first one are judged. With none,
  /// only symbols are listed.
  Measurement(const Options& options, std::span<const Library> libraries, const char* suffix)
      : options_(options), choice_(options), libraries_(libraries), suffix_(suffix) {}

  template <class Screen, class Reference>
  void one(const char* name, const char* mangled, double bound, Screen screen, Reference reference,
           Limits limits = {}) {
    const Code<T> code = code_of_one(name, mangled);
    if (!code) return;
    report(name, bound,
           [&] { return result_of_one(code, name, bound, screen, reference, limits); });
  }

  /// A sine, which gives the cosine by a pointer: the greater error of both.
  template <class Sine, class Cosine>
  void sine_and_cosine(const char* name, const char* mangled, double bound, Sine sine,
                       Cosine cosine) {
    const Code<T> first = find<T (*)(T, T*)>(name, std::string(mangled) + suffix_ + "P" + suffix_,
                                             [](auto* function, Batch<T>& batch, std::size_t i) {
                                               return function(batch.x[i], &batch.part[i]);
                                             });
    if (!first) return;
    const Code<T> second = [first](Batch<T>& batch) {
      first(batch);
      std::swap(batch.result, batch.part);
    };
    const auto by_mpfr = [](auto reference) {
      return [reference](mpfr_ptr result, mpfr_ptr x) { reference(result, x, MPFR_RNDN); };
    };
    report(name, bound, [&] {
      Result result = result_of_one(first, "sin", bound, sine, by_mpfr(mpfr_sin), {});
      result.join(result_of_one(second, "cos", bound, cosine, by_mpfr(mpfr_cos), {}));
      return result;
    });
  }

  template <class Screen, class Reference>
  void two(const char* name, const char* mangled, double bound, Screen screen, Reference reference,
           bool has_zeros = true) {
    const Code<T> code = code_of_two(name, mangled);
    if (!code) return;
    const screen::VectorsOfTwo vectors = sizeof(T) == 8 ? nullptr : screen::vectors_of_two(name);
    const Subject subject{
        code, [vectors, screen](Batch<T>& batch) { screen_two(batch, vectors, screen); },
        [reference](mpfr_ptr exact, const Batch<T>& batch, std::size_t i) {
          Exact second;
          set(second, to_double(batch.y[i]));
          reference(exact, exact, second);
        }};
    report(name, bound, [&] { return choice_.pairs(subject, bound, has_zeros); });
  }

  template <class Screen, class Reference>
  void three(const char* name, const char* mangled, double bound, Screen screen,
             Reference reference) {
    const Code<T> code =
        find<T (*)(T, T, T)>(name, std::string(mangled) + suffix_ + suffix_ + suffix_,
                             [](auto* function, Batch<T>& batch, std::size_t i) {
                               return function(batch.x[i], batch.y[i], batch.z[i]);
                             });
    if (!code) return;
    const Subject subject{code,
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
    report(name, bound, [&] { return choice_.triples(subject, bound); });
  }

  template <class Screen, class Reference>
  void integer(const char* name, const char* mangled, double bound, Screen screen,
               Reference reference) {
    const Code<T> code = find<T (*)(T, int)>(name, std::string(mangled) + suffix_ + "i",
                                             [](auto* function, Batch<T>& batch, std::size_t i) {
                                               return function(batch.x[i], batch.n[i]);
                                             });
    if (!code) return;
    const Subject subject{code,
                          [screen](Batch<T>& batch) {
                            for (std::size_t i = 0; i < batch.count; ++i)
                              batch.right[i] = screen(longer(batch.x[i]), batch.n[i]);
                          },
                          [reference](mpfr_ptr exact, const Batch<T>& batch, std::size_t i) {
                            reference(exact, exact, batch.n[i]);
                          }};
    report(name, bound, [&] { return choice_.with_integers(subject, bound); });
  }

  /// A function whose difference from the right result is limited by a number of its own.
  template <class Allowed>
  void native(const char* name, const char* mangled, Allowed allowed, Limits limits) {
    report_native(name, code_of_one(name, mangled), limits, allowed, true);
  }
  template <class Allowed>
  void native_two(const char* name, const char* mangled, Allowed allowed, Limits limits) {
    report_native(name, code_of_two(name, mangled), limits, allowed, false);
  }

  [[nodiscard]] bool is_within() const { return is_within_; }

 private:
  [[nodiscard]] Code<T> code_of_one(const char* name, const char* mangled) {
    return find<T (*)(T)>(
        name, std::string(mangled) + suffix_,
        [](auto* function, Batch<T>& batch, std::size_t i) { return function(batch.x[i]); });
  }
  [[nodiscard]] Code<T> code_of_two(const char* name, const char* mangled) {
    return find<T (*)(T, T)>(name, std::string(mangled) + suffix_ + suffix_,
                             [](auto* function, Batch<T>& batch, std::size_t i) {
                               return function(batch.x[i], batch.y[i]);
                             });
  }

  template <class Screen, class Reference>
  Result result_of_one(const Code<T>& code, const char* vectors_name, double bound, Screen screen,
                       Reference reference, Limits limits) const {
    const screen::VectorsOfOne vectors =
        sizeof(T) == 8 ? nullptr : screen::vectors_of_one(vectors_name);
    const Subject subject{
        code, [vectors, screen](Batch<T>& batch) { screen_one(batch, vectors, screen); },
        [reference](mpfr_ptr exact, const Batch<T>&, std::size_t) { reference(exact, exact); }};
    return choice_.numbers(subject, bound, limits);
  }

  template <class Allowed>
  void report_native(const char* name, const Code<T>& code, Limits limits, const Allowed& allowed,
                     bool is_of_one) {
    if (!code) return;
    const auto measure = [&] {
      if (options_.all && is_of_one) return all_of_native(code, limits, allowed);
      NativeSearch<T, Allowed> search(code, allowed, limits);
      ArgumentsWithin<T> arguments(limits);
      for (std::uint64_t i = 0; i < options_.count; ++i) {
        const T x = arguments.next();
        search.add(x, arguments.next());
      }
      return search.finish();
    };
    print(name, timed(measure), 1, "of what is allowed");
  }
  template <class Allowed>
  Result all_of_native(const Code<T>& code, Limits limits, const Allowed& allowed) const {
    return joined(options_.threads, 0x10000, [&](std::uint64_t part) {
      NativeSearch<T, Allowed> search(code, allowed, limits);
      for (std::uint32_t i = 0; i < 0x10000; ++i)
        search.add(number_of<T>(static_cast<std::uint32_t>(part << 16) | i), 1);
      return search.finish();
    });
  }

  /// Finds the code of a function that is wanted. `call` calls it for one argument.
  template <class Function, class Call>
  Code<T> find(const char* name, const std::string& mangled, const Call& call) {
    const bool is_wanted = options_.names.empty() || std::ranges::count(options_.names, name) != 0;
    if (options_.lists_symbols && is_wanted) std::printf("_Z%s\n", mangled.c_str());
    if (!is_wanted || libraries_.empty()) return {};
    const auto code_in = [&](const Library& library) {
      return find_code<T, Function>(library, std::string(name) + "_" + type_name(), "_Z" + mangled,
                                    call);
    };
    Code<T> code = code_in(libraries_.front());
    for (const Library& other : libraries_.subspan(1)) {
      const Code<T> code_of_other = code_in(other);
      if (code && code_of_other)
        code = differences_.compared(code, code_of_other, name + (" of " + other.name()));
    }
    return code;
  }

  /// A result, and the time that processors spent on it.
  struct Timed {
    Result result;
    double seconds;
  };
  template <class Measure>
  Timed timed(const Measure& measure) const {
    const std::clock_t start = std::clock();
    const Result result = measure();
    return {result, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC};
  }

  template <class Measure>
  void report(const char* name, double bound, const Measure& measure) {
    print(name, timed(measure), bound, "ulps");
  }
  void print(const char* name, const Timed& measured, double bound, const char* unit) {
    const Result& result = measured.result;
    const auto differences = static_cast<unsigned long long>(differences_.take());
    const bool is_good = result.ulps <= bound && differences == 0;
    is_within_ = is_within_ && is_good;
    const auto count = static_cast<unsigned long long>(result.count);
    std::printf(
        "%-14s %-6s %8.4f %s, %g allowed%s, %llu results, %llu of them to MPFR, %.1f ns each", name,
        type_name(), result.ulps, unit, bound, result.ulps <= bound ? "" : " TOO MUCH", count,
        static_cast<unsigned long long>(result.exactly_judged),
        1e9 * measured.seconds / static_cast<double>(count));
    if (libraries_.size() > 1) std::printf(", %llu not the same everywhere", differences);
    std::printf("; at %a, %a: %a instead of %a\n", result.x, result.y, result.actual, result.right);
    (void)std::fflush(stdout);
    if (options_.table.empty()) return;
    const std::unique_ptr<FILE, int (*)(FILE*)> table(std::fopen(options_.table.c_str(), "a"),
                                                      std::fclose);
    if (table == nullptr) throw std::runtime_error("cannot write " + options_.table);
    (void)std::fprintf(table.get(), "%s\t%s\t%s\t%.4f\t%llu\n", name, type_name(),
                       libraries_.front().processor().c_str(), result.ulps, count);
  }
  static const char* type_name() {
    return sizeof(T) == 2 ? "half" : sizeof(T) == 4 ? "float" : "double";
  }

  const Options& options_;
  Choice<T> choice_;
  std::span<const Library> libraries_;
  const char* suffix_;
  Differences differences_;
  bool is_within_ = true;
};

}  // namespace cleave::test
