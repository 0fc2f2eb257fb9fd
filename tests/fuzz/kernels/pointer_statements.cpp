#include "pointer_statements.h"

#include "launches.h"
#include "statements.h"

namespace cleave::test::fuzz::kernels {
namespace {

constexpr Type float_type = {Element::f32, 1};

/// No zero, whose sign an extreme of several operands may or may not have.
std::string not_zero(const std::string& name) {
  return "(" + name + " == 0.0f ? 1.0f : " + name + ")";
}

}  // namespace

void PointerStatements::memory(Scope& scope) {
  constexpr std::array elements = {Element::u16, Element::i32, Element::u64,
                                   Element::f16, Element::f32, Element::f64};
  rows_ = {Rows{uint_type, "0"}, Rows{{random_.pick(elements), 1}, "1"}};
  const std::string items = std::to_string(maximum_local_size);
  for (const Rows& rows : rows_) {
    const std::string type = rows.type.name();
    const std::string near = rows.in("near"), far = rows.in("far"), own = rows.in("own");
    statements_.line("local " + type + " all_" + near + "[4 * " + items + "]; local " + type +
                     "* " + near + " = all_" + near + " + 4u * lid; global " + type + "* " + far +
                     " = (global " + type + "*)host->rows[" + rows.number + "] + 4u * g; " + type +
                     " " + own + "[4]; for (uint i = 0u; i < 4u; ++i) { " + near + "[i] = (" +
                     type + ")(lid + i); " + far + "[i] = (" + type + ")(g * 3u + i); " + own +
                     "[i] = (" + type + ")(i * 5u); }");
    for (const std::string& array : {near, far, own}) {
      scope.arrays.push_back({array + "[(", ")]", rows.type, 4});
    }
  }
  statements_.line("local uint_pointer kept_near[" + items +
                   "]; kept_near[lid] = near0; local "
                   "struct Link links_near[" +
                   items +
                   "]; links_near[lid].next = 0; "
                   "links_near[lid].value = lid; local float reals_near[4]; if (lid < 4u) "
                   "reals_near[lid] = 2.0f; barrier(CLK_LOCAL_MEM_FENCE);");
  scope.arrays.push_back({"host->cells[g]->words[(", ")]", uint_type, 4});
  scope.arrays.push_back({"host->places[g][0u*(", ")]", uint_type, 1});
  scope.arrays.push_back({"kept_near[lid][0u*(", ")]", uint_type, 1});
}

void PointerStatements::show_memory() {
  statements_.line(
      "barrier(CLK_LOCAL_MEM_FENCE); if (lid < 4u) atomic_add(&host->counters[48u + "
      "lid], as_uint(reals_near[lid])); barrier(CLK_LOCAL_MEM_FENCE);");
}

void PointerStatements::second_kernel() {
  statements_.line("kernel void follow(global struct Host* host) {");
  statements_.line("const uint g = (uint)get_global_linear_id(); ulong h = g;");
  Scope scope;
  scope.variables.push_back({"g", uint_type, false, false});
  scope.arrays.push_back({"host->cells[g]->words[(", ")]", uint_type, 4});
  scope.arrays.push_back({"host->places[g][0u*(", ")]", uint_type, 1});
  for (unsigned i = random_.between(1, 3); i > 0; --i) {
    if (random_.chance(40)) {
      store_pointer(scope);
    } else {
      follow(scope);
    }
  }
  statements_.line("h = mix_in(h, walked(host->kept[g], *host->places[g]));");
  for (const Variable& variable : scope.variables) {
    statements_.line("h = mix_in(h, " + variable.name + ");");
  }
  statements_.line("host->answers[g] = h;");
  statements_.line("}");
}

void PointerStatements::third_kernel() {
  statements_.line(
      "kernel void reach(global struct Host* host, global uchar* vast, const global uchar* "
      "vast_read) {");
  statements_.line(
      "const uint g = (uint)get_global_linear_id(), lid = (uint)get_local_linear_id(), u_a = "
      "(uint)get_work_dim() + 10u; ulong h = host->answers[g];");
  Scope scope;
  scope.variables.push_back({"g", uint_type, false, false});
  for (unsigned i = random_.between(1, 3); i > 0; --i) vast(scope, true);
  for (const Variable& variable : scope.variables) {
    statements_.line("h = mix_in(h, " + variable.name + ");");
  }
  statements_.line("host->answers[g] = h;");
  statements_.line("}");
}

void PointerStatements::statement(Scope& scope) {
  const Rows& rows = random_.pick(rows_);
  switch (random_.below(22)) {
    case 0:
    case 1:
    case 2:
      return choose(scope);
    case 3:
      return keep(scope, rows_[0]);
    case 4:
      return pass(scope, rows_[0]);
    case 5:
    case 6:
    case 20:
    case 21:
      return ask(scope, rows);
    case 7:
      return chain(scope);
    case 8:
      return transfer_vector(scope, rows);
    case 9:
      return result_by_pointer(scope);
    case 10:
      return own_atomic(scope);
    case 11:
      return shared_atomic(scope);
    case 12:
      return real_atomic(scope);
    case 13:
      return real_ticket(scope);
    case 14:
      return own_real_atomic(scope);
    case 15:
    case 16:
      return follow(scope);
    case 17:
      return store_pointer(scope);
    case 18:
      return vast(scope, features_.passes_vast && random_.chance(80));
    default:
      return middle(scope);
  }
}

std::string PointerStatements::value(const Scope& scope, Type type, unsigned depth) {
  const std::string text = statements_.expressions().value(scope, type, depth);
  return type.is_float() ? "clean(" + text + ")" : text;
}

/// A power of two; now and then a number that is known.
std::string PointerStatements::index(const Scope& scope, unsigned count) {
  if (random_.chance(30)) return std::to_string(random_.below(count)) + "u";
  return "((" + value(scope, uint_type, 1) + ") & " + std::to_string(count - 1) + "u)";
}

std::string PointerStatements::condition(const Scope& scope) {
  return statements_.expressions().condition(scope, 1, random_.chance(25));
}

void PointerStatements::define(Scope& scope, Type type, const std::string& text) {
  const std::string name = statements_.fresh("v");
  statements_.line(type.name() + " " + name + " = " + text + ";");
  scope.variables.push_back({name, type});
}

/// A generic pointer to four elements of the work-item's own.
std::string PointerStatements::row(const Scope& scope, const Rows& rows) {
  const std::string cast = "(" + rows.type.name() + "*)";
  constexpr std::array<std::array<const char*, 3>, 6> orders = {{{"near", "own", "far"},
                                                                 {"own", "far", "near"},
                                                                 {"far", "near", "own"},
                                                                 {"near", "far", "own"},
                                                                 {"own", "near", "far"},
                                                                 {"far", "own", "near"}}};
  const auto [first, second, third] = random_.pick(orders);
  const std::string one = cast + rows.in(first), other = cast + rows.in(second);
  if (random_.chance(15)) return "(" + one + ")";
  const std::string either = "(" + condition(scope) + " ? " + one + " : " + other + ")";
  if (random_.chance(50)) return either;
  return "(" + condition(scope) + " ? " + either + " : " + cast + rows.in(third) + ")";
}

std::string PointerStatements::element(const Scope& scope, const Rows& rows) {
  return "(" + row(scope, rows) + " + " + index(scope, 4) + ")";
}

/// A pointer that later statements use; one that a loop moves now and then.
void PointerStatements::choose(Scope& scope) {
  const Rows& rows = random_.pick(rows_);
  const std::string type = rows.type.name(), name = statements_.fresh("p");
  switch (random_.below(3)) {
    case 0:
      statements_.line(type + "* " + name + " = " + row(scope, rows) + ";");
      scope.arrays.push_back({name + "[(", ")]", rows.type, 4});
      return;
    case 1:
      statements_.line(type + "* " + name + " = " + row(scope, rows) + "; for (uint i = 0u; i < (" +
                       value(scope, uint_type, 1) + " & 3u); ++i) " + name + " = " + name +
                       " == (" + type + "*)" + rows.in("near") + " ? (" + type + "*)" +
                       rows.in("far") + " : " + name + " + (i == 0u ? 1 : 0);");
      scope.arrays.push_back({name + "[0u*(", ")]", rows.type, 1});
      return;
    default:
      statements_.line(type + "* " + name + "[4] = {" + row(scope, rows) + ", " + rows.in("near") +
                       ", " + row(scope, rows) + ", " + rows.in("own") + "};");
      scope.arrays.push_back({name + "[" + index(scope, 4) + "][(", ")]", rows.type, 4});
  }
}

/// In local memory.
void PointerStatements::keep(Scope& scope, const Rows& rows) {
  statements_.line("kept_near[lid] = " + element(scope, rows) + ";");
}

/// Through functions of the program that take pointers, and back.
void PointerStatements::pass(Scope& scope, const Rows& rows) {
  const std::string from = random_.chance(50) ? row(scope, rows) : "(uint*)host->cells[g]->words";
  constexpr std::array calls = {"added(", "added_apart("};
  define(scope, uint_type,
         random_.pick(calls) + from + ", " + value(scope, uint_type) + ", picked(" +
             element(scope, rows) + ", " + element(scope, rows) + ", " + value(scope, uint_type) +
             "))");
}

void PointerStatements::ask(Scope& scope, const Rows& rows) {
  if (random_.chance(60)) return check_answers(scope, rows);
  std::string pointer = element(scope, rows);
  if (random_.chance(20)) pointer = "host->places[g]";
  if (random_.chance(20)) pointer = "kept_near[lid]";
  if (random_.chance(10)) pointer = "(uint*)host->kept[g]";
  define(scope, uint_type, (random_.chance(70) ? "asked(" : "asked_apart(") + pointer + ")");
}

/// Answers that are known, by the way on which the pointer was chosen.
void PointerStatements::check_answers(Scope& scope, const Rows& rows) {
  const std::string type = rows.type.name(), p = statements_.fresh("p"),
                    way = statements_.fresh("w");
  // A variable that lives over no barrier lies elsewhere.
  const bool is_short_lived = random_.chance(50);
  const std::string mine = statements_.fresh("a");
  const std::string near = "(" + type + "*)" + rows.in("near"),
                    own = "(" + type + "*)" + (is_short_lived ? mine : rows.in("own")),
                    far = "(" + type + "*)" + rows.in("far");
  std::string choice;
  switch (random_.below(3)) {
    case 0:
      choice = p + " = " + way + " == 0u ? " + near + " : " + way + " == 1u ? " + own + " : " +
               far + ";";
      break;
    case 1:  // ways that stay ways
      choice = "if (" + way + " == 0u) { " + rows.in("near") + "[1] = " + rows.in("own") + "[2]; " +
               p + " = " + near + "; } else { for (uint i = 0u; i < " + way + "; ++i) " + p +
               " = i == 0u ? " + own + " : " + far + "; }";
      break;
    default:
      choice = type + "* all[3] = {" + near + ", " + own + ", " + far + "}; " + p + " = all[" +
               way + "];";
  }
  const std::string meet = random_.chance(30) ? "mem_fence(CLK_LOCAL_MEM_FENCE); " : "";
  const std::string differs = random_.chance(60) ? "lid + " : "";
  const std::string declaration = is_short_lived
                                      ? type + " " + mine + "[4]; for (uint i = 0u; i < 4u; ++i) " +
                                            mine + "[i] = (" + type + ")(lid + i); "
                                      : "";
  statements_.line(
      "{ " + declaration + "const uint " + way + " = (" + differs + value(scope, uint_type) +
      ") % 3u; " + type + "* " + p + " = " + own + "; " + choice + " " + meet + "if (asked(" + p +
      " + " + index(scope, 4) + ") != (" + way + " == 0u ? 10u : " + way +
      " == 1u ? 4u : 1u)) atomic_inc(&host->errors); " + p + "[0] += (" + type + ")1; }");
}

/// Structures in all spaces that point to each other.
void PointerStatements::chain(Scope& scope) {
  const std::string a = statements_.fresh("a"), b = statements_.fresh("a");
  const std::string type = "struct Link";
  statements_.line(type + " " + a + " = {0, " + value(scope, uint_type) + "}, " + b + " = {" +
                   condition(scope) + " ? &" + a + " : (struct Link*)&links_near[lid], " +
                   value(scope, uint_type) + "};" +
                   (random_.chance(40) ? " links_near[lid].value += " + a + ".value;" : ""));
  define(scope, ulong_type,
         "links(" + condition(scope) + " ? &" + b + " : (struct Link*)&" +
             (random_.chance(50) ? "links_near[lid]" : a) + ")");
}

void PointerStatements::transfer_vector(Scope& scope, const Rows& rows) {
  const unsigned width = random_.chance(50) ? 2 : 4;
  const std::string at = ", " + (width == 4 ? "0u" : index(scope, 2)) + ", " + row(scope, rows);
  const std::string count = std::to_string(width);
  if (rows.type.element == Element::f16) {
    const Type real = float_type.with_width(width);
    if (random_.chance(50)) {
      return statements_.line("vstore_half" + count + "(" + value(scope, real) + at + ");");
    }
    return define(scope, real, "clean(vload_half" + count + "(" + at.substr(2) + "))");
  }
  const Type type = rows.type.with_width(width);
  if (random_.chance(50)) {
    return statements_.line("vstore" + count + "(" + value(scope, type) + at + ");");
  }
  const std::string loaded = "vload" + count + "(" + at.substr(2) + ")";
  define(scope, type, type.is_float() ? "clean(" + loaded + ")" : loaded);
}

/// Built-in functions with a result behind a pointer.
void PointerStatements::result_by_pointer(Scope& scope) {
  const Rows& rows = rows_[1];
  const Element element_type = rows.type.element;
  const std::string real = "ldexp((float)(" + value(scope, {Element::i16, 1}) + "), -3)";
  if (element_type == Element::i32) {
    return define(scope, float_type,
                  (random_.chance(50) ? "frexp(" + real : "remquo(" + real + ", 3.5f") + ", " +
                      element(scope, rows) + ")");
  }
  if (element_type == Element::f32 || element_type == Element::f64) {
    constexpr std::array functions = {"fract", "modf", "sincos"};
    return define(scope, rows.type,
                  "clean(" + std::string(random_.pick(functions)) + "((" + rows.type.name() + ")" +
                      real + ", " + element(scope, rows) + "))");
  }
  define(scope, float_type, "clean(fract(" + real + ", (float*)&host->cells[g]->reals[0]))");
}

/// On a place of the work-item's own, so that the result is defined; private memory has none.
void PointerStatements::own_atomic(Scope& scope) {
  constexpr std::array operations = {"atomic_fetch_add_explicit", "atomic_fetch_sub_explicit",
                                     "atomic_fetch_xor_explicit", "atomic_fetch_max_explicit",
                                     "atomic_fetch_and_explicit", "atomic_exchange_explicit"};
  constexpr std::array scopes = {"memory_scope_work_group", "memory_scope_device",
                                 "memory_scope_all_svm_devices"};
  const std::string place = "(volatile atomic_uint*)(" + condition(scope) + " ? (uint*)near0 : " +
                            (random_.chance(50) ? "(uint*)far0" : "host->cells[g]->words") + ")";
  define(scope, uint_type,
         random_.pick(operations) + std::string("(") + place + " + " + index(scope, 4) + ", " +
             value(scope, uint_type) + ", memory_order_relaxed, " + random_.pick(scopes) + ")");
}

/// Words that all change, in local memory, in the host's or in either.
void PointerStatements::shared_atomic(Scope& scope) {
  constexpr std::array operations = {"add", "or", "and", "xor", "min", "max"};
  const unsigned which = random_.below(operations.size());
  const std::string number = "[" + std::to_string(8 * which) + "u + " +
                             (random_.chance(40) ? "2u" : index(scope, 8)) + "]";
  const std::string far = "(volatile atomic_uint*)&host->counters" + number;
  std::string place = far;
  if (scope.has_atomics && random_.chance(70)) {
    place = "(" + condition(scope) + " ? " + far + " : (volatile atomic_uint*)&shared_local" +
            number + ")";
  }
  statements_.line("atomic_fetch_" + std::string(operations[which]) + "_explicit(" + place + ", " +
                   value(scope, uint_type) + ", memory_order_relaxed, memory_scope_device);");
}

/// Whole numbers, which reals add exactly in any order, and extremes.
void PointerStatements::real_atomic(Scope& scope) {
  const unsigned which = random_.below(4);
  constexpr std::array operations = {"add", "sub", "min", "max"};
  const std::string name = statements_.fresh("x"), number = std::to_string(which) + "u";
  const bool adds = which < 2;
  const std::string stored =
      adds ? "(float)((" + value(scope, uint_type) + ") & 15u)" : value(scope, float_type);
  std::string type = "float", place;
  switch (random_.below(6)) {
    case 0:
      type = "double";
      place = "&host->doubles[" + number + "]";
      break;
    case 1:
      place = "(" + condition(scope) + " ? (volatile atomic_float*)&reals_near[" + number +
              "] : (volatile atomic_float*)&host->reals[" + number + "])";
      break;
    case 2:
    case 3:
      place = "&reals_near[" + number + "]";
      break;
    default:
      place = "&host->reals[" + number + "]";
  }
  const std::string space = place.starts_with("&r") ? "local " : place[0] == '(' ? "" : "global ";
  statements_.line("{ const float " + name + " = " + stored + "; atomic_fetch_" +
                   operations[which] + "_explicit((volatile " + space + "atomic_" + type + "*)" +
                   place + ", (" + type + ")" + (adds ? name : not_zero(name)) +
                   ", memory_order_relaxed, memory_scope_device); }");
}

/// Each work-item's number depends on the order, but not the sum of all numbers.
void PointerStatements::real_ticket(Scope& scope) {
  constexpr std::array types = {"float", "double", "half"};
  constexpr std::array places = {"reals[4]", "doubles[4]", "halves[4]"};
  const unsigned which = random_.below(types.size());
  const std::string type = types[which];
  const std::string call = "(uint)atomic_fetch_add_explicit((volatile global atomic_" + type +
                           "*)&host->" + places[which] + ", (" + type +
                           ")1, memory_order_relaxed, memory_scope_device)";
  const std::string text =
      "atomic_add(&host->tickets[" + std::to_string(which) + "], " + call + ");";
  if (random_.chance(50)) return statements_.line(text);
  statements_.line("if (" + condition(scope) + ") " + text);
}

void PointerStatements::own_real_atomic(Scope& scope) {
  constexpr std::array operations = {"atomic_fetch_add_explicit", "atomic_fetch_min_explicit",
                                     "atomic_fetch_max_explicit"};
  const std::string name = statements_.fresh("x");
  statements_.line("const float " + name + " = " + value(scope, float_type) + ";");
  define(scope, float_type,
         "clean(" + std::string(random_.pick(operations)) +
             "((volatile atomic_float*)&host->cells[g]->reals[1u], " + not_zero(name) +
             ", memory_order_relaxed, memory_scope_device))");
}

/// A pointer to a node of the host's, or none.
std::string PointerStatements::node(const Scope& scope) {
  switch (random_.below(6)) {
    case 0:
      return "host->first";
    case 1:
      return "host->nodes";
    case 2:
      return "(host->nodes + " + index(scope, 64) + ")";
    case 3:
      return "(host->kept[g] != 0 ? host->kept[g]->other : host->first)";
    case 4:
      return "(" + condition(scope) + " ? host->kept[g] : host->first)";
    default:
      return "host->kept[g]";
  }
}

void PointerStatements::follow(Scope& scope) {
  const std::string name = statements_.fresh("v"), p = statements_.fresh("p");
  if (random_.chance(35)) {
    return define(scope, ulong_type,
                  "walked(" + node(scope) + ", " + value(scope, uint_type) + ")");
  }
  const std::string i = statements_.fresh("i");
  const std::string bound = random_.chance(40) ? std::to_string(random_.between(1, 12)) + "u"
                                               : "((" + value(scope, uint_type, 1) + ") & 7u)";
  statements_.line("ulong " + name + " = 1ul; { const global struct Node* " + p + " = " +
                   node(scope) + "; for (uint " + i + " = 0u; " + p + " != 0 && " + i + " < " +
                   bound + "; ++" + i + ") { " + name + " = mix_in(" + name + ", " + p +
                   "->value); " + p + " = ((" + p + "->weight + " + value(scope, uint_type, 1) +
                   ") & " + std::to_string(random_.between(1, 3)) + "u) != 0u ? " + p +
                   "->next : " + p + "->other; } }");
  scope.variables.push_back({name, ulong_type});
}

void PointerStatements::store_pointer(Scope& scope) {
  if (random_.chance(50)) {
    return statements_.line("host->kept[g] = " + node(scope) + ";");
  }
  statements_.line("host->places[g] = host->cells[g]->words + " + index(scope, 4) + ";");
}

/// 32-bit indices that wrap from one work-item to the next.
void PointerStatements::vast(Scope& scope, bool is_argument) {
  const std::string of = is_argument ? "" : "host->";
  if (random_.chance(40)) {
    return statements_.line(of + "vast[(uint)(g - 80u)] = (uchar)(" + value(scope, uint_type) +
                            ");");
  }
  constexpr std::array ids = {"lid", "(uint)get_local_id(0)", "g"};
  const std::string start = std::to_string(random_.between(1, 150));
  define(scope, uint_type,
         "(uint)" + of + "vast_read[(uint)(" + random_.pick(ids) +
             (random_.chance(50) ? " - " + start + "u" : " + (u_a - " + start + "u - 11u)") + ")]");
}

/// Around a pointer into the middle of an allocation.
void PointerStatements::middle(Scope& scope) {
  const std::string offset = random_.chance(40)
                                 ? "(int)lid - " + std::to_string(random_.below(200))
                                 : "(int)((" + value(scope, uint_type) + ") & 255u) - 128";
  if (random_.chance(30)) {
    return define(scope, {Element::u32, 4}, "vload4(0, middle + (" + offset + "))");
  }
  define(scope, uint_type, "middle[" + offset + "]");
}

}  // namespace cleave::test::fuzz::kernels
