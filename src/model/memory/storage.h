// Keeps the contents of a buffer in the memories of its context, and says what has to be copied
// before a command may use them.
#pragma once

#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "backend/memory.h"
#include "model/context.h"
#include "model/memory/contents.h"

namespace cleave::model::memory {

/// One allocation for each memory of the context, and the bytes that are current there. Buffers and
/// their sub-buffers share one. Thread-safe.
///
/// In a context with one memory nothing ever has to be copied. In others the accesses of a command
/// begin together (JointAccess), when all that it reads is current or will be by copies that its
/// device orders. begin_migration() makes current what is not. One migration of a storage runs at a
/// time; commands that need another wait for its end.
class Storage {
 public:
  struct Access {
    size_t begin;
    size_t end;
    bool is_read;
    bool is_written;
  };
  struct MigrationCopy {
    size_t begin;
    size_t bytes;
    uint32_t from;  // memories; one of them is that of the host
    uint32_t to;
  };
  struct MigrationPlan {
    enum class State : uint8_t {
      current,    // nothing is to be copied, and nothing has begun
      begun,      // `copies` are to be made, then end_migration() called
      waiting,    // for another one, or for copies on their way: `resume` will be called
      no_memory,  // and nothing has begun
    } state;
    std::vector<MigrationCopy> copies = {};
  };

  /// `host_memory`: memory of the application, which outlives this; nullptr: the storage allocates.
  Storage(Context& context, size_t bytes, void* host_memory);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  /// Makes sure of memory; false when there is none.
  [[nodiscard]] bool allocate(uint32_t memory);
  /// Returns the allocation in that memory. Its address in this process never changes; what it
  /// holds is for commands for which JointAccess or begin_migration() has allocated it.
  [[nodiscard]] const backend::Allocation& allocation(uint32_t memory) const {
    return allocations_[memory];
  }
  /// The bytes are to be what the host's memory holds now.
  void set_from_host();

  /// Begins to make current in the memory what the access reads; allocates there. Or waits until
  /// another migration or a copy has ended, where `resume` is called by the thread that ended it.
  [[nodiscard]] MigrationPlan begin_migration(const Access& access, uint32_t memory,
                                              const std::function<void()>& resume);
  /// Ends the migration. `made`: its copies, so far as they were made. Throws std::bad_alloc: it
  /// has ended, and some of the copies count as not made.
  void end_migration(std::span<const MigrationCopy> made);

 private:
  friend class JointAccess;
  // Under the mutex.
  [[nodiscard]] bool make_allocation(uint32_t memory);
  [[nodiscard]] std::vector<MigrationCopy> copies_for(const Access& access, uint32_t memory) const;
  /// Returns a copy that has to end before the access can begin, or before what it lacks can be
  /// copied; null: there is none.
  [[nodiscard]] support::Ref<PendingCopy> copy_before(const Access& access, uint32_t memory) const;

  Context& context_;
  const size_t bytes_;
  const bool is_of_application_;
  std::mutex mutex_;
  std::vector<backend::Allocation> allocations_;  // for each memory of the context
  Contents contents_;
  bool is_migrating_ = false;
  std::vector<std::function<void()>> waiting_;  // of migrations
};

}  // namespace cleave::model::memory
