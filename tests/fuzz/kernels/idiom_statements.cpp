// Statements as programs often write them, of which passes make something of their own.
#include "statements.h"

namespace cleave::test::fuzz::kernels {

void Statements::idiom(Scope& scope, const Site& site) {
  const bool all_here = site.together == Together::work_group && scope.has_kernel_arguments;
  if (random_.chance(40)) return corner(scope, site);
  if (random_.chance(30)) return record_accesses(scope);
  if (random_.chance(25)) return search(scope);
  const unsigned chosen = random_.below(all_here ? 14 : 5);
  switch (chosen) {
    case 0:
      return constant_array(scope);
    case 1:
      return one_place_either_way(scope);
    case 2:
      return unreachable_case(scope);
    case 3:
      return narrow_product(scope);
    case 4:
      return shifted_row(scope);
    case 5:
    case 6:
      return swapped_row(scope);
    case 7:
      return sorting_step(scope);
    case 8:
      return structure_from_one(scope);
    default:
      return guarded_region(scope, site);
  }
}

/// Loads and stores of all places of a record, in any order; a few at a place that only the launch
/// tells.
void Statements::record_accesses(Scope& scope) {
  std::vector<const Array*> records;
  for (const Array& array : scope.arrays) {
    if (array.is_assignable && array.before.ends_with("g * 4u + ((")) records.push_back(&array);
  }
  if (records.empty()) return mixed_accesses(scope);
  const Array record = *random_.pick(records);
  for (unsigned i = random_.between(4, 9); i > 0; --i) {
    const std::string number = random_.chance(25)
                                   ? expressions_.value(scope, uint_type, 1, true) + " & 3u"
                                   : std::to_string(random_.below(4)) + "u";
    const std::string place = record.before + number + record.after;
    if (random_.chance(45)) {
      const std::string stored = expressions_.value(scope, record.type, 1);
      line(place + " = " + (record.type.is_float() ? "clean(" + stored + ")" : stored) + ";");
    } else {
      const std::string name = fresh("v");
      line(record.type.name() + " " + name + " = " +
           (record.type.is_float() ? "clean(" + place + ")" : place) + ";");
      scope.variables.push_back({name, record.type});
    }
  }
}

/// How far each work-item comes, and which way it leaves: the same in all as long as they stay.
void Statements::search(Scope& scope) {
  const std::string i = fresh("i"), way = fresh("v");
  line("uint " + i + " = 0u, " + way + " = 0u;");
  Scope inside = scope;
  inside.variables.push_back({i, uint_type, false, false});
  line("for (; " + i + " < " + std::to_string(random_.between(2, 6)) + "u; ++" + i + ") {");
  for (unsigned k = random_.between(1, 3); k > 0; --k) {
    line("if (" + expressions_.condition(inside, 2) + ") {");
    line(way + " = " + std::to_string(k) + "u;");
    line("break;");
    line("}");
  }
  line("}");
  scope.variables.push_back({i, uint_type});
  scope.variables.push_back({way, uint_type});
}

/// Only of work-items for which there is an element. One line, so that no other loads.
void Statements::shifted_row(Scope& scope) {
  if (!scope.has_kernel_arguments) return constant_array(scope);
  const Type type = random_scalar(random_);
  const std::string name = fresh("v"), k = fresh("k"),
                    distance = std::to_string(random_.between(1, 40));
  constexpr std::array<std::array<const char*, 2>, 3> ways = {
      {{"int", " >= 0"}, {"uint", " < 256u"}, {"long", " >= 0l"}}};
  const auto [counter, condition] = random_.pick(ways);
  const std::string read = "((const global " + type.name() + "*)input)[" + k + "]";
  line(std::string(counter) + " " + k + " = (" + counter + ")lid - " + distance + "; " +
       type.name() + " " + name + " = (" + type.name() + ")1; if (" + k + condition + ") " + name +
       " = " + (type.is_float() ? "clean(" + read + ")" : read) + ";");
  scope.variables.push_back({name, type});
}

/// A private array that is filled or copied as a whole.
void Statements::constant_array(Scope& scope) {
  const Type type = random_scalar(random_);
  const unsigned length = 1u << random_.between(2, 5);
  const std::string name = fresh("a");
  std::string text = "0";
  if (random_.chance(60)) {
    for (unsigned i = 1; i < length; ++i) text += ", " + std::to_string(random_.below(128));
  }
  line(type.name() + " " + name + "[" + std::to_string(length) + "] = {" + text + "};");
  scope.arrays.push_back({name + "[(", ")]", type, length});
}

/// Writes stores that all ways make at one place.
void Statements::one_place_either_way(Scope& scope) {
  std::vector<const Array*> arrays;
  for (const Array& array : scope.arrays) {
    if (array.is_assignable) arrays.push_back(&array);
  }
  if (arrays.empty()) return constant_array(scope);
  const Array& array = *random_.pick(arrays);
  const std::string place = expressions_.element(scope, array, 1);
  auto stored = [&] {
    const std::string text = value(scope, array.type);
    return array.type.is_float() ? "clean(" + text + ")" : text;
  };
  line("if (" + expressions_.condition(scope, 1) + ") {");
  line(place + " = " + stored() + ";");
  line("} else {");
  line(place + " = " + stored() + ";");
  line("}");
}

/// A switch with a way that no work-item goes. One line, so that none ever does.
void Statements::unreachable_case(Scope& scope) {
  const std::string name = fresh("v");
  const Type type = random_scalar(random_);
  std::string text = type.name() + " " + name + "; switch ((" + value(scope, uint_type) +
                     ") & 1u) { case 0: " + name + " = " + value(scope, type) + "; break; case 1: ";
  line(text + name + " = " + value(scope, type) + "; break; default: __builtin_unreachable(); }");
  scope.variables.push_back({name, type});
}

/// The middle of a product of two short numbers.
void Statements::narrow_product(Scope& scope) {
  const Type type = {random_.chance(60) ? Element::i16 : Element::i8, 1};
  const std::string name = fresh("v");
  line(type.name() + " " + name + " = (" + type.name() + ")((" +
       (random_.chance(80) ? "(long)" : "(int)") + "(short)(" + value(scope, type) +
       ") * (short)(" + value(scope, type) + ")) >> " + std::to_string(random_.between(17, 30)) +
       ");");
  scope.variables.push_back({name, type});
}

/// a[id ^ s]: memory that is read, and local memory in which each work-item writes one element.
/// One line, so that no barrier is left out.
void Statements::swapped_row(Scope& scope) {
  const Type type = random_scalar(random_);
  const std::string name = fresh("v"), id = random_.chance(50) ? "lid" : "(uint)get_local_id(0)";
  const std::string s = random_.chance(50)
                            ? std::to_string(random_.between(1, 63)) + "u"
                            : "((" + expressions_.value(scope, uint_type, 1, true) + ") & 63u)";
  if (random_.chance(40)) {
    const std::string read = "((const global " + type.name() + "*)input)[" + id + " ^ " + s + "]";
    line(type.name() + " " + name + " = " + (type.is_float() ? "clean(" + read + ")" : read) + ";");
    scope.variables.push_back({name, type});
    return;
  }
  const std::string place = "((local " + type.name() + "*)tile)", stored = value(scope, type);
  const std::string swap = fresh("s");
  line("const uint " + swap + " = " + s +
       "; barrier(CLK_LOCAL_MEM_FENCE); for (uint i = lid; i < 256u; i += group_size()) " + place +
       "[i] = (" + type.name() + ")(uchar)i; barrier(CLK_LOCAL_MEM_FENCE); " + place + "[lid ^ " +
       swap + "] = " + (type.is_float() ? "clean(" + stored + ")" : stored) +
       "; barrier(CLK_LOCAL_MEM_FENCE); " + type.name() + " " + name + " = " + place + "[lid ^ (" +
       swap + " >> 1)];");
  scope.variables.push_back({name, type});
}

/// One step of a sorting network, of the first elements, as many as make whole pairs.
void Statements::sorting_step(Scope& scope) {
  const std::string name = fresh("v");
  line("uint " + name + " = sort_steps(lent, " + value(scope, uint_type) + ", " +
       std::to_string(1u << random_.below(5)) + "u);");
  scope.variables.push_back({name, uint_type});
}

/// One work-item writes a structure for all. One line, so that no barrier is left out.
void Statements::structure_from_one(Scope& scope) {
  const std::string name = fresh("v");
  line(
      "barrier(CLK_LOCAL_MEM_FENCE); if (lid == 0u) *(local struct Given*)tile = given; "
      "barrier(CLK_LOCAL_MEM_FENCE); uint " +
      name + " = ((local struct Given*)tile)->a + ((local struct Given*)tile)->c.y;");
  scope.variables.push_back({name, uint_type});
}

/// Between barriers, all that a region does, for those whose id is below a bound or above it.
void Statements::guarded_region(Scope& scope, const Site& site) {
  constexpr std::array ids = {"lid", "(uint)get_local_id(0)", "(uint)get_local_id(1)"};
  constexpr std::array comparisons = {" < ", " <= ", " > ", " >= ", " == ", " != "};
  std::string id = random_.pick(ids);
  std::string bound = "(" + expressions_.value(scope, uint_type, 1, true) + " & 31u)";
  if (random_.chance(40)) {
    id = "(int)" + id;
    bound = "((int)" + bound + " - 5)";
  }
  std::string condition = random_.chance(80) ? id + random_.pick(comparisons) + bound
                                             : bound + random_.pick(comparisons) + id;
  if (random_.chance(30)) condition = "!(" + condition + ")";
  if (random_.chance(30)) {
    condition = "(" + condition + (random_.chance(50) ? ") && " : ") || ") +
                expressions_.condition(scope, 1);
  }
  const bool has_blocks = site.blocks > 0;
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  line("if (" + condition + ") {");
  Site inside = site;
  inside.together = Together::nobody;
  inside.may_break = inside.may_break && !inside.break_is_uniform;
  if (has_blocks) {
    block(scope, inside, random_.between(1, 3));
  } else {
    array_store(scope);
  }
  line("}");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
}

}  // namespace cleave::test::fuzz::kernels
