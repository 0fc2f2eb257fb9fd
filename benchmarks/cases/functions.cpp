// Built-in functions, each in a kernel that does nothing else; beside the vector libraries SLEEF
// and glibc's libmvec.
#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/native_calls.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

using Real = long double;

struct Range {
  double least = 0, most = 0;
  bool is_of_exponents = false;  // numbers are 2^n with n between least and most

  [[nodiscard]] bool is_empty() const { return least == most; }
};

enum class Type { single, double_precision, half };

/// Describes the numbers of a type.
struct Format {
  std::string_view label, name, pragma;
  size_t bytes;
  int digits, least_exponent, most_exponent;  // of a significand between 1/2 and 1
};
constexpr Format formats[] = {
    {"", "float", "", 4, 24, -125, 128},
    {" double", "double", "", 8, 53, -1021, 1024},
    {" half", "half", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n", 2, 11, -13, 16}};

constexpr Range no_range = {};

/// Rare arguments, for each type.
Range huge_in(Type type) {
  return type == Type::half ? no_range : Range{20, type == Type::single ? 120.0 : 1000.0, true};
}
Range subnormal_in(Type type) {
  if (type == Type::half) return no_range;
  return type == Type::single ? Range{-148, -127, true} : Range{-1073, -1023, true};
}
/// Arguments of exp and exp2 with subnormal results, of both.
Range no_exponent_in(Type type) {
  if (type == Type::half) return no_range;
  return type == Type::single ? Range{-103, -87.4} : Range{-744, -708.5};
}

/// Sine and cosine of a number of turns, right at their zeros.
Real sine_of_turns(Real turns) {
  const Real whole = std::rint(2 * turns);
  const Real sine = std::sin((2 * turns - whole) * 3.14159265358979323846264338327950288L);
  return std::fmod(whole, 2.0L) == 0 ? sine : -sine;
}
Real cosine_of_turns(Real turns) {
  return sine_of_turns(turns + 0.25L);
}

struct Function {
  const char* name;
  const char* call;
  Real (*right)(Real x, Real y);
  Range ordinary;
  Range (*rare)(Type type);
  Range second;
  double bound;
};

/// Arguments of gamma functions that are led to others by a formula.
Range negative_in(Type type) {
  return type == Type::half ? no_range : Range{-20.3, -0.1};
}
Range near_poles_in(Type /*type*/) {
  return {0.01, 0.9};
}

constexpr Range (*none)(Type type) = nullptr;
constexpr auto negative = negative_in;
constexpr auto near_poles = near_poles_in;
constexpr auto huge = huge_in;
constexpr auto subnormal = subnormal_in;
constexpr auto no_exponent = no_exponent_in;

constexpr Function functions_to_measure[] = {
#define FUNCTION(NAME, CALL, RIGHT, ...) \
  {#NAME, #CALL, [](Real x, [[maybe_unused]] Real y) { return RIGHT; }, __VA_ARGS__},
#include "cases/functions.def"
#undef FUNCTION
};

/// Holds what a size stands for, packed into the size's value.
struct Choice {
  explicit Choice(size_t size)
      : function(&functions_to_measure[size / 8]),
        type(static_cast<Type>(size / 2 % 4)),
        is_rare(size % 2 != 0) {}

  [[nodiscard]] Range arguments() const {
    return is_rare ? function->rare(type) : function->ordinary;
  }
  [[nodiscard]] const Format& format() const { return formats[static_cast<size_t>(type)]; }
  [[nodiscard]] bool has_two() const { return !function->second.is_empty(); }

  const Function* function;
  Type type;
  bool is_rare;
};

/// So many numbers that a launch, a microsecond or two, counts as little as it can: three arrays of
/// them fill most of the second-level cache.
constexpr size_t bytes_of_a_processor = size_t{1} << 18;
size_t elements_of_a_processor(const Format& format) {
  return bytes_of_a_processor / format.bytes;
}
size_t element_count(const Format& format) {
  return elements_of_a_processor(format) * processor_count();
}

/// Numbers of a range as the type stores them, and what they are.
class Numbers {
 public:
  Numbers(const Range& range, const Format& format, uint32_t seed)
      : bytes_(element_count(format) * format.bytes) {
    const size_t count = element_count(format);
    values.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      const auto index = static_cast<uint32_t>(2 * i) + seed;
      const double fraction = static_cast<double>(scrambled_fraction(index)) +
                              0x1p-24 * static_cast<double>(scrambled_fraction(index + 1));
      const double number = range.least + fraction * (range.most - range.least);
      add(range.is_of_exponents ? std::exp2(number) : number, format.bytes);
    }
  }

  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  std::vector<double> values;

 private:
  void add(double number, size_t bytes) {
    if (bytes == 2) {
      add_as(static_cast<_Float16>(number));
    } else if (bytes == 4) {
      add_as(static_cast<float>(number));
    } else {
      add_as(number);
    }
  }
  template <class T>
  void add_as(T number) {
    std::memcpy(&bytes_[values.size() * sizeof number], &number, sizeof number);
    values.push_back(static_cast<double>(number));
  }

  std::vector<std::byte> bytes_;
};

double number_at(std::span<const std::byte> numbers, size_t index, size_t bytes) {
  const std::byte* const place = numbers.data() + index * bytes;
  const auto as = [&]<class T>(T number) {
    std::memcpy(&number, place, sizeof number);
    return static_cast<double>(number);
  };
  return bytes == 2 ? as(_Float16{}) : bytes == 4 ? as(float{}) : as(double{});
}

struct Problem {
  explicit Problem(size_t size)
      : choice(size),
        xs(choice.arguments(), choice.format(), 1),
        ys(choice.has_two() ? choice.function->second : Range{1, 2}, choice.format(), 0x80000000u),
        right(element_count(choice.format())) {
    in_parallel(right.size(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i)
        right[i] = choice.function->right(xs.values[i], ys.values[i]);
    });
  }

  /// Empty if all results are within `bound` units in the last place, else the first that is not.
  [[nodiscard]] std::string difference(std::span<const std::byte> results, double bound) const {
    const Format& format = choice.format();
    for (size_t i = 0; i < right.size(); ++i) {
      const double found = number_at(results, i, format.bytes);
      int exponent;
      (void)std::frexp(right[i], &exponent);
      const Real unit = std::ldexp(1.0L, std::max(exponent, format.least_exponent) - format.digits);
      const Real allowed = (bound + 0.5) * unit;
      if (std::isinf(found) &&
          std::fabs(right[i]) + allowed >= std::ldexp(1.0L, format.most_exponent))
        continue;
      if (std::isnan(found) ? !std::isnan(right[i]) : !(std::fabs(found - right[i]) <= allowed))
        return std::string(choice.function->name) + " of " + std::to_string(xs.values[i]) + ", " +
               std::to_string(ys.values[i]) + " is " + std::to_string(found) + ", not " +
               std::to_string(right[i]);
    }
    return {};
  }

  Choice choice;
  Numbers xs, ys;
  std::vector<Real> right;
};

std::string source_of(const Choice& choice) {
  const std::string pragma(choice.format().pragma);
  return pragma + R"(
T both(T x) {
  T cosine;
  const T sine = sincos(x, &cosine);
  return fabs(sine) + fabs(cosine);
}
kernel void evaluate(global const T *xs, global const T *ys, global T *results) {
  const size_t i = get_global_id(0);
  const T x = xs[i], y = ys[i];
  results[i] = )" +
         choice.function->call + ";\n}\n";
}

class Evaluation : public RepeatedWork<Problem> {
 public:
  Evaluation(Device& device, size_t size) : RepeatedWork(device, size) {
    const Choice& choice = problem().choice;
    if (choice.type == Type::half) device.require_extension("cl_khr_fp16");
    const std::string options = "-cl-std=CL1.2 -DT=" + std::string(choice.format().name);
    kernel_ = device.build(source_of(choice).c_str(), "evaluate", options.c_str());
    xs_ = device.buffer_of(problem().xs.bytes());
    ys_ = device.buffer_of(problem().ys.bytes());
    results_ = device.zeros(problem().xs.bytes().size());
    kernel_.set_arguments(xs_, ys_, results_);
  }

  std::string verify() override {
    return problem().difference(device().read<std::byte>(results_, problem().xs.bytes().size()),
                                problem().choice.function->bound);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, problem().right.size(), 256); }

 private:
  Kernel kernel_;
  Buffer xs_, ys_, results_;
};

