// cl_khr_extended_bit_ops for every type and width of vector, against integers of the host, in
// which a field is taken bit by bit.
#include <cstring>
#include <random>
#include <string>

#include "runner.h"

namespace cleave::test {
namespace {

struct IntegerType {
  const char* name;
  const char* as_signed;
  const char* as_unsigned;
  uint32_t bits;
};

std::ostream& operator<<(std::ostream& to, const IntegerType& type) {
  return to << type.name;
}

constexpr IntegerType types[] = {
    {"char", "char", "uchar", 8},     {"uchar", "char", "uchar", 8},
    {"short", "short", "ushort", 16}, {"ushort", "short", "ushort", 16},
    {"int", "int", "uint", 32},       {"uint", "int", "uint", 32},
    {"long", "long", "ulong", 64},    {"ulong", "long", "ulong", 64}};

bool bit(uint64_t of, uint32_t at) {
  return ((of >> at) & 1) != 0;
}

uint64_t inserted(uint64_t base, uint64_t insert, uint32_t offset, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    base &= ~(uint64_t{1} << (offset + i));
    base |= uint64_t{bit(insert, i)} << (offset + i);
  }
  return base;
}
uint64_t extracted(uint64_t base, uint32_t offset, uint32_t count, bool is_signed) {
  uint64_t field = 0;
  for (uint32_t i = 0; i < 64; ++i) {
    const bool value = i < count ? bit(base, offset + i)
                                 : is_signed && count != 0 && bit(base, offset + count - 1);
    field |= uint64_t{value} << i;
  }
  return field;
}
uint64_t reversed(uint64_t value, uint32_t bits) {
  uint64_t result = 0;
  for (uint32_t i = 0; i < bits; ++i) result |= uint64_t{bit(value, i)} << (bits - 1 - i);
  return result;
}

/// Parts of the buffer, of `room` bytes each: arguments, then results.
enum Part { base, insert, offsets_and_counts, whole, with_sign, without, back, parts };
constexpr size_t items = 2300;
constexpr size_t room = items * 16 * sizeof(cl_ulong);

class BitFields : public testing::TestWithParam<IntegerType> {
 protected:
  [[nodiscard]] static std::string source(const std::string& width, const std::string& arguments) {
    const IntegerType& type = GetParam();
    const auto pointer = [](const char* name, const char* element, Part part) {
      return std::string("global ") + element + "* " + name + " = (global " + element + "*)(o + " +
             std::to_string(part * room) + ");\n";
    };
    const auto load = [&](const char* name) {
      return width.empty() ? std::string(name) + "[i]" : "vload" + width + "(i, " + name + ")";
    };
    const auto store = [&](const char* value, const char* name) {
      return width.empty() ? std::string(name) + "[i] = " + value + ";\n"
                           : "vstore" + width + "(" + value + ", i, " + name + ");\n";
    };
    return "kernel void test(global uchar* o) { const size_t i = get_global_id(0);\n" +
           pointer("bases", type.name, base) + pointer("inserts", type.name, insert) +
           pointer("fields", "uint2", offsets_and_counts) + pointer("wholes", type.name, whole) +
           pointer("signed_ones", type.as_signed, with_sign) +
           pointer("unsigned_ones", type.as_unsigned, without) + pointer("backs", type.name, back) +
           "const uint " +
           (arguments.empty() ? "offset = fields[i].x, count = fields[i].y" : arguments) + ";\n" +
           "const " + type.name + width + " x = " + load("bases") + ";\n" +
           store(("bitfield_insert(x, " + load("inserts") + ", offset, count)").c_str(), "wholes") +
           store("bitfield_extract_signed(x, offset, count)", "signed_ones") +
           store("bitfield_extract_unsigned(x, offset, count)", "unsigned_ones") +
           store("bit_reverse(x)", "backs") + "}";
  }
  /// The number of that place in a part.
  static uint64_t number(const std::vector<cl_uchar>& data, Part part, size_t at) {
    const size_t bytes = GetParam().bits / 8;
    uint64_t value = 0;
    std::memcpy(&value, &data[part * room + at * bytes], bytes);
    return value;
  }

  static void check(const std::string& width, const std::string& arguments) {
    const IntegerType& type = GetParam();
    const std::string text = source(width, arguments);
    SCOPED_TRACE(text);
    const size_t components = width.empty() ? 1 : std::stoul(width);
    std::mt19937_64 random(5);
    std::vector<cl_uchar> data(parts * room);
    for (size_t i = 0; i < room; ++i) {
      // Ones only, zeros only, or any.
      data[i] = i / 48 % 5 == 0 ? 0xff : static_cast<cl_uchar>(random());
      data[room + i] = i / 32 % 7 == 0 ? 0 : static_cast<cl_uchar>(random());
    }
    std::vector<cl_uint2> fields(items);
    for (size_t i = 0; i < items; ++i) {
      // Every offset, with counts in turn.
      const auto offset = static_cast<uint32_t>(i % (type.bits + 1));
      const auto count = static_cast<uint32_t>(i / (type.bits + 1) % (type.bits - offset + 1));
      fields[i] = arguments.empty() ? cl_uint2{{offset, count}} : cl_uint2{{2, 5}};
    }
    std::memcpy(&data[offsets_and_counts * room], fields.data(), items * sizeof fields[0]);
    const auto out =
        Runner::instance().run(text, {.global = {items, 1, 1}, .local = {100, 1, 1}}, data);
    const uint64_t mask = ~uint64_t{0} >> (64 - type.bits);
    for (size_t at = 0; at < items * components; ++at) {
      const auto [offset, count] = fields[at / components].s;
      const uint64_t x = number(data, base, at);
      ASSERT_EQ(inserted(x, number(data, insert, at), offset, count), number(out, whole, at));
      ASSERT_EQ(extracted(x, offset, count, true) & mask, number(out, with_sign, at))
          << x << " from " << offset << ", " << count;
      ASSERT_EQ(extracted(x, offset, count, false), number(out, without, at));
      ASSERT_EQ(reversed(x, type.bits), number(out, back, at));
    }
  }
};

TEST_P(BitFields, OfScalars) {
  check("", "");
  check("", "offset = 2, count = 5");
}

TEST_P(BitFields, OfVectors) {
  for (const char* width : {"2", "3", "4"}) check(width, "");
  check("4", "offset = 2, count = 5");
}

TEST_P(BitFields, OfLongVectors) {
  if (Runner::instance().sub_group_size() > 16)
    GTEST_SKIP() << "LLVM takes half a minute for one type, in sub-groups of up to 16 it runs";
  for (const char* width : {"8", "16"}) check(width, "");
}

INSTANTIATE_TEST_SUITE_P(Of, BitFields, testing::ValuesIn(types),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace cleave::test
