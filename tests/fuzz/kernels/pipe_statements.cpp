#include "pipe_statements.h"

#include "launches.h"
#include "pipe_launches.h"
#include "statements.h"

namespace cleave::test::fuzz::kernels {
namespace {

std::string text(size_t number) {
  return std::to_string(number) + "u";
}

constexpr unsigned most_bytes_near = 16;  // of a packet in local memory
/// Names who has made a reservation. Those that a work-item takes part in are in order if the same
/// makes them: the first of a group may reserve before others have come.
enum class Maker : uint8_t { item, sub_group, work_group };

const std::string fence = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); ";

}  // namespace

std::vector<std::string> pipe_text(const PipeFeatures& features) {
  const PacketType& type = *features.type;
  const std::string is_ample = features.is_ample ? "true" : "false";
  const std::string sums = "volatile global ulong* sums";
  return {
      std::string(type.declaration) + " static packet_t make_packet(uint tag) { " + type.make +
          " } static uint tag_of(packet_t x) { return " + type.tag +
          "; } static ulong words_of(packet_t x) { return mix_bits(77ul, " + type.words +
          "); } static bool is_whole(packet_t x) { return tag_of(x) == 0u || words_of(x) == "
          "words_of(make_packet(tag_of(x))); } static void wrong(" +
          sums + ", bool is_wrong) { if (is_wrong) atom_inc(&sums[" + text(pipe_sum::errors) +
          "]); }",
      "static void wrote(" + sums + ", int result, packet_t x) { if (result == 0) atom_add(&sums[" +
          text(pipe_sum::written) +
          "], words_of(x)); wrong(sums, result != 0 && (result != -1 || " + is_ample + ")); }",
      "static void read(" + sums +
          ", int result, packet_t x, uint tag) { if (result == 0) "
          "atom_sub(&sums[" +
          text(pipe_sum::read) +
          "], words_of(x)); wrong(sums, result == 0 ? "
          "!is_whole(x) : result != -1 || words_of(x) != words_of(make_packet(tag)) || " +
          is_ample + "); }",
      "static void refused(" + sums + ") { wrong(sums, " + is_ample + "); }",
      "static int give(write_only pipe packet_t to, packet_t x) { return write_pipe(to, &x); }",
      "__attribute__((noinline)) int give_apart(write_only pipe packet_t to, packet_t* x) { return "
      "write_pipe(to, x); }",
      "__attribute__((noinline)) int take_apart(read_only pipe packet_t from, packet_t* x) { "
      "return read_pipe(from, x); }",
      "kernel void fill(write_only pipe packet_t to, " + sums +
          ", uint count) { const uint g = "
          "(uint)get_global_id(0), n = (uint)get_global_size(0); for (uint i = g; i < count; i += "
          "n) { "
          "packet_t x = make_packet((" +
          text(PipeLaunches::first_filler) +
          " + g) << 16 | i / n); "
          "const int result = write_pipe(to, &x); if (result == 0) atom_add(&sums[" +
          text(pipe_sum::read) + "], words_of(x)); wrong(sums, result != 0); } }",
      "kernel void drain(read_only pipe packet_t from, " + sums +
          ", uint which, global uint* last) "
          "{ const bool is_alone = get_global_size(0) == 1; for (uint i = 0u; i < 1000000u; ++i) { "
          "packet_t x; if (read_pipe(from, &x) != 0) break; atom_sub(&sums[which], words_of(x)); "
          "const "
          "uint tag = tag_of(x), who = tag >> 14 & 1023u; wrong(sums, !is_whole(x)); if (!is_alone "
          "|| tag == 0u || (who >> 2 >= " +
          text(PipeLaunches::first_filler) + ") != (which == " + text(pipe_sum::read) +
          ")) continue; wrong(sums, (tag & 0x3fffu) < last[who]); last[who] = (tag & 0x3fffu) + "
          "1u; } wrong(sums, is_alone && get_pipe_num_packets(from) != 0u); }",
  };
}

std::string pipe_parameters() {
  return ", read_only pipe packet_t from, write_only pipe packet_t to, volatile global ulong* "
         "pipe_sums";
}

/// Holds what writing and reading differ in.
struct PipeStatements::Direction {
  bool writes;

  [[nodiscard]] std::string pipe() const { return writes ? "to" : "from"; }
  [[nodiscard]] std::string name() const { return writes ? "write_pipe" : "read_pipe"; }
  /// A packet that is to be written, or what a variable holds before one is read.
  [[nodiscard]] std::string fresh(const std::string& number, Maker maker = Maker::item) const {
    const std::string made_by = std::to_string(static_cast<unsigned>(maker));
    return writes ? "make_packet((g + 1u) << 16 | " + made_by + "u << 14 | (turn + " + number + "))"
                  : "make_packet(9u)";
  }
  [[nodiscard]] std::string note(const std::string& result, const std::string& packet) const {
    return writes ? "wrote(pipe_sums, " + result + ", " + packet + "); "
                  : "read(pipe_sums, " + result + ", " + packet + ", 9u); ";
  }
  /// One packet of a reservation.
  [[nodiscard]] std::string transfer(const std::string& id, const std::string& index,
                                     const std::string& number, Maker maker = Maker::item) const {
    return "packet_t x = " + fresh(number, maker) + "; const int r = " + name() + "(" + pipe() +
           ", " + id + ", " + index + ", &x); " + note("r", "x");
  }
};

