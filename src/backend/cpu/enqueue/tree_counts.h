// Counts the commands of a tree of launches that are active, and those that are not complete.
#pragma once

#include <atomic>
#include <cstdint>

#include "backend/cpu/enqueue/tree_command.h"
#include "backend/cpu/enqueue/tree_events.h"

namespace cleave::backend::cpu::enqueue {

/// `active_` counts the commands that are ready or run: the thread that decrements it to 0 owns the
/// tree, since no other one knows of it. `TreeCommand::open` of an anchor counts the commands that
/// are not complete (fork-join). Both are countdown latches: decrements are acq_rel, so that the
/// thread which reaches 0 sees all writes of the others. Workers gather the commands that end on
/// them and count them together (TreeWorker::ended), since all of them write to these numbers.
/// Thread-safe.
class TreeCounts {
 public:
  /// Counts the root as active. It and the events live as long.
  TreeCounts(TreeCommand& root, TreeEvents& events) : root_(root), events_(events) {}

  /// So many commands become ready. Precondition: the caller is active, or adds its children.
  void add_active(uint32_t commands) { active_.fetch_add(commands, std::memory_order_acq_rel); }
  /// Counts the gathered children of a work-group as open at their anchor, and as active.
  void add_children(GroupChildren& group);
  /// Some children that add_children() counted are not ready. Precondition: the caller is active.
  void remove_active(uint32_t commands) { active_.fetch_sub(commands, std::memory_order_acq_rel); }

  /// Counts one command less as active. True: nothing is active, and the caller owns the tree.
  [[nodiscard]] bool end_one() { return active_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// One command less is open at the anchor. Adds to `ready` the commands that waited for events of
  /// anchors that are complete by that.
  void complete_one(TreeCommand& anchor, CommandList& ready);
  /// Puts off counting the end of a command on that worker where nobody else can tell. False: it
  /// has to be counted now.
  [[nodiscard]] bool try_put_off_end(const TreeCommand& command, cl_int status, TreeWorker& here);
  /// Counts the ends that were put off on that worker. True: as end_one().
  [[nodiscard]] bool count_ends(TreeWorker& here);

  // For the thread that owns the tree.

  [[nodiscard]] bool is_complete() const { return root_.open.load(std::memory_order_acquire) == 0; }
  /// So many commands are active again.
  void restart(uint32_t commands) { active_.store(commands, std::memory_order_relaxed); }

 private:
  TreeCommand& root_;
  TreeEvents& events_;
  alignas(64) std::atomic<uint32_t> active_{1};
};

}  // namespace cleave::backend::cpu::enqueue
