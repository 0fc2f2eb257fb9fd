#include "types.h"

namespace cleave::test::fuzz::kernels {
namespace {

constexpr std::array element_names = {"char", "uchar", "short", "ushort", "int",   "uint",
                                      "long", "ulong", "half",  "float",  "double"};
constexpr std::array element_sizes = {1u, 1u, 2u, 2u, 4u, 4u, 8u, 8u, 2u, 4u, 8u};

Element integer_of(unsigned size, bool is_signed) {
  const unsigned base = size == 1 ? 0 : size == 2 ? 2 : size == 4 ? 4 : 6;
  return static_cast<Element>(base + (is_signed ? 0 : 1));
}

}  // namespace

unsigned Type::element_size() const {
  return element_sizes[static_cast<size_t>(element)];
}

std::string Type::name() const {
  std::string name = element_names[static_cast<size_t>(element)];
  return width == 1 ? name : name + std::to_string(width);
}

Type Type::as_unsigned() const {
  return {integer_of(element_size(), false), width};
}

Type Type::as_signed() const {
  return {integer_of(element_size(), true), width};
}

Type Type::as_float() const {
  const unsigned size = element_size();
  return {size == 2 ? Element::f16 : size == 4 ? Element::f32 : Element::f64, width};
}

Type random_scalar(Random& random) {
  // Types have 32 bits most often, as in most code.
  constexpr std::array elements = {
      Element::i8,  Element::u8,  Element::i16, Element::u16, Element::i32, Element::i32,
      Element::i32, Element::u32, Element::u32, Element::u32, Element::i64, Element::u64,
      Element::f16, Element::f32, Element::f32, Element::f32, Element::f64};
  return {random.pick(elements), 1};
}

Type random_type(Random& random) {
  constexpr std::array<unsigned, 16> widths = {1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 4, 8, 16};
  return random_scalar(random).with_width(random.pick(widths));
}

std::string component(unsigned index) {
  return std::string("s") + "0123456789abcdef"[index];
}

}  // namespace cleave::test::fuzz::kernels
