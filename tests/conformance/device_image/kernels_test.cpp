// Kernels of device images compute what their C++ says.
#include <cmath>
#include <complex>
#include <numeric>

#include "kernels/objects.h"
#include "programs.h"

namespace cleave::test {
namespace {

using DeviceImageKernels = WithImages;

std::vector<int> counted(size_t count, int first = 0) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

TEST_F(DeviceImageKernels, FollowPointersOfTheirObject) {
  constexpr size_t count = 1000;
  const auto x = zeros<float>(count);
  const auto y = zeros<float>(count);
  const auto sum = zeros<float>(count);
  for (size_t i = 0; i < count; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 0.5F;
  }
  run("_ZTS3Add", Add{x.get(), y.get(), sum.get()}, count);
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(static_cast<float>(i) + 0.5F, sum[i]) << i;
}

TEST_F(DeviceImageKernels, HaveDynamicLocalMemory) {
  const auto in = shared(counted(256));
  const auto out = zeros<int>(4);
  constexpr size_t offset = 64;
  run("_ZTS4Tree", Tree{in.get(), out.get(), offset}, 256, 64, offset + 64 * sizeof(int));
  EXPECT_EQ((std::vector<int>{2016, 6112, 10208, 14304}), out.contents());
}

TEST_F(DeviceImageKernels, AskForAsManyArgumentsAsTheyHave) {
  for (const auto& [name, wanted] : {std::pair("_ZTS4Tree", 2U), {"_ZTS10StaticTree", 1U}}) {
    const cl_kernel kernel = kernel_of(program_, name);
    EXPECT_EQ(wanted, value_of<cl_uint>([&](size_t size, void* value, size_t* returned) {
                return clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, size, value, returned);
              }))
        << name;
  }
}

TEST_F(DeviceImageKernels, HaveStaticLocalMemory) {
  const auto in = shared(counted(256));
  const auto out = zeros<int>(4);
  run("_ZTS10StaticTree", StaticTree{in.get(), out.get()}, 256, 64);
  EXPECT_EQ((std::vector<int>{2016, 6112, 10208, 14304}), out.contents());
}

TEST_F(DeviceImageKernels, HaveTheSubGroupsThatTheTableAsksFor) {
  const auto in = shared(counted(64));
  const auto out = zeros<int>(64);
  const auto size = zeros<unsigned>(64);
  run("_ZTS11SubGroupSum", SubGroupSum{in.get(), out.get(), size.get()}, 64, 32);
  for (size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(8U, size[i]) << i;
    EXPECT_EQ(static_cast<int>(i / 8 * 64 + 28), out[i]) << i;
  }
}

template <class T>
std::vector<T> functions_of(T x) {
  T whole = 0;
  int exponent = 0;
  int quotient = 0;
  std::vector<T> results = {
      std::sin(x),  std::cos(x),   std::exp(x),          std::log(x),         std::pow(x, T(2.5)),
      std::sqrt(x), std::cbrt(x),  std::hypot(x, T(3)),  std::atan2(x, T(2)), std::tgamma(x),
      std::erf(x),  std::floor(x), std::fmod(x, T(0.7)), std::ldexp(x, 3)};
  const T fraction = std::modf(x, &whole);
  const T mantissa = std::frexp(x, &exponent);
  const T rest = std::remquo(x, T(0.5), &quotient);
  results.insert(results.end(), {fraction + whole, mantissa * T(exponent), rest + T(quotient & 7),
                                 T(std::lrint(x)), std::fma(x, x, x), std::log1p(x)});
  return results;
}

TEST_F(DeviceImageKernels, ComputeTheFunctionsOfCmath) {
  constexpr size_t count = 50;
  std::vector<float> numbers(count);
  for (size_t i = 0; i < count; ++i) numbers[i] = 0.05F + 0.15F * static_cast<float>(i);
  const auto in = shared(numbers);
  const auto singles = zeros<float>(count * math_results);
  const auto doubles = zeros<double>(count * math_results);
  run("_ZTS4Math", Math{in.get(), singles.get(), doubles.get()}, count);
  for (size_t i = 0; i < count; ++i) {
    const std::vector<float> of_single = functions_of(numbers[i]);
    const std::vector<double> of_double = functions_of(static_cast<double>(numbers[i]));
    for (size_t k = 0; k < math_results; ++k) {
      const float single = singles[i * math_results + k];
      const double precise = doubles[i * math_results + k];
      EXPECT_NEAR(of_single[k], single, std::abs(of_single[k]) * 1e-5F + 1e-6F) << i << ' ' << k;
      EXPECT_NEAR(of_double[k], precise, std::abs(of_double[k]) * 1e-13 + 1e-14) << i << ' ' << k;
    }
  }
}

TEST_F(DeviceImageKernels, ComputeWithComplexNumbers) {
  constexpr size_t count = 40;
  const auto in = zeros<float>(2 * count);
  const auto out = zeros<float>(2 * count * complex_results);
  for (size_t i = 0; i < 2 * count; ++i) in[i] = std::sin(static_cast<float>(3 * i)) * 2;
  run("_ZTS7Complex", Complex{in.get(), out.get()}, count);
  const std::complex<float> y(0.5F, -2.0F);
  for (size_t i = 0; i < count; ++i) {
    const std::complex<float> x(in[2 * i], in[2 * i + 1]);
    const std::complex<float> wanted[complex_results] = {
        x * y,       x / y,          std::sqrt(x), std::exp(x),
        std::log(x), std::pow(x, y), std::tanh(x), {std::abs(x), std::arg(x)}};
    for (size_t k = 0; k < complex_results; ++k) {
      const size_t at = 2 * (i * complex_results + k);
      const std::complex<float> found(out[at], out[at + 1]);
      EXPECT_LT(std::abs(found - wanted[k]), std::abs(wanted[k]) * 1e-4F + 1e-6F)
          << x << ' ' << k << ": " << found << ", not " << wanted[k];
    }
  }
}

TEST_F(DeviceImageKernels, IndexArraysThatTheyHaveCaptured) {
  Captured object = {};
  for (int i = 0; i < 64; ++i) object.values[i] = i * i;
  const auto out = zeros<int>(200);
  object.out = out.get();
  run("_ZTS8Captured", object, 200);
  for (size_t i = 0; i < 200; ++i) {
    EXPECT_EQ(static_cast<int>(i * 7 % 64 * (i * 7 % 64)), out[i]) << i;
  }
}

TEST_F(DeviceImageKernels, ChangeTheirOwnCopyOfMutableMembers) {
  const auto out = zeros<int>(100);
  run("_ZTS7Counter", Counter{10, {1, 2}, out.get()}, 100);
  for (size_t i = 0; i < 100; ++i) EXPECT_EQ(13 + static_cast<int>(i), out[i]) << i;
}

TEST_F(DeviceImageKernels, UseTheStandardLibrary) {
  constexpr size_t count = 20;
  const auto in = shared(counted(count));
  const auto out = zeros<int>(count * standard_results);
  run("_ZTS8Standard", Standard{in.get(), out.get()}, count);
  for (size_t i = 0; i < count; ++i) {
    const int n = static_cast<int>(i);
    const std::vector<int> wanted = {
        n + 7, 5 * n + 2,          n + 7, 5 * n, n % 2 == 0 ? 4 * n : 2, n > 5 ? n : -1,
        0,     n % 2 == 0 ? 4 : 10};
    const int* found = out.get() + i * standard_results;
    EXPECT_EQ(wanted, std::vector<int>(found, found + standard_results)) << n;
  }
}

TEST_F(DeviceImageKernels, ReadConstantsOfTheProgram) {
  const auto out = zeros<int>(100);
  run("_ZTS9Constants", Constants{out.get()}, 100);
  for (size_t i = 0; i < 100; ++i) {
    const int square = static_cast<int>(i % 16 * (i % 16));
    EXPECT_EQ(square * 1000 + "enw"[i % 3], out[i]) << i;
  }
}

TEST_F(DeviceImageKernels, CallFunctionsOfOtherUnits) {
  const device_image::Table of_callee = {
      {}, {"_Z13twice_and_onei", "_Z9local_sumi", "_ZN6NumberC1Ei", "_Z4fourv"}, {"_Z5sevenv"}, {}};
  const device_image::Table of_farther = {{}, {"_Z5sevenv"}, {"_Z4fourv"}, {}};
  const Bytes caller = image_of("caller");
  const Bytes callee = image_of("callee", of_callee);
  const Bytes farther = image_of("farther", of_farther);
  // In any order behind the first.
  for (const Bytes& blob : {blob_of({caller, callee, farther}), blob_of({caller, farther, callee}),
                            blob_of({caller, image_of("kernels"), callee, farther, callee})}) {
    const Program program = create(blob);
    ASSERT_EQ(CL_SUCCESS, build(program)) << log_of(program);
    const auto in = shared(counted(32));
    const auto out = zeros<int>(32);
    const CallsOther object = {in.get(), out.get()};
    run_object(kernel_of(program, "_ZTS10CallsOther"), &object, sizeof object, 32, 16,
               16 * sizeof(int));
    for (int i = 0; i < 32; ++i) {
      EXPECT_EQ((2 * i + 1) * 1000 + 616, out[static_cast<size_t>(i)]) << i;
    }
  }
}

// tests/system/debugging has gdb look at this one.
TEST_F(DeviceImageKernels, RunWithDebugInformation) {
  program_ = create(image_of("debugged"));
  ASSERT_EQ(CL_SUCCESS, build(program_, "-g")) << log_of(program_);
  Captured object = {};
  object.values[7] = 1234;
  const auto out = zeros<int>(64);
  object.out = out.get();
  run("_ZTS8Captured", object, 64);
  EXPECT_EQ(1234, out[1]);
}

TEST_F(DeviceImageKernels, ComputeTheSameAsWritten) {
  program_ = create(image_of("as_written"));
  ASSERT_EQ(CL_SUCCESS, build(program_)) << log_of(program_);
  const auto in = shared(counted(256));
  const auto out = zeros<int>(4);
  run("_ZTS4Tree", Tree{in.get(), out.get(), 0}, 256, 64, 64 * sizeof(int));
  EXPECT_EQ((std::vector<int>{2016, 6112, 10208, 14304}), out.contents());
  Captured captured = {};
  for (int i = 0; i < 64; ++i) captured.values[i] = i * i;
  const auto elements = zeros<int>(64);
  captured.out = elements.get();
  run("_ZTS8Captured", captured, 64);
  EXPECT_EQ(49 * 49, elements[7]);
  const auto counts = zeros<int>(100);
  run("_ZTS7Counter", Counter{10, {1, 2}, counts.get()}, 100);
  for (size_t i = 0; i < 100; ++i) EXPECT_EQ(13 + static_cast<int>(i), counts[i]) << i;
  const auto single = shared<float>({0.5F});
  const auto singles = zeros<float>(math_results);
  const auto doubles = zeros<double>(math_results);
  run("_ZTS4Math", Math{single.get(), singles.get(), doubles.get()}, 1);
  EXPECT_NEAR(std::sin(0.5F), singles[0], 1e-6F);
  EXPECT_NEAR(std::log1p(0.5), doubles[math_results - 1], 1e-15);
}

class DeviceImageDeathTest : public WithImages {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    WithImages::SetUp();
  }
};

