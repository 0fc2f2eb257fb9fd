// Begins the accesses of a command to its storages together, so that a command which fails before
// it runs has claimed nothing.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "backend/work_order.h"
#include "model/memory/storage.h"

namespace cleave::model::memory {

/// An access of a command. `step`: of a recording, the index in its graph.
struct StorageAccess {
  Storage* storage;
  Storage::Access access;
  uint32_t step = 0;
};

/// The accesses of one command in one memory. While it lives it holds the mutexes of all the
/// storages, which it takes in the order of their addresses: commands that need the same ones do
/// not wait for each other in a circle. Nothing is copied and no user code runs meanwhile. Used by
/// one thread.
///
///   JointAccess joint(accesses, memory);
///   if (joint.plan() || joint.plan_copies(draw, false) == JointAccess::Order::possible) {
///     joint.begin();
///   }
class JointAccess {
 public:
  /// `accesses` are ascending by step, and live as long as this. Throws std::bad_alloc.
  JointAccess(std::span<const StorageAccess> accesses, uint32_t memory);

  /// Returns true if all that is read is current, and no copy is needed: begin() may be called.
  /// Throws std::bad_alloc.
  [[nodiscard]] bool plan();

  /// A copy from the host's memory.
  struct NewCopy {
    Storage* storage;
    size_t begin;
    size_t bytes;
    support::Ref<PendingCopy> copy;
  };
  /// A copy that a step needs: a new one, or one that is on its way.
  struct StepNeed {
    support::Ref<PendingCopy> copy;
    uint32_t step;
  };
  enum class Order : uint8_t {
    possible,   // and begin() may be called
    by_host,    // bytes are in another device's memory, another migration runs, or it is too much
    no_memory,  // for one of the storages
  };
  /// After plan() was false: finds the copies that the device of the memory has to make before each
  /// step, following the order of the steps: those that nobody has begun get tickets. `is_chain`:
  /// each step follows the one before, and so does not name its needs again. Throws std::bad_alloc.
  [[nodiscard]] Order plan_copies(backend::Ticket (*draw_ticket)(), bool is_chain);
  [[nodiscard]] std::span<const NewCopy> copies() const { return copies_; }
  /// Ascending by step.
  [[nodiscard]] std::span<const StepNeed> needs() const { return needs_; }
  /// The accesses have begun, and so have the copies.
  void begin() noexcept;

 private:
  struct Locked {
    Storage* storage;
    std::unique_lock<std::mutex> lock;
    std::optional<Contents> changed;  // by accesses that have not begun
    [[nodiscard]] const Contents& contents() const {
      return changed ? *changed : storage->contents_;
    }
    [[nodiscard]] Contents& contents_to_change() {
      return changed ? *changed : changed.emplace(storage->contents_);
    }
  };
  [[nodiscard]] Locked& locked(const StorageAccess& access);
  [[nodiscard]] Order plan_read(const StorageAccess& access, backend::Ticket (*draw_ticket)());
  void add_needs(const CopyList& copies, uint32_t step, bool is_chain);
  void note_write(const StorageAccess& access);

  const std::span<const StorageAccess> accesses_;
  const uint32_t memory_;
  std::vector<Locked> locked_;  // ascending by address
  std::vector<NewCopy> copies_;
  std::vector<StepNeed> needs_;
  CopyList needed_;  // of all steps up to now
};

}  // namespace cleave::model::memory
