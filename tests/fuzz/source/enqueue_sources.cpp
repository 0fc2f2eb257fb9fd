#include "enqueue_sources.h"

#include <array>
#include <string_view>
#include <vector>

namespace cleave::test::fuzz::source {
namespace {

/// The kinds of values.
enum class Kind : size_t { queue, event, block, range, number, truth, pointer };
constexpr size_t kinds = 7;

/// Texts in which Q, E, B, R, N, T and P stand for values of the kinds, X for a name of the
/// source's own, L for variables of the usual names, S for statements, D for a type. Those behind !
/// are of what the language forbids, mostly, and rare.
constexpr std::string_view letters = "QEBRNTP";

/// Expressions of each kind. The first needs little.
const std::array<std::vector<std::string_view>, kinds>& expressions() {
  static const std::array<std::vector<std::string_view>, kinds> all = {{
      {"q", "get_default_queue()", "CLK_NULL_QUEUE", "(T ? Q : Q)", "queue_of(N)", "*pq", "held.q",
       "(N, Q)", "qs[1]", "!qs[N]", "!(queue_t)0", "!(queue_t)Q", "!gq", "!({ Q; })",
       "!(^{ return Q; })()", "!(queue_t)N", "!(qs[0] = Q)"},
      {"e", "create_user_event()", "CLK_NULL_EVENT", "(T ? E : E)", "event_of(N)", "*pe", "held.e",
       "(N, E)", "es[0]", "!es[N]", "!(clk_event_t)0", "!(clk_event_t)E", "!ge", "!({ E; })",
       "!(^{ return E; })()", "!(clk_event_t)N", "!(es[0] = E)"},
      {"nothing",
       "^{ L S }",
       "^{ L S }",
       "^{ L S }",
       "^{ out[N] = N; }",
       "^{ release_event(e); out[0] = q == Q; set_user_event_status(E, 0); }",
       "^{ enqueue_kernel(q, N, r, nothing); }",
       "^{ again(x); }",
       "!b",
       "!(B)",
       "!^{ S }",
       "!^(local void* l) { L S }",
       "!^void(void) { L S }",
       "!(T ? B : B)",
       "!(void (^)(void))B",
       "!^{ B(); }",
       "!^{ return N; }",
       "!(N, B)",
       "!block_of(B)",
       "!(void*)B"},
      {"r", "ndrange_1D(N)", "ndrange_1D(N, N)", "ndrange_1D(N, N, N)", "ndrange_2D(sizes)",
       "ndrange_2D(sizes, sizes)", "ndrange_3D(sizes, sizes, sizes)", "(T ? R : R)", "held.r",
       "!(ndrange_t)R", "!({ R; })", "!ndrange_2D((const size_t[2]){N, N})"},
      {"0",
       "1",
       "3",
       "-1",
       "x",
       "get_global_id(0)",
       "sizeof(Q)",
       "sizeof(E)",
       "sizeof(ndrange_t)",
       "(int)(T)",
       "(T ? N : N)",
       "get_kernel_work_group_size(B)",
       "get_kernel_preferred_work_group_size_multiple(B)",
       "(^{ L S return N; })()",
       "enqueue_kernel(Q, N, R, B)",
       "enqueue_marker(Q, N, P, P)",
       "CLK_ENQUEUE_FLAGS_WAIT_KERNEL",
       "CLK_ENQUEUE_FAILURE",
       "!get_kernel_sub_group_count_for_ndrange(R, B)",
       "!get_kernel_max_sub_group_size_for_ndrange(R, B)",
       "!nothing_of(B)",
       "!sizeof(B)",
       "!(int)(size_t)P",
       "!(int)Q",
       "!(long)E",
       "!out[1]"},
      {"1",
       "Q == Q",
       "Q != Q",
       "E == E",
       "E != E",
       "is_valid_event(E)",
       "Q == CLK_NULL_QUEUE",
       "CLK_NULL_EVENT != E",
       "N == 1",
       "Q != CLK_NULL_QUEUE",
       "CLK_NULL_EVENT == E",
       "(T && T)",
       "P == P",
       "!!Q",
       "!!E",
       "!Q && Q",
       "!E || T",
       "!Q != 0",
       "!0 == E",
       "!B == B",
       "!!B",
       "!Q < Q"},
      {"&e", "es", "&es[1]", "NULL", "pe", "(T ? P : P)", "&held.e", "!0", "!(clk_event_t*)0",
       "!out", "!&q", "!(void*)P", "!&ge", "!(generic clk_event_t*)P"},
  }};
  return all;
}

constexpr std::array<std::string_view, 49> statements = {
    "enqueue_kernel(Q, N, R, B);",
    "enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_NO_WAIT, R, B);",
    "enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_NO_WAIT, R, N, P, P, B);",
    "enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, R, 1, P, NULL, B);",
    "enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_NO_WAIT, R, ^(local void* l) { L S }, N);",
    "enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_NO_WAIT, R, ^(local void* l, local void* m) { L S }, N, "
    "N);",
    "enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_NO_WAIT, R, N, P, P, ^(local void* l) { L S }, N);",
    "enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_NO_WAIT, R, ^{ again(x - 1); });",
    "out[0] = enqueue_marker(Q, N, P, P);",
    "queue_t X = Q;",
    "const queue_t X = Q;",
    "queue_t X;",
    "clk_event_t X = E;",
    "clk_event_t X;",
    "clk_event_t X[3];",
    "queue_t X[2] = {Q, Q};",
    "ndrange_t X = R;",
    "void (^X)(void) = B;",
    "int (^X)(int) = ^(int y) { L S return y; };",
    "D* X = 0;",
    "struct Held X = {Q, E, R}; held = X;",
    "q = Q;",
    "e = E;",
    "qs[N] = Q;",
    "es[1] = E;",
    "held.q = Q;",
    "held.e = E;",
    "*pq = Q;",
    "r = R;",
    "out[0] = T;",
    "out[0] = N;",
    "if (T) { S } else { S }",
    "while (T) { S break; }",
    "switch (N) { case 1: S break; default: S }",
    "retain_event(E);",
    "release_event(E);",
    "set_user_event_status(E, N);",
    "capture_event_profiling_info(E, CLK_PROFILING_COMMAND_EXEC_TIME, (global int*)0);",
    "out[0] = is_valid_event(E);",
    "!enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_NO_WAIT, R, B, N);",
    "!clk_event_t X[N];",
    "!clk_event_t X[2] = {E, E};",
    "!queue_t X[] = {Q, Q};",
    "!void (^const X)(void) = B;",
    "!int (^X)(int) = ^int(int y) { return N; };",
    "!D X = (D){0};",
    "!b = B;",
    "!B();",
    "!again(N);",
};

constexpr std::array<std::string_view, 8> types = {
    "queue_t", "clk_event_t", "ndrange_t",     "int",
    "float4",  "struct Held", "!reserve_id_t", "kernel_enqueue_flags_t"};

/// Beside what every source has.
constexpr std::array<std::string_view, 14> declarations = {
    "!constant queue_t X = CLK_NULL_QUEUE;",
    "!global queue_t X;",
    "!global clk_event_t X = CLK_NULL_EVENT;",
    "!constant clk_event_t X = 0;",
    "!global D X[3];",
    "struct X { D a; D b[2]; };",
    "void (^const X)(void) = ^{ int x = 1; L S };",
    "int (^X)(int) = ^(int x) { L S return x + 1; };",
    "typedef void (^X)(void);",
    "void X(D x, D* y) { }",
    "D X(D x) { return x; }",
    "!void X(void (^y)(void)) { y(); }",
    "!kernel void X(global int* out, D y) { }",
    "union X { int a; D b; };",
};

constexpr std::string_view variables =
    "int own[4], *out = own; queue_t q = get_default_queue(), qs[2], *pq = qs; clk_event_t e, "
    "es[2], "
    "*pe = es; struct Held held; ndrange_t r = ndrange_1D(1); const size_t sizes[3] = {1, 1, 1}; "
    "void (^b)(void) = ^{ };";

constexpr std::string_view beginning = R"(struct Held { queue_t q; clk_event_t e; ndrange_t r; };
void (^const nothing)(void) = ^{ };
queue_t queue_of(int x) { return x ? get_default_queue() : CLK_NULL_QUEUE; }
clk_event_t event_of(int x) { return CLK_NULL_EVENT; }
void again(int x);
)";

class EnqueueSource {
 public:
  explicit EnqueueSource(Mutator& mutator) : mutator_(mutator) {}

