// Statements by which the sub-groups of one work-group wait for each other: locks, turns, flags,
// meeting places. In each sub-group one work-item waits, or all wait for the same, so that none
// waits for another of its own sub-group. What they write is the same in any order, or the order is
// given. A statement is one line, or a loop of one turn around other statements: with half of it
// kernels would not end.
#include "launches.h"
#include "statements.h"

namespace cleave::test::fuzz::kernels {
namespace {

// Words of the memory through which they wait, of each work-group one array near and one far.
namespace word {
enum : unsigned {
  lock = 0,  // four, and what only their holders touch
  sum = 4,
  product = 8,
  turn = 12,
  met,
  sense,
  next_ticket,
  serving,
  left,
  written,
  taken,
  real_sum = 20,
  greatest,
  pairs,
  ring = 24,        // four
  locked_row = 32,  // a word for each lane, which only the holder of lock 3 touches
  turn_row = 96,    // another one, which only the lane touches whose turn it is
  flag = 160,       // a word for each sub-group, as in the next two
  passed = 224,     // from one to the next
  arrived = 288,
  shown = 352,  // a word for each work-item
  count = 352 + maximum_local_size,
};
}  // namespace word

static_assert(word::count <= waiting_words);

const std::string everything = "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE";
const std::string together = "sub_group_barrier(" + everything + "); ";
const std::string lane_is = "get_sub_group_local_id() == ";

std::string text(size_t number) {
  return std::to_string(number) + "u";
}

}  // namespace

/// In local or in global memory.
struct Statements::Meeting {
  std::string space, array;

