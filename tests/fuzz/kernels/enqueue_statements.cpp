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
constexpr auto after_group = "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP",
               after_all = "CLK_ENQUEUE_FLAGS_WAIT_KERNEL";
constexpr auto succeeded = "CL_COMPLETE";  // a status of an event

/// Arrays and their elements are not captured, structures are.
bool may_be_captured(const Variable& variable) {
  return variable.name.find_first_of("[(*") == std::string::npos;
}

/// A child whose results lie at `place` has two numbers for the times of its event.
std::string place_of_times(const std::string& place) {
  return "(" + text(grown::times) + " + " + place + " / " + text(grown::room) + " * 2u)";
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
  children(scope, {.first = first, .second = second, .each = grown::room});
  statements_.line("}");
  return true;
}

void EnqueueStatements::children(const Scope& scope, const Room& room) {
  if (features_.may_fail && random_.chance(40)) return linked(scope, room);
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
  constexpr std::array all = {"CLK_ENQUEUE_FLAGS_NO_WAIT", after_group, after_all};
  if (is_after_all) return after_all;
  if (random_.chance(80)) return random_.pick(all);
  return statements_.expressions().condition(scope, 1) + " ? " + random_.pick(all) + " : " +
         random_.pick(all);
}

/// A number from `least` on, known or computed. It has a name then, so that blocks can capture it.
std::string EnqueueStatements::number(const Scope& scope, unsigned least, unsigned most) {
  if (random_.chance(60)) return text(random_.between(least, most));
  const std::string name = statements_.fresh("some");
  statements_.line("const uint " + name + " = " + text(least) + " + (" +
                   statements_.expressions().value(scope, uint_type, 1) + ") % " +
                   text(most - least + 1) + ";");
  return name;
}

/// Makes a range of as many work-items as there is room for, of any dimensions, known or not; of
/// none now and then. Work-groups need not divide it.
EnqueueStatements::Range EnqueueStatements::range(const Scope& scope, unsigned most) {
  Range range;
  range.has_local_size = random_.chance(75);
  range.has_offset = range.has_local_size && random_.chance(45);
  const unsigned dimensions = random_.chance(50) ? 1 : random_.between(2, 3);
  unsigned left = most;
  for (unsigned d = 0; d < dimensions; ++d) {
    const unsigned size = d + 1 == dimensions ? left : random_.between(1, left);
    left /= size;
    const unsigned most_local = dimensions == 1 ? std::max(2u, most / 2) : std::min(4u, size);
    range.extents.push_back({.size = number(scope, random_.chance(90) ? 1 : 0, size),
                             .local_size = text(random_.between(1, most_local)),
                             .offset = range.has_offset ? number(scope, 0, 999) : text(0)});
  }
  const std::string name = statements_.fresh("range");
  range.text = range_text(range, name);
  if (random_.chance(30)) {
    statements_.line("const ndrange_t " + name + " = " + range.text + ";");
    range.text = name;
  }
  return range;
}

std::string EnqueueStatements::range_text(const Range& range, const std::string& name) {
  const bool is_line = range.extents.size() == 1;
  std::string arguments;
  const auto add = [&](const char* of, std::string Extent::* number) {
    std::string numbers;
    for (const Extent& extent : range.extents) {
      numbers += (numbers.empty() ? "" : ", ") + extent.*number;
    }
    arguments += arguments.empty() ? "" : ", ";
    if (is_line) {
      arguments += numbers;
      return;
    }
    statements_.line("const size_t " + (of + name) + "[" + std::to_string(range.extents.size()) +
                     "] = {" + numbers + "};");
    arguments += of + name;
  };
  if (range.has_offset) add("offset_", &Extent::offset);
  add("size_of_", &Extent::size);
  if (range.has_local_size) add("local_", &Extent::local_size);
  return "ndrange_" + std::to_string(range.extents.size()) + "D(" + arguments + ")";
}

/// Returns a condition that holds if a child runs another range than this one.
std::string EnqueueStatements::another_range(const Range& range) {
  std::string wrong = "get_work_dim() != " + text(range.extents.size());
  for (size_t d = 0; d < range.extents.size(); ++d) {
    const Extent& extent = range.extents[d];
    const std::string of = "(" + text(d) + ") != ";
    wrong +=
        " || get_global_size" + of + extent.size + " || get_global_offset" + of + extent.offset;
    if (range.has_local_size) wrong += " || get_enqueued_local_size" + of + extent.local_size;
  }
  return wrong;
}

