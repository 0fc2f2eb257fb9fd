// Random statements and blocks.
#pragma once

#include <string>
#include <vector>

#include "enqueue_statements.h"
#include "expressions.h"
#include "features.h"
#include "image_statements.h"
#include "pipe_statements.h"
#include "pointer_statements.h"
#include "tests/fuzz/random.h"

namespace cleave::test::fuzz::kernels {

/// Which work-items are sure to arrive together.
enum class Together : uint8_t { nobody, sub_group, work_group };

enum class Returns : uint8_t { no, from_kernel, from_helper };

/// Describes what statements may be written at a place.
struct Site {
  Together together = Together::nobody;
  unsigned blocks = 3;  // how deep blocks may still nest
  bool may_break = false;
  bool break_is_uniform = false;  // the loop around keeps its work-items together
  bool is_in_loop = false;
  std::string way_out = {};  // a label behind some loop around that does not keep them together
  Returns returns = Returns::no;
  Type result = {};  // of a helper function
};

class Statements {
 public:
  Statements(Random& random, std::vector<std::string>& lines, const Features& features)
      : random_(random),
        lines_(lines),
        expressions_(random),
        pointers_(*this, random, features.pointers),
        pipes_(*this, random, features.pipes),
        images_(*this, random, features.images),
        enqueues_(*this, random, features.enqueues) {}

  /// About `count` statements, which may declare variables in `scope`.
  void sequence(Scope& scope, const Site& site, unsigned count);
  void declare(Scope& scope, Type type, bool uniform);
  void line(const std::string& text) { lines_.push_back(text); }
  std::string fresh(const char* prefix) { return prefix + std::to_string(next_name_++); }
  /// Gives a function one to three parameters of random types, which `scope` sees. Returns the
  /// list.
  std::string parameters(Helper& function, Scope& scope);
  Expressions& expressions() { return expressions_; }
  PointerStatements& pointers() { return pointers_; }
  PipeStatements& pipes() { return pipes_; }
  ImageStatements& images() { return images_; }
  EnqueueStatements& enqueues() { return enqueues_; }
  /// A function in which all work-items of a work-group take part, or of a sub-group.
  void collective(Scope& scope, const Site& site);

  /// Writes what kernels need whose sub-groups wait for each other (Scope::has_waits): functions
  /// before the kernel, memory at its head, and its content shown where all are for the last time.
  void waiting_functions();
  void waiting_memory();
  void show_waiting_memory();
  void leave_in_sub_groups(const Scope& scope);

 private:
  void statement(Scope& scope, const Site& site);
  void block(const Scope& scope, const Site& site, unsigned count);
  void call(Scope& scope);
  void assignment(Scope& scope, const Site& site);
  void compound_assignment(Scope& scope, const Site& site);
  void component_assignment(Scope& scope, const Site& site);
  void array_store(Scope& scope);
  void mixed_accesses(Scope& scope);
  void private_array(Scope& scope);
  void pointer(Scope& scope);
  std::string own_place(Scope& scope, Type type, unsigned count);
  void two_results(Scope& scope);
  void structure_copy(Scope& scope, const Site& site);
  void packed_store(Scope& scope);
  void condition(Scope& scope, const Site& site);
  void loop(Scope& scope, const Site& site);
  void strided_loop(Scope& scope);
  void walk(Scope& scope);
  void irreducible(Scope& scope, const Site& site);
  void switch_statement(Scope& scope, const Site& site);
  void leave(Scope& scope, const Site& site);
  void group_statement(Scope& scope, const Site& site, unsigned chosen);
  void atomic(Scope& scope);
  void ticket(Scope& scope);
  void own_atomic(Scope& scope);
  void own_atomic_type(Scope& scope);
  void lanes_function(Scope& scope);
  void sub_group_function(Scope& scope);
  void work_group_function(Scope& scope);
  void exchange(Scope& scope);
  void exchange_any(Scope& scope);
  void print(Scope& scope);

  struct Meeting;
  [[nodiscard]] static Meeting near();
  [[nodiscard]] static Meeting far();
  Meeting some_meeting(const Site& site);
  std::string fence();
  std::string look(const Meeting& meeting, const std::string& place);
  std::string spin(const Meeting& meeting, const std::string& place, const std::string& value);
  std::string advance(const Meeting& meeting, const std::string& place, const std::string& value);
  std::string take_lock(const Meeting& meeting, const std::string& place);
  std::string release_lock(const Meeting& meeting, const std::string& place);
  std::string some_lane();
  std::string some_place_in_order();
  std::string next_turn(const Meeting& meeting);
  std::string serial(const Scope& scope, const Meeting& meeting, const std::string& mine,
                     const std::string& result);
  std::string meeting_place(const Meeting& meeting);
  static void stay_inside(Site& site);
  void wait(Scope& scope, const Site& site);
  void update_under_lock(Scope& scope, const Meeting& meeting);
  void take_ticket(Scope& scope, const Meeting& meeting);
  void row_under_lock(Scope& scope, const Meeting& meeting);
  void block_under_lock(const Scope& scope, const Site& site, const Meeting& meeting);
  void take_turns(Scope& scope, const Meeting& meeting);
  void branch_with_turns(Scope& scope, const Site& site, const Meeting& meeting);
  void block_in_turns(const Scope& scope, const Site& site, const Meeting& meeting);
  void pass_on(Scope& scope, const Meeting& meeting);
  void produce_and_consume(Scope& scope, const Meeting& meeting);
  void meet(Scope& scope, const Meeting& meeting);
  void retry(Scope& scope, const Meeting& meeting);

  void idiom(Scope& scope, const Site& site);
  void record_accesses(Scope& scope);
  void shifted_row(Scope& scope);
  void search(Scope& scope);
  void constant_array(Scope& scope);
  void one_place_either_way(Scope& scope);
  void unreachable_case(Scope& scope);
  void narrow_product(Scope& scope);
  void swapped_row(Scope& scope);
  void sorting_step(Scope& scope);
  void structure_from_one(Scope& scope);
  void guarded_region(Scope& scope, const Site& site);

  void corner(Scope& scope, const Site& site);
  void row_in_order(Scope& scope);
  void wrapped_number(Scope& scope);
  void fitting_number(Scope& scope);
  void turn_before(Scope& scope);
  void way_beside(Scope& scope, const Site& site);

  std::string value(const Scope& scope, Type type) {
    return expressions_.value(scope, type, random_.between(1, 3));
  }
  /// A condition and whom it keeps together.
  std::string branch_condition(const Scope& scope, const Site& site, Together& together);

  Random& random_;
  std::vector<std::string>& lines_;
  Expressions expressions_;
  PointerStatements pointers_;
  PipeStatements pipes_;
  ImageStatements images_;
  EnqueueStatements enqueues_;
  unsigned next_name_ = 0;
};

}  // namespace cleave::test::fuzz::kernels