  [[nodiscard]] std::string at(const std::string& index) const { return array + "[" + index + "]"; }
  [[nodiscard]] std::string at(unsigned index) const { return at(text(index)); }
  [[nodiscard]] std::string atomic(const std::string& place) const {
    return "(volatile " + space + " atomic_uint*)&" + place;
  }
  /// The same memory, of which nothing is said to change behind the reader.
  [[nodiscard]] std::string plain(const std::string& index) const {
    return "((" + space + " uint*)" + array + ")[" + index + "]";
  }
};

Statements::Meeting Statements::some_meeting(const Site& site) {
  // Local memory can be shown only while all work-items are there.
  if (site.together == Together::nobody && site.returns == Returns::from_kernel) return far();
  return random_.chance(50) ? near() : far();
}

Statements::Meeting Statements::near() {
  return {"local", "near"};
}

Statements::Meeting Statements::far() {
  return {"global", "far"};
}

std::string Statements::fence() {
  if (random_.chance(30)) return "mem_fence(" + everything + "); ";
  return "atomic_work_item_fence(" + everything +
         ", memory_order_acq_rel, memory_scope_work_group); ";
}

/// Writes a read of what a word holds now.
std::string Statements::look(const Meeting& meeting, const std::string& place) {
  switch (random_.below(6)) {
    case 0:
      return "atomic_or(&" + place + ", 0u)";
    case 1:
      return "atomic_add(&" + place + ", 0u)";
    case 2:
      return "atomic_max(&" + place + ", 0u)";
    case 3:
      return place;
    case 4:
      return "atomic_load_explicit(" + meeting.atomic(place) +
             ", memory_order_relaxed, memory_scope_work_group)";
    default:
      return "atomic_load_explicit(" + meeting.atomic(place) +
             ", memory_order_acquire, memory_scope_work_group)";
  }
}

/// Goes on when a word that only grows has a value.
std::string Statements::spin(const Meeting& meeting, const std::string& place,
                             const std::string& value) {
  const std::string seen = look(meeting, place), name = fresh("w");
  switch (random_.below(9)) {
    case 0:
      return "while (" + seen + " != " + value + "); ";
    case 1:
      return "do { } while (" + seen + " < " + value + "); ";
    case 2:
      return "for (uint " + name + " = 0u; " + name + " < 1000000000u; ++" + name + ") { if (" +
             seen + " == " + value + ") break; } ";
    case 3:
      return name + ": if (" + seen + " != " + value + ") goto " + name + "; ";
    case 4:
      return "while (true) { const uint " + name + " = " + seen + "; if (" + name + " == " + value +
             ") break; if (" + name + " > " + value + ") h = 1ul; } ";
    case 5:
      return "while (atomic_cmpxchg(&" + place + ", " + value + ", " + value + ") != " + value +
             "); ";
    case 6:
      return "{ uint " + name + "; do { " + name + " = " + seen + "; } while (" + name +
             " != " + value + "); } ";
    case 7:
      return "{ bool " + name + " = false; while (!" + name + ") { if (" + seen + " == " + value +
             ") " + name + " = true; else for (uint i = 0u; i < (" + value + " & 3u); ++i) " +
             fence() + "} } ";
    default:
      return "await_" + meeting.array + "(&" + place + ", " + value + "); ";
  }
}

/// Writes the next value of a word that others wait for.
std::string Statements::advance(const Meeting& meeting, const std::string& place,
                                const std::string& value) {
  switch (random_.below(4)) {
    case 0:
      return fence() + "atomic_xchg(&" + place + ", " + value + "); ";
    case 1:
      return fence() + place + " = " + value + "; ";
    case 2:
      return fence() + "atomic_max(&" + place + ", " + value + "); ";
    default:
      return "atomic_store_explicit(" + meeting.atomic(place) + ", " + value +
             ", memory_order_release, memory_scope_work_group); ";
  }
}

std::string Statements::take_lock(const Meeting& meeting, const std::string& place) {
  const std::string name = fresh("w"), seen = look(meeting, place);
  const std::string orders =
      ", memory_order_acquire, memory_order_relaxed, memory_scope_work_group)";
  switch (random_.below(9)) {
    case 0:
      return "while (atomic_cmpxchg(&" + place + ", 0u, 1u) != 0u); ";
    case 1:
      return "while (atomic_xchg(&" + place + ", 1u) != 0u); ";
    case 2:
      return "do { while (" + seen + " != 0u); } while (atomic_xchg(&" + place + ", 1u) != 0u); ";
    case 3:
    case 4:
      return "{ uint " + name + " = 0u; while (!atomic_compare_exchange_" +
             (random_.chance(50) ? "strong" : "weak") + "_explicit(" + meeting.atomic(place) +
             ", &" + name + ", 1u" + orders + ") " + name + " = 0u; } ";
    case 5:  // like an update that is tried again, but it waits
      return "for (;;) { const uint " + name + " = " + seen + "; if (" + name +
             " != 0u) continue; if (atomic_cmpxchg(&" + place + ", " + name + ", 1u) == " + name +
             ") break; } ";
    case 6:
      return "while ((atomic_or(&" + place + ", 1u) & 1u) != 0u); ";
    case 7:
      return "{ uint " + name + "; do { " + name + " = atomic_cmpxchg(&" + place + ", " + seen +
             " & 0u, 1u); } while (" + name + " != 0u); } ";
    default:
      return "take_" + meeting.array + "(&" + place + "); ";
  }
}

std::string Statements::release_lock(const Meeting& meeting, const std::string& place) {
  switch (random_.below(3)) {
    case 0:
      return fence() + "atomic_xchg(&" + place + ", 0u); ";
    case 1:
      return fence() + place + " = 0u; ";
    default:
      return "atomic_store_explicit(" + meeting.atomic(place) +
             ", 0u, memory_order_release, memory_scope_work_group); ";
  }
}

/// Functions of which the kernel calls some; each is one line, and returns true.
void Statements::waiting_functions() {
  for (const Meeting& meeting : {near(), far()}) {
    const std::string place = "volatile " + meeting.space + " uint* p";
    auto declare = [&](const std::string& name, const std::string& parameters,
                       const std::string& body) {
      line((random_.chance(50) ? "__attribute__((noinline)) bool " : "static inline bool ") + name +
           "_" + meeting.array + "(" + parameters + ") { ulong h = 0ul; " + body +
           "return h == 0ul; }");
    };
    declare("await", place + ", uint value",
            "while (" + look(meeting, "p[0]") + " < value); " + fence());
    declare("await_turn", place + ", uint value", spin(meeting, "p[0]", "value") + fence());
    declare("take", place, "while (atomic_cmpxchg(p, 0u, 1u) != 0u); " + fence());
    declare("take_lock", place, take_lock(meeting, "p[0]") + fence());
    declare("release_lock", place, release_lock(meeting, "p[0]"));
    declare("pass_turn", place + ", uint value", advance(meeting, "p[0]", "value + 1u"));
    declare("await_all", place + ", uint value",
            spin(meeting, "p[0]", "value") + fence() + together);
    declare("pass_all", place + ", uint value",
            together + "if (" + lane_is + "0u) { " + advance(meeting, "p[0]", "value + 1u") + "} ");
  }
}

/// In a kernel: the memory, and how often its sub-groups have met there.
void Statements::waiting_memory() {
  const std::string words = text(waiting_words);
  line("volatile local uint near[" + words + "]; volatile global uint* far = shared_global + " +
       text(shared_words) + " + " + words +
       " * (uint)(get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * "
       "get_group_id(2))); uint near_turns = 0u, far_turns = 0u, near_met = 0u, far_met = 0u, "
       "near_passed = 0u, far_passed = 0u, near_written = 0u, far_written = 0u; "
       "for (uint i = lid; i < " +
       words +
       "; i += group_size()) near[i] = 0u; "
       "barrier(CLK_LOCAL_MEM_FENCE);");
}

/// Shows, where all work-items are, what they have left in local memory.
void Statements::show_waiting_memory() {
  line("barrier(" + everything + "); for (uint i = lid; i < " + text(waiting_words) +
       "; i += group_size()) far[" + text(waiting_words * most_work_groups) + " + i] = near[i];");
}

void Statements::wait(Scope& scope, const Site& site) {
  const Meeting meeting = some_meeting(site);
  const bool may_nest = site.blocks > 0;
  if (site.together == Together::work_group && random_.chance(75)) {
    switch (random_.below(may_nest ? 8 : 7)) {
      case 0:
      case 1:
        return take_turns(scope, meeting);
      case 2:
        return branch_with_turns(scope, site, meeting);
      case 3:
        return pass_on(scope, meeting);
      case 4:
        return produce_and_consume(scope, meeting);
      case 5:
      case 6:
        return meet(scope, meeting);
      default:
        return block_in_turns(scope, site, meeting);
    }
  }
  switch (random_.below(may_nest ? 7 : 5)) {
    case 0:
      return retry(scope, meeting);
    case 1:
      return take_ticket(scope, meeting);
    case 2:
      if (site.together != Together::nobody) return row_under_lock(scope, meeting);
      [[fallthrough]];
    case 3:
    case 4:
      return update_under_lock(scope, meeting);
    default:
      return block_under_lock(scope, site, meeting);
  }
}

/// Now and then not the first one.
std::string Statements::some_lane() {
  return lane_is + (random_.chance(60) ? std::string("0u")
                                       : text(random_.below(9)) + " % get_sub_group_size()");
}

void Statements::update_under_lock(Scope& scope, const Meeting& meeting) {
  const unsigned which = random_.below(3);
  const std::string place = meeting.at(word::lock + which), x = value(scope, uint_type),
                    sum = meeting.plain(text(word::sum + which)),
                    product = meeting.plain(text(word::product + which));
  const std::string update = sum + " += " + x + "; " + product + " = " + product + " * 5u + 1u; ";
  if (random_.chance(25)) {  // tries, and does something else meanwhile
    const std::string name = fresh("w");
    return line("if (" + some_lane() + ") { bool " + name + " = false; while (!" + name +
                ") { if (atomic_cmpxchg(&" + place + ", 0u, 1u) == 0u) { " + fence() + update +
                name + " = true; " + release_lock(meeting, place) + "} } }");
  }
  line("if (" + some_lane() + ") { " + take_lock(meeting, place) + fence() + update +
       release_lock(meeting, place) + "}");
}

void Statements::take_ticket(Scope& scope, const Meeting& meeting) {
  const std::string name = fresh("w"), sum = meeting.plain(text(word::sum + 3)),
                    serving = meeting.at(word::serving);
  line("if (" + some_lane() + ") { const uint " + name + " = atomic_inc(&" +
       meeting.at(word::next_ticket) + "); " + spin(meeting, serving, name) + fence() + sum +
       " ^= " + value(scope, uint_type) + "; " + advance(meeting, serving, name + " + 1u") + "}");
}

/// One takes the lock for all of its sub-group.
void Statements::row_under_lock(Scope& scope, const Meeting& meeting) {
  const std::string place = meeting.at(word::lock + 3),
                    cell = meeting.plain(text(word::locked_row) + " + get_sub_group_local_id()");
  std::string taken = "if (" + some_lane() + ") { " + take_lock(meeting, place) + "} ";
  if (random_.chance(30)) {
    const std::string name = fresh("w");
    taken = "{ bool " + name + " = false; do { if (" + lane_is + "0u && atomic_xchg(&" + place +
            ", 1u) == 0u) " + name + " = true; } while (!sub_group_any(" + name + ")); } ";
  }
  const std::string x = random_.chance(40) ? "sub_group_reduce_add(" + value(scope, uint_type) + ")"
                                           : value(scope, uint_type);
  line(taken + fence() + together + cell + " += " + x + "; " + together + "if (" + lane_is +
       "0u) { " + release_lock(meeting, place) + "}");
}

/// With any statements under the lock that neither leave nor wait.
void Statements::block_under_lock(const Scope& scope, const Site& site, const Meeting& meeting) {
  const std::string held = fresh("w"), place = meeting.at(word::lock + random_.below(3));
  const std::string with_it = meeting.array + "(&" + place + ")";
  line("for (bool " + held + " = " + some_lane() + " && take_lock_" + with_it + "; " + held + "; " +
       held + " = !release_lock_" + with_it + ") {");
  Site inside = site;
  inside.together = Together::nobody;
  stay_inside(inside);
  Scope inner = scope;
  inner.has_waits = false;
  block(inner, inside, random_.between(1, 3));
  line("}");
}

void Statements::stay_inside(Site& site) {
  site.may_break = false;
  site.returns = Returns::no;
  site.way_out.clear();
  site.is_in_loop = true;
}

/// A number for each sub-group, from none up.
std::string Statements::some_place_in_order() {
  switch (random_.below(4)) {
    case 0:
      return "get_sub_group_id()";
    case 1:
      return "(get_sub_group_id() + " + text(random_.between(1, 5)) + ") % get_num_sub_groups()";
    default:
      return "get_num_sub_groups() - 1u - get_sub_group_id()";
  }
}

/// Waits for turn `mine`, computes `result` from what the one before left, and passes the turn on.
std::string Statements::serial(const Scope& scope, const Meeting& meeting, const std::string& mine,
                               const std::string& result) {
  const std::string place = meeting.at(word::turn), x = value(scope, uint_type);
  const bool all = random_.chance(50);
  const std::string cell =
      meeting.plain(text(word::turn_row) + (all ? " + get_sub_group_local_id()" : std::string()));
  const std::string work =
      result + " = " + cell + "; " + cell + " = " + result + " * 3u + " + x + "; ";
  const std::string pass = advance(meeting, place, mine + " + 1u");
  if (!all) {
    const std::string give = random_.chance(50)
                                 ? " " + result + " = sub_group_broadcast(" + result + ", 0u);"
                                 : std::string();
    return "if (" + lane_is + "0u) { " + spin(meeting, place, mine) + fence() + work + pass + "}" +
           give;
  }
  const std::string seen = look(meeting, place);
  std::string wait;
  switch (random_.below(5)) {
    case 0:
      wait = "while (!sub_group_any(" + lane_is + "0u && " + seen + " == " + mine + ")); ";
      break;
    case 1:
      wait = "while (sub_group_broadcast(" + seen + ", 0u) != " + mine + "); ";
      break;
    case 2:
      // One look for all, so that all come to the barrier.
      wait = "while (sub_group_broadcast(" + seen + ", 0u) != " + mine +
             ") sub_group_barrier(CLK_LOCAL_MEM_FENCE); ";
      break;
    default:
      wait = spin(meeting, place, mine);
  }
  return wait + fence() + together + work + together + "if (" + lane_is + "0u) { " + pass + "}";
}

/// The turn of a sub-group the next time that all take theirs.
std::string Statements::next_turn(const Meeting& meeting) {
  return meeting.array + "_turns++ * get_num_sub_groups() + " + some_place_in_order();
}

void Statements::take_turns(Scope& scope, const Meeting& meeting) {
  const std::string name = fresh("v"), mine = fresh("w");
  line("const uint " + mine + " = " + next_turn(meeting) + "; uint " + name + " = 7u; " +
       serial(scope, meeting, mine, name));
  scope.variables.push_back({name, uint_type});
}

/// Some sub-groups wait in one branch, some in the other.
void Statements::branch_with_turns(Scope& scope, const Site& site, const Meeting& meeting) {
  const std::string name = fresh("v"), mine = fresh("w");
  std::string condition = "(get_sub_group_id() & " + text(random_.between(1, 3)) + ") != 0u";
  if (random_.chance(40)) condition = "sub_group_any(" + expressions_.condition(scope, 2) + ")";
  const std::string turn =
      "const uint " + mine + " = " + next_turn(meeting) + "; uint " + name + " = 7u; ";
  const std::string first = serial(scope, meeting, mine, name),
                    second = serial(scope, meeting, mine, name);
  if (random_.chance(30) && site.blocks > 0) {
    const std::string i = fresh("i");  // in loops of different length
    line(turn + "for (uint " + i + " = 0u; " + i + " < 2u + (get_sub_group_id() & 3u); ++" + i +
         ") { if (" + i + " == (get_sub_group_id() & 1u)) { " + first + " } }");
  } else if (random_.chance(30)) {
    line(turn + "switch (get_sub_group_id() % 3u) { case 0u: " + first + " break; case 1u: { " +
         second + " break; } default: { " + serial(scope, meeting, mine, name) + " } }");
  } else {
    line(turn + "if (" + condition + ") { " + first + " } else { " + second + " }");
  }
  scope.variables.push_back({name, uint_type});
}

/// With any statements between the waiting and the passing on.
void Statements::block_in_turns(const Scope& scope, const Site& site, const Meeting& meeting) {
  const std::string mine = fresh("w"), held = fresh("w");
  const bool all = random_.chance(50);
  const std::string await = all ? "await_all_" : lane_is + "0u && await_turn_",
                    pass = all ? "pass_all_" : "pass_turn_",
                    place = meeting.array + "(&" + meeting.at(word::turn) + ", " + mine + ")";
  line("for (uint " + mine + " = " + next_turn(meeting) + ", " + held + " = " + await + place +
       "; " + held + " != 0u; " + held + " = 1u - " + pass + place + ") {");
  Site inside = site;
  stay_inside(inside);
  inside.together = all ? Together::sub_group : Together::nobody;
  block(scope, inside, random_.between(1, 3));
  line("}");
}

/// From each sub-group to the one before it, or after it; then all meet, so that nobody overtakes.
void Statements::pass_on(Scope& scope, const Meeting& meeting) {
  const std::string name = fresh("v"), round = fresh("w");
  const std::string me = "get_sub_group_id()", last = "get_num_sub_groups() - 1u";
  const bool up = random_.chance(40);
  const std::string is_end = up ? me + " == 0u" : me + " == " + last;
  const std::string other = up ? me + " - 1u" : me + " + 1u";
  const auto flag_of = [&](const std::string& who) {
    return meeting.at(text(word::flag) + " + " + who);
  };
  const auto value_of = [&](const std::string& who) {
    return meeting.plain(text(word::passed) + " + " + who);
  };
  line("const uint " + round + " = ++" + meeting.array + "_passed; uint " + name + " = " +
       value(scope, uint_type) + "; if (" + lane_is + "0u) { if (!(" + is_end + ")) { " +
       spin(meeting, flag_of(other), round) + fence() + name + " = " + name + " * 3u + " +
       value_of(other) + "; } " + value_of(me) + " = " + name + "; " +
       advance(meeting, flag_of(me), round) + "} barrier(" + everything + ");");
  scope.variables.push_back({name, uint_type});
}

/// From the last sub-group to the first, through room for four.
void Statements::produce_and_consume(Scope& scope, const Meeting& meeting) {
  const std::string name = fresh("v"), i = fresh("i"), end = fresh("w");
  const std::string count = text(random_.between(3, 20));
  const std::string written = meeting.at(word::written), taken = meeting.at(word::taken),
                    cell = meeting.plain(text(word::ring) + " + (" + i + " & 3u)");
  const std::string loop =
      "for (uint " + i + " = " + end + " - " + count + "; " + i + " < " + end + "; ++" + i + ") { ";
  line("const uint " + end + " = " + meeting.array + "_written += " + count + "; uint " + name +
       " = " + value(scope, uint_type) + "; if (" + lane_is +
       "0u && get_num_sub_groups() > 1u) { " + "if (get_sub_group_id() == 0u) { " + loop +
       "while (" + look(meeting, written) + " <= " + i + "); " + fence() + name + " = " + name +
       " * 5u + " + cell + "; " + advance(meeting, taken, i + " + 1u") +
       "} } else if (get_sub_group_id() == get_num_sub_groups() - 1u) { " + loop + "while (" +
       look(meeting, taken) + " + 4u <= " + i + "); " + fence() + cell + " = " + name + " + " + i +
       "; " + advance(meeting, written, i + " + 1u") + "} } } barrier(" + everything + ");");
  scope.variables.push_back({name, uint_type});
}

/// A barrier made by hand.
std::string Statements::meeting_place(const Meeting& meeting) {
  const std::string until = "++" + meeting.array + "_met", name = fresh("w");
  const std::string place = meeting.at(word::met), sense = meeting.at(word::sense);
  std::string body;
  switch (random_.below(3)) {
    case 0:  // counts on and on
      body = "atomic_inc(&" + place + "); while (" + look(meeting, place) + " < " + name +
             " * get_num_sub_groups()); ";
      break;
    case 1:  // the last to come opens the door
      body = "if (atomic_inc(&" + place + ") == " + name + " * get_num_sub_groups() - 1u) { " +
             advance(meeting, sense, name) + "} else { " + "while (" + look(meeting, sense) +
             " < " + name + "); } ";
      break;
    default: {  // each waits for every other
      const std::string row = text(word::arrived) + " + ";
      body = "atomic_inc(&" + place + "); " +
             advance(meeting, meeting.at(row + "get_sub_group_id()"), name) +
             // A work-item that has seen all others may already come to the next meeting.
             "for (uint i = 0u; i < get_num_sub_groups(); ++i) while (" +
             look(meeting, meeting.at(row + "i")) + " < " + name + "); ";
    }
  }
  return together + "{ const uint " + name + " = " + until + "; if (" + some_lane() + ") { " +
         fence() + body + fence() + "} } " + together;
}

void Statements::meet(Scope& scope, const Meeting& meeting) {
  const std::string name = fresh("v"), x = value(scope, uint_type);
  const std::string from =
      random_.chance(50) ? "lid + " + text(random_.between(1, 9)) : value(scope, uint_type);
  const auto cell = [&](const std::string& index) {
    return meeting.plain(text(word::shown) + " + " + index);
  };
  line(cell("lid") + " = " + x + "; " + meeting_place(meeting) + "uint " + name + " = " +
       cell("(" + from + ") % group_size()") + "; " + meeting_place(meeting));
  scope.variables.push_back({name, uint_type});
}

/// Updates by all lanes that are tried again when another came between. They wait for nobody.
void Statements::retry(Scope& scope, const Meeting& meeting) {
  const std::string old = fresh("w");
  const std::string x = value(scope, uint_type);
  switch (random_.below(4)) {
    case 0: {  // whole numbers, which floats add exactly
      const std::string place = meeting.at(word::real_sum);
      return line("{ const float x = (float)((" + x + ") & 15u); uint " + old + " = " + place +
                  ", found; while ((found = atomic_cmpxchg(&" + place + ", " + old +
                  ", as_uint(as_float(" + old + ") + x))) != " + old + ") " + old + " = found; }");
    }
    case 1: {
      const std::string place = meeting.at(word::greatest);
      return line("{ const uint x = " + x + "; uint " + old + " = " + look(meeting, place) +
                  "; while (" + old + " < x) { const uint found = atomic_cmpxchg(&" + place + ", " +
                  old + ", x); if (found == " + old + ") break; " + old + " = found; } }");
    }
    case 2: {
      const std::string place = meeting.at(word::pairs);
      return line("{ const uint x = " + x + "; uint " + old + "; do { " + old + " = " + place +
                  "; } while (atomic_cmpxchg(&" + place + ", " + old + ", ((" + old +
                  " + (x & 0xffu)) & 0xffffu) | ((" + old +
                  " ^ (x << 16)) & 0xffff0000u)) != " + old + "); }");
    }
    default: {
      const std::string place = meeting.at(word::real_sum);
      return line("{ const float x = (float)((" + x + ") & 15u); uint " + old +
                  " = atomic_load_explicit(" + meeting.atomic(place) +
                  ", memory_order_relaxed, memory_scope_work_group); while "
                  "(!atomic_compare_exchange_" +
                  (random_.chance(50) ? "strong" : "weak") + "_explicit(" + meeting.atomic(place) +
                  ", &" + old + ", as_uint(as_float(" + old +
                  ") + x), memory_order_relaxed, memory_order_relaxed, "
                  "memory_scope_work_group)); }");
    }
  }
}

/// Some sub-groups return, and the others wait until all have gone or come.
void Statements::leave_in_sub_groups(const Scope& scope) {
  const std::string place = far().at(word::left);
  line("if (" + std::string(random_.chance(50) ? "sub_group_any" : "sub_group_all") + "(" +
       expressions_.condition(scope, 2) + ")) { if (" + some_lane() + ") { " + fence() +
       "atomic_inc(&" + place + "); } out[g] = h; return; } if (" + some_lane() +
       ") { atomic_inc(&" + place + "); while (" + look(far(), place) +
       " < get_num_sub_groups()); }");
}

}  // namespace cleave::test::fuzz::kernels
