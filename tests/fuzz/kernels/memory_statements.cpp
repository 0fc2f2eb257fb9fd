// Statements about private arrays, structures, pointers and memory of a work-item's own.
#include "statements.h"

namespace cleave::test::fuzz::kernels {

void Statements::private_array(Scope& scope) {
  if (random_.chance(40)) return constant_array(scope);
  const Type type = random_type(random_);
  const unsigned length = type.width > 4 ? 2 : 1u << random_.between(1, 4);
  const std::string name = fresh("a"), i = fresh("i");
  std::string text = type.name() + " " + name + "[" + std::to_string(length) + "]";
  if (random_.chance(50)) {
    text += "; for (uint " + i + " = 0u; " + i + " < " + std::to_string(length) + "u; ++" + i +
            ") { " + name + "[" + i + "] = (" + type.name() + ")((" + type.scalar().name() + ")" +
            i + ") + " + value(scope, type) + "; }";
  } else {
    text += " = {";
    for (unsigned k = 0; k < length; ++k) {
      text += (k == 0 ? "" : ", ") + expressions_.value(scope, type, 0);
    }
    text += "};";
  }
  // A sum of signed numbers could overflow.
  if (type.is_signed() && text.find("] = (") != std::string::npos) {
    text = type.name() + " " + name + "[" + std::to_string(length) + "]; for (uint " + i +
           " = 0u; " + i + " < " + std::to_string(length) + "u; ++" + i + ") { " + name + "[" + i +
           "] = " + value(scope, type) + "; }";
  }
  line(text);
  if (length == 8 && random_.chance(40)) {  // as two rows of four
    const std::string rows = fresh("rows");
    line(type.name() + "(*" + rows + ")[4] = (" + type.name() + "(*)[4])" + name + ";");
    const std::string row = random_.chance(50) ? "1" : "(" + value(scope, uint_type) + ") & 1u";
    scope.arrays.push_back({rows + "[" + row + "][(", ")]", type, 4});
  }
  scope.arrays.push_back({name + "[(", ")]", type, length});
}

/// Loads and stores of one array, now with known places, now with others: none may pass another.
void Statements::mixed_accesses(Scope& scope) {
  std::vector<const Array*> arrays;
  for (const Array& array : scope.arrays) {
    if (array.is_assignable && array.length >= 2 && array.type.width <= 4) arrays.push_back(&array);
  }
  if (arrays.empty()) return private_array(scope);
  const Array array = *random_.pick(arrays);
  auto place = [&](unsigned known) {
    const std::string index = random_.chance(known)
                                  ? std::to_string(random_.below(array.length)) + "u"
                                  : "(" + expressions_.value(scope, uint_type, 0) + ") & " +
                                        std::to_string(array.length - 1) + "u";
    return array.before + index + array.after;
  };
  for (unsigned i = random_.between(3, 6); i > 0; --i) {
    if (random_.chance(50)) {
      const std::string stored = expressions_.value(scope, array.type, 1);
      line(place(80) + " = " + (array.type.is_float() ? "clean(" + stored + ")" : stored) + ";");
    } else {
      const std::string name = fresh("v"), read = place(50);
      line(array.type.name() + " " + name + " = " +
           (array.type.is_float() ? "clean(" + read + ")" : read) + ";");
      scope.variables.push_back({name, array.type});
    }
  }
}

/// A generic pointer to one of two places that are this work-item's own.
void Statements::pointer(Scope& scope) {
  std::vector<std::pair<const Array*, const Array*>> pairs;
  for (const Array& one : scope.arrays) {
    for (const Array& other : scope.arrays) {
      if (one.type == other.type && one.is_assignable && other.is_assignable) {
        pairs.emplace_back(&one, &other);
      }
    }
  }
  if (pairs.empty()) return private_array(scope);
  const auto [one, other] = random_.pick(pairs);
  const std::string name = fresh("p"), type = one->type.name();
  line(type + "* " + name + " = " + expressions_.condition(scope, 1) + " ? (" + type + "*)&" +
       expressions_.element(scope, *one, 1) + " : (" + type + "*)&" +
       expressions_.element(scope, *other, 1) + ";");
  scope.arrays.push_back({name + "[0u*(", ")]", one->type, 1, true, true});
}

/// Into 64 bytes that are this work-item's own.
void Statements::packed_store(Scope& scope) {
  if (!scope.has_kernel_arguments) return array_store(scope);
  const bool as_half = random_.chance(30);
  Type type = random_type(random_);
  if (as_half) type.element = random_.chance(70) ? Element::f32 : Element::f64;
  if (type.size() > 64) type.width = 8;
  const unsigned bytes = (as_half ? 2 : type.element_size()) * type.width;
  const std::string place = "(global " + (as_half ? "half" : type.scalar().name()) + "*)packed";
  const std::string stored =
      type.is_float() ? "clean(" + value(scope, type) + ")" : value(scope, type);
  const std::string index =
      "(" + value(scope, uint_type) + ") % " + std::to_string(64 / bytes) + "u";
  const std::string count = type.width == 1 ? "" : std::to_string(type.width);
  if (as_half) {
    constexpr std::array roundings = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    if ((type.width == 2 || type.width == 4) && random_.chance(30)) {
      return line("vstorea_half" + count + random_.pick(roundings) + "(" + stored + ", " + index +
                  ", " + place + ");");
    }
    return line("vstore_half" + count + random_.pick(roundings) + "(" + stored + ", " + index +
                ", " + place + ");");
  }
  if (!type.is_vector()) return line("(" + place + ")[" + index + "] = " + stored + ";");
  line("vstore" + count + "(" + stored + ", " + index + ", " + place + ");");
}

/// The text of a pointer to `count` values that are this work-item's own; may declare them.
std::string Statements::own_place(Scope& scope, Type type, unsigned count) {
  std::vector<std::string> texts;
  for (const Array& array : scope.arrays) {
    if (array.type != type || !array.is_assignable) continue;
    if (count == 1) texts.push_back("&" + expressions_.element(scope, array, 1));
    const bool is_whole = array.before.ends_with("[(") && array.after == ")]";
    if (count > 1 && is_whole && array.length >= count) {
      texts.push_back(array.before.substr(0, array.before.size() - 2));
    }
  }
  for (const Variable& variable : scope.variables) {
    if (count != 1 || variable.type != type) continue;
    if (variable.is_assignable && !variable.is_uniform) texts.push_back("&" + variable.name);
  }
  if (!texts.empty()) return random_.pick(texts);
  const std::string name = fresh("a");
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    text += (i == 0 ? "" : ", ") + expressions_.value(scope, type, 1);
  }
  line(type.name() + " " + name + "[" + std::to_string(count) + "] = {" + text + "};");
  scope.arrays.push_back({name + "[(", ")]", type, count});
  return name;
}