void PipeStatements::memory() {
  std::string line = "uint turn = 0u; local reserve_id_t ids_near[2];";
  if (features_.type->bytes <= most_bytes_near) {
    line += " local packet_t packets_near[" + std::to_string(maximum_local_size) + "];";
  }
  statements_.line(line);
}

PipeStatements::Direction PipeStatements::some_direction() {
  return {random_.chance(50)};
}

/// Loops around other statements turn eleven times at most; in those inside of loops nothing goes
/// through pipes.
bool PipeStatements::spend(const Site& site, unsigned packets) {
  constexpr unsigned all_blocks = 3, most_turns = 11, most_statements = 7;
  if (site.is_in_loop && site.blocks + 1 < all_blocks) return false;
  const unsigned cost = packets * (site.is_in_loop ? most_turns : 1);
  if (spent_ + cost > features_.packets_per_item || count_ == most_statements) return false;
  spent_ += cost;
  ++count_;
  return true;
}

bool PipeStatements::statement(const Scope& scope, const Site& site) {
  const Direction direction = some_direction();
  const bool with_sub_group = scope.has_sub_groups && site.together >= Together::sub_group;
  const unsigned each = random_.between(1, 3);
  std::string line;
  switch (const unsigned chosen = random_.below(14)) {
    case 0:
    case 1:
      if (!spend(site, 1)) return false;
      line = one(scope, direction);
      break;
    case 2:
      if (!spend(site, 4)) return false;
      line = again(scope, direction);
      break;
    case 3:
      if (!spend(site, 1)) return false;
      line = forwarded();
      break;
    case 4:
    case 5:
      if (!spend(site, 4)) return false;
      line = reserved(scope, direction, 4);
      break;
    case 6:
      if (!spend(site, 6)) return false;
      line = two_reserved(scope, direction);
      break;
    case 7:
      line = counts();
      break;
    default:
      if (site.together == Together::work_group && chosen < 12) {
        if (!spend(site, each)) return false;
        line = chosen < 10 ? shared_reservations(direction)
                           : reserved_together(direction, "work_group", each);
      } else if (with_sub_group) {
        if (!spend(site, each)) return false;
        line = reserved_together(direction, "sub_group", each);
      } else {
        if (!spend(site, 1)) return false;
        line = one(scope, direction);
      }
  }
  statements_.line("{ " + line + "}");
  return true;
}

/// A pointer to where a packet lies: `x`, or memory of the work-item's own in other spaces.
std::string PipeStatements::packet(const Scope& scope, bool may_be_shared) {
  if (!may_be_shared || random_.chance(40)) return "&x";
  const std::string far =
      "(packet_t*)&((global packet_t*)(pipe_sums + " + text(PipeLaunches::packets_at) + "))[g]";
  const std::string near =
      features_.type->bytes <= most_bytes_near ? "(packet_t*)&packets_near[lid]" : "&x";
  switch (random_.below(3)) {
    case 0:
      return far;
    case 1:
      return near;
    default:
      return "(" + statements_.expressions().condition(scope, 1) + " ? " + near + " : " + far + ")";
  }
}

/// One packet without a reservation.
std::string PipeStatements::one(const Scope& scope, const Direction& direction) {
  const std::string start = "packet_t x = " + direction.fresh("0u") + "; ++turn; ";
  if (direction.writes && random_.chance(25)) {
    return start + direction.note("give(to, x)", "x");
  }
  const std::string function = random_.chance(70) ? direction.name()
                               : direction.writes ? "give_apart"
                                                  : "take_apart";
  return start + "packet_t* p = " + packet(scope, true) + "; *p = x; const int r = " + function +
         "(" + direction.pipe() + ", p); " + direction.note("r", "*p");
}

/// Several packets in a loop that ends when there are no more, or one in a loop that tries again.
std::string PipeStatements::again(const Scope& scope, const Direction& direction) {
  if (random_.chance(50)) {
    return "packet_t x = " + direction.fresh("0u") +
           "; ++turn; uint tries = 0u; int r; do { r = " + direction.name() + "(" +
           direction.pipe() + ", &x); } while (r != 0 && ++tries < " + text(random_.between(2, 4)) +
           "); " + direction.note("r", "x");
  }
  const std::string most = "((" + statements_.expressions().value(scope, uint_type, 1) + ") & 3u)";
  return "for (uint i = 0u; i < " + most + "; ++i) { packet_t x = " + direction.fresh("0u") +
         "; ++turn; const int r = " + direction.name() + "(" + direction.pipe() + ", &x); " +
         direction.note("r", "x") + "if (r != 0) break; } ";
}

std::string PipeStatements::forwarded() const {
  const Direction writes = {true}, reads = {false};
  return "packet_t x = make_packet(9u); const int found = read_pipe(from, &x); " +
         reads.note("found", "x") + "if (found == 0) { const int r = write_pipe(to, &x); " +
         writes.note("r", "x") + "} ";
}

