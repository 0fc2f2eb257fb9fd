#include "statements.h"

#include <algorithm>

namespace cleave::test::fuzz::kernels {

void Statements::sequence(Scope& scope, const Site& site, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    if (i > 0 && expressions_.is_spent()) return;
    statement(scope, site);
  }
}

void Statements::block(const Scope& scope, const Site& site, unsigned count) {
  Scope inner = scope;
  Site inside = site;
  --inside.blocks;
  sequence(inner, inside, count);
}

std::string Statements::parameters(Helper& function, Scope& scope) {
  std::string list;
  for (unsigned i = random_.between(1, 3); i > 0; --i) {
    const Type type = random_type(random_);
    const std::string name = fresh("q");
    list += (list.empty() ? "" : ", ") + type.name() + " " + name;
    function.parameters.push_back(type);
    scope.variables.push_back({name, type});
  }
  return list;
}

void Statements::declare(Scope& scope, Type type, bool uniform) {
  const std::string name = fresh(uniform ? "u" : "v");
  line(type.name() + " " + name + " = " +
       expressions_.value(scope, type, random_.between(1, 3), uniform) + ";");
  scope.variables.push_back({name, type, uniform});
}

void Statements::statement(Scope& scope, const Site& site) {
  if (scope.has_waits && random_.chance(30)) return wait(scope, site);
  if (scope.has_pointers && random_.chance(35)) return pointers_.statement(scope);
  if (scope.has_pipes && random_.chance(30) && pipes_.statement(scope, site)) return;
  if (scope.has_images && random_.chance(30) && images_.statement(scope)) return;
  if (scope.has_enqueues && random_.chance(12) && enqueues_.statement(scope)) return;
  if (scope.has_enqueues && site.blocks > 0 && random_.chance(5)) {
    return enqueues_.called_block(scope, true);
  }
  const unsigned chosen = random_.below(126);
  const bool may_nest = site.blocks > 0;
  if (chosen >= 106) return idiom(scope, site);
  if (chosen < 12) {
    const bool uniform = site.together == Together::work_group && random_.chance(40);
    return declare(scope, uniform ? random_scalar(random_) : random_type(random_), uniform);
  }
  if (chosen < 17 && !scope.helpers.empty()) return call(scope);
  if (chosen < 29) return assignment(scope, site);
  if (chosen < 32) return compound_assignment(scope, site);
  if (chosen < 37) return component_assignment(scope, site);
  if (chosen < 43) return array_store(scope);
  if (chosen < 45) return mixed_accesses(scope);
  if (chosen < 47) return private_array(scope);
  if (chosen < 49) return pointer(scope);
  if (chosen < 51) return packed_store(scope);
  if (chosen < 61 && may_nest) return condition(scope, site);
  if (chosen < 70 && may_nest) return loop(scope, site);
  if (chosen < 73 && may_nest) return switch_statement(scope, site);
  if (chosen < 74 && may_nest) return irreducible(scope, site);
  if (chosen < 75) return strided_loop(scope);
  if (chosen < 79) return leave(scope, site);
  if (chosen < 80) return two_results(scope);
  if (chosen < 81) return structure_copy(scope, site);
  if (!scope.has_kernel_arguments) return assignment(scope, site);
  if (chosen < 82) return line("h = mix_in(h, " + value(scope, random_type(random_)) + ");");
  if (chosen < 83 && !site.is_in_loop) return print(scope);
  group_statement(scope, site, chosen);
}

