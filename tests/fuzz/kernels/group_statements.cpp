// Statements by which work-items meet, and those about memory that they share.
#include "statements.h"

namespace cleave::test::fuzz::kernels {

void Statements::group_statement(Scope& scope, const Site& site, unsigned chosen) {
  if (chosen < 89 && !scope.has_atomics) return assignment(scope, site);
  if (chosen < 87) return atomic(scope);
  if (chosen < 89) return own_atomic(scope);
  const bool meet = site.together >= Together::sub_group;
  if (chosen < 96 && meet && scope.has_sub_groups) return sub_group_function(scope);
  if (chosen < 98 && site.together == Together::work_group) return work_group_function(scope);
  if (site.together == Together::work_group) return exchange(scope);
  assignment(scope, site);
}

void Statements::collective(Scope& scope, const Site& site) {
  if (scope.has_sub_groups && random_.chance(50)) return sub_group_function(scope);
  if (site.together == Together::work_group) work_group_function(scope);
}

/// Their results are not looked at, and the operations of one array commute.
void Statements::atomic(Scope& scope) {
  if (random_.chance(45)) return ticket(scope);
  constexpr std::array operations = {"add", "or", "and", "xor", "min", "max"};
  const unsigned which = random_.below(operations.size());
  const std::string operation = operations[which];
  // Now and then one place for all.
  const std::string index = random_.chance(30)
                                ? std::to_string(8 * which + random_.below(8)) + "u"
                                : std::to_string(8 * which) + "u + (" +
                                      expressions_.value(scope, uint_type, 1) + " & 7u)";
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

/// Each work-item's number depends on the order, but not the sum of all numbers.
void Statements::ticket(Scope& scope) {
  const bool is_local = random_.chance(50);
  const std::string array = is_local ? "shared_local" : "shared_global";
  const unsigned first = is_local ? 48 : 108;
  auto place = [&](unsigned i) { return "&" + array + "[" + std::to_string(first + i) + "]"; };
  if (random_.chance(30)) {  // signed ones have places of their own
    const bool least = random_.chance(50);
    const std::string signed_place =
        std::string(is_local ? "(volatile local int*)&shared_local["
                             : "(volatile global int*)&shared_global[") +
        std::to_string((is_local ? 52 : 128) + (least ? 0 : 4)) +
        (random_.chance(50) ? "]" : "u + (lid & 3u)]");
    return line((least ? "atomic_min(" : "atomic_max(") + signed_place + ", " +
                value(scope, {Element::i32, 1}) + ");");
  }
  switch (random_.below(3)) {  // a counter goes up by the same number always
    case 0:
      return line("atomic_add(" + place(0) + ", atomic_inc(" + place(1) + "));");
    case 1:
      return line("atomic_add(" + place(0) + ", atomic_add(" + place(2) + ", 3u) * 5u);");
    default:
      line("atom_add((volatile global ulong*)&shared_global[112u + 2u * (" +
           expressions_.value(scope, uint_type, 1) + " & 7u)], " + value(scope, ulong_type) + ");");
  }
}

/// On a place that no other work-item touches, so that the result is defined.
void Statements::own_atomic(Scope& scope) {
  constexpr std::array operations = {"atomic_add", "atomic_sub", "atomic_xchg", "atomic_min",
                                     "atomic_or"};
  if (random_.chance(25)) return own_atomic_type(scope);
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

/// The atomic types of OpenCL C 2.0, likewise.
void Statements::own_atomic_type(Scope& scope) {
  constexpr std::array operations = {"atomic_exchange", "atomic_fetch_add", "atomic_fetch_xor",
                                     "atomic_fetch_max"};
  const std::string name = fresh("v");
  const bool is_local = random_.chance(50);
  const std::string place = std::string("(volatile ") + (is_local ? "local" : "global") +
                            " atomic_uint*)" + (is_local ? "&own_local[lid]" : "&own_global[g]");
  const std::string order = ", memory_order_relaxed, memory_scope_work_group)";
  if (random_.chance(30)) {
    line("atomic_store_explicit(" + place + ", " + value(scope, uint_type) + order + ";");
    line("uint " + name + " = atomic_load_explicit(" + place + order + ";");
  } else {
    line("uint " + name + " = " + random_.pick(operations) + "_explicit(" + place + ", " +
         value(scope, uint_type) + order + ";");
  }
  scope.variables.push_back({name, uint_type});
}

/// Functions by which lanes look at each other; those that only some lanes call stand alone in
/// their branch, so that it is plain who they are. What comes from lanes that do not exist is not
/// used.
void Statements::lanes_function(Scope& scope) {
  constexpr std::array elements = {Element::i8,  Element::u16, Element::i32,
                                   Element::u32, Element::i64, Element::f32};
  constexpr std::array operations = {"add", "mul", "min", "max", "and", "or", "xor"};
  constexpr std::array ways = {"reduce", "scan_inclusive", "scan_exclusive"};
  const std::string name = fresh("v"), seen = fresh("s");
  const std::string distance = std::to_string(random_.between(1, 5)) + "u";
  const Type type = {random_.pick(elements), 1};
  const std::string x = type.is_float() ? "clean(" + value(scope, type) + ")" : value(scope, type);
  auto shuffle = [&](const std::string& call, const std::string& exists) {
    line(type.name() + " " + seen + " = " + call + ", " + name + " = " + exists + " ? " + seen +
         " : (" + type.name() + ")1;");
    scope.variables.push_back({name, type});
  };
  switch (random_.below(8)) {
    case 0:
      return shuffle(
          "sub_group_shuffle(" + x + ", (" + value(scope, uint_type) + ") % get_sub_group_size())",
          "true");
    case 1:
      return shuffle("sub_group_shuffle_xor(" + x + ", " + distance + ")",
                     "(get_sub_group_local_id() ^ " + distance + ") < get_sub_group_size()");
    case 2:
      return shuffle("sub_group_shuffle_up(" + x + ", " + distance + ")",
                     "get_sub_group_local_id() >= " + distance);
    case 3:
      return shuffle("sub_group_shuffle_down(" + x + ", " + distance + ")",
                     "get_sub_group_local_id() + " + distance + " < get_sub_group_size()");
    case 4:
      return shuffle("sub_group_rotate(" + x + ", " + distance + ")",
                     "(get_sub_group_local_id() + " + distance +
                         ") % get_max_sub_group_size() < get_sub_group_size()");
    case 5:
      line("uint " + name + " = sub_group_clustered_reduce_" + random_.pick(operations) + "(" +
           value(scope, uint_type) + ", " + std::to_string(1u << random_.below(3)) + "u);");
      break;
    case 6:
      line("uint4 " + seen + " = sub_group_ballot(" + expressions_.condition(scope, 2) +
           "); uint " + name + " = " + seen + ".x ^ 3u * " + seen +
           ".y + sub_group_ballot_exclusive_scan(" + seen + ") + 7u * sub_group_ballot_find_lsb(" +
           seen + " | (uint4)(1u, 0u, 0u, 0u)) + (uint)sub_group_inverse_ballot(" + seen + ");");
      break;
    default:
      line("uint " + name + " = 5u; if (" + expressions_.condition(scope, 2) + ") " + name +
           " = sub_group_non_uniform_" + random_.pick(ways) + "_" + random_.pick(operations) + "(" +
           value(scope, uint_type) + ") + (uint)sub_group_non_uniform_any(" +
           expressions_.condition(scope, 1) + ");");
  }
  scope.variables.push_back({name, uint_type});
}

void Statements::sub_group_function(Scope& scope) {
  if (random_.chance(40)) return lanes_function(scope);
  if (random_.chance(20)) {
    const std::string name = fresh("v");
    line("uint " + name + " = exchange_in_sub_group(exchanged_near, " + value(scope, uint_type) +
         ", " + value(scope, uint_type) + ");");
    scope.variables.push_back({name, uint_type});
    return;
  }
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
    constexpr std::array of_real = {"sub_group_reduce_add",         "sub_group_reduce_min",
                                    "sub_group_reduce_max",         "sub_group_scan_inclusive_add",
                                    "sub_group_scan_inclusive_max", "sub_group_scan_inclusive_min"};
    constexpr std::array reals = {"float", "double", "half"};
    const std::string real = random_.pick(reals);
    call = std::string(random_.pick(of_real)) + "((" + real + ")(" + value(scope, uint_type) +
           (real == "half" ? " & 15u))" : " & 1023u))");
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
  if (random_.chance(25)) return exchange_any(scope);
  const std::string name = fresh("v"), x = value(scope, uint_type);
  auto uniform = [&] { return expressions_.value(scope, uint_type, 1, true); };
  std::string call;
  switch (scope.has_atomics ? random_.below(8) : random_.between(1, 7)) {
    case 0:
      call = "count_up(counters, " + expressions_.value(scope, uint_type, 1) + ", " + x + ")";
      break;
    case 1:
      call = "copy_in(exchanged, (const global uint*)input, " + uniform() + ", " + x + ")";
      break;
    case 2:
      call = "copy_apart(exchanged, (const global uint*)input, " + uniform() + ", " + x + ")";
      break;
    case 3:
      call =
          "copy_out(exchanged, (global uint*)hidden, " + x + ", " + value(scope, uint_type) + ")";
      break;
    case 4:
      call = "tree(exchanged, " + x + ")";
      break;
    case 5:
      call = "scan(exchanged, " + x + ")";
      break;
    default:
      call = "exchange(exchanged, " + x + ", " +
             (random_.chance(50)
                  ? "(uint)get_local_linear_id() + " + std::to_string(random_.between(1, 9)) + "u"
                  : value(scope, uint_type)) +
             ")";
  }
  line("uint " + name + " = " + call + ";");
  scope.variables.push_back({name, uint_type});
}

/// Through local memory of any type, with rows and columns swapped now and then. One line, so that
/// no barrier is left out.
void Statements::exchange_any(Scope& scope) {
  const Type type = random_scalar(random_).with_width(random_.chance(70) ? 1 : 4);
  const std::string name = fresh("v"), place = "((local " + type.name() + "*)tile)";
  constexpr std::array indices = {
      "get_local_linear_id()",
      "get_local_id(0) * get_local_size(1) * get_local_size(2) + get_local_id(1) * "
      "get_local_size(2) + get_local_id(2)",
      "get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * "
      "get_local_id(2))",
      "group_size() - 1u - get_local_linear_id()"};
  const std::string from = random_.chance(50) ? std::string(random_.pick(indices))
                                              : "(" + value(scope, uint_type) + ") % group_size()";
  const std::string stored =
      type.is_float() ? "clean(" + value(scope, type) + ")" : value(scope, type);
  line("barrier(CLK_LOCAL_MEM_FENCE); " + place + "[" + random_.pick(indices) + "] = " + stored +
       "; barrier(CLK_LOCAL_MEM_FENCE); " + type.name() + " " + name + " = " + place + "[" + from +
       "];");
  scope.variables.push_back({name, type});
}

/// Lines in any order; sums of them do not exist, so that each says who prints it.
void Statements::print(Scope& scope) {
  const Type whole = {Element::i32, 4}, real = {Element::f32, 2};
  switch (random_.below(3)) {
    case 0:
      return line("printf(\"%u: %d %s\\n\", g, " + value(scope, {Element::i32, 1}) +
                  ", \"text\");");
    case 1:
      return line("printf(\"%u: %v4d %lu\\n\", g, " + value(scope, whole) + ", " +
                  value(scope, ulong_type) + ");");
    default:
      line("printf(\"%u: %v2a\\n\", g, clean(" + value(scope, real) + "));");
  }
}

}  // namespace cleave::test::fuzz::kernels
