// Describes the work of a command, apart from when it runs: what it does, and the memory that it
// accesses.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "backend/hardware.h"
#include "model/address_table.h"
#include "model/context.h"
#include "model/memory/joint_access.h"
#include "model/memory/memory.h"
#include "support/pool.h"

namespace cleave::model::command {

class Queue;
class Semaphore;
class SemaphoreSignals;

/// A command's access to a memory object. Before the command starts, the bytes that it reads are
/// made current in its memory (Migration); from then on the bytes that it writes are current
/// nowhere else.
struct ObjectAccess {
  enum class Kind : uint8_t { read, write, read_write };
  static constexpr uint32_t no_argument = UINT32_MAX;
  support::Ref<memory::MemoryObject> object;
  size_t offset = 0;
  size_t bytes = 0;
  Kind kind = Kind::read_write;
  // The offset in a launch's argument block at which the kernel expects the object's address.
  uint32_t argument_at = no_argument;
};

/// Returns the bytes of the storage that an access of the object means.
[[nodiscard]] memory::Storage::Access in_storage(const ObjectAccess& access);

class Event;

/// A command that the same device runs before another one (backend::WorkOrder).
struct OrderedBehind {
  support::Ref<Event> event;
  bool fails_with_it = false;  // Command::depend_on
};

/// Holds the parts that few commands have, so that the others stay small.
struct Extras final : support::Pooled<Extras> {
  Extras();
  Extras(const Extras&) = delete;
  Extras& operator=(const Extras&) = delete;
  ~Extras();
  /// Addressed memory that the command may access, which it keeps until it ends.
  std::vector<AddressedMemoryRef> memory;
  /// Queues on the device that its kernel may use, which it keeps too.
  std::vector<support::Ref<Queue>> queues;
  AddressTable::IndirectAccess indirect;
  std::vector<OrderedBehind> predecessors;
  /// Semaphores that it waits for, which it keeps too.
  std::vector<support::Ref<Semaphore>> semaphores;
  /// Semaphores that its end signals; null: none.
  std::unique_ptr<SemaphoreSignals> signals;
  /// Called when the work has ended and before the event says so, however it ended; it is
  /// destroyed at once afterwards, with all that it keeps alive.
  std::function<void()> at_end;
};

/// Apart from the command, so that commands of other kinds stay small.
struct PooledTransfer final : backend::Transfer, support::Pooled<PooledTransfer> {};

class Recording;

/// A run of all that was recorded.
struct Replay final : support::Pooled<Replay> {
  explicit Replay(support::Ref<Recording> of);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
  ~Replay();

  support::Ref<Recording> recording;  // which keeps what the run needs
  backend::GraphRun run;
  // These are of its steps, where the device can order copies before them; the recording has them.
  std::span<const memory::StorageAccess> accesses = {};
  bool is_chain = false;  // each step follows the one before
};

/// Says what a command does: a kernel launch, a transfer of bytes, a function of the host or the
/// application on a worker, a replay, or nothing (markers, barriers).
using HostWork = std::unique_ptr<std::function<cl_int()>>;
[[nodiscard]] inline HostWork host_work(std::function<cl_int()> function) {
  return std::make_unique<std::function<cl_int()>>(std::move(function));
}
/// One pointer: actions are moved from hand to hand.
using Action = std::variant<std::monostate, support::Ref<backend::Launch>,
                            std::unique_ptr<PooledTransfer>, HostWork, std::unique_ptr<Replay>>;

/// Writes the addresses of the objects that a launch accesses in that memory into its arguments.
/// Precondition: they have memory there.
void write_addresses(std::span<const ObjectAccess> accesses, uint32_t memory,
                     backend::Launch& launch);

/// The work of a command.
struct Work {
  cl_command_type type = 0;
  Action action;
  std::vector<ObjectAccess> accesses;
  /// The memory in which it accesses its objects: an index of Context::memories().
  uint32_t memory = host_memory_index;
  std::unique_ptr<Extras> extras;  // null: none

  [[nodiscard]] Extras& extra() {
    if (!extras) extras = std::make_unique<Extras>();
    return *extras;
  }
};

}  // namespace cleave::model::command
