// Finds the addressed memory of a context that a pointer points into, and keeps what may still be
// accessed.
#pragma once

#include <array>
#include <atomic>
#include <list>
#include <memory>
#include <span>
#include <vector>

#include "model/addressed_memory.h"
#include "os/fork.h"
#include "os/striped_mutex.h"

namespace cleave::model {

/// A set of kinds: bit i stands for the kind i.
using AddressedKinds = uint32_t;
[[nodiscard]] constexpr AddressedKinds only(AddressedMemory::Kind kind) {
  return AddressedKinds{1} << static_cast<unsigned>(kind);
}
inline constexpr AddressedKinds unified_kinds = only(AddressedMemory::Kind::host) |
                                                only(AddressedMemory::Kind::device) |
                                                only(AddressedMemory::Kind::shared);

/// The addressed memory of a context, by its addresses. Thread-safe; look-ups do not wait for each
/// other. In a child that was forked after it was made it finds nothing and takes nothing in:
/// another thread may have held its lock.
///
/// Sorted arrays, two of addresses alone: on one processor of a Xeon a query of a random
/// pointer takes 41 ns where there is one allocation and 99 ns where there are ten thousand, and a free 2 us. A search
/// looks at no allocation but counts a holder of the one that it finds: threads that launch kernels on memory of their
/// own write to no line that another one reads.
class AddressTable {
 public:
  AddressTable() = default;
  AddressTable(const AddressTable&) = delete;
  AddressTable& operator=(const AddressTable&) = delete;

  /// Throws std::bad_alloc. False in a forked child.
  [[nodiscard]] bool add(AddressedMemoryRef memory);
  /// The memory that has the address; nullptr: none that is known.
  [[nodiscard]] AddressedMemoryRef find(uint64_t address) const;
  /// Returns the memory that the pointer pointed into when it was given, or points into now.
  [[nodiscard]] AddressedMemoryRef find(const ApplicationPointer& address) const;
  /// Returns a pointer that the application gives, with the memory that it points into.
  [[nodiscard]] ApplicationPointer pointer(uint64_t address) const;
  /// Finds for each address the memory that has it, or nullptr, under one lock. `found` has room for
  /// as many. Returns whether pointers of these values can point into nothing else: false where one
  /// that is not null has no memory, or is the end of other memory.
  [[nodiscard]] bool find(std::span<const uint64_t> addresses,
                          std::span<AddressedMemoryRef> found) const;
  /// Returns a bound on the bytes of any memory that was ever here: an address at the end of large
  /// memory may be the beginning of another one, which is then found.
  [[nodiscard]] uint64_t most_bytes() const { return most_bytes_.load(std::memory_order_relaxed); }
  /// Returns a number that is another one after memory has come or gone. A thread that reads it (acquire), finds memory,
  /// and reads the same number later knows that the memory is still here, while it holds what keeps that.
  [[nodiscard]] uint64_t changes() const { return changes_.load(std::memory_order_acquire); }
  /// Takes out the memory of one of these kinds that begins there: it is to be freed. Commands that
  /// access its kind indirectly, and have not ended, keep it. nullptr: there is none. Throws
  /// std::bad_alloc, and then has changed nothing.
  [[nodiscard]] AddressedMemoryRef take(uint64_t begin, AddressedKinds kinds);
  /// Reverts add(): for buffers, whose memory may overlap with that of others.
  void remove(const AddressedMemory& memory) noexcept;
  [[nodiscard]] bool is_lost_by_fork() const { return made_in_ != os::fork_generation(); }

  /// Commands that access a kind of memory indirectly, in the order in which they were enqueued,
  /// are cut into periods: memory that is freed belongs to the last one, and goes when the commands
  /// of this and of all earlier periods have ended. What comes after it begins a new period. Commands
  /// are counted under the shared lock, all else is changed under the exclusive one.
  struct Period {
    std::atomic<size_t> commands = 0;
    std::vector<AddressedMemoryRef> freed = {};
  };
  /// One command may access all memory of these kinds, which it keeps until this ends.
  class IndirectAccess {
   public:
    IndirectAccess() = default;
    IndirectAccess(IndirectAccess&& other) noexcept { swap(other); }
    IndirectAccess& operator=(IndirectAccess&& other) noexcept {
      swap(other);
      return *this;
    }
    ~IndirectAccess();
    [[nodiscard]] bool is_to(AddressedMemory::Kind kind) const;
    [[nodiscard]] AddressedKinds kinds() const;

   private:
    friend class AddressTable;
    void swap(IndirectAccess& other) noexcept;
    AddressTable* table_ = nullptr;
    std::array<Period*, 3> periods_ = {};  // of host, device and shared memory; nullptr: no access
  };
  /// Begins accesses to unified memory of these kinds. Throws std::bad_alloc.
  [[nodiscard]] IndirectAccess access_indirectly(AddressedKinds kinds);

 private:
  /// True if a pointer of this value may be one past the memory before `position`.
  [[nodiscard]] bool is_end_before(size_t position, uint64_t address) const;
  using Periods = std::list<Period>;
  [[nodiscard]] bool begin_in_last_periods(AddressedKinds kinds, IndirectAccess& access);
  void end(const IndirectAccess& access) noexcept;
  /// Takes out the periods whose commands, and those before them, have ended.
  [[nodiscard]] static Periods take_over(Periods& periods) noexcept;
  /// The position of the memory that begins there and for which `suits(memory)`, plus one; 0: none.
  template <class Suits>
  [[nodiscard]] size_t position_of(uint64_t begin, const Suits& suits) const;
  AddressedMemoryRef erase(size_t position);
  /// The position of the last memory that begins there or before it, plus one.
  [[nodiscard]] size_t position_after(uint64_t address) const;

  const uint32_t made_in_ = os::fork_generation();
  mutable os::StripedMutex mutex_;
  std::atomic<uint64_t> most_bytes_{0};  // changed under the mutex
  std::atomic<uint64_t> changes_{0};     // changed under the mutex, before what it counts (release)
  std::vector<uint64_t> begins_;         // ascending
  std::vector<uint64_t> ends_;           // in the same order
  std::vector<AddressedMemoryRef> memory_;  // in the same order
  std::array<Periods, 3> periods_;          // of host, device and shared memory
};

}  // namespace cleave::model