/// A reservation of a work-item, with its id in memory of each space.
std::string PipeStatements::reserved(const Scope& scope, const Direction& direction,
                                     unsigned most) {
  const std::string count =
      random_.chance(50)
          ? text(random_.between(1, most))
          : "1u + ((" + statements_.expressions().value(scope, uint_type, 1) + ") & 3u)";
  constexpr std::array orders = {"i", "k - 1u - i", "(i + 1u) % k"};
  std::string id = "id", declaration = "reserve_id_t id = ";
  if (random_.chance(30)) {
    id = "ids[2u * g]";
    declaration =
        "volatile global reserve_id_t* ids = (volatile global reserve_id_t*)(pipe_sums + " +
        text(PipeLaunches::ids_at) + "); " + id + " = ";
  }
  const std::string index = random_.pick(orders), beyond = random_.chance(50) ? "k" : "0xffffffffu";
  std::string line = "const uint k = " + count + "; " + declaration + "reserve_" +
                     direction.name() + "(" + direction.pipe() + ", k); if (is_valid_reserve_id(" +
                     id + ")) { for (uint i = 0u; i < k; ++i) { " +
                     direction.transfer(id, index, index) + "} ";
  if (random_.chance(30)) {
    line += "packet_t y = make_packet(5u); wrong(pipe_sums, " + direction.name() + "(" +
            direction.pipe() + ", " + id + ", " + beyond + ", &y) != -1); ";
  }
  return line + "commit_" + direction.name() + "(" + direction.pipe() + ", " + id +
         "); } else { refused(pipe_sums); } turn += k; ";
}

/// Two reservations that are filled and committed in either order.
std::string PipeStatements::two_reserved(const Scope& scope, const Direction& direction) {
  const std::string first = text(random_.between(1, 3)), second = text(random_.between(1, 3));
  const std::string swap =
      random_.chance(50) ? "1u"
                         : "((" + statements_.expressions().value(scope, uint_type, 1) + ") & 1u)";
  const std::string pipe = direction.pipe(), name = direction.name();
  return "reserve_id_t ids[2]; const uint counts[2] = {" + first + ", " + second +
         "}, swap = " + swap + "; for (uint j = 0u; j < 2u; ++j) ids[j] = reserve_" + name + "(" +
         pipe +
         ", counts[j]); for (uint j = 0u; j < 2u; ++j) { const uint o = j ^ swap; if "
         "(is_valid_reserve_id(ids[o])) { for (uint i = 0u; i < counts[o]; ++i) { " +
         direction.transfer("ids[o]", "i", "i + o * counts[0]") + "} commit_" + name + "(" + pipe +
         ", ids[o]); } else { refused(pipe_sums); } } turn += counts[0] + counts[1]; ";
}

/// A reservation of a sub-group or a work-group.
std::string PipeStatements::reserved_together(const Direction& direction, const std::string& group,
                                              unsigned each) {
  const bool of_sub_group = group == "sub_group";
  const std::string size = of_sub_group ? "get_sub_group_size()" : "group_size()";
  const std::string lane = of_sub_group ? "get_sub_group_local_id()" : "lid";
  const std::string place = random_.chance(50) ? lane : size + " - 1u - " + lane;
  const std::string pipe = direction.pipe(), name = direction.name(), k = text(each);
  return "reserve_id_t id = " + group + "_reserve_" + name + "(" + pipe + ", " + k + " * " + size +
         "); if (is_valid_reserve_id(id)) { for (uint i = 0u; i < " + k + "; ++i) { " +
         direction.transfer("id", "i * " + size + " + " + place, "i",
                            of_sub_group ? Maker::sub_group : Maker::work_group) +
         "} " + group + "_commit_" + name + "(" + pipe +
         ", id); } else { refused(pipe_sums); } turn += " + k + "; ";
}

/// Two work-items reserve for half of the work-group each, with the ids in local memory.
std::string PipeStatements::shared_reservations(const Direction& direction) const {
  const std::string pipe = direction.pipe(), name = direction.name();
  return "const uint half_size = (group_size() + 1u) / 2u; " + fence +
         "if (lid < 2u) ids_near[lid] = reserve_" + name + "(" + pipe +
         ", lid == 0u ? half_size : group_size() - half_size); " + fence +
         "const uint other = lid / half_size; " +
         direction.transfer("ids_near[other]", "lid % half_size", "0u") + "++turn; " + fence +
         "if (lid < 2u && is_valid_reserve_id(ids_near[lid])) commit_" + name + "(" + pipe +
         ", ids_near[lid]); " + fence;
}

std::string PipeStatements::counts() const {
  return "wrong(pipe_sums, get_pipe_num_packets(from) > " + text(features_.filled) +
         " || get_pipe_num_packets(to) > " + text(features_.written.most) +
         " || get_pipe_max_packets(from) != " + text(features_.read.most) +
         " || get_pipe_max_packets(to) != " + text(features_.written.most) + "); ";
}

}  // namespace cleave::test::fuzz::kernels