void Statements::call(Scope& scope) {
  const Helper& helper = random_.pick(scope.helpers);
  const std::string pointer =
      helper.pointee_count == 0 ? "" : own_place(scope, helper.pointee, helper.pointee_count);
  const std::string name = fresh("v");
  line(helper.result.name() + " " + name + " = " + expressions_.call(scope, helper, 2, pointer) +
       ";");
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

/// In unsigned numbers, so that nothing overflows.
void Statements::compound_assignment(Scope& scope, const Site& site) {
  std::vector<const Variable*> targets;
  for (const Variable& variable : scope.variables) {
    const bool allowed = !variable.is_uniform || site.together == Together::work_group;
    const bool is_defined = !variable.type.is_float() && !variable.type.is_signed() &&
                            variable.type.element_size() >= 4;
    if (variable.is_assignable && allowed && is_defined) targets.push_back(&variable);
  }
  if (targets.empty()) return assignment(scope, site);
  const Variable& target = *random_.pick(targets);
  if (!target.type.is_vector() && random_.chance(20)) {
    return line(random_.chance(50) ? target.name + "++;" : "--" + target.name + ";");
  }
  constexpr std::array operations = {" += ", " -= ", " *= ", " ^= ", " |= ", " &= "};
  line(target.name + random_.pick(operations) +
       expressions_.value(scope, target.type, random_.between(1, 3), target.is_uniform) + ";");
}

void Statements::component_assignment(Scope& scope, const Site& site) {
  std::vector<const Variable*> vectors;
  for (const Variable& variable : scope.variables) {
    const bool allowed = !variable.is_uniform || site.together == Together::work_group;
    if (variable.type.is_vector() && variable.is_assignable && allowed) {
      vectors.push_back(&variable);
    }
  }
  if (vectors.empty()) return declare(scope, random_scalar(random_).with_width(4), false);
  const Variable& vector = *random_.pick(vectors);
  const unsigned first = random_.below(vector.type.width),
                 second = random_.below(vector.type.width);
  if (first == second) {
    return line(vector.name + "." + component(first) + " = " +
                expressions_.value(scope, vector.type.scalar(), 2, vector.is_uniform) + ";");
  }
  line(vector.name + "." + component(first) + component(second).substr(1) + " = " +
       expressions_.value(scope, vector.type.with_width(2), 2, vector.is_uniform) + ";");
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

std::string Statements::branch_condition(const Scope& scope, const Site& site, Together& together) {
  if (random_.chance(site.together == Together::work_group ? 50 : 20)) {
    together = site.together;
    return expressions_.condition(scope, 2, true);
  }
  if (site.together >= Together::sub_group && scope.has_sub_groups && random_.chance(30)) {
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
  inside.is_in_loop = true;
  std::string way_out;
  if (inside.together == Together::nobody) {
    if (random_.chance(25)) way_out = fresh("label");
    if (!way_out.empty()) inside.way_out = way_out;
  } else {
    inside.way_out.clear();
  }
  const std::string i = fresh("i"), type = random_.chance(70) ? "uint" : "int";
  const std::string hint =
      random_.chance(8) ? "__attribute__((opencl_unroll_hint(2))) " : std::string();
  const std::string bits = random_.chance(50) ? "3" : "7";
  const std::string limit =
      random_.chance(30) ? std::to_string(random_.between(1, 6))
                         : "(" + type + ")(" + expressions_.value(scope, uint_type, 2, uniform) +
                               " & " + bits + "u)";
  Scope own = scope;
  own.variables.push_back(
      {i, Type{type == "uint" ? Element::u32 : Element::i32, 1}, stays_together, false});
  switch (random_.below(5)) {
    case 0:  // a condition that changes inside, and a limit that ends it in any case
      line(hint + "for (" + type + " " + i + " = 0; " + i + " < 5 && " +
           expressions_.condition(own, 2, uniform) + "; ++" + i + ") {");
      break;
    case 1:
      line(hint + "for (" + type + " " + i + " = " + limit + "; " + i + " > 0; " + i + " -= 1) {");
      break;
    case 2:
      line(hint + "for (" + type + " " + i + " = 0; " + i + " < " + limit + "; " + i +
           " += " + std::to_string(random_.between(1, 2)) + ") {");
      break;
    case 3:  // left from inside only; one line, so that it ends
      line(hint + "for (" + type + " " + i + " = 0;; ++" + i + ") { if (" + i + " >= " + limit +
           ") break;");
      break;
    default:
      line(type + " " + i + " = 0;");
      line(hint + "do {");
      block(own, inside, random_.between(1, 4));
      line("} while (++" + i + " < " + limit + ");");
      if (!way_out.empty()) line(way_out + ":;");
      return;
  }
  block(own, inside, random_.between(1, 4));
  line("}");
  if (!way_out.empty()) line(way_out + ":;");
}

/// Each work-item takes elements of its own, from where it stands.
void Statements::strided_loop(Scope& scope) {
  if (!scope.has_kernel_arguments) return array_store(scope);
  if (random_.chance(30)) return walk(scope);
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

/// A pointer goes through memory.
void Statements::walk(Scope& scope) {
  const std::string name = fresh("v"), p = fresh("p");
  const std::string type = "const global " + random_scalar(random_).name() + "*";
  line("ulong " + name + " = 1ul; for (" + type + " " + p + " = (" + type + ")input + (" +
       value(scope, uint_type) + " & 63u), *" + p + "_end = (" + type + ")input + " +
       std::to_string(random_.between(50, 90)) + "u; " + p + " < " + p + "_end; " + p +
       " += " + std::to_string(random_.between(2, 20)) + ") { " + name + " = mix_in(" + name +
       ", *" + p + "); }");
  scope.variables.push_back({name, ulong_type});
}

/// A loop with two entries.
void Statements::irreducible(Scope& scope, const Site& site) {
  Site inside = site;
  inside.together = Together::nobody;
  inside.may_break = false;
  inside.is_in_loop = true;
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
  if (!site.way_out.empty() && random_.chance(30)) {
    line("if (" + expressions_.condition(scope, 2) + ") {");
    line("goto " + site.way_out + ";");
    return line("}");
  }
  if (site.may_break && (site.returns == Returns::no || random_.chance(70))) {
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

}  // namespace cleave::test::fuzz::kernels
