#include "model/program/printf_output.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace cleave::model {
namespace {

using compiler::interface::PrintfArgument;
using compiler::interface::PrintfKind;
using compiler::interface::PrintfRecord;

/// Writes records as generated code does.
class Recorder {
 public:
  explicit Recorder(const char* format) : format_(format) {}

  template <class T>
  Recorder& add(PrintfKind kind, const std::vector<T>& elements) {
    const PrintfArgument head{kind, sizeof(T), static_cast<uint32_t>(elements.size())};
    append(&head, sizeof head);
    append(elements.data(), elements.size() * sizeof(T));
    bytes_.resize((bytes_.size() + 7) & ~size_t{7});
    ++arguments_;
    return *this;
  }
  template <class T>
  Recorder& add(PrintfKind kind, T value) {
    return add(kind, std::vector<T>{value});
  }
  std::vector<std::byte> record() const {
    const PrintfRecord head{static_cast<uint32_t>(sizeof(PrintfRecord) + bytes_.size()), arguments_,
                            reinterpret_cast<uint64_t>(format_)};
    std::vector<std::byte> result(sizeof head);
    std::memcpy(result.data(), &head, sizeof head);
    result.insert(result.end(), bytes_.begin(), bytes_.end());
    return result;
  }
  std::string text() const { return program::format_printf_records(record()); }

 private:
  void append(const void* from, size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), begin, begin + bytes);
  }
  const char* format_;
  std::vector<std::byte> bytes_;
  uint32_t arguments_ = 0;
};

template <class T>
std::string integer(const char* format, T value) {
  return Recorder(format).add(PrintfKind::integer, value).text();
}

std::string floating(const char* format, double value) {
  return Recorder(format).add(PrintfKind::floating, value).text();
}

TEST(PrintfOutput, PrintsIntegers) {
  EXPECT_EQ(integer("%d", -5), "-5");
  EXPECT_EQ(integer("%i", std::numeric_limits<int>::min()), "-2147483648");
  EXPECT_EQ(integer("%5d|", 42), "   42|");
  EXPECT_EQ(integer("%-5d|", 42), "42   |");
  EXPECT_EQ(integer("%05d", -42), "-0042");
  EXPECT_EQ(integer("%+d % d", 1), "+1 ");
  EXPECT_EQ(integer("%.4d", 7), "0007");
  EXPECT_EQ(integer("%u", -1), "4294967295");
  EXPECT_EQ(integer("%x %X", 255), "ff ");
  EXPECT_EQ(integer("%#x", 255), "0xff");
  EXPECT_EQ(integer("%#o", 8), "010");
  EXPECT_EQ(integer("%c", int{'z'}), "z");
  EXPECT_EQ(integer("%3c|", int{'z'}), "  z|");
}