/// Returns the scope of a child: copies of variables, the same for all its work-items, and memory
/// that its kernel no longer writes.
Scope EnqueueStatements::captured(const Scope& scope, bool is_after_all) {
  Scope inner = inside_of_block(scope);
  for (Variable& variable : inner.variables) variable.is_uniform = true;
  std::erase_if(inner.arrays, [&](const Array& one) {
    return !one.is_global || (one.is_assignable && !is_after_all);
  });
  for (Array& array : inner.arrays) array.is_assignable = false;
  return inner;
}

/// Returns a condition that holds once a child has run whose results lie there.
std::string EnqueueStatements::has_results(const std::string& place) {
  return "grown[" + place + "] != 0ul";
}

/// Returns a condition that holds if a child of the kernel begins too early: work-items write to
/// `out` at their end, though the first one may write 0.
std::string EnqueueStatements::too_early(const std::string& when) {
  if (when == after_all) return "g + 1u < n && out[n - 1u - g] == 0ul";
  return when == after_group ? "g != 0u && out[g] == 0ul" : std::string();
}

void EnqueueStatements::enqueue(const Scope& scope, const Room& room, Child child) {
  const bool is_after_all = random_.chance(35);
  const std::string result = statements_.fresh("r"), when = flags(scope, is_after_all);
  if (room.depth == 0) child.add_check(too_early(when));
  if (!room.later.empty()) child.add_check(has_results(room.later));
  child.follows_pointers = scope.has_pointers && random_.chance(25);
  const Range where = range(scope, room.each);
  if (random_.chance(60)) child.add_check(another_range(where));
  const std::string call = "const int " + result + " = enqueue_kernel(" + queue(scope) + ", " +
                           when + ", " + where.text + child.events + ", ";
  const Scope inner = captured(scope, is_after_all);
  if (where.has_local_size && random_.chance(45)) {
    const std::string near = statements_.fresh("near"), bytes = text(near_bytes);
    const bool has_two = random_.chance(30);
    const std::string size = random_.chance(60) ? bytes : "(ulong)(" + bytes + " + (g & 3u))";
    statements_.line(call + "^(local void* " + near +
                     (has_two ? ", local void* " + near + "_too) {" : ") {"));
    const std::string other = near + "_too", both[] = {near, other};
    const bool is_second = has_two && random_.chance(50);
    if (has_two) fill(both[is_second ? 0 : 1]);
    body(inner, room, child, where, both[is_second ? 1 : 0]);
    if (has_two) check_filled(both[is_second ? 0 : 1]);
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

/// Writes the body of a child. If the local size is the driver's choice, nothing may depend on it.
void EnqueueStatements::body(Scope scope, const Room& room, const Child& child, const Range& range,
                             const std::string& near) {
  Expressions& expressions = statements_.expressions();
  const std::string c = statements_.fresh("c"), h = statements_.fresh("h");
  statements_.line("const uint " + c + " = (uint)get_global_linear_id(); ulong " + h + " = " + c +
                   ";");
  if (!child.reads.empty()) read_results(room, child.reads, h);
  if (!child.check.empty()) statements_.line("wrong_child(grown, " + child.check + ");");
  if (!child.times_of.empty()) {
    statements_.line("if (" + c + " == 0u) { " + capture(child.times_of, child.reads) +
                     " wrong_child(grown, " + wrong_times(child.reads) + "); release_event(" +
                     child.times_of + "); }");
  }
  if (child.follows_pointers) {
    statements_.line(h + " = mix_in(" + h + ", far_byte(host, " + c + "));");
  }
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
  const bool is_awaited = !child.later.empty();
  if (range.has_local_size && random_.chance(is_awaited ? 75 : 40)) {
    children_of_child(scope, room, child, c);
  }
  const std::string own = "grown[" + child.place + " + " + c + "]";
  statements_.line("wrong_child(grown, " + own + " != 0ul); " + own + " = " + h + ";");
}

/// Those of a child and, where that is one of the kernel's, those of its children.
void EnqueueStatements::read_results(const Room& room, const std::string& place,
                                     const std::string& hash) {
  const auto read = [&](const std::string& first, unsigned count) {
    statements_.line("for (uint i = 0u; i < " + text(count) + "; ++i) " + hash + " = mix_in(" +
                     hash + ", grown[" + first + " + i]);");
  };
  read(place, room.each);
  if (room.depth > 0) return;
  read(text(grown::deeper) + " + " + place + " * " + text(grown::deeper_room),
       room.each * grown::deeper_room);
}

/// Local memory that a work-item of a child has to itself.
void EnqueueStatements::fill(const std::string& memory) {
  statements_.line("((local uint*)" + memory +
                   ")[get_local_linear_id()] = 77u + (uint)get_local_linear_id();");
}

void EnqueueStatements::check_filled(const std::string& memory) {
  statements_.line("wrong_child(grown, ((local uint*)" + memory +
                   ")[get_local_linear_id()] != 77u + (uint)get_local_linear_id());");
}

/// Captures the times of an event, for which a child whose results lie at `place` has two numbers.
std::string EnqueueStatements::capture(const std::string& event, const std::string& place) {
  return "capture_event_profiling_info(" + event + ", CLK_PROFILING_COMMAND_EXEC_TIME, grown + " +
         place_of_times(place) + ");";
}

std::string EnqueueStatements::wrong_times(const std::string& place) {
  const std::string times = place_of_times(place);
  return "grown[" + times + "] == 0ul || grown[" + times + " + 1u] < grown[" + times + "]";
}

void EnqueueStatements::children_of_child(const Scope& scope, const Room& room, const Child& child,
                                          const std::string& item) {
  if (room.depth > 0) return grown(scope);
  const std::string first = statements_.fresh("place"), second = statements_.fresh("place"),
                    each = text(grown::deeper_room / 2);
  statements_.line("if (" + statements_.expressions().condition(scope, 1) + ") {");
  statements_.line("const uint " + first + " = " + text(grown::deeper) + " + (" + child.place +
                   " + " + item + ") * " + text(grown::deeper_room) + ", " + second + " = " +
                   first + " + " + each + ";");
  children(scope, {.first = first,
                   .second = second,
                   .later = child.later,
                   .each = grown::deeper_room / 2,
                   .depth = room.depth + 1});
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

/// Two children, of which the second waits for the first, for a marker behind it, for an event that
/// is set here or by a third.
void EnqueueStatements::linked(const Scope& scope, const Room& room) {
  const std::string first = statements_.fresh("e");
  statements_.line("clk_event_t " + first + ";");
  Child earlier = {.place = room.first, .later = room.second, .events = ", 0, NULL, &" + first};
  earlier.add_check(has_results(room.second));
  enqueue(scope, room, earlier);
  std::vector<std::string> events = {first}, awaited = events;
  Child second = {.place = room.second, .reads = room.first};
  if (room.depth == 0 && random_.chance(40)) {
    if (random_.chance(50)) {
      statements_.line(capture(first, room.first));
      second.add_check(wrong_times(room.first));
    } else {
      statements_.line("retain_event(" + first + ");");
      second.times_of = first;
    }
  }
  if (random_.chance(50)) {
    const std::string marker = statements_.fresh("e");
    statements_.line("clk_event_t " + marker + "; wrong_child(grown, enqueue_marker(" +
                     queue(scope) + ", 1, &" + first + ", &" + marker + ") != CLK_SUCCESS);");
    events.push_back(marker);
    if (random_.chance(50)) awaited.clear();
    awaited.push_back(marker);
  }
  std::string user, status;
  if (random_.chance(features_.may_fail ? 80 : 50)) {
    user = statements_.fresh("e");
    statements_.line("clk_event_t " + user +
                     " = create_user_event(); wrong_child(grown, !is_valid_event(" + user + "));");
    events.push_back(user);
    awaited.push_back(user);
    status = status_of_user_event();
    if (status != succeeded) second.add_check("true");
  }
  const bool is_set_before = random_.chance(50);
  if (!status.empty() && is_set_before) set_user_event(scope, room, user, status);
  const std::string last = random_.chance(30) ? statements_.fresh("e") : "";
  if (!last.empty()) statements_.line("clk_event_t " + last + ";");
  if (random_.chance(50)) std::ranges::reverse(awaited);
  const std::string list = wait_list(awaited);
  second.events = ", " + std::to_string(awaited.size()) + ", " + list + ", " +
                  (last.empty() ? "NULL" : "&" + last);
  enqueue(scope, room, second);
  if (!user.empty() && status != succeeded) {
    statements_.line("atom_inc((volatile global ulong*)&grown[" + text(grown::failed) + "]);");
  }
  if (!status.empty() && !is_set_before) set_user_event(scope, room, user, status);
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

/// An error, or none since nobody sets it, in kernels that may fail.
std::string EnqueueStatements::status_of_user_event() {
  if (features_.may_fail && random_.chance(20)) return {};
  return features_.may_fail && random_.chance(60) ? "-7" : succeeded;
}

/// Here or by a child, before what waits for it has run.
void EnqueueStatements::set_user_event(const Scope& scope, const Room& room,
                                       const std::string& event, const std::string& status) {
  const std::string set = "set_user_event_status(" + event + ", " + status + ");";
  if (random_.chance(50)) return statements_.line(set);
  statements_.line("retain_event(" + event + "); wrong_child(grown, enqueue_kernel(" +
                   queue(scope) + ", " + flags(scope, false) +
                   ", ndrange_1D(1), ^{ wrong_child(grown, " + has_results(room.second) + "); " +
                   set + " release_event(" + event + "); }) != CLK_SUCCESS);");
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