/// A function of a library that is opened when it is first asked for.
class Library {
 public:
  explicit Library(const char* file) : handle_(dlopen(file, RTLD_NOW)), file_(file) {}

  /// The first of the names that the library has. Throws NotSupported if it has none.
  [[nodiscard]] VectorFunction find(std::initializer_list<std::string> names) const {
    if (handle_ == nullptr) throw NotSupported(std::string(file_) + " is not installed");
    for (const std::string& name : names) {
      if (VectorFunction const found = dlsym(handle_, name.c_str())) return found;
    }
    throw NotSupported(std::string(file_) + " has no such function");
  }

 private:
  void* handle_;
  const char* file_;
};

/// Returns the number of lanes that a vector of the type has, as names of cases say it.
std::string lanes_of(const Choice& choice) {
  return std::to_string(native_calls().vector_bytes / choice.format().bytes);
}
bool has_long_vectors() {
  return native_calls().vector_bytes == 64;
}

VectorFunction in_sleef(const Choice& choice) {
  static const Library library("libsleef.so.3");
  const std::string start = std::string("Sleef_") + choice.function->name +
                            (choice.type == Type::single ? "f" : "d") + lanes_of(choice) + "_";
  const std::string end = has_long_vectors() ? "avx512f" : "avx2";
  return library.find({start + "u10" + end, start + "u05" + end, start + "u15" + end, start + end});
}