TEST(PrintfOutput, ObeysLengths) {
  EXPECT_EQ(integer("%hhd", 0x1ff), "-1");
  EXPECT_EQ(integer("%hhu", 0x1ff), "255");
  EXPECT_EQ(integer("%hd", 0x18000), "-32768");
  EXPECT_EQ(integer("%hx", 0x18000), "8000");
  EXPECT_EQ(integer("%ld", int64_t{-5000000000}), "-5000000000");
  EXPECT_EQ(integer("%lu", ~uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(integer("%lx", uint64_t{1} << 60), "1000000000000000");
  EXPECT_EQ(integer("%zu", ~uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(integer("%td", int64_t{-5000000000}), "-5000000000");
  EXPECT_EQ(integer("%8zd|", int64_t{7}), "       7|");
}

TEST(PrintfOutput, PrintsFloatingPoint) {
  EXPECT_EQ(floating("%f", 1.5), "1.500000");
  EXPECT_EQ(floating("%.2f", 3.14159), "3.14");
  EXPECT_EQ(floating("%10.3f|", -2.5), "    -2.500|");
  EXPECT_EQ(floating("%-10.1e|", 12345.0), "1.2e+04   |");
  EXPECT_EQ(floating("%E", 0.0), "0.000000E+00");
  EXPECT_EQ(floating("%g %G", 1e-10), "1e-10 ");
  EXPECT_EQ(floating("%a", 1.0), "0x1p+0");
  EXPECT_EQ(floating("%f", INFINITY), "inf");
  EXPECT_EQ(floating("%F", -INFINITY), "-INF");
  EXPECT_EQ(floating("%f", NAN), "nan");
  EXPECT_EQ(Recorder("%.1f").add(PrintfKind::floating, 0.5f).text(), "0.5");
}

TEST(PrintfOutput, PrintsVectors) {
  EXPECT_EQ(Recorder("%v4hld").add(PrintfKind::integer, std::vector<int>{1, -2, 3, 4}).text(),
            "1,-2,3,4");
  EXPECT_EQ(Recorder("%v4hhd").add(PrintfKind::integer, std::vector<int8_t>{1, -2, 3, 127}).text(),
            "1,-2,3,127");
  EXPECT_EQ(Recorder("%v2hhx").add(PrintfKind::integer, std::vector<int8_t>{-1, 10}).text(),
            "ff,a");
  EXPECT_EQ(Recorder("%v3hu").add(PrintfKind::integer, std::vector<int16_t>{-1, 0, 1}).text(),
            "65535,0,1");
  EXPECT_EQ(Recorder("%v2ld").add(PrintfKind::integer, std::vector<int64_t>{-1, 1}).text(), "-1,1");
  EXPECT_EQ(Recorder("%v4hlf").add(PrintfKind::floating, std::vector<float>{1, 2, 3, 4}).text(),
            "1.000000,2.000000,3.000000,4.000000");
  EXPECT_EQ(Recorder("%5.1v2hlf|").add(PrintfKind::floating, std::vector<float>{1, 2}).text(),
            "  1.0,  2.0|");
  EXPECT_EQ(Recorder("%v2lf").add(PrintfKind::floating, std::vector<double>{1, 2}).text(),
            "1.000000,2.000000");
  EXPECT_EQ(Recorder("%v4hf")
                .add(PrintfKind::floating, std::vector<uint16_t>{0x3c00, 0xc000, 0x0001, 0x7c00})
                .text(),
            "1.000000,-2.000000,0.000000,inf");
  EXPECT_EQ(Recorder("%v16hlx").add(PrintfKind::integer, std::vector<int>(16, 1)).text(),
            "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1");
}

TEST(PrintfOutput, PrintsTextStringsAndPointers) {
  EXPECT_EQ(Recorder("plain\n").text(), "plain\n");
  EXPECT_EQ(Recorder("100%% %%d").text(), "100% %d");
  const char* string = "string";
  EXPECT_EQ(Recorder("[%s]").add(PrintfKind::pointer, string).text(), "[string]");
  EXPECT_EQ(Recorder("[%8s]").add(PrintfKind::pointer, string).text(), "[  string]");
  EXPECT_EQ(Recorder("[%.3s]").add(PrintfKind::pointer, string).text(), "[str]");
  EXPECT_EQ(Recorder("%s").add(PrintfKind::pointer, uint64_t{0}).text(), "(null)");
  EXPECT_EQ(Recorder("%p").add(PrintfKind::pointer, uint64_t{0xabc0}).text(), "0xabc0");
}

TEST(PrintfOutput, ReadsNoNumberAsAString) {
  EXPECT_EQ(integer("%s", uint64_t{8}), "(null)");
}

TEST(PrintfOutput, TakesArgumentsInOrder) {
  EXPECT_EQ(Recorder("%d %s %f %c%%\n")
                .add(PrintfKind::integer, 1)
                .add(PrintfKind::pointer, "two")
                .add(PrintfKind::floating, 3.0)
                .add(PrintfKind::integer, int{'4'})
                .text(),
            "1 two 3.000000 4%\n");
}

TEST(PrintfOutput, ShowsWhatIsNoConversion) {
  EXPECT_EQ(Recorder("%").text(), "%");
  EXPECT_EQ(Recorder("%q %5").text(), "%q %5");
}

TEST(PrintfOutput, KeepsTheOrderOfRecordsAndStopsAtDamage) {
  std::vector<std::byte> records;
  for (const char* text : {"one ", "two ", "three"}) {
    const std::vector<std::byte> record = Recorder(text).record();
    records.insert(records.end(), record.begin(), record.end());
  }
  EXPECT_EQ(program::format_printf_records(records), "one two three");
  records.resize(records.size() + 64);  // a reservation that nobody filled
  EXPECT_EQ(program::format_printf_records(records), "one two three");
  const uint32_t too_long = 1000;
  std::memcpy(records.data() + sizeof(PrintfRecord), &too_long, sizeof too_long);
  EXPECT_EQ(program::format_printf_records(records), "one ");
}

TEST(PrintfOutput, SurvivesArgumentsThatClaimTooMuch) {
  std::vector<std::byte> record = Recorder("%d").add(PrintfKind::integer, 1).record();
  const uint32_t elements = 0xffffffff;
  std::memcpy(record.data() + sizeof(PrintfRecord) + offsetof(PrintfArgument, elements), &elements,
              sizeof elements);
  EXPECT_EQ(program::format_printf_records(record), "");
}

}  // namespace
}  // namespace cleave::model
