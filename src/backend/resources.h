// Declares the compute units that commands run on, and the listener to their progress.
#pragma once

#include <CL/cl.h>

#include <cstdint>

#include "support/reference.h"
#include "topology/topology.h"

namespace cleave::backend {

class DeviceKernel;

/// Says which work is served first where several sets want the same unit.
enum class Priority : uint8_t { low, medium, high };

/// The compute units on which commands run, and how urgent these are. Devices, queues and compute
/// slices point to one. Immutable and thread-safe; making one starts no thread.
class ResourceSet : public support::ReferenceCounted<ResourceSet> {
 public:
  virtual ~ResourceSet() = default;
  [[nodiscard]] virtual const topology::UnitSet& units() const = 0;
  [[nodiscard]] virtual Priority priority() const { return Priority::medium; }
};

/// Receives the progress of an Execution. Calls come from workers (or from submit() itself), one at
/// a time, started before completed; no lock of the back end is held.
class Listener {
 public:
  /// The first part is about to run. Not called when nothing runs: a launch without work-groups, or
  /// in a forked child.
  virtual void started() noexcept = 0;
  /// Gives the reason of an error that completed() is going to report, where the code alone says
  /// too little. The text lives as long as the process.
  virtual void explain(const char* /*reason*/) noexcept {}
  /// Tells which step of a graph has failed, where that is a launch, before completed() tells the status. The kernel
  /// lives as long as the graph.
  virtual void failed_in(const DeviceKernel& /*kernel*/) noexcept {}
  /// The work-groups of a launch have run, and not yet all that they have enqueued (END is not
  /// COMPLETE, 5.14). Called only where the two may differ.
  virtual void ended() noexcept {}
  /// Everything ended. `status` is CL_COMPLETE or a negative error code. The launch or the work has
  /// been let go before, with all that it kept alive.
  virtual void completed(cl_int status) noexcept = 0;

 protected:
  ~Listener() = default;
};

/// Wants to know nothing.
class NoListener final : public Listener {
 public:
  void started() noexcept override {}
  void completed(cl_int) noexcept override {}
};
inline constinit NoListener no_listener;

}  // namespace cleave::backend
