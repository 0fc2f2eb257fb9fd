#include "enqueue_statements.h"

#include <algorithm>

#include "enqueue_launches.h"
#include "statements.h"

namespace cleave::test::fuzz::kernels {
namespace {

std::string text(size_t number) {
  return std::to_string(number) + "u";
}

constexpr Type float4_type = {Element::f32, 4};
constexpr size_t near_bytes = 4 * grown::room;  // prelude()'s functions use so much local memory
constexpr unsigned most_statements = 4;

/// Arrays and their elements are not captured, structures are.
bool may_be_captured(const Variable& variable) {
  return variable.name.find_first_of("[(*") == std::string::npos;
}

/// Returns the scope that a block in this one has, but for arrays. A block cannot change variables.
Scope inside_of_block(const Scope& scope) {
  Scope inner = scope.without_group();
  std::erase_if(inner.variables, [](const Variable& one) { return !may_be_captured(one); });
  for (Variable& variable : inner.variables) variable.is_assignable = false;
  std::erase_if(inner.helpers, [](const Helper& one) { return one.is_variable; });
  return inner;
}

}  // namespace

std::vector<std::string> enqueue_text() {
  return {
      "static void wrong_child(global ulong* grown, bool is_wrong) { if (is_wrong) "
      "atom_inc((volatile global ulong*)&grown[" +
          text(grown::errors) + "]); }",
      "static void grow(queue_t q, global ulong* grown, uint g, ulong id, uint levels) { "
      "atom_add((volatile global ulong*)&grown[" +
          text(grown::sums) +
          " + g], mix_bits(id, levels)); if (levels == 0u) return; wrong_child(grown, "
          "enqueue_kernel(q, (levels & 1u) != 0u ? CLK_ENQUEUE_FLAGS_NO_WAIT : "
          "CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2), ^{ grow(q, grown, g, id * 3ul + "
          "(ulong)get_global_id(0), levels - 1u); }) != CLK_SUCCESS); }",
      "__attribute__((noinline)) int sow_apart(queue_t q, global ulong* grown, uint place, uint "
      "items, float4 x, struct Given given) { return enqueue_kernel(q, "
      "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(items, 3), ^{ const uint i = "
      "(uint)get_global_id(0); grown[place + i] = mix_in(mix_in(mix_bits(given.c.y, given.a), "
      "x), i); }); }",
  };
}

std::string enqueue_parameters() {
  return ", queue_t queue, global ulong* grown";
}

void EnqueueStatements::memory() {
  statements_.line("uint sown = 0u;");
}

void EnqueueStatements::called_block(Scope& scope, bool captures) {
  Helper helper;
  helper.name = statements_.fresh("block");
  helper.result = random_type(random_);
  Scope inner = inside_of_block(scope);
  std::erase_if(inner.arrays, [](const Array& one) { return !one.is_global; });
  std::string parameters = statements_.parameters(helper, inner);
  if (random_.chance(30)) {
    helper.pointee = random_type(random_);
    helper.pointee_count = random_.chance(60) ? 1 : 4;
    const std::string name = statements_.fresh("p");
    parameters += ", " + helper.pointee.name() + "* " + name;
    inner.arrays.push_back({name + "[(", ")]", helper.pointee, helper.pointee_count, true, true});
  }
  Expressions& expressions = statements_.expressions();
  const unsigned cost_before = expressions.cost();
  const std::string result = helper.result.name();
  statements_.line(result + " (^" + (captures ? "" : "const ") + helper.name + ")(" + parameters +
                   ") = ^" + result + "(" + parameters + ") {");
  Site site;
  site.blocks = 1;
  site.returns = Returns::from_helper;
  site.result = helper.result;
  statements_.sequence(inner, site, random_.between(1, 4));
  statements_.line("return " + expressions.value(inner, helper.result, 2) + ";");
  statements_.line("};");
  helper.cost = expressions.cost() - cost_before;
  helper.is_variable = captures;
  scope.helpers.push_back(helper);
}

bool EnqueueStatements::statement(const Scope& scope) {
  if (count_ == most_statements) return false;
  ++count_;
  const std::string first = statements_.fresh("place"), second = statements_.fresh("place");
  statements_.line("if (sown < " + text(grown::rooms) + ") {");
  statements_.line("const uint " + first + " = (g * " + text(grown::rooms) + " + sown) * " +
                   text(grown::room) + ", " + second + " = " + first + " + " + text(grown::room) +
                   "; sown += 2u;");
  children(scope, {first, second, grown::room, 0});
  statements_.line("}");
  return true;
}

void EnqueueStatements::children(const Scope& scope, const Room& room) {
  switch (random_.below(12)) {
    case 0:
      enqueue(scope, room, {room.first});
      return enqueue(scope, room, {room.second});
    case 1:
    case 2:
    case 3:
      return linked(scope, room);
    case 4:
      return grown(scope);
    case 5:
      return sown_apart(scope, room);
    case 6:
      return refused();
    case 7:
      return asked(scope);
    default:
      enqueue(scope, room, {room.first});
  }
}

std::string EnqueueStatements::queue(const Scope& scope) {
  if (random_.chance(40)) return "queue";
  if (random_.chance(70)) return "get_default_queue()";
  return "(" + statements_.expressions().condition(scope, 1) + " ? queue : get_default_queue())";
}

std::string EnqueueStatements::flags(const Scope& scope, bool is_after_all) {
  constexpr std::array all = {"CLK_ENQUEUE_FLAGS_NO_WAIT", "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP",
                              "CLK_ENQUEUE_FLAGS_WAIT_KERNEL"};
  if (is_after_all) return all[2];
  if (random_.chance(80)) return random_.pick(all);
  return statements_.expressions().condition(scope, 1) + " ? " + random_.pick(all) + " : " +
         random_.pick(all);
}

/// Of as many work-items as there is room for, of any dimensions, known or not; of none now and
/// then. Work-groups need not divide it.
EnqueueStatements::Range EnqueueStatements::range(const Scope& scope, unsigned most) {
  const std::string name = statements_.fresh("range"), small = text(most / 2);
  const auto some = [&] {
    return "(" + statements_.expressions().value(scope, uint_type, 1) + ") % ";
  };
  Range range;
  if (random_.chance(50)) {
    const std::string items = random_.chance(50)   ? text(random_.between(1, most))
                              : random_.chance(80) ? "1u + " + some() + text(most)
                                                   : some() + text(most + 1);
    const std::string local = text(random_.between(1, std::max(2u, most / 2)));
    range.has_local_size = random_.chance(70);
    range.text = "ndrange_1D(" + (range.has_local_size && random_.chance(40)
                                      ? (random_.chance(50) ? "7, " : some() + "1000u, ")
                                      : std::string());
    range.text += items + (range.has_local_size ? ", " + local : "") + ")";
  } else {
    const unsigned dimensions = random_.between(2, 3);
    unsigned left = most;
    std::string sizes, locals, offsets;
    for (unsigned d = 0; d < dimensions; ++d) {
      const unsigned size = random_.between(1, left);
      left /= size;
      const std::string comma = d == 0 ? "" : ", ";
      sizes += comma + (random_.chance(30) ? "1u + " + some() + text(size) : text(size));
      locals += comma + text(random_.between(1, std::min(4u, size)));
      offsets += comma + text(random_.below(100));
    }
    const std::string type = "const size_t ", of = "[" + std::to_string(dimensions) + "] = {";
    range.has_local_size = random_.chance(80);
    std::string arguments = "size_of_" + name;
    statements_.line(type + arguments + of + sizes + "};");
    if (range.has_local_size) {
      arguments += ", local_" + name;
      statements_.line(type + "local_" + name + of + locals + "};");
      if (random_.chance(50)) {
        arguments = "offset_" + name + ", " + arguments;
        statements_.line(type + "offset_" + name + of + offsets + "};");
      }
    }
    range.text = "ndrange_" + std::to_string(dimensions) + "D(" + arguments + ")";
  }
  if (random_.chance(30)) {
    statements_.line("const ndrange_t " + name + " = " + range.text + ";");
    range.text = name;
  }
  return range;
}

/// What a child sees: copies of variables, the same for all its work-items, and memory that its
/// kernel no longer writes.
Scope EnqueueStatements::captured(const Scope& scope, bool is_after_all) {
  Scope inner = inside_of_block(scope);
  for (Variable& variable : inner.variables) variable.is_uniform = true;
  std::erase_if(inner.arrays, [&](const Array& one) {
    return !one.is_global || (one.is_assignable && !is_after_all);
  });
  for (Array& array : inner.arrays) array.is_assignable = false;
  return inner;
}

void EnqueueStatements::enqueue(const Scope& scope, const Room& room, const Child& child) {
  const bool is_after_all = random_.chance(35);
  const std::string result = statements_.fresh("r");
  const Range where = range(scope, room.each);
  const std::string call = "const int " + result + " = enqueue_kernel(" + queue(scope) + ", " +
                           flags(scope, is_after_all) + ", " + where.text + child.events + ", ";
  const Scope inner = captured(scope, is_after_all);
  if (where.has_local_size && random_.chance(45)) {
    const std::string near = statements_.fresh("near"), bytes = text(near_bytes);
    const bool has_two = random_.chance(30);
    const std::string size = random_.chance(60) ? bytes : "(ulong)(" + bytes + " + (g & 3u))";
    statements_.line(call + "^(local void* " + near +
                     (has_two ? ", local void* " + near + "_too) {" : ") {"));
    body(inner, room, child, where, has_two && random_.chance(50) ? near + "_too" : near);
    statements_.line("}, " + size + (has_two ? ", " + bytes : "") + ");");
  } else if (random_.chance(30)) {
    const std::string name = statements_.fresh("child");
    statements_.line("void (^" + name + ")(void) = ^{");
    body(inner, room, child, where, "");
    statements_.line("};");
    statements_.line(call + name + ");");
  } else {
    statements_.line(call + "^{");
    body(inner, room, child, where, "");
    statements_.line("});");
  }
  statements_.line("wrong_child(grown, " + result + " != CLK_SUCCESS);");
}

/// Where the local size is the driver's choice nothing may depend on it.
void EnqueueStatements::body(Scope scope, const Room& room, const Child& child, const Range& range,
                             const std::string& near) {
  Expressions& expressions = statements_.expressions();
  const std::string c = statements_.fresh("c"), h = statements_.fresh("h");
  statements_.line("const uint " + c + " = (uint)get_global_linear_id(); ulong " + h + " = " + c +
                   ";");
  if (!child.reads.empty()) {
    statements_.line("for (uint i = 0u; i < " + text(room.each) + "; ++i) " + h + " = mix_in(" + h +
                     ", grown[" + child.reads + " + i]);");
  }
  if (!child.check.empty()) statements_.line("wrong_child(grown, " + child.check + ");");
  const std::vector<Variable> seen = scope.variables;
  scope.variables.push_back({c, uint_type, false, false});
  if (range.has_local_size) {
    Site site;
    site.together = Together::work_group;
    site.blocks = 1;
    if (!near.empty()) lines_of_group(scope, near, h);
    statements_.sequence(scope, site, random_.between(1, 4));
    if (random_.chance(30)) statements_.collective(scope, site);
    if (!near.empty() && random_.chance(50)) lines_of_group(scope, near, h);
    if (random_.chance(20)) {
      statements_.line("if (" + expressions.condition(scope, 1) + ") {");
      statements_.line("return;");
      statements_.line("}");
    }
  }
  for (size_t i = seen.size(); i < scope.variables.size(); ++i) {
    statements_.line(h + " = mix_in(" + h + ", " + scope.variables[i].name + ");");
  }
  for (unsigned i = random_.between(1, 3); i > 0 && !seen.empty(); --i) {
    statements_.line(h + " = mix_in(" + h + ", " + random_.pick(seen).name + ");");
  }
  if (random_.chance(15)) {
    statements_.line("printf(\"%u: child %u %lx\\n\", " + child.place + ", " + c + ", " + h + ");");
  }
  if (range.has_local_size && random_.chance(40)) children_of_child(scope, room, child.place, c);
  statements_.line("grown[" + child.place + " + " + c + "] = " + h + ";");
}

void EnqueueStatements::children_of_child(const Scope& scope, const Room& room,
                                          const std::string& place, const std::string& item) {
  if (room.depth > 0) return grown(scope);
  const std::string first = statements_.fresh("place"), second = statements_.fresh("place"),
                    each = text(grown::deeper_room / 2);
  statements_.line("if (" + statements_.expressions().condition(scope, 1) + ") {");
  statements_.line("const uint " + first + " = " + text(grown::deeper) + " + (" + place + " + " +
                   item + ") * " + text(grown::deeper_room) + ", " + second + " = " + first +
                   " + " + each + ";");
  children(scope, {first, second, grown::deeper_room / 2, room.depth + 1});
  statements_.line("}");
}

/// Statements by which the work-items of a child meet in its local memory, in a loop now and then.
void EnqueueStatements::lines_of_group(Scope& scope, const std::string& near,
                                       const std::string& hash) {
  Expressions& expressions = statements_.expressions();
  const std::string place = "(local uint*)" + near;
  const auto value = [&] { return expressions.value(scope, uint_type, 1); };
  const auto uniform = [&] { return expressions.value(scope, uint_type, 1, true); };
  if (random_.chance(20)) return in_order(place, hash);
  if (random_.chance(25)) {
    statements_.line("for (uint i = 0u; i < (" + uniform() + " & 3u); ++i) " + hash + " = mix_in(" +
                     hash + ", exchange(" + place + ", " + value() + ", " + value() + "));");
    return;
  }
  std::string call;
  switch (random_.below(4)) {
    case 0:
      call = "tree(" + place + ", " + value() + ")";
      break;
    case 1:
      call = "scan(" + place + ", " + value() + ")";
      break;
    case 2:
      call =
          "copy_in(" + place + ", (const global uint*)input, " + uniform() + ", " + value() + ")";
      break;
    default:
      call = "exchange(" + place + ", " + value() + ", " + value() + ")";
  }
  const std::string name = statements_.fresh("v");
  statements_.line("uint " + name + " = " + call + ";");
  scope.variables.push_back({name, uint_type});
}

/// Sub-groups wait for each other. One line, so that they do not wait for ever.
void EnqueueStatements::in_order(const std::string& place, const std::string& hash) {
  const std::string turn = "(volatile local atomic_uint*)turns",
                    scope = ", memory_scope_work_group)";
  statements_.line("{ local uint* turns = " + place +
                   "; barrier(CLK_LOCAL_MEM_FENCE); if (get_local_linear_id() == 0) { turns[0] = "
                   "0u; turns[1] = 1u; } barrier(CLK_LOCAL_MEM_FENCE); if "
                   "(get_sub_group_local_id() == 0u) { while (atomic_load_explicit(" +
                   turn + ", memory_order_acquire" + scope +
                   " != get_sub_group_id()) { } turns[1] = turns[1] * 3u + get_sub_group_id(); "
                   "atomic_store_explicit(" +
                   turn + ", get_sub_group_id() + 1u, memory_order_release" + scope +
                   "; } barrier(CLK_LOCAL_MEM_FENCE); " + hash + " = mix_in(" + hash +
                   ", turns[1]); }");
}

/// Two children, of which the second waits for the first, for a marker, for an event that is set
/// here or by a third.
void EnqueueStatements::linked(const Scope& scope, const Room& room) {
  const std::string first = statements_.fresh("e");
  statements_.line("clk_event_t " + first + ";");
  enqueue(scope, room, {room.first, "", "", ", 0, NULL, &" + first});
  std::vector<std::string> events = {first};
  std::string check, user;
  if (room.depth == 0 && random_.chance(40)) {
    const std::string times =
        "(" + text(grown::times) + " + " + room.first + " / " + text(grown::room) + " * 2u)";
    statements_.line("capture_event_profiling_info(" + first +
                     ", CLK_PROFILING_COMMAND_EXEC_TIME, grown + " + times + ");");
    check = "grown[" + times + "] == 0ul || grown[" + times + " + 1u] < grown[" + times + "]";
  }
  if (random_.chance(50)) {
    const std::string marker = statements_.fresh("e");
    statements_.line("clk_event_t " + marker + "; wrong_child(grown, enqueue_marker(" +
                     queue(scope) + ", 1, &" + first + ", &" + marker + ") != CLK_SUCCESS);");
    events.push_back(marker);
  }
  if (random_.chance(50)) {
    user = statements_.fresh("e");
    statements_.line("clk_event_t " + user +
                     " = create_user_event(); wrong_child(grown, !is_valid_event(" + user + "));");
    events.push_back(user);
  }
  const bool is_set_before = random_.chance(40);
  if (!user.empty() && is_set_before) set_user_event(scope, user);
  const std::string last = random_.chance(30) ? statements_.fresh("e") : "";
  if (!last.empty()) statements_.line("clk_event_t " + last + ";");
  const std::string list = wait_list(events);
  enqueue(scope, room,
          {room.second, room.first, check,
           ", " + std::to_string(events.size()) + ", " + list + ", " +
               (last.empty() ? "NULL" : "&" + last)});
  if (!user.empty() && !is_set_before) set_user_event(scope, user);
  if (!last.empty()) events.push_back(last);
  for (const std::string& event : events) statements_.line("release_event(" + event + ");");
}

std::string EnqueueStatements::wait_list(const std::vector<std::string>& events) {
  if (events.size() == 1 && random_.chance(50)) return "&" + events.front();
  const std::string list = statements_.fresh("list");
  std::string line = "clk_event_t " + list + "[" + std::to_string(events.size()) + "];";
  for (size_t i = 0; i < events.size(); ++i) {
    line += " " + list + "[" + std::to_string(i) + "] = " + events[i] + ";";
  }
  statements_.line(line);
  return list;
}

/// To an error, or never, in kernels that may fail.
void EnqueueStatements::set_user_event(const Scope& scope, const std::string& event) {
  if (features_.may_fail && random_.chance(20)) return;
  const std::string status = features_.may_fail && random_.chance(40) ? "-7" : "CL_COMPLETE";
  const std::string set = "set_user_event_status(" + event + ", " + status + ");";
  if (random_.chance(50)) return statements_.line(set);
  statements_.line("retain_event(" + event + "); wrong_child(grown, enqueue_kernel(" +
                   queue(scope) + ", " + flags(scope, false) + ", ndrange_1D(1), ^{ " + set +
                   " release_event(" + event + "); }) != CLK_SUCCESS);");
}

void EnqueueStatements::grown(const Scope& scope) {
  Expressions& expressions = statements_.expressions();
  statements_.line("grow(" + queue(scope) + ", grown, g, " +
                   expressions.value(scope, ulong_type, 1) + ", (" +
                   expressions.value(scope, uint_type, 1) + ") & 3u);");
}

void EnqueueStatements::sown_apart(const Scope& scope, const Room& room) {
  Expressions& expressions = statements_.expressions();
  statements_.line("wrong_child(grown, sow_apart(" + queue(scope) + ", grown, " + room.first +
                   ", 1u + (" + expressions.value(scope, uint_type, 1) + ") % " + text(room.each) +
                   ", " + expressions.value(scope, float4_type, 1) + ", given) != CLK_SUCCESS);");
}

void EnqueueStatements::refused() {
  struct Refusal {
    const char* call;
    int reason;
  };
  constexpr std::array refusals = {
      Refusal{"enqueue_kernel(nobody, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), none)", -102},
      Refusal{"enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8, 1000000), none)",
              -160},
      Refusal{
          "enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, NULL, NULL, none)",
          -57},
      Refusal{"enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void* p) { "
              "wrong_child(grown, p != 0); }, 0)",
              -51},
      Refusal{"enqueue_marker(queue, 0, NULL, NULL)", -57},
  };
  const Refusal& refusal = random_.pick(refusals);
  statements_.line(
      "{ const queue_t nobody = CLK_NULL_QUEUE; void (^none)(void) = ^{ wrong_child(grown, true); "
      "}; wrong_child(grown, " +
      std::string(refusal.call) +
      " != " + std::to_string(features_.tells_reasons ? refusal.reason : -101) + "); }");
}

/// Answers that are known.
void EnqueueStatements::asked(const Scope& scope) {
  const std::string items = text(random_.between(1, 200));
  std::vector<std::string> wrong = {"get_kernel_work_group_size(asked) == 0u",
                                    "get_kernel_preferred_work_group_size_multiple(^(local void* "
                                    "p) { wrong_child(grown, p == 0); "
                                    "}) == 0u",
                                    "queue == get_default_queue()",
                                    "queue != queue",
                                    "get_default_queue() == CLK_NULL_QUEUE",
                                    "is_valid_event(CLK_NULL_EVENT)"};
  if (scope.has_sub_groups) {
    const std::string range = "(ndrange_1D(" + items + ", " + items + "), asked)";
    wrong.push_back("get_kernel_sub_group_count_for_ndrange" + range +
                    " * get_kernel_max_sub_group_size_for_ndrange" + range + " < " + items);
  }
  statements_.line("{ void (^asked)(void) = ^{ wrong_child(grown, false); }; wrong_child(grown, " +
                   random_.pick(wrong) + "); }");
}

}  // namespace cleave::test::fuzz::kernels
