#include "backend/cpu/enqueue/tree_counts.h"

#include <memory>
#include <utility>

namespace cleave::backend::cpu::enqueue {

void TreeCounts::add_children(GroupChildren& group) {
  TreeCommand& anchor = group.parent.anchor_of_children();
  // The parent is open and active, too.
  const uint32_t ended = &anchor == &root_ ? std::exchange(group.worker.ended, 0) : 0;
  anchor.open.fetch_add(std::exchange(group.opened, 0) - ended, std::memory_order_acq_rel);
  const uint32_t count = group.gathered.count();
  if (count != ended) active_.fetch_add(count - ended, std::memory_order_acq_rel);
}

void TreeCounts::complete_one(TreeCommand& first, CommandList& ready) {
  TreeCommand* anchor = &first;
  // The thread that finds 1 is the last one: no other thread knows of the anchor.
  const auto is_last = [&] {
    return anchor->open.load(std::memory_order_acquire) == 1 ||
           anchor->open.fetch_sub(1, std::memory_order_acq_rel) == 1;
  };
  while (is_last()) {
    if (anchor->anchor == nullptr) return anchor->open.store(0, std::memory_order_relaxed);

    const std::unique_ptr<TreeCommand> complete(anchor);
    anchor = complete->anchor;
    const cl_int status = complete->status.load(std::memory_order_relaxed);
    if (status < 0) anchor->fail(status);
    events_.end_event_of(*complete, ready, nullptr);
  }
}

bool TreeCounts::try_put_off_end(const TreeCommand& command, cl_int status, TreeWorker& here) {
  const bool is_complete =
      command.event == nullptr || command.open.load(std::memory_order_acquire) == 1;
  const bool is_seen = command.anchor != &root_ || !is_complete;
  if (is_seen || status < 0 || command.after_end.load(std::memory_order_acquire) != nullptr) {
    return false;
  }
  ++here.ended;
  return true;
}

bool TreeCounts::count_ends(TreeWorker& here) {
  const uint32_t ended = std::exchange(here.ended, 0);
  root_.open.fetch_sub(ended, std::memory_order_acq_rel);
  return active_.fetch_sub(ended, std::memory_order_acq_rel) == ended;
}

}  // namespace cleave::backend::cpu::enqueue
