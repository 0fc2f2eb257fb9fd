// Writes blocks that are called, and statements that enqueue blocks on queues of the device.
#pragma once

#include <string>
#include <vector>

#include "expressions.h"
#include "features.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {

class Statements;
struct Site;

/// OpenCL C, one text for each line: functions that enqueue blocks, and blocks of the program.
std::vector<std::string> enqueue_text();
/// The parameters that EnqueueLaunches::set_arguments sets.
std::string enqueue_parameters();

class EnqueueStatements {
 public:
  EnqueueStatements(Statements& statements, Random& random, const EnqueueFeatures& features)
      : statements_(statements), random_(random), features_(features) {}

  /// At the head of a kernel.
  void memory();
  /// A block that takes numbers and returns one, and may be called like a function from now on.
  /// `captures`: it stands in a function, whose variables it sees.
  void called_block(Scope& scope, bool captures);
  /// Enqueues blocks whose results nothing else writes; a work-item that comes by often does so a
  /// few times. Returns false if there are enough.
  bool statement(const Scope& scope);

 private:
  /// Says where the results of two children lie, by their texts, and how many each has room for.
  struct Room {
    std::string first, second;
    std::string later = {};  // the place of results that must come after these; may be empty
    unsigned each = 0;
    unsigned depth = 0;  // 0: of children of the kernel
  };
  /// One dimension of a range: numbers, or names of numbers that blocks may capture.
  struct Extent {
    std::string size, local_size, offset;
  };
  /// An ndrange_t.
  struct Range {
    std::vector<Extent> extents = {};
    bool has_local_size = true, has_offset = false;
    std::string text = {};
  };
  struct Child {
    std::string place;       // of its results
    std::string reads = {};  // the place of results that are there before it begins; may be empty
    std::string later = {};  // the place of results that must come after its own; may be empty
    std::string check = {};  // what is wrong if it is so; may be empty
    std::string times_of = {};  // the event of what it reads, whose times it captures; may be empty
    std::string events = {};    // among the arguments of enqueue_kernel: ", 1, &list, &event"
    bool follows_pointers = false;  // to memory beyond 2^32 bytes

    void add_check(const std::string& wrong) {
      if (!wrong.empty()) check += (check.empty() ? "(" : " || (") + wrong + ")";
    }
  };

  std::string queue(const Scope& scope);
  std::string flags(const Scope& scope, bool is_after_all);
  std::string number(const Scope& scope, unsigned least, unsigned most);
  Range range(const Scope& scope, unsigned most);
  std::string range_text(const Range& range, const std::string& name);
  static std::string another_range(const Range& range);
  static std::string has_results(const std::string& place);
  static std::string too_early(const std::string& when);
  static Scope captured(const Scope& scope, bool is_after_all);
  void children(const Scope& scope, const Room& room);
  void enqueue(const Scope& scope, const Room& room, Child child);
  void body(Scope scope, const Room& room, const Child& child, const Range& range,
            const std::string& near);
  void children_of_child(const Scope& scope, const Room& room, const Child& child,
                         const std::string& item);
  void read_results(const Room& room, const std::string& place, const std::string& hash);
  void fill(const std::string& memory);
  void check_filled(const std::string& memory);
  void lines_of_group(Scope& scope, const std::string& near, const std::string& hash);
  void in_order(const std::string& place, const std::string& hash);
  void linked(const Scope& scope, const Room& room);
  std::string wait_list(const std::vector<std::string>& events);
  static std::string capture(const std::string& event, const std::string& place);
  static std::string wrong_times(const std::string& place);
  std::string status_of_user_event();
  void set_user_event(const Scope& scope, const Room& room, const std::string& event,
                      const std::string& status);
  void grown(const Scope& scope);
  void sown_apart(const Scope& scope, const Room& room);
  void refused();
  void asked(const Scope& scope);

  Statements& statements_;
  Random& random_;
  const EnqueueFeatures features_;
  unsigned count_ = 0;  // statements
};

}  // namespace cleave::test::fuzz::kernels
