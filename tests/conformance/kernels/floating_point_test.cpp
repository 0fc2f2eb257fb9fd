// Floating point as the language and the options of a build have it (5.8.6, OpenCL C 6.1.1
// and 7.3): every result bit by bit.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "runner.h"

namespace cleave::test {
namespace {

std::vector<uint32_t> bits_of(const std::vector<float>& values) {
  std::vector<uint32_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}

/// Runs `body`, which makes of x, y and z a value, with one work-item for each of 32 triples.
std::vector<float> compute(const std::string& body, std::vector<float> data,
                           const std::string& options = "") {
  const std::string source =
      "kernel void test(global float* data) {\n"
      "  int i = get_global_id(0);\n"
      "  float x = data[3 * i], y = data[3 * i + 1], z = data[3 * i + 2];\n" +
      body + "}\n";
  const size_t count = data.size() / 3;
  data =
      Runner::instance().run<float>(source, {.global = {count, 1, 1}}, std::move(data), 0, options);
  std::vector<float> results;
  for (size_t i = 0; i < count; ++i) results.push_back(data[3 * i]);
  return results;
}

/// Numbers whose products and sums are rounded.
std::vector<float> triples() {
  std::vector<float> data;
  for (int i = 0; i < 32; ++i) {
    const float x = 1.0f + static_cast<float>(i + 1) * 0x1p-20f;
    data.insert(data.end(), {x, x + 0x1p-15f, -x * (x + 0x1p-15f)});
  }
  return data;
}

template <class Function>
std::vector<uint32_t> on_host(const Function& function) {
  const std::vector<float> data = triples();
  std::vector<float> results;
  for (size_t i = 0; i < data.size(); i += 3) {
    results.push_back(function(data[i], data[i + 1], data[i + 2]));
  }
  return bits_of(results);
}

/// Returns what FP_FAST_FMAF says of the device.
bool fuses() {
  return compute("#ifdef FP_FAST_FMAF\n  data[3 * i] = 1;\n#else\n  data[3 * i] = 0;\n#endif\n",
                 {0, 0, 0})[0] == 1;
}

float rounded_apart(float x, float y, float z) {
  volatile float product = x * y;
  return product + z;
}

constexpr std::array exact_options = {"-cl-std=CL1.2", "-cl-mad-enable", "-cl-no-signed-zeros",
                                      "-cl-denorms-are-zero",
                                      "-cl-fp32-correctly-rounded-divide-sqrt"};
constexpr std::array approximating_options = {"-cl-unsafe-math-optimizations",
                                              "-cl-finite-math-only", "-cl-fast-relaxed-math"};

class EachOption : public testing::TestWithParam<const char*> {};
class EachExactOption : public EachOption {};

TEST(FloatingPoint, AnExpressionIsContractedByDefault) {
  if (!fuses()) GTEST_SKIP() << "the processor has no FMA";
  EXPECT_EQ(bits_of(compute("  data[3 * i] = x * y + z;\n", triples())),
            on_host([](float x, float y, float z) { return std::fma(x, y, z); }));
}

TEST(FloatingPoint, ThePragmaForbidsContraction) {
  const std::string body =
      "  {\n#pragma OPENCL FP_CONTRACT OFF\n    data[3 * i] = x * y + z;\n  }\n";
  EXPECT_EQ(bits_of(compute(body, triples())), on_host(rounded_apart));
}

// The contraction that -cl-mad-enable allows is done without it, and the pragma forbids it in
// either case.
TEST(FloatingPoint, MadsAreNoMoreThanTheDefault) {
  for (const char* pragma : {"ON", "OFF"}) {
    const std::string body = std::string("  {\n#pragma OPENCL FP_CONTRACT ") + pragma +
                             "\n    data[3 * i] = x * y + z;\n  }\n";
    EXPECT_EQ(bits_of(compute(body, triples(), "-cl-mad-enable")),
              bits_of(compute(body, triples())))
        << pragma;
  }
  const std::string statements = "  float p = x * y;\n  data[3 * i] = p + z;\n";
  EXPECT_EQ(bits_of(compute(statements, triples(), "-cl-mad-enable")), on_host(rounded_apart));
}

TEST(FloatingPoint, CallsBecomeApproximations) {
  const std::string internal = "__cleave_relaxed_";
  for (const std::string stand_in :
       {"native_cos", "native_sin", "native_tan", "__cleave_relaxed_exp", "__cleave_relaxed_exp10",
        "__cleave_relaxed_exp2", "__cleave_relaxed_log", "__cleave_relaxed_log10",
        "__cleave_relaxed_log2"}) {
    const bool is_internal = stand_in.starts_with(internal);
    const std::string name = stand_in.substr(is_internal ? internal.size() : 7);
    const std::string declaration =
        is_internal ? "  float __attribute__((overloadable, const)) " + stand_in + "(float);\n"
                    : "";
    const auto results = [&](const std::string& call, const char* options) {
      return bits_of(
          compute(declaration + "  data[3 * i] = " + call + "(x);\n", triples(), options));
    };
    const auto expected = results(stand_in, "");
    EXPECT_EQ(results(name, "-cl-fast-relaxed-math"), expected) << name;
    EXPECT_EQ(results(name, "-cl-unsafe-math-optimizations"), expected) << name;
  }
}

// Without the request the other options allow a product with a reciprocal, of 2.5 units' error.
TEST(FloatingPoint, QuotientsAndRootsAreRoundedOnRequestBesideOtherOptions) {
  for (const std::string other : {"-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations"}) {
    const std::string options = other + " -cl-fp32-correctly-rounded-divide-sqrt";
    EXPECT_EQ(bits_of(compute("  data[3 * i] = x / y;\n", triples(), options)),
              on_host([](float x, float y, float) { return x / y; }));
    EXPECT_EQ(bits_of(compute("  data[3 * i] = x / 3.0f;\n", triples(), options)),
              on_host([](float x, float, float) { return x / 3.0f; }));
    EXPECT_EQ(bits_of(compute("  data[3 * i] = sqrt(x);\n", triples(), options)),
              on_host([](float x, float, float) { return std::sqrt(x); }));
    EXPECT_EQ(bits_of(compute("  data[3 * i] = 1 / sqrt(x);\n", triples(), options)),
              on_host([](float x, float, float) { return 1 / std::sqrt(x); }));
  }
}

/// Numbers among which powers and roots have all their cases, each with an exponent behind it.
std::vector<float> bases_with(float exponent) {
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> data;
  for (const float x : {0.0f, 1.0f, 2.0f, 3.0f, 8.0f, 0.7f, 1e-3f, 12345.6f, 1e-40f, 1e-25f, 1e20f,
                        3e38f, infinity, std::numeric_limits<float>::quiet_NaN()}) {
    data.insert(data.end(), {x, exponent, 0, -x, exponent, 0});
  }
  return data;
}

/// Are results the same but for rounding: NaN, infinities and zeros with their signs, and others
/// within 16 units in the last place?
void expect_alike(const std::vector<float>& actual, const std::vector<float>& expected,
                  const std::string& call) {
  for (size_t i = 0; i < expected.size(); ++i) {
    const bool is_exact = !std::isfinite(expected[i]) || expected[i] == 0;
    const float allowed = is_exact ? 0 : std::fmax(std::abs(expected[i]) * 0x1p-19f, 0x1p-145f);
    const bool is_alike =
        std::isnan(expected[i])
            ? std::isnan(actual[i])
            : actual[i] == expected[i] || std::abs(actual[i] - expected[i]) <= allowed;
    EXPECT_TRUE(is_alike) << call << " of base " << i << ": " << actual[i] << " instead of "
                          << expected[i];
    EXPECT_TRUE(std::isnan(expected[i]) || std::signbit(actual[i]) == std::signbit(expected[i]))
        << call << " of base " << i << ": " << actual[i] << " instead of " << expected[i];
  }
}

// Constant exponents are taken apart from others (src/builtins/constant_powers.h).
TEST(FloatingPoint, PowersOfConstantExponentsAreThoseOfOthers) {
  for (const std::string exponent : {"1", "2", "3", "4", "-1", "-2", "0.5", "5"}) {
    const std::vector<float> data = bases_with(std::stof(exponent));
    for (const std::string name : {"pow", "powr"}) {
      const std::string call = name + "(x, (float)" + exponent + ")";
      expect_alike(compute("data[3 * i] = " + call + ";\n", data),
                   compute("data[3 * i] = " + name + "(x, y);\n", data), call);
    }
  }
  for (const std::string exponent : {"1", "2", "3", "-1", "-2", "-3", "5"}) {
    const std::vector<float> data = bases_with(std::stof(exponent));
    for (const std::string name : {"pown", "rootn"}) {
      const std::string call = name + "(x, " + exponent + ")";
      expect_alike(compute("data[3 * i] = " + call + ";\n", data),
                   compute("data[3 * i] = " + name + "(x, (int)y);\n", data), call);
    }
  }
}

// They are one call then, and the sum is within what each may be wrong.
TEST(FloatingPoint, SinesAndCosinesOfOneArgumentAreThoseOfApartOnes) {
  const std::vector<float> data = triples();
  const std::vector<float> both =
      compute("float a = sin(x * 40) + 3 * cos(x * 40); data[3 * i] = a;\n", data);
  for (size_t i = 0; i < both.size(); ++i) {
    const float x = data[3 * i] * 40;
    EXPECT_NEAR(both[i], std::sin(x) + 3 * std::cos(x), 0x1p-20f) << i;
  }
}

// Clang has them in every language; most are calls of the run-time library, one for each work-item.
TEST(FloatingPoint, BuiltInsOfClangComputeForEachWorkItem) {
  const std::vector<float> data = triples();
  const std::vector<float> parts = compute(
      "int e; float f = __builtin_frexpf(x * 100 * (i + 1), &e); data[3 * i] = f + 100 * e;", data);
  const std::vector<float> whole =
      compute("float w; float f = __builtin_modff(x * 9, &w); data[3 * i] = i % 2 ? w : f;", data);
  const std::vector<float> powers = compute("data[3 * i] = __builtin_powif(2.0f, i);", data);
  for (size_t i = 0; i < parts.size(); ++i) {
    const float x = data[3 * i];
    int exponent = 0;
    const float fraction = std::frexp(x * 100 * static_cast<float>(i + 1), &exponent);
    EXPECT_EQ(parts[i], fraction + static_cast<float>(100 * exponent)) << i;
    float integral = 0;
    const float rest = std::modf(x * 9, &integral);
    EXPECT_EQ(whole[i], i % 2 == 1 ? integral : rest) << i;
    EXPECT_EQ(powers[i], std::ldexp(1.0F, static_cast<int>(i))) << i;
  }
}

TEST(FloatingPoint, StatementsAreNotContractedTogether) {
  EXPECT_EQ(bits_of(compute("  float p = x * y;\n  data[3 * i] = p + z;\n", triples())),
            on_host(rounded_apart));
}

TEST(FloatingPoint, FmaIsFusedAlways) {
  EXPECT_EQ(bits_of(compute("  data[3 * i] = fma(x, y, z);\n", triples())),
            on_host([](float x, float y, float z) { return std::fma(x, y, z); }));
}

TEST(FloatingPoint, SumsKeepTheirOrder) {
  const std::vector<float> data(96, 1.0f);
  const std::string body = "  float big = 1e20f * x;\n  data[3 * i] = (big + y) - big;\n";
  EXPECT_EQ(bits_of(compute(body, data)), std::vector<uint32_t>(32, 0));
}

TEST(FloatingPoint, ZerosKeepTheirSigns) {
  const std::vector<float> data(96, -0.0f);
  EXPECT_EQ(bits_of(compute("  data[3 * i] = x + y;\n", data)), bits_of(std::vector(32, -0.0f)));
  EXPECT_EQ(bits_of(compute("  data[3 * i] = x + 0.0f;\n", data)), bits_of(std::vector(32, 0.0f)));
  EXPECT_EQ(bits_of(compute("  data[3 * i] = 0.0f - (x - y);\n", data)),
            bits_of(std::vector(32, 0.0f)));
}

TEST(FloatingPoint, NansAndInfinitiesAreThere) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> data(96, infinity);
  EXPECT_EQ(compute("  data[3 * i] = isnan(x - y) ? 1 : 2;\n", data), std::vector<float>(32, 1));
  EXPECT_EQ(compute("  data[3 * i] = (x - y == x - y) ? 1 : 2;\n", data),
            std::vector<float>(32, 2));
  EXPECT_EQ(compute("  data[3 * i] = isinf(x) ? 1 : 2;\n", data), std::vector<float>(32, 1));
}

// An optimisation that an option allows need not be done; one that none of them allows must not be.
TEST_P(EachExactOption, LeavesDivisionAndSquareRootCorrectlyRounded) {
  EXPECT_EQ(bits_of(compute("  data[3 * i] = x / y;\n", triples(), GetParam())),
            on_host([](float x, float y, float) { return x / y; }));
  EXPECT_EQ(bits_of(compute("  data[3 * i] = sqrt(x);\n", triples(), GetParam())),
            on_host([](float x, float, float) { return std::sqrt(x); }));
}

// CL_FP_DENORM is among what the device says of single precision.
TEST_P(EachOption, KeepsDenormalNumbers) {
  std::vector<float> data;
  for (int i = 1; i <= 32; ++i)
    data.insert(data.end(), {static_cast<float>(i) * 0x1p-140f, 0.5f, 0});
  std::vector<float> halves;
  for (size_t i = 0; i < data.size(); i += 3) halves.push_back(data[i] * 0.5f);
  EXPECT_EQ(bits_of(compute("  data[3 * i] = x * y;\n", data, GetParam())), bits_of(halves));
}

// Some options put native functions in the place of these: 2^-11 is what sin may be off then.
TEST_P(EachOption, LeavesBuiltInFunctionsTheirOwnArithmetic) {
  const std::vector<float> data = triples();
  const bool is_approximate =
      std::ranges::count(approximating_options, std::string_view(GetParam())) != 0;
  const float allowed = is_approximate ? 0x1p-11F : 0x1p-20F;
  for (const char* call : {"sin(x * 100)", "exp(x)", "pow(x, y)", "atan2(x, y)"}) {
    const std::string body = std::string("  float a = ") + call + ";\n  data[3 * i] = a;\n";
    const std::vector<float> strict = compute(body, data), other = compute(body, data, GetParam());
    for (size_t i = 0; i < strict.size(); ++i) {
      EXPECT_NEAR(other[i], strict[i], std::abs(strict[i]) * allowed) << call;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Exact, EachExactOption, testing::ValuesIn(exact_options));
INSTANTIATE_TEST_SUITE_P(Exact, EachOption, testing::ValuesIn(exact_options));
INSTANTIATE_TEST_SUITE_P(Approximating, EachOption, testing::ValuesIn(approximating_options));

}  // namespace
}  // namespace cleave::test