  std::string make() {
    std::string source(beginning);
    if (chance(2)) source += "global queue_t gq; global clk_event_t ge;\n";
    for (size_t i = mutator_.below(4); i > 0; --i) {
      source += written(pick(declarations), most_depth - 2) + "\n";
    }
    return source + function("void again(int x)", "") +
           function("kernel void store(global int* out)", " int x = get_global_id(0); { ") + "}\n";
  }

 private:
  static constexpr unsigned most_depth = 4;

  bool chance(size_t percent) { return mutator_.below(100) < percent; }
  template <class List>
  std::string_view pick(const List& list) {
    const std::string_view text = list[mutator_.below(list.size())];
    if (text.front() != '!') return text;
    return mutator_.below(25) == 0 ? text.substr(1) : pick(list);
  }

  std::string function(const std::string& head, const std::string& first) {
    std::string text = head + " {" + first + std::string(variables) + "\n";
    for (size_t i = 1 + mutator_.below(5); i > 0; --i) text += statement(0) + "\n";
    return text + "}\n";
  }

  std::string statement(unsigned depth) { return written(pick(statements), depth); }

  /// The first of its kind where it is deep. Of another kind than asked for, now and then.
  std::string expression(size_t kind, unsigned depth) {
    if (mutator_.below(500) == 0) kind = mutator_.below(kinds);
    const std::vector<std::string_view>& texts = expressions()[kind];
    if (depth >= most_depth) return std::string(texts.front());
    return written(pick(texts), depth + 1);
  }

  std::string written(std::string_view text, unsigned depth) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
      const bool is_alone = !is_letter(text, i - 1) && !is_letter(text, i + 1);
      const size_t kind = letters.find(text[i]);
      if (!is_alone) {
        result += text[i];
      } else if (kind != letters.npos) {
        result += expression(kind, depth);
      } else if (text[i] == 'S') {
        for (size_t k = depth < most_depth ? mutator_.below(3) : 0; k > 0; --k) {
          result += statement(depth + 2) + " ";
        }
      } else if (text[i] == 'L') {
        result += variables;
      } else if (text[i] == 'D') {
        result += pick(types);
      } else if (text[i] == 'X') {
        result += "x" + std::to_string(i == text.find('X') ? ++names_ : names_);
      } else {
        result += text[i];
      }
    }
    return result;
  }

  static bool is_letter(std::string_view text, size_t at) {
    if (at >= text.size()) return false;
    const char c = text[at];
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  Mutator& mutator_;
  unsigned names_ = 0;
};

}  // namespace

std::string enqueue_source(Mutator& mutator) {
  return EnqueueSource(mutator).make();
}

}  // namespace cleave::test::fuzz::source