TEST_F(DeviceImageDeathTest, AFailedAssertionSaysWhereAndEndsTheProcess) {
  const auto in = shared(counted(64));
  const auto out = zeros<int>(64);
  run("_ZTS7Asserts", Asserts{in.get(), out.get()}, 4, 4);
  EXPECT_EQ((std::vector<int>{0, 1, 2, 3}), std::vector<int>(out.get(), out.get() + 4));
  EXPECT_DEATH(run("_ZTS7Asserts", Asserts{in.get(), out.get()}, 64, 4),
               "kernels\\.cpp:[0-9]+: .*operator\\(\\).*: work-item \\(7, 0, 0\\), in its "
               "work-group \\(3, 0, 0\\): Assertion `in\\[i\\] != 7 && \"seven\"' failed");
}

TEST_F(DeviceImageDeathTest, AnExceptionThatWouldBeThrownEndsTheProcess) {
  const auto in = shared<int>({0, 3, 4, 1});
  const auto out = zeros<int>(4);
  run("_ZTS6Throws", Throws{in.get(), out.get()}, 2);
  EXPECT_EQ(4, out[1]);
  EXPECT_DEATH(run("_ZTS6Throws", Throws{in.get(), out.get()}, 4), "array::at");
}

}  // namespace
}  // namespace cleave::test
