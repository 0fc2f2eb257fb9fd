// The kernels of these tests, but those that call another unit.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstring>
#include <numeric>
#include <optional>
#include <tuple>
#include <variant>

#include "device.h"
#include "objects.h"

constexpr unsigned local_fence = 1;

void Add::operator()() const {
  const size_t i = global_id(0);
  sum[i] = x[i] + y[i];
}

/// Adds up what each work-item has, and returns the sum to all.
template <class Memory>
int sum_of_group(Memory* memory, int value) {
  const size_t i = local_id(0);
  memory[i] = value;
  barrier(local_fence);
  for (size_t left = local_size(0) / 2; left != 0; left /= 2) {
    if (i < left) memory[i] += memory[i + left];
    barrier(local_fence);
  }
  return memory[0];
}

void Tree::operator()() const {
  using Local = __attribute__((opencl_local)) int;
  const int sum = sum_of_group(reinterpret_cast<Local*>(local_base() + offset), in[global_id(0)]);
  if (local_id(0) == 0) out[group_id(0)] = sum;
}

template <class T>
[[clang::loader_uninitialized]] inline __attribute__((opencl_local)) T scratch[64];

void StaticTree::operator()() const {
  const int sum = sum_of_group(scratch<int>, in[global_id(0)]);
  if (local_id(0) == 0) out[group_id(0)] = sum;
}

void SubGroupSum::operator()() const {
  const size_t i = global_id(0);
  out[i] = sub_group_sum(in[i]);
  size[i] = sub_group_size();
}

template <class T>
void compute(T x, T* results) {
  T whole = 0;
  int exponent = 0;
  int quotient = 0;
  const T values[math_results] = {std::sin(x),
                                  std::cos(x),
                                  std::exp(x),
                                  std::log(x),
                                  std::pow(x, T(2.5)),
                                  std::sqrt(x),
                                  std::cbrt(x),
                                  std::hypot(x, T(3)),
                                  std::atan2(x, T(2)),
                                  std::tgamma(x),
                                  std::erf(x),
                                  std::floor(x),
                                  std::fmod(x, T(0.7)),
                                  std::ldexp(x, 3),
                                  std::modf(x, &whole) + whole,
                                  std::frexp(x, &exponent) * T(exponent),
                                  std::remquo(x, T(0.5), &quotient) + T(quotient & 7),
                                  T(std::lrint(x)),
                                  std::fma(x, x, x),
                                  std::log1p(x)};
  for (size_t i = 0; i < math_results; ++i) results[i] = values[i];
}

void Math::operator()() const {
  const size_t i = global_id(0);
  compute(in[i], singles + i * math_results);
  compute(static_cast<double>(in[i]), doubles + i * math_results);
}

void Complex::operator()() const {
  const size_t i = global_id(0);
  const std::complex<float> x(in[2 * i], in[2 * i + 1]);
  const std::complex<float> y(0.5F, -2.0F);
  const std::array<std::complex<float>, complex_results> results = {
      x * y,       x / y,          std::sqrt(x), std::exp(x),
      std::log(x), std::pow(x, y), std::tanh(x), std::complex<float>(std::abs(x), std::arg(x))};
  for (size_t k = 0; k < complex_results; ++k) {
    out[2 * (i * complex_results + k)] = results[k].real();
    out[2 * (i * complex_results + k) + 1] = results[k].imag();
  }
}

void Captured::operator()() const {
  const size_t i = global_id(0);
  out[i] = values[(i * 7) % 64];
}

void Counter::operator()() const {
  const auto add = [&](int amount) { count += amount; };
  amounts[2] = static_cast<int>(global_id(0));
  for (const int amount : amounts) add(amount);
  out[global_id(0)] = count;
}

void Standard::operator()() const {
  const size_t i = global_id(0);
  const int n = in[i];
  int* results = out + i * standard_results;
  std::array<int, 5> numbers = {n, n + 1, n - 4, n + 7, n - 2};
  std::reverse(numbers.begin(), numbers.end());
  results[0] = numbers[1];
  results[1] = std::accumulate(numbers.begin(), numbers.end(), 0);
  results[2] = *std::max_element(numbers.begin(), numbers.end());
  const auto [first, second] = std::tuple(n * 2, n * 3L);
  results[3] = first + static_cast<int>(second);
  std::variant<int, float> either = n;
  if (n % 2 != 0) either = 0.5F;
  results[4] = std::visit([](auto value) { return static_cast<int>(value * 4); }, either);
  std::optional<int> maybe;
  if (n > 5) maybe = n;
  results[5] = maybe.value_or(-1);
  results[6] = std::memcmp(numbers.data(), &n, sizeof n) == 0 ? 1 : 0;
  const char* text = n % 2 == 0 ? "even" : "an odd one";
  results[7] = static_cast<int>(std::strlen(text));
}

constexpr std::array<int, 16> squares = [] {
  std::array<int, 16> made = {};
  for (int i = 0; i < 16; ++i) made[static_cast<size_t>(i)] = i * i;
  return made;
}();
constexpr const char* words[] = {"zero", "one", "two"};

void Constants::operator()() const {
  const size_t i = global_id(0);
  out[i] = squares[i % 16] * 1000 + words[i % 3][1];
}

void Asserts::operator()() const {
  const size_t i = global_id(0);
  assert(in[i] != 7 && "seven");
  out[i] = in[i];
}

void Throws::operator()() const {
  const std::array<int, 4> numbers = {1, 2, 3, 4};
  out[global_id(0)] = numbers.at(static_cast<size_t>(in[global_id(0)]));
}

/// An explicit instance is in every object, whoever calls it: this one has a table of virtual
/// functions, and calls one that nobody knows.
template <class T>
struct Shape {
  virtual ~Shape() = default;
  virtual T area(T scale) const { return next->area(scale) * scale; }
  const Shape* next;
};
template struct Shape<float>;

void instantiate() {
  make_kernels<Add, Tree, StaticTree, SubGroupSum, Math, Complex, Captured, Counter, Standard,
               Constants, Asserts, Throws>();
}
