#include "integer_functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

namespace cleave::test {
namespace {

constexpr IntegerType types[] = {
    {"char", "uchar", "short", 8, true},  {"uchar", "uchar", "ushort", 8, false},
    {"short", "ushort", "int", 16, true}, {"ushort", "ushort", "uint", 16, false},
    {"int", "uint", "long", 32, true},    {"uint", "uint", "ulong", 32, false},
    {"long", "ulong", nullptr, 64, true}, {"ulong", "ulong", nullptr, 64, false}};

Wide zeros_above(uint64_t x, unsigned bits) {
  return std::countl_zero(x) - static_cast<int>(64 - bits);
}
Wide zeros_below(uint64_t x, unsigned bits) {
  return std::min(std::countr_zero(x), static_cast<int>(bits));
}
Wide rotated(uint64_t x, unsigned by, unsigned bits) {
  return by == 0 ? Wide{x} : Wide{x << by | x >> (bits - by)};
}

using enum spirv::OpenClStd;

const IntegerFunction functions[] = {
#define CLEAVE_INTEGER_FUNCTION(name, call, result, least_bits, most_bits, of_signed, of_unsigned, \
                                condition, exact)                                                  \
  {#name,                                                                                          \
   call,                                                                                           \
   Result::result,                                                                                 \
   least_bits,                                                                                     \
   most_bits,                                                                                      \
   of_signed,                                                                                      \
   of_unsigned,                                                                                    \
   []([[maybe_unused]] const IntegerType& type, [[maybe_unused]] Wide x, [[maybe_unused]] Wide y,  \
      [[maybe_unused]] Wide z) { return condition; },                                              \
   []([[maybe_unused]] const IntegerType& type, [[maybe_unused]] Wide x, [[maybe_unused]] Wide y,  \
      [[maybe_unused]] Wide z) -> Wide { return exact; }},
#include "integer_functions.def"
#undef CLEAVE_INTEGER_FUNCTION
};

std::string text_of(Wide x) {
  if (x < 0) return "-" + text_of(-x);
  const std::string last(1, static_cast<char>('0' + static_cast<int>(x % 10)));
  return x < 10 ? last : text_of(x / 10) + last;
}

/// Numbers with those next to them and the same below 0, as far as the type has them.
class Corners {
 public:
  explicit Corners(const IntegerType& type) : type_(type) {
    for (const Wide end : {Wide{0}, type.least(), type.greatest()}) add(end, 2);
  }
  void add(Wide number, int neighbours = 1) {
    for (Wide i = -neighbours; i <= neighbours; ++i) {
      for (const Wide x : {number + i, -number - i})
        if (x == type_.nearest(x)) numbers_.insert(x);
    }
  }
  [[nodiscard]] std::vector<Wide> take() const { return {numbers_.begin(), numbers_.end()}; }

 private:
  const IntegerType& type_;
  std::set<Wide> numbers_;
};

/// Products of two of these are the greatest number of a type: 217 * 151 that of short, 153092023 *
/// 60247241209 that of long. For types without sign they are powers of 2 and their neighbours.
constexpr Wide factors[] = {217, 151, 153092023, 60247241209};

/// Third numbers that matter for x and y.
std::vector<Wide> thirds(const IntegerType& type, Wide x, Wide y) {
  Corners result(type);
  if (!type.is_signed && x != 0 && y > type.greatest() / x) return result.take();
  result.add(type.least() - x * y);
  result.add(type.greatest() - x * y);
  return result.take();
}

}  // namespace

std::ostream& operator<<(std::ostream& to, const IntegerType& type) {
  return to << type.name;
}

std::span<const IntegerType> integer_types() {
  return types;
}

std::vector<IntegerFunction> functions_of(const IntegerType& type) {
  std::vector<IntegerFunction> result;
  std::ranges::copy_if(functions, std::back_inserter(result), [&](const IntegerFunction& each) {
    return each.least_bits <= type.bits && type.bits <= each.most_bits;
  });
  return result;
}

std::vector<Arguments> corner_arguments(const IntegerType& type) {
  Corners all(type), some(type);
  for (const Wide factor : factors) {
    all.add(factor);
    some.add(factor);
  }
  for (unsigned power = 0; power <= type.bits; ++power) all.add(Wide{1} << power);
  for (const unsigned power : {type.bits / 4, type.bits / 2 - 1, type.bits / 2, type.bits - 2})
    some.add(Wide{1} << power);
  std::vector<Arguments> result;
  const std::vector<Wide> numbers = all.take();
  size_t turn = 0;
  for (const Wide x : numbers) {
    for (const Wide y : numbers) result.push_back({x, y, numbers[++turn % numbers.size()]});
    ++turn;
  }
  const std::vector<Wide> chosen = some.take();
  for (const Wide x : chosen) {
    for (const Wide y : chosen)
      for (const Wide z : thirds(type, x, y)) result.push_back({x, y, z});
  }
  return result;
}

std::vector<Arguments> few_corner_arguments(const IntegerType& type) {
  std::vector<Arguments> result;
  std::set<Wide> numbers;
  for (const Wide x : {type.least(), Wide{-1}, Wide{0}, Wide{2}, type.greatest()})
    numbers.insert(type.nearest(x));
  if (type.bits == 32) numbers.insert((Wide{1} << (type.is_signed ? 23 : 24)) - 1);
  const Wide thirds_in_turn[] = {type.least(), 0, 5, type.greatest()};
  size_t turn = 0;
  for (const Wide x : numbers) {
    for (const Wide y : numbers) {
      const bool is_zero_of_negative = x * y == 0 && x + y < 0;
      result.push_back({x, y, thirds_in_turn[turn++ % 4]});
      for (size_t more = 0; is_zero_of_negative && more < 3; ++more)
        result.push_back({x, y, thirds_in_turn[turn++ % 4]});
    }
  }
  return result;
}

IntegerBuffer::IntegerBuffer(const IntegerType& of, std::span<const Arguments> arguments)
    : type(of) {
  constexpr size_t of_every_vector = 48;
  places = (arguments.size() + of_every_vector - 1) / of_every_vector * of_every_vector;
  const size_t width = type.bits / 8;
  room = places * std::min(2 * width, sizeof(uint64_t));
  bytes.resize(begin(3 + functions_of(type).size()));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Wide numbers[] = {arguments[i].x, arguments[i].y, arguments[i].z};
    for (size_t part = 0; part < 3; ++part) {
      const uint64_t bits = type.bits_of(numbers[part]);
      std::memcpy(&bytes[begin(part) + i * width], &bits, width);
    }
  }
}

void IntegerBuffer::check(std::span<const Arguments> arguments,
                          std::span<const unsigned char> results, bool are_of_module) const {
  size_t part = 3;
  for (const IntegerFunction& function : functions_of(type)) {
    const unsigned bits = function.result_bits(type);
    const size_t from = begin(part++);
    if (are_of_module && function.instruction(type) == none) continue;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const auto [x, y, z] = arguments[i];
      if (!function.is_defined(type, x, y, z)) continue;
      uint64_t actual = 0;
      std::memcpy(&actual, &results[from + i * bits / 8], bits / 8);
      const auto exact = static_cast<uint64_t>(function.exact(type, x, y, z));
      ASSERT_EQ(exact & (~uint64_t{0} >> (64 - bits)), actual)
          << function.name << " of " << type.name << " " << text_of(x) << ", " << text_of(y) << ", "
          << text_of(z);
    }
  }
}

}  // namespace cleave::test
