// Declares how a thread that waits runs work itself, on devices whose processors are the host's.
#pragma once

#include "backend/graph.h"
#include "backend/launch.h"
#include "backend/resources.h"
#include "backend/transfer.h"

namespace cleave::backend {

/// Optional part of a device (Hardware::inline_execution). Thread-safe.
class InlineExecution {
 public:
  /// Returns true when the calling thread, which is about to wait, may run work of `where` inline:
  /// its affinity mask is inside the set's processors. The answer is valid for one wait.
  [[nodiscard]] virtual bool may_run_inline(const ResourceSet& where) = 0;
  /// Runs the launch on the calling thread, for which may_run_inline() is true, and on workers too
  /// when there is much to do. Returns true when it runs the launch; of a small one the listener
  /// has heard the end. Returns false, without any effect, when the launch cannot run inline. The
  /// caller keeps its reference until the listener hears the end.
  [[nodiscard]] virtual bool try_run_inline(const support::Ref<Launch>& launch,
                                            const ResourceSet& where, Listener& listener) = 0;
  [[nodiscard]] virtual bool try_run_inline(const Transfer& transfer, const ResourceSet& where,
                                            Listener& listener) = 0;
  /// Runs pieces of the graph on the calling thread, for which may_run_inline() is true of the first
  /// set, as far as it may run their steps. Takes the run over if it returns true.
  [[nodiscard]] virtual bool try_run_inline(GraphRun& run, Listener& listener) = 0;
  /// Runs a short successor on the completing worker, inside Listener::completed(); a longer one is
  /// what the worker does next, with others (no hand-off in either case). Returns true when it took
  /// the work; false off a worker or when its time slice is over.
  [[nodiscard]] virtual bool try_run_successor(const support::Ref<Launch>& launch,
                                               const ResourceSet& where, Listener& listener) = 0;
  [[nodiscard]] virtual bool try_run_successor(const Transfer& transfer, const ResourceSet& where,
                                               Listener& listener) = 0;
  /// Runs first pieces of the graph on the completing worker. Takes the run over if it returns true.
  [[nodiscard]] virtual bool try_run_successor(GraphRun& run, Listener& listener) = 0;

 protected:
  ~InlineExecution() = default;
};

}  // namespace cleave::backend
