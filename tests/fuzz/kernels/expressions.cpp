#include "expressions.h"

#include <initializer_list>

namespace cleave::test::fuzz::kernels {
namespace {

/// "f(a, b)"
std::string apply(const std::string& function, std::initializer_list<std::string> arguments) {
  std::string text = function + "(";
  bool is_first = true;
  for (const std::string& argument : arguments) {
    if (!is_first) text += ", ";
    is_first = false;
    text += argument;
  }
  return text + ")";
}

std::string cast(Type type, const std::string& value) {
  return "((" + type.name() + ")(" + value + "))";
}

}  // namespace

struct Expressions::Place {
  const Scope& scope;
  unsigned depth;
  bool uniform;
};

std::string Expressions::value(const Scope& scope, Type type, unsigned depth, bool uniform) {
  const Place place = {scope, depth, uniform};
  cost_ += type.width * (type.element_size() == 8 ? 2 : 1);
  if (depth == 0 || is_spent() || random_.chance(15)) {
    return leaf({scope, is_spent() ? 0 : depth, uniform}, type);
  }
  switch (random_.below(10)) {
    case 0:
      return choice(place, type);
    case 1:
      return conversion(place, type);
    case 2:
      return reinterpretation(place, type);
    case 3:
    case 4:
      return rearrangement(place, type);
    default:
      return type.is_float() ? floating(place, type) : integer(place, type);
  }
}

std::string Expressions::sub(const Place& place, Type type) {
  return value(place.scope, type, place.depth - 1, place.uniform);
}

/// A value that is no NaN.
std::string Expressions::clean(const Place& place, Type type) {
  return type.is_float() ? apply("clean", {sub(place, type)}) : sub(place, type);
}

std::string Expressions::condition(const Scope& scope, unsigned depth, bool uniform) {
  const Place place = {scope, depth == 0 ? 1 : depth, uniform};
  if (depth > 1 && random_.chance(20)) {
    const char* joint = random_.chance(50) ? " && " : " || ";
    return "(" + condition(scope, depth - 1, uniform) + joint +
           condition(scope, depth - 1, uniform) + ")";
  }
  if (random_.chance(10)) {
    const Type type = random_type(random_).with_width(random_.chance(50) ? 2 : 4).as_signed();
    return apply(random_.chance(50) ? "any" : "all", {sub(place, type)});
  }
  constexpr std::array comparisons = {"<", ">", "<=", ">=", "==", "!="};
  const Type type = random_scalar(random_);
  // Masked values meet often, random ones hardly ever.
  if (!type.is_float() && random_.chance(60)) {
    const std::string mask = std::to_string(random_.between(1, 7));
    return "((" + sub(place, type) + " & " + mask + ") " + random_.pick(comparisons) + " " +
           std::to_string(random_.below(5)) + ")";
  }
  return "(" + sub(place, type) + " " + random_.pick(comparisons) + " " + sub(place, type) + ")";
}

std::string Expressions::constant(Type type) {
  std::string text;
  if (type.is_float()) {
    constexpr std::array values = {"0.5", "1.0", "-2.25", "3.0e4", "-0.0", "1.5e-3", "7.75"};
    text = random_.pick(values);
  } else {
    constexpr std::array values = {0, 1, 2, 3, 5, 7, 31, 100, 127, -1, -3, -128};
    text = std::to_string(random_.pick(values));
    if (random_.chance(20)) text = "0x" + std::to_string(random_.between(10000, 99999)) + "u";
  }
  return cast(type, cast(type.scalar(), text));
}

std::string Expressions::identifier(const Place& place, Type type) {
  const bool uniform = place.uniform;
  constexpr std::array differing = {"get_global_id", "get_local_id"};
  constexpr std::array same = {"get_group_id",  "get_local_size",  "get_num_groups",
                               "get_group_id",  "get_global_size", "get_enqueued_local_size",
                               "get_local_size"};
  const std::string dimension =
      random_.chance(15) ? leaf({place.scope, 0, uniform}, uint_type) + " & 3u"
                         : std::to_string(!uniform && random_.chance(60) ? 0 : random_.below(3));
  std::string text;
  if (!uniform && random_.chance(30)) {
    text = affine_index();
  } else if (uniform) {
    text = random_.chance(10) ? "get_work_dim()" : apply(random_.pick(same), {dimension});
  } else if (random_.chance(70)) {
    text = apply(random_.pick(differing), {dimension});
  } else {
    constexpr std::array whole = {"get_global_linear_id()",   "get_local_linear_id()",
                                  "get_sub_group_local_id()", "get_sub_group_id()",
                                  "get_sub_group_size()",     "get_num_sub_groups()"};
    text = whole[random_.below(place.scope.has_sub_groups ? whole.size() : 2)];
  }
  return cast(type, cast(type.scalar(), text));
}

/// From 0 to 255: often the same distance from each work-item to the next, but not always exactly.
std::string Expressions::affine_index() {
  const std::string lid = "(uint)get_local_linear_id()";
  const std::string factor = std::to_string(random_.between(1, 4));
  switch (random_.below(9)) {
    case 8:  // the same, but how far it is to the next row only the launch tells
      return "(uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * "
             "get_local_id(2)))";
    case 0:
      return lid + " + " + std::to_string(random_.below(96)) + "u";
    case 1:
      return "(uint)(uchar)(" + lid + " * " + factor + "u + " + std::to_string(random_.below(256)) +
             "u)";
    case 2:
      return "(uint)(" + lid + " + " + std::to_string(random_.below(200)) + "u - 100u) & 255u";
    case 3:
      return "(" + lid + " ^ " + std::to_string(1u << random_.below(6)) + "u)";
    case 4:
      return "(uint)((get_global_id(0) * " + factor + "ul + " + std::to_string(random_.below(256)) +
             "ul) & 255ul)";
    case 5:
      return lid + " / " + factor + "u";
    case 6:
      return "(uint)(((short)" + lid + " - (short)" + std::to_string(random_.below(150)) +
             ") & 255)";
    default:
      return "255u - " + lid;
  }
}

/// Elements of the input as they lie, packed or as halves.
std::string Expressions::read_memory(const Place& place, Type type) {
  const std::string count = type.width == 1 ? "" : std::to_string(type.width);
  const std::string index =
      random_.chance(50) ? affine_index()
                         : "(" + leaf({place.scope, 0, place.uniform}, uint_type) + ") & 255u";
  if (type.element == Element::f32 && random_.chance(40)) {
    return apply(
        "clean",
        {apply((type.is_vector() && random_.chance(50) ? "vloada_half" : "vload_half") + count,
               {index, "(const global half*)input"})});
  }
  if (!type.is_vector()) {
    std::string text = "((const global " + type.name() + "*)input)[" + index + "]";
    return type.is_float() ? apply("clean", {text}) : text;
  }
  std::string text =
      apply("vload" + count, {index, "(const global " + type.scalar().name() + "*)input"});
  return type.is_float() ? apply("clean", {text}) : text;
}

std::string Expressions::element(const Scope& scope, const Array& array, unsigned depth) {
  if (array.length == 256 && random_.chance(50)) return array.before + affine_index() + array.after;
  std::string index = random_.chance(40) ? std::to_string(random_.below(array.length)) + "u"
                                         : value(scope, uint_type, depth);
  return array.before + "(" + index + ") & " + std::to_string(array.length - 1) + "u" + array.after;
}

std::string Expressions::call(const Scope& scope, const Helper& helper, unsigned depth,
                              const std::string& pointer) {
  cost_ += helper.cost;
  std::string text = helper.name + "(";
  for (const Type& parameter : helper.parameters) {
    if (text.back() != '(') text += ", ";
    text += value(scope, parameter, depth);
  }
  for (const std::string& argument : {helper.extra_argument, pointer}) {
    if (!argument.empty()) text += ", " + argument;
  }
  return text + ")";
}

std::string Expressions::leaf(const Place& place, Type type) {
  std::vector<const Variable*> exact, convertible;
  for (const Variable& variable : place.scope.variables) {
    if (place.uniform && !variable.is_uniform) continue;
    if (variable.type == type) exact.push_back(&variable);
    if (variable.type.width == type.width && !type.is_float() && !variable.type.is_float()) {
      convertible.push_back(&variable);
    }
  }
  if (!exact.empty() && random_.chance(70)) return random_.pick(exact)->name;
  if (!place.uniform && random_.chance(30)) {
    std::vector<const Array*> arrays;
    for (const Array& array : place.scope.arrays) {
      if (array.type == type) arrays.push_back(&array);
    }
    if (!arrays.empty()) {
      const Array& array = *random_.pick(arrays);
      std::string text = element(place.scope, array, place.depth == 0 ? 0 : place.depth - 1);
      return array.may_hold_nan && type.is_float() ? apply("clean", {text}) : text;
    }
  }
  if (!convertible.empty() && random_.chance(60)) {
    return apply("convert_" + type.name(), {random_.pick(convertible)->name});
  }
  if (!place.uniform && place.scope.has_kernel_arguments && random_.chance(15)) {
    return read_memory(place, type);
  }
  return random_.chance(50) ? constant(type) : identifier(place, type);
}

std::string Expressions::integer(const Place& place, Type type) {
  switch (random_.below(10)) {
    case 0:
    case 1:
      return integer_function(place, type);
    case 2:
      return division(place, type);
    case 3:
      return relation(place, type);
    default:
      return arithmetic(place, type);
  }
}

/// Writes a comparison, which gives 0 or 1, and in vectors 0 or -1.
std::string Expressions::relation(const Place& place, Type type) {
  constexpr std::array comparisons = {" < ", " > ", " == ", " >= ", " != ", " && ", " || "};
  constexpr std::array of_numbers = {"isless", "isgreaterequal", "isequal", "islessgreater",
                                     "isunordered"};
  constexpr std::array of_number = {"isnan", "isinf", "isfinite", "isnormal", "signbit"};
  const Type small = type.element_size() == 1 ? Type{Element::i32, type.width} : type.as_signed();
  const Type real = small.as_float();
  const Type result = type.is_vector() ? small : Type{Element::i32, 1};
  std::string text;
  switch (random_.below(4)) {
    case 0:
      text = apply(random_.pick(of_numbers), {sub(place, real), sub(place, real)});
      break;
    case 1:  // not the sign of what may be any NaN
      text = apply(random_.pick(of_number), {clean(place, real)});
      break;
    case 2:
      text = "!" + apply("", {sub(place, small)});
      break;
    default:
      text = "(" + sub(place, small) + random_.pick(comparisons) + sub(place, small) + ")";
  }
  return type == result ? "(" + text + ")" : apply("convert_" + type.name(), {text});
}

/// In unsigned numbers of at least 32 bits, so that nothing overflows.
std::string Expressions::arithmetic(const Place& place, Type type) {
  constexpr std::array operations = {" + ", " - ", " * ", " & ", " | ", " ^ ", " << ", " >> "};
  const unsigned which = random_.below(operations.size());
  const std::string left = sub(place, type), right = sub(place, type);
  if (which == 7) {
    return cast(type, left + " >> (" + right + " & " + cast(type, "7") + ")");
  }
  if (type.is_vector()) {
    const std::string as_unsigned = "as_" + type.as_unsigned().name();
    return apply("as_" + type.name(),
                 {apply(as_unsigned, {left}) + operations[which] + apply(as_unsigned, {right})});
  }
  const Type work = type.element_size() < 4 ? uint_type : type.as_unsigned();
  return cast(type, cast(work, left) + operations[which] + cast(work, right));
}

/// By numbers that are not zero, nor -1.
std::string Expressions::division(const Place& place, Type type) {
  const char* operation = random_.chance(50) ? " / " : " % ";
  std::string divisor;
  if (random_.chance(30)) {
    divisor = std::to_string(random_.between(2, 100));
  } else if (type.is_signed() && random_.chance(40)) {
    divisor = "(" + sub(place, type) + " & " + cast(type, "63") + ") - " + cast(type, "97");
  } else {
    divisor = "(" + sub(place, type) + " & " + cast(type, "63") + ") | " + cast(type, "1");
  }
  return cast(type, sub(place, type) + operation + cast(type, divisor));
}

std::string Expressions::integer_function(const Place& place, Type type) {
  constexpr std::array unary = {"clz", "popcount", "ctz"};
  constexpr std::array binary = {"min",    "max",  "add_sat", "sub_sat",
                                 "rotate", "hadd", "rhadd",   "mul_hi"};
  constexpr std::array ternary = {"mad_sat", "mad_hi", "bitselect", "clamp"};
  if (type.element == Element::u32 && random_.chance(15)) {
    const std::string a = "(" + sub(place, type) + " & 0xffffffu)",
                      b = "(" + sub(place, type) + " & 0xffffffu)";
    return random_.chance(50) ? apply("mul24", {a, b}) : apply("mad24", {a, b, sub(place, type)});
  }
  if (!type.is_signed() && type.element_size() > 1 && random_.chance(10)) {
    constexpr std::array<Element, 9> halves = {Element::u8,  Element::u8,  Element::u8,
                                               Element::u8,  Element::u16, Element::u16,
                                               Element::u16, Element::u16, Element::u32};
    const Type half = {halves[type.element_size()], type.width};
    return apply("upsample", {sub(place, half), sub(place, half)});
  }
  switch (random_.below(4)) {
    case 0:
      return apply(random_.pick(unary), {sub(place, type)});
    case 1: {
      const std::string a = sub(place, type), b = sub(place, type), c = sub(place, type);
      const std::string function = random_.pick(ternary);
      if (function == "clamp")
        return "clamp(" + a + ", min(" + b + ", " + c + "), max(" + b + ", " + c + "))";
      return apply(function, {a, b, c});
    }
    case 2: {
      const char* function = random_.chance(50) ? "abs_diff" : "abs";
      const bool is_abs = function[3] == '\0';
      std::string text = is_abs ? apply(function, {sub(place, type)})
                                : apply(function, {sub(place, type), sub(place, type)});
      return apply("as_" + type.name(), {text});
    }
    default:
      return apply(random_.pick(binary), {sub(place, type), sub(place, type)});
  }
}

std::string Expressions::floating(const Place& place, Type type) {
  constexpr std::array operations = {" + ", " - ", " * ", " / "};
  constexpr std::array unary = {"fabs", "floor", "ceil", "trunc", "rint", "round", "sqrt"};
  constexpr std::array binary = {"fmin",   "fmax",   "copysign",  "fdim",
                                 "maxmag", "minmag", "nextafter", "step"};
  if (random_.chance(6)) {
    const Type integers = {Element::i32, type.width};
    return apply("ldexp", {sub(place, type), "(" + sub(place, integers) + " & 15)"});
  }
  switch (random_.below(6)) {
    case 0:
      return apply(random_.pick(unary), {sub(place, type)});
    case 1: {
      // fmin and its like may give either of two zeros that differ in sign (C99, F.9.9.2).
      const std::string value =
          apply(random_.pick(binary), {clean(place, type), clean(place, type)});
      return "(" + value + " + " + cast(type, "0") + ")";
    }
    case 2:
      if (random_.chance(40)) return "(-" + sub(place, type) + ")";
      return apply("fma", {sub(place, type), sub(place, type), sub(place, type)});
    default:
      return "(" + sub(place, type) + random_.pick(operations) + sub(place, type) + ")";
  }
}

std::string Expressions::choice(const Place& place, Type type) {
  const std::string yes = sub(place, type), no = sub(place, type);
  if (!type.is_vector() || random_.chance(20)) {
    const std::string condition_text = condition(place.scope, place.depth - 1, place.uniform);
    return cast(type, condition_text + " ? " + yes + " : " + no);
  }
  constexpr std::array comparisons = {" < ", " > ", " == ", " >= "};
  return apply("select",
               {no, yes, sub(place, type) + random_.pick(comparisons) + sub(place, type)});
}

std::string Expressions::conversion(const Place& place, Type type) {
  const Type from = random_scalar(random_).with_width(type.width);
  std::string name = "convert_" + type.name();
  if (from.is_float() && !type.is_float()) {
    constexpr std::array roundings = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    return apply(name + "_sat" + random_.pick(roundings), {clean(place, from)});
  }
  if (!type.is_float() && random_.chance(30)) name += "_sat";
  if (type.is_float() && !from.is_float() && random_.chance(20)) name += "_rtz";
  return apply(name, {sub(place, from)});
}

std::string Expressions::reinterpretation(const Place& place, Type type) {
  if (type.width == 3) return choice(place, type);
  Type from = random_.chance(50) ? type.as_unsigned() : type.as_signed();
  if (type.is_vector() && random_.chance(50)) {
    // The same bytes in other elements.
    const unsigned bytes = type.size();
    const unsigned size = from.element_size() == 1 ? 2 : from.element_size() / 2;
    const unsigned count = bytes / size;
    if (count >= 2 && count <= 16) {
      constexpr std::array<Element, 5> of_size = {Element::u8, Element::u8, Element::u16,
                                                  Element::u16, Element::u32};
      from = {of_size[size], count};
    }
  }
  if (!type.is_float() && from.size() == type.size() && from.width == type.width &&
      type.element_size() >= 2 && random_.chance(40)) {
    from = type.as_float();
  }
  const std::string text = apply("as_" + type.name(), {clean(place, from)});
  return type.is_float() ? apply("clean", {text}) : text;
}

std::string Expressions::rearrangement(const Place& place, Type type) {
  constexpr std::array<unsigned, 5> widths = {2, 3, 4, 8, 16};
  if (!type.is_vector()) {
    const unsigned width =
        random_.chance(80) ? random_.pick(std::array<unsigned, 2>{2, 4}) : random_.pick(widths);
    return "(" + sub(place, type.with_width(width)) + ")." + component(random_.below(width));
  }
  if (random_.chance(30)) {
    std::string text = "(" + type.name() + ")(";
    for (unsigned i = 0; i < type.width;) {
      if (i != 0) text += ", ";
      const bool takes_two = i + 2 <= type.width && random_.chance(30);
      const Place leaf_place = {place.scope, 0, place.uniform};
      text += leaf(leaf_place, type.with_width(takes_two ? 2 : 1));
      i += takes_two ? 2 : 1;
    }
    return "(" + text + "))";
  }
  if (type.width != 3 && random_.chance(25)) {
    return apply("shuffle",
                 {sub(place, type.with_width(random_.pick(std::array<unsigned, 2>{2, 4}))),
                  sub(place, type.as_unsigned())});
  }
  if (type.width <= 8 && type.width != 3 && random_.chance(30)) {
    constexpr std::array halves = {"lo", "hi", "even", "odd"};
    return "(" + sub(place, type.with_width(2 * type.width)) + ")." + random_.pick(halves);
  }
  const unsigned width =
      type.width <= 4 ? random_.pick(std::array<unsigned, 3>{2, 3, 4}) : type.width;
  std::string swizzle = "s";
  for (unsigned i = 0; i < type.width; ++i) swizzle += component(random_.below(width)).substr(1);
  return "(" + sub(place, type.with_width(width)) + ")." + swizzle;
}

}  // namespace cleave::test::fuzz::kernels