VectorFunction in_libmvec(const Choice& choice) {
  static const Library library("libmvec.so.1");
  return library.find({std::string(has_long_vectors() ? "_ZGVeN" : "_ZGVdN") + lanes_of(choice) +
                       (choice.has_two() ? "vv_" : "v_") + choice.function->name +
                       (choice.type == Type::single ? "f" : "")});
}

/// Calls of a library's function by the host's threads.
class NativeEvaluation : public Work {
 public:
  NativeEvaluation(size_t size, VectorFunction (*find)(const Choice& choice))
      : problem_(shared_problem<Problem>(size)),
        function_(function_for(problem_->choice, find)),
        xs_(native_copy(problem_->xs.bytes())),
        ys_(native_copy(problem_->ys.bytes())),
        results_(xs_.size()) {}

  void run(size_t repetitions) override {
    threads_.run(xs_.size(), 64, [&](size_t begin, size_t end) {
      for (size_t i = 0; i < repetitions; ++i) {
        if (problem_->choice.has_two()) {
          native_calls().two(function_, &xs_[begin], &ys_[begin], &results_[begin], end - begin);
        } else {
          native_calls().one(function_, &xs_[begin], &results_[begin], end - begin);
        }
      }
    });
  }

  /// Libraries promise less than OpenCL, up to 4 units and no subnormal results.
  std::string verify() override {
    return problem_->difference(results_, std::max(4.0, problem_->choice.function->bound));
  }

 private:
  static VectorFunction function_for(const Choice& choice,
                                     VectorFunction (*find)(const Choice& choice)) {
    if (choice.type == Type::half) throw NotSupported("functions of halves");
    if (native_calls().vector_bytes == 0) throw NotSupported("vectors of 32 bytes");
    return find(choice);
  }

  std::shared_ptr<const Problem> problem_;
  VectorFunction function_;
  NativeVector<std::byte> xs_, ys_, results_;
  NativeThreads threads_;
};

bool is_of_single_alone(std::string_view name) {
  return name.starts_with("native_") || name.starts_with("half_");
}

std::vector<Size> sizes() {
  static std::deque<std::string> labels;  // which sizes refer to
  std::vector<Size> result;
  for (size_t function = 0; function < std::size(functions_to_measure); ++function) {
    for (size_t type = 0; type < std::size(formats); ++type) {
      for (size_t rare = 0; rare < 2; ++rare) {
        const size_t size = function * 8 + type * 2 + rare;
        const Choice choice(size);
        if (choice.is_rare && (choice.function->rare == nullptr || choice.arguments().is_empty()))
          continue;
        if (choice.type != Type::single && is_of_single_alone(choice.function->name)) continue;
        labels.push_back(choice.function->name + std::string(choice.format().label) +
                         (rare ? " rare" : ""));
        result.push_back({labels.back(), size});
      }
    }
  }
  return result;
}

}  // namespace

const Case& functions() {
  static const Case instance = {
      "functions",
      "a built-in function of numbers in cache; a thousandth of a rate's inverse is ns a result",
      "million/s a processor",
      sizes(),
      [](size_t size) {
        return 1e-6 * static_cast<double>(elements_of_a_processor(Choice(size).format()));
      },
      make_work<Evaluation>,
      Kind::kernel,
      {{"SLEEF",
        [](size_t size) -> std::unique_ptr<Work> {
          return std::make_unique<NativeEvaluation>(size, in_sleef);
        }},
       {"libmvec", [](size_t size) -> std::unique_ptr<Work> {
          return std::make_unique<NativeEvaluation>(size, in_libmvec);
        }}}};
  return instance;
}

}  // namespace cleave::benchmark