/// Functions that hand a second result through a pointer.
void Statements::two_results(Scope& scope) {
  const Type type = {random_.chance(70) ? Element::f32 : Element::f64,
                     random_.pick(std::array<unsigned, 5>{1, 1, 2, 3, 4})};
  const std::string one = fresh("v"), other = fresh("v");
  auto real = [&] { return "clean(" + value(scope, type) + ")"; };
  Type second = type;
  std::string call;
  switch (random_.below(4)) {
    case 0:
      call = "fract(" + real() + ", &" + other + ")";
      break;
    case 1:
      call = "modf(" + real() + ", &" + other + ")";
      break;
    default:  // of what is not finite nothing is said
      second = {Element::i32, type.width};
      call = "frexp(ldexp(convert_" + type.name() + "(" + value(scope, {Element::i16, type.width}) +
             "), 3), &" + other + ")";
  }
  line(second.name() + " " + other + " = 0; " + type.name() + " " + one + " = clean(" + call +
       ");");
  scope.variables.push_back({one, type});
  scope.variables.push_back({other, second});
}

/// A whole structure: from one of several, into one of them, or through memory.
void Statements::structure_copy(Scope& scope, const Site& site) {
  if (!scope.has_structures) return assignment(scope, site);
  const std::string index = "[(" + value(scope, uint_type) + ") & 1u]";
  constexpr std::array arrays = {"several", "records"};
  const std::string array = random_.pick(arrays);
  switch (random_.below(3)) {
    case 0:
      return line("structure = " + array + index + ";");
    case 1:
      return line(array + index + " = structure;");
    default:
      line(array + index + " = make_structure(" + value(scope, uint_type) + ");");
  }
}

}  // namespace cleave::test::fuzz::kernels
