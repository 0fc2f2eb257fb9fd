#include "statements.h"

#include <algorithm>

namespace cleave::tests::differential {

void Statements::sequence(Scope& scope, const Site& site, unsigned count) {
  for (unsigned i = 0; i < count; ++i) statement(scope, site);
}

void Statements::block(const Scope& scope, const Site& site, unsigned count) {
  Scope inner = scope;
  Site inside = site;
  --inside.blocks;
  sequence(inner, inside, count);
}

void Statements::declare(Scope& scope, Type type, bool uniform) {
  const std::string name = fresh(uniform ? "u" : "v");
  line(type.name() + " " + name + " = " +
       expressions_.value(scope, type, random_.between(1, 3), uniform) + ";");
  scope.variables.push_back({name, type, uniform});
}

void Statements::statement(Scope& scope, const Site& site) {
  const unsigned chosen = random_.below(100);
  const bool may_nest = site.blocks > 0;
  if (chosen < 12) {
    const bool uniform = site.together == Together::work_group && random_.chance(40);
    return declare(scope, uniform ? random_scalar(random_) : random_type(random_), uniform);
  }
  if (chosen < 17 && !scope.helpers.empty()) return call(scope);
  if (chosen < 32) return assignment(scope, site);
  if (chosen < 37) return component_assignment(scope);
  if (chosen < 45) return array_store(scope);
  if (chosen < 47) return private_array(scope);
  if (chosen < 49) return pointer(scope);
  if (chosen < 51) return packed_store(scope);
  if (chosen < 61 && may_nest) return condition(scope, site);
  if (chosen < 70 && may_nest) return loop(scope, site);
  if (chosen < 73 && may_nest) return switch_statement(scope, site);
  if (chosen < 74 && may_nest) return irreducible(scope, site);
  if (chosen < 75) return strided_loop(scope);
  if (chosen < 79) return leave(scope, site);
  if (chosen < 81 && scope.has_kernel_arguments) {
    return line("h = mix_in(h, " + value(scope, random_type(random_)) + ");");
  }
  if (!scope.has_kernel_arguments) return assignment(scope, site);
  if (chosen < 86 && !scope.has_atomics) return assignment(scope, site);
  if (chosen < 84) return atomic(scope);
  if (chosen < 86) return own_atomic(scope);
  if (chosen < 92 && site.together >= Together::sub_group) return sub_group_function(scope);
  if (chosen < 94 && site.together == Together::work_group) return work_group_function(scope);
  if (site.together == Together::work_group) return exchange(scope);
  assignment(scope, site);
}

void Statements::call(Scope& scope) {
  const Helper& helper = random_.pick(scope.helpers);
  const std::string name = fresh("v");
  line(helper.result.name() + " " + name + " = " + expressions_.call(scope, helper, 2) + ";");
  scope.variables.push_back({name, helper.result});
}

void Statements::assignment(Scope& scope, const Site& site) {
  std::vector<const Variable*> targets;
  for (const Variable& variable : scope.variables) {
    const bool allowed = !variable.is_uniform || site.together == Together::work_group;
    if (variable.is_assignable && allowed) targets.push_back(&variable);
  }
  if (targets.empty()) return declare(scope, random_type(random_), false);
  const Variable& target = *random_.pick(targets);
  line(target.name + " = " +
       expressions_.value(scope, target.type, random_.between(1, 4), target.is_uniform) + ";");
}

void Statements::component_assignment(Scope& scope) {
  std::vector<const Variable*> vectors;
  for (const Variable& variable : scope.variables) {
    if (variable.type.is_vector() && variable.is_assignable) vectors.push_back(&variable);
  }
  if (vectors.empty()) return declare(scope, random_scalar(random_).with_width(4), false);
  const Variable& vector = *random_.pick(vectors);
  const unsigned first = random_.below(vector.type.width),
                 second = random_.below(vector.type.width);
  if (first == second) {
    return line(vector.name + "." + component(first) + " = " + value(scope, vector.type.scalar()) +
                ";");
  }
  line(vector.name + "." + component(first) + component(second).substr(1) + " = " +
       value(scope, vector.type.with_width(2)) + ";");
}

void Statements::array_store(Scope& scope) {
  std::vector<const Array*> arrays;
  for (const Array& array : scope.arrays) {
    if (array.is_assignable) arrays.push_back(&array);
  }
  if (arrays.empty()) return private_array(scope);
  const Array& array = *random_.pick(arrays);
  const std::string stored = value(scope, array.type);
  line(expressions_.element(scope, array, 1) + " = " +
       (array.type.is_float() ? "clean(" + stored + ")" : stored) + ";");
}

void Statements::private_array(Scope& scope) {
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
  scope.arrays.push_back({name + "[(", ")]", type, length});
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
  if (as_half) type.element = Element::f32;
  const unsigned bytes = (as_half ? 2 : type.element_size()) * type.width;
  const std::string place = "(global " + (as_half ? "half" : type.scalar().name()) + "*)packed";
  const std::string stored =
      type.is_float() ? "clean(" + value(scope, type) + ")" : value(scope, type);
  const std::string index =
      "(" + value(scope, uint_type) + ") % " + std::to_string(64 / bytes) + "u";
  const std::string count = type.width == 1 ? "" : std::to_string(type.width);
  if (as_half) {
    constexpr std::array roundings = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    return line("vstore_half" + count + random_.pick(roundings) + "(" + stored + ", " + index +
                ", " + place + ");");
  }
  if (!type.is_vector()) return line("(" + place + ")[" + index + "] = " + stored + ";");
  line("vstore" + count + "(" + stored + ", " + index + ", " + place + ");");
}

std::string Statements::branch_condition(const Scope& scope, const Site& site, Together& together) {
  if (random_.chance(site.together == Together::work_group ? 50 : 20)) {
    together = site.together;
    return expressions_.condition(scope, 2, true);
  }
  if (site.together >= Together::sub_group && scope.has_kernel_arguments && random_.chance(30)) {
    together = Together::sub_group;
    if (random_.chance(40)) {
      return "((get_sub_group_id() & " + std::to_string(random_.between(1, 3)) + "u) != 0u)";
    }
    return std::string(random_.chance(50) ? "sub_group_any" : "sub_group_all") + "(" +
           expressions_.condition(scope, 2) + ")";
  }
  together = Together::nobody;
  return expressions_.condition(scope, 2);
}

void Statements::condition(Scope& scope, const Site& site) {
  Site inside = site;
  line("if (" + branch_condition(scope, site, inside.together) + ") {");
  if (inside.together != site.together && site.break_is_uniform) inside.may_break = false;
  block(scope, inside, random_.between(1, 4));
  if (random_.chance(50)) {
    line("} else {");
    block(scope, inside, random_.between(1, 4));
  }
  line("}");
}

void Statements::loop(Scope& scope, const Site& site) {
  Site inside = site;
  const bool uniform = random_.chance(site.together == Together::work_group ? 60 : 30);
  const bool stays_together = uniform && site.together == Together::work_group;
  inside.may_break = true;
  inside.break_is_uniform = stays_together;
  inside.together = stays_together ? Together::work_group : Together::nobody;
  const std::string i = fresh("i"), type = random_.chance(70) ? "uint" : "int";
  const std::string bits = random_.chance(50) ? "3" : "7";
  const std::string limit =
      random_.chance(30) ? std::to_string(random_.between(1, 6))
                         : "(" + type + ")(" + expressions_.value(scope, uint_type, 2, uniform) +
                               " & " + bits + "u)";
  Scope own = scope;
  own.variables.push_back(
      {i, Type{type == "uint" ? Element::u32 : Element::i32, 1}, stays_together, false});
  switch (random_.below(4)) {
    case 0:  // a condition that changes inside, and a limit that ends it in any case
      line("for (" + type + " " + i + " = 0; " + i + " < 5 && " +
           expressions_.condition(own, 2, uniform) + "; ++" + i + ") {");
      break;
    case 1:
      line("for (" + type + " " + i + " = " + limit + "; " + i + " > 0; " + i + " -= 1) {");
      break;
    case 2:
      line("for (" + type + " " + i + " = 0; " + i + " < " + limit + "; " + i +
           " += " + std::to_string(random_.between(1, 2)) + ") {");
      break;
    default:
      line(type + " " + i + " = 0;");
      line("do {");
      block(own, inside, random_.between(1, 4));
      line("} while (++" + i + " < " + limit + ");");
      return;
  }
  block(own, inside, random_.between(1, 4));
  line("}");
}

/// Each work-item takes elements of its own, from where it stands.
void Statements::strided_loop(Scope& scope) {
  if (!scope.has_kernel_arguments) return array_store(scope);
  const std::string name = fresh("v"), i = fresh("i");
  const Type type = random_scalar(random_);
  const std::string read = "((const global " + type.name() + "*)input)[" + i + "]";
  const std::string step =
      random_.chance(50) ? "group_size()" : std::to_string(random_.between(1, 40)) + "u";
  line("ulong " + name + " = 1ul; for (uint " + i + " = lid; " + i + " < " +
       std::to_string(random_.between(10, 250)) + "u; " + i + " += " + step + ") { " + name +
       " = mix_in(" + name + ", " + read + "); }");
  scope.variables.push_back({name, ulong_type});
}

/// A loop with two entries.
void Statements::irreducible(Scope& scope, const Site& site) {
  Site inside = site;
  inside.together = Together::nobody;
  inside.may_break = false;
  const std::string turns = fresh("t"), label = fresh("label");
  line("uint " + turns + " = 0u;");
  line("if (" + expressions_.condition(scope, 2) + ") goto " + label + ";");
  line("do {");
  line("{");
  block(scope, inside, random_.between(1, 3));
  line("}");
  line(label + ":;");
  line("{");
  block(scope, inside, random_.between(1, 3));
  line("}");
  line("} while (++" + turns + " < (" + value(scope, uint_type) + " & 3u));");
}

void Statements::switch_statement(Scope& scope, const Site& site) {
  Site inside = site;
  const bool uniform = random_.chance(site.together == Together::work_group ? 50 : 20);
  if (!uniform) inside.together = Together::nobody;
  inside.may_break = false;
  const unsigned cases = random_.between(2, 5);
  line("switch (" + expressions_.value(scope, uint_type, 2, uniform) + " % " +
       std::to_string(cases + 1) + "u) {");
  for (unsigned i = 0; i < cases; ++i) {
    line("case " + std::to_string(i) + "u: {");
    block(scope, inside, random_.between(1, 2));
    line("}");
    if (random_.chance(70)) line("break;");
  }
  if (random_.chance(50)) {
    line("default: {");
    block(scope, inside, random_.between(1, 2));
    line("}");
  }
  line("}");
}

void Statements::leave(Scope& scope, const Site& site) {
  if (site.may_break) {
    const bool uniform = site.break_is_uniform && site.together == Together::work_group;
    if (site.break_is_uniform && !uniform) return assignment(scope, site);
    line("if (" + expressions_.condition(scope, 2, uniform) + ") {");
    line(random_.chance(50) ? "break;" : "continue;");
    return line("}");
  }
  if (site.returns == Returns::no) return assignment(scope, site);
  line("if (" + expressions_.condition(scope, 2) + ") {");
  if (site.returns == Returns::from_kernel) {
    line("out[g] = mix_in(h, " + value(scope, random_type(random_)) + "); return;");
  } else {
    line("return " + value(scope, site.result) + ";");
  }
  line("}");
}

/// Their results are not looked at, and the operations of one array commute.
void Statements::atomic(Scope& scope) {
  constexpr std::array operations = {"add", "or", "and", "xor", "min", "max"};
  const unsigned which = random_.below(operations.size());
  const std::string operation = operations[which];
  const std::string index =
      std::to_string(8 * which) + "u + (" + expressions_.value(scope, uint_type, 1) + " & 7u)";
  const char* array = random_.chance(50) ? "shared_local" : "shared_global";
  const std::string operand = value(scope, uint_type);
  if (operation == "xor" && random_.chance(50)) {
    const std::string place = std::string("&") + array + "[" + index + "]", old = fresh("o");
    return line("{ uint " + old + " = atomic_or(" + place + ", 0u), expected; do { expected = " +
                old + "; " + old + " = atomic_cmpxchg(" + place + ", expected, expected ^ " +
                operand + "); } while (" + old + " != expected); }");
  }
  if (random_.chance(50) || operation == "min" || operation == "max") {
    return line("atomic_" + operation + "(&" + array + "[" + index + "], " + operand + ");");
  }
  const std::string space = array == std::string("shared_local") ? "local" : "global";
  line("atomic_fetch_" + operation + "_explicit((volatile " + space + " atomic_uint*)&" + array +
       "[" + index + "], " + operand + ", memory_order_relaxed);");
}

/// On a place that no other work-item touches, so that the result is defined.
void Statements::own_atomic(Scope& scope) {
  constexpr std::array operations = {"atomic_add", "atomic_sub", "atomic_xchg", "atomic_min",
                                     "atomic_or"};
  const std::string name = fresh("v");
  const char* place = random_.chance(50) ? "&own_local[lid]" : "&own_global[g]";
  if (random_.chance(30)) {
    line("uint " + name + " = atomic_cmpxchg(" + place + ", " + value(scope, uint_type) + ", " +
         value(scope, uint_type) + ");");
  } else {
    line("uint " + name + " = " + random_.pick(operations) + "(" + place + ", " +
         value(scope, uint_type) + ");");
  }
  scope.variables.push_back({name, uint_type});
}

void Statements::sub_group_function(Scope& scope) {
  constexpr std::array functions = {"sub_group_reduce_add",         "sub_group_reduce_min",
                                    "sub_group_reduce_max",         "sub_group_scan_inclusive_add",
                                    "sub_group_scan_exclusive_add", "sub_group_scan_inclusive_max",
                                    "sub_group_scan_exclusive_min"};
  constexpr std::array elements = {Element::i32, Element::u32, Element::i64, Element::u64};
  Type type = {random_.pick(elements), 1};
  const std::string name = fresh("v"), function = random_.pick(functions);
  if (function.ends_with("add")) type = type.as_unsigned();
  std::string call;
  if (random_.chance(25)) {
    call = "sub_group_broadcast(" + value(scope, type) + ", " +
           expressions_.value(scope, uint_type, 1, true) + " % get_sub_group_size())";
  } else if (random_.chance(20)) {
    call = std::string(random_.chance(50) ? "sub_group_any" : "sub_group_all") + "(" +
           expressions_.condition(scope, 2) + ")";
  } else if (random_.chance(20)) {
    // Small whole numbers: their sum is exact in any order.
    call = "sub_group_reduce_add((float)(" + value(scope, uint_type) + " & 1023u))";
  } else {
    call = function + "(" + value(scope, type) + ")";
  }
  line(type.name() + " " + name + " = (" + type.name() + ")" + call + ";");
  scope.variables.push_back({name, type});
}

void Statements::work_group_function(Scope& scope) {
  constexpr std::array functions = {"work_group_reduce_add", "work_group_reduce_min",
                                    "work_group_reduce_max", "work_group_scan_inclusive_add",
                                    "work_group_scan_exclusive_max"};
  constexpr std::array elements = {Element::i32, Element::u32, Element::i64, Element::u64};
  const unsigned which = random_.below(functions.size() + 2);
  Type type = {random_.pick(elements), 1};
  if (which == 0 || which == 3) type = type.as_unsigned();
  const bool uniform = which < 3 || which >= functions.size();
  const std::string name = fresh(uniform ? "u" : "v");
  std::string call;
  if (which < functions.size()) {
    call = std::string(functions[which]) + "(" + value(scope, type) + ")";
  } else if (which == functions.size()) {
    call = std::string(random_.chance(50) ? "work_group_any" : "work_group_all") + "(" +
           expressions_.condition(scope, 2) + ")";
  } else {
    call = "BROADCAST(" + value(scope, type) + ", " +
           expressions_.value(scope, uint_type, 1, true) + ")";
  }
  line(type.name() + " " + name + " = (" + type.name() + ")" + call + ";");
  scope.variables.push_back({name, type, uniform});
}

void Statements::exchange(Scope& scope) {
  const std::string name = fresh("v"), x = value(scope, uint_type);
  switch (scope.has_atomics ? random_.below(4) : random_.between(1, 3)) {
    case 0:
      line("uint " + name + " = count_up(counters, " + expressions_.value(scope, uint_type, 1) +
           ", " + x + ");");
      break;
    case 1:
      line("uint " + name + " = copy_in(exchanged, (const global uint*)input, " +
           expressions_.value(scope, uint_type, 1, true) + ", " + x + ");");
      break;
    default:
      line("uint " + name + " = exchange(exchanged, " + x + ", " +
           (random_.chance(50)
                ? "(uint)get_local_linear_id() + " + std::to_string(random_.between(1, 9)) + "u"
                : value(scope, uint_type)) +
           ");");
  }
  scope.variables.push_back({name, uint_type});
}

}  // namespace cleave::tests::differential
