// Keeps the contents of a buffer in the memories of its context, and says what has to be copied
// before a command may use them.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "backend/memory.h"
#include "model/context.h"
#include "model/memory/valid_ranges.h"

namespace cleave::model::memory {

/// One allocation for each memory of the context, and the bytes that are current there. Buffers and
/// their sub-buffers share one. Thread-safe.
///
/// In a context with one memory nothing ever has to be copied. In others a command calls
/// try_access() for each object that it accesses before it starts, and begin_migration() if that
/// fails. One migration of a storage runs at a time; commands that need another wait for its end.
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
      begun,      // `copies` are to be made, then end_migration() called
      waiting,    // another one runs: `resume` will be called
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
  /// holds is for commands for which try_access() or begin_migration() has allocated it.
  [[nodiscard]] const backend::Allocation& allocation(uint32_t memory) const {
    return allocations_[memory];
  }
  /// The bytes are to be what the host's memory holds now.
  void set_from_host();

  /// Returns true if everything that the access reads is current in the memory; then the access has
  /// begun.
  [[nodiscard]] bool try_access(const Access& access, uint32_t memory);
  /// Begins to make current in the memory what the access reads, or waits until another migration
  /// has ended; `resume` is called then, by the thread that ended it.
  [[nodiscard]] MigrationPlan begin_migration(const Access& access, uint32_t memory,
                                              std::function<void()> resume);
  /// Ends the migration for the access. `is_done`: all copies were made, and the access has begun.
  void end_migration(const Access& access, uint32_t memory, bool is_done);

 private:
  // Under the mutex.
  [[nodiscard]] bool make_allocation(uint32_t memory);
  void begin_access(const Access& access, uint32_t memory);
  [[nodiscard]] std::vector<MigrationCopy> copies_for(const Access& access, uint32_t memory) const;

  Context& context_;
  const size_t bytes_;
  const bool is_of_application_;
  std::mutex mutex_;
  std::vector<backend::Allocation> allocations_;  // for each memory of the context
  ValidRanges valid_;
  bool is_migrating_ = false;
  std::vector<std::function<void()>> waiting_;  // of migrations
};

}  // namespace cleave::model::memory
