// Statements at the corners of what passes rely on, each of which random ones come upon too seldom.
#include "launches.h"
#include "statements.h"

namespace cleave::test::fuzz::kernels {

void Statements::corner(Scope& scope, const Site& site) {
  switch (random_.below(5)) {
    case 0:
      return row_in_order(scope);
    case 1:
      return wrapped_number(scope);
    case 2:
      return turn_before(scope);
    case 3:
      return fitting_number(scope);
    default:
      return way_beside(scope, site);
  }
}

/// Loads of a record of four words between its stores, of a place that was stored before them; one
/// place is known when the kernel runs only.
void Statements::row_in_order(Scope& scope) {
  if (!scope.has_kernel_arguments) return mixed_accesses(scope);
  const unsigned first = random_.below(4);
  auto place = [&](const std::string& number) {
    return "((global uint*)(memory + " + std::to_string(records_begin) + "))[g * 4u + (" + number +
           ")]";
  };
  auto known = [&](unsigned number) { return place(std::to_string((first + number) & 3u) + "u"); };
  const std::string a = fresh("v"), b = fresh("v");
  const std::string other = random_.chance(50)
                                ? known(random_.between(1, 2))
                                : place("(" + expressions_.value(scope, uint_type, 0) + ") & 3u");
  line(known(0) + " = " + value(scope, uint_type) + "; uint " + a + " = " + other + "; " +
       known(3) + " = " + expressions_.value(scope, uint_type, 0) + "; uint " + b + " = " +
       known(0) + "; h = mix_in(mix_in(h, " + a + "), " + b + ");");
  scope.variables.push_back({a, uint_type});
  scope.variables.push_back({b, uint_type});
}

/// A number that wraps from one work-item to the next, made longer.
void Statements::wrapped_number(Scope& scope) {
  if (!scope.has_kernel_arguments) return array_store(scope);
  constexpr std::array numbers = {"lid", "(uint)get_local_id(0)", "(uint)get_global_id(0)",
                                  "(uint)get_local_linear_id()"};
  constexpr std::array lengths = {"ulong", "long", "float", "double"};
  const std::string name = fresh("v"), number = random_.pick(numbers);
  const std::string wraps =
      random_.chance(70)
          ? number + " - " + std::to_string(random_.between(1, 40)) + "u"
          : number + " * " + std::to_string(random_.between(3, 9)) + "u + 0xffffffc0u";
  const std::string length = random_.pick(lengths);
  line(length + " " + name + " = (" + length + ")(" + wraps + "); h = mix_in(h, " + name + ");");
  constexpr std::array elements = {Element::u64, Element::i64, Element::f32, Element::f64};
  for (size_t i = 0; i < lengths.size(); ++i) {
    if (length == lengths[i]) scope.variables.push_back({name, {elements[i], 1}});
  }
}

/// Sums that only those work-items can hold that come.
void Statements::fitting_number(Scope& scope) {
  if (!scope.has_kernel_arguments) return array_store(scope);
  const std::string name = fresh("v"), u = fresh("u"), w = fresh("u");
  const unsigned fits = random_.between(1, 40), room = random_.between(0, 40);
  const std::string turns =
      random_.chance(50) ? "for (uint i = 0u; i < (" + value(scope, uint_type) + " & 3u); ++i) "
                         : std::string();
  line("ulong " + name + " = 3ul; { const int " + u + " = max(u_b, 0x7fffffff - " +
       std::to_string(room) + "), " + w + " = max(u_b, " + std::to_string(fits + room) + "); " +
       turns + "if (lid >= " + std::to_string(fits) + "u) { " + name + " = mix_in(" + name +
       ", (long)(" + u + " + (" + w + " - (int)lid))); } }");
  scope.variables.push_back({name, ulong_type});
}

/// Work-items leave a loop one by one with what the turn before knew.
void Statements::turn_before(Scope& scope) {
  const std::string name = fresh("v"), i = fresh("i"), other = fresh("v");
  const std::string most = std::to_string(random_.between(2, 100)) + "u";
  const std::string goes_on = "(costly(" + value(scope, uint_type) + " + " + i + ") & 7u) != 3u";
  const std::string until = random_.chance(50) ? goes_on + " && " + i + " < " + most
                                               : i + " < " + most + " && " + goes_on;
  line("uint " + name + ", " + other + " = 5u; { uint " + i + " = 0u; do { " + name + " = " +
       (random_.chance(50) ? i : other + "; " + other + " = " + i) + "; ++" + i + "; } while (" +
       until + "); }");
  scope.variables.push_back({name, uint_type});
  scope.variables.push_back({other, uint_type});
}

/// A branch that some work-items take, and now and then all, without asking.
void Statements::way_beside(Scope& scope, const Site& site) {
  if (site.blocks == 0 || !scope.has_kernel_arguments) return turn_before(scope);
  const std::string i = fresh("i"), name = fresh("v");
  const std::string all = "((u_a >> (" + i + " & 7u)) & 1u) != 0u",
                    some = "(costly(" + value(scope, uint_type) + " + " + i + ") & 1u) != 0u";
  line("uint " + name + " = lid;");
  line("for (uint " + i + " = 0u; " + i + " < (u_a & " + std::to_string(random_.between(3, 11)) +
       "u); ++" + i + ") {");
  line("if (" + all + (random_.chance(60) ? " || " : " && ") + some + ") {");
  Site inside = site;
  inside.together = Together::nobody;
  inside.may_break = true;
  inside.break_is_uniform = false;
  inside.is_in_loop = true;
  inside.way_out.clear();
  line(name + " = costly(" + name + " + 5u);");
  block(scope, inside, random_.between(1, 2));
  line("} else {");
  line(name + " = costly(" + name + " * 3u + 1u);");
  if (random_.chance(50)) block(scope, inside, random_.between(1, 2));
  line("}");
  line("}");
  scope.variables.push_back({name, uint_type});
}

}  // namespace cleave::test::fuzz::kernels
