// Declares how a device takes in work behind work that has not ended.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "backend/graph.h"
#include "backend/launch.h"
#include "backend/resources.h"
#include "backend/transfer.h"

namespace cleave::backend {

/// Names work of one device, for work that follows it. No number comes twice.
struct Ticket {
  uint64_t number = 0;
};

/// A copy that brings what some work reads: an earlier transfer, which follows and needs nothing
/// itself.
struct CopyNeed {
  Ticket copy;
  uint32_t step = 0;  // of a graph: the step that needs it; all others may run before the copy
};

/// Work that runs when all of the earlier work that it follows has ended, whether that has failed
/// or not, and the copies that it needs have been made.
struct OrderedWork {
  using Work = std::variant<support::Ref<Launch>, const Transfer*, GraphRun>;
  Ticket ticket;                       // which nothing had before
  Work work;                           // a transfer lives until the listener hears the end
  const ResourceSet* where = nullptr;  // of a launch or a transfer
  Listener* listener = nullptr;
  // These are of earlier work, which may have ended; the lists live as long as the call of
  // submit().
  std::span<const Ticket> after = {};
  // Ascending by step. If one of these copies fails, or has failed, the work does not run and ends
  // with the same status; of a graph, the step counts as failed.
  std::span<const CopyNeed> needs = {};
};

/// Optional part of a device (Hardware::work_order), which orders work itself: streams and events
/// of a GPU. Thread-safe.
class WorkOrder {
 public:
  /// Takes in work, which may follow and need work before it in the span. Returns at once, and
  /// calls no listener itself. Before a listener hears the end of its work, those of all that the
  /// work follows and needs have heard theirs. Where there is no memory for work, its listener
  /// hears so.
  virtual void submit(std::span<OrderedWork> works) noexcept = 0;

 protected:
  ~WorkOrder() = default;
};

}  // namespace cleave::backend
