// Device images of every release so far are built and compute what their sources say, which is
// tests/data/device_images/kernels.cpp.
#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

#include "programs.h"
#include "tests/data/device_images/objects.h"

namespace cleave::test {
namespace {

using namespace release_images;

const std::filesystem::path folder = CLEAVE_RELEASE_IMAGES;

Bytes read_image(const std::string& version) {
  std::ifstream file(folder / (version + ".image"), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

std::vector<std::string> versions() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".image") names.push_back(entry.path().stem());
  }
  std::ranges::sort(names);
  return names;
}

class ReleaseImages : public WithImages, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    image_ = read_image(GetParam());
    program_ = create(image_);
    ASSERT_EQ(CL_SUCCESS, build(program_)) << log_of(program_);
  }

  /// The symbol that C++ gives a kernel of the image by its class.
  [[nodiscard]] static std::string symbol(const std::string& name) {
    return "_ZTSN6cleave14release_images" + std::to_string(name.size()) + name + "E";
  }
  [[nodiscard]] Shared<int> counted(size_t count) const {
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return shared(numbers);
  }

  Bytes image_;
};

// A release makes its image: scripts/write_release_image.py.
TEST(ReleaseImagesFolder, HasThatOfThisVersion) {
  EXPECT_TRUE(std::ranges::count(versions(), CLEAVE_VERSION_TEXT) == 1) << CLEAVE_VERSION_TEXT;
}

TEST_P(ReleaseImages, NameTheirKernels) {
  const device_image::Blob blob = device_image::read_blob(image_);
  ASSERT_EQ(2U, blob.images.size()) << blob.problem;
  const device_image::Table table = device_image::read_table(blob.images.front());
  EXPECT_EQ(std::vector<std::string>{"_ZN6cleave14release_images13twice_and_oneEi"}, table.wanted);
  const auto tree =
      std::ranges::find(table.kernels, symbol("LocalTree"), &device_image::KernelRow::symbol);
  ASSERT_NE(table.kernels.end(), tree);
  EXPECT_EQ("cleave::release_images::LocalTree", tree->name);
  EXPECT_EQ("kernels.cpp", tree->file);
  EXPECT_TRUE(tree->asks_local_memory);
  EXPECT_EQ(sizeof(LocalTreeObject), tree->object_bytes);
}

TEST_P(ReleaseImages, HaveSubGroups) {
  const auto in = counted(256);
  const auto sums = zeros<int>(256);
  const auto next = zeros<int>(256);
  const auto sizes = zeros<unsigned>(256);
  run(symbol("SubGroups"), SubGroupsObject{in.get(), sums.get(), next.get(), sizes.get()}, 256, 64);
  for (size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(8U, sizes[i]) << i;
    EXPECT_EQ(static_cast<int>(i / 8 * 64 + 28), sums[i]) << i;
    if (i % 8 != 7) {
      EXPECT_EQ(static_cast<int>(i + 1), next[i]) << i;
    }
  }
}

TEST_P(ReleaseImages, HaveDynamicLocalMemory) {
  constexpr size_t offset = 128;
  const auto in = counted(256);
  const auto sums = zeros<int>(4);
  const LocalTreeObject object = {in.get(), sums.get(), {offset, 64, 1}};
  run(symbol("LocalTree"), object, 256, 64, offset + 64 * sizeof(int));
  EXPECT_EQ((std::vector<int>{2016, 6112, 10208, 14304}), sums.contents());
}

template <class Real>
std::vector<Real> results_of(Real x) {
  const std::complex<Real> z = std::complex<Real>(x, Real(1)) * std::complex<Real>(Real(0.5), x);
  return {std::sin(x), std::pow(x, Real(2.5)), std::erf(x), std::fma(x, x, std::floor(x)),
          std::abs(z), std::exp(z).imag()};
}

TEST_P(ReleaseImages, ComputeMath) {
  constexpr size_t count = 64;
  const auto in = zeros<float>(count);
  for (size_t i = 0; i < count; ++i) in[i] = 0.05F * static_cast<float>(i);
  const auto singles = zeros<float>(count * math_results);
  const auto doubles = zeros<double>(count * math_results);
  run(symbol("Math"), MathObject{in.get(), singles.get(), doubles.get()}, count);
  for (size_t i = 0; i < count; ++i) {
    const auto of_single = results_of(in[i]);
    const auto of_double = results_of(static_cast<double>(in[i]));
    for (size_t k = 0; k < math_results; ++k) {
      EXPECT_NEAR(of_single[k], singles[i * math_results + k],
                  std::abs(of_single[k]) * 1e-5F + 1e-6F)
          << i << ' ' << k;
      EXPECT_NEAR(of_double[k], doubles[i * math_results + k],
                  std::abs(of_double[k]) * 1e-13 + 1e-14)
          << i << ' ' << k;
    }
  }
}

TEST_P(ReleaseImages, UseTheStandardLibrary) {
  const auto in = counted(64);
  const auto out = zeros<int>(64);
  run(symbol("Standard"), StandardObject{in.get(), out.get()}, 64);
  constexpr int wanted[] = {1004, 104, 14, 5};
  for (size_t i = 0; i < 64; ++i) EXPECT_EQ(wanted[i % 4], out[i]) << i;
}

TEST_P(ReleaseImages, HaveAtomicOperations) {
  const auto sum = zeros<int>(1);
  run(symbol("Atomics"), AtomicsObject{sum.get()}, 1000);
  EXPECT_EQ(499'500, sum[0]);
}

TEST_P(ReleaseImages, Print) {
  testing::internal::CaptureStdout();
  run(symbol("Prints"), PrintsObject{1234}, 1);
  EXPECT_EQ("number 1234, as text\n", testing::internal::GetCapturedStdout());
}

TEST_P(ReleaseImages, CallFunctionsOfTheirOtherUnit) {
  const auto in = counted(64);
  const auto out = zeros<int>(64);
  run(symbol("CallsUnit"), CallsUnitObject{in.get(), out.get()}, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(2 * i + 1, out[static_cast<size_t>(i)]) << i;
}

using ReleaseImagesDeathTest = ReleaseImages;

TEST_P(ReleaseImagesDeathTest, EndTheProcessWhereAnAssertionFails) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto in = counted(64);
  const auto out = zeros<int>(64);
  run(symbol("Asserts"), AssertsObject{in.get(), out.get()}, 7);
  EXPECT_EQ(6, out[6]);
  EXPECT_DEATH(run(symbol("Asserts"), AssertsObject{in.get(), out.get()}, 8),
               "kernels\\.cpp:[0-9]+: .*: work-item \\(7, 0, 0\\).*Assertion `in\\[i\\] != 7 && "
               "\"seven\"' failed");
}

std::string test_name(const testing::TestParamInfo<std::string>& information) {
  std::string name = "of_" + information.param;
  std::ranges::replace(name, '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(, ReleaseImages, testing::ValuesIn(versions()), test_name);
INSTANTIATE_TEST_SUITE_P(, ReleaseImagesDeathTest, testing::ValuesIn(versions()), test_name);

}  // namespace
}  // namespace cleave::test
