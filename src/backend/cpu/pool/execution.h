// Divides a launch or transfer into chunks, which workers claim from contiguous shares and steal
// from each other, and reports the end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "backend/hardware.h"

namespace cleave::backend::cpu::pool {

class Execution;
class Worker;
class WorkerPool;

/// Time after which a launch that was expected to be too short for several workers calls them after
/// all.
constexpr auto no_longer_short = std::chrono::microseconds(50);

/// A worker that watches an execution waits so long for the others when it has found nothing more
/// to do: as long as Event::wait() would before it sleeps.
constexpr auto watch_time = std::chrono::microseconds(30);

/// The workers of a device, for work of one priority. Its ready list is the pool's, guarded by the
/// pool's mutex.
class CpuResourceSet : public ResourceSet {
 public:
  /// `keeps`: another set that lives as long; null: none.
  explicit CpuResourceSet(topology::UnitSet units, Priority priority = Priority::medium,
                          support::Ref<const ResourceSet> keeps = nullptr);
  /// Returns the set as what it is: immutable for its holders, while its ready list is the pool's.
  [[nodiscard]] static support::Ref<CpuResourceSet> of(const ResourceSet& set) {
    return support::Ref<CpuResourceSet>(
        const_cast<CpuResourceSet*>(static_cast<const CpuResourceSet*>(&set)));
  }
  [[nodiscard]] const topology::UnitSet& units() const override { return units_; }
  [[nodiscard]] Priority priority() const override { return priority_; }
  /// Says that a thread has served the set until now, so that it does not wait for too long. Relaxed:
  /// a late value delays the set's next time slice, or gives it one too many.
  void note_service(std::chrono::steady_clock::time_point now) {
    served_until_.store(now, std::memory_order_relaxed);
  }
  /// The units again, 64 to a word: unit u is bit u % 64 of word u / 64.
  [[nodiscard]] const std::vector<uint64_t>& words() const { return words_; }

 private:
  friend class WorkerPool;
  const topology::UnitSet units_;
  const std::vector<uint64_t> words_;
  const Priority priority_;
  const support::Ref<const ResourceSet> keeps_;
  std::atomic<std::chrono::steady_clock::time_point> served_until_{};  // or when it was listed
  support::Ref<Execution> first_;  // of the ready list; the rest by Execution::next_ready_
  Execution* last_ = nullptr;
};

/// The number of threads that an execution is worth, at least 1, the one that submits it included
/// if that takes part, and the least number of pieces that is worth a claim.
struct Worth {
  uint32_t spinning = UINT32_MAX;  // if the others spin
  uint32_t sleeping = UINT32_MAX;  // if they sleep
  uint64_t least_claim = 1;
};

/// One run of a launch or of host work. Complete when all pieces (work-groups, or rows or bytes of
/// a transfer) have ended. Thread-safe.
///
/// Each worker of the set has a contiguous share of the pieces, the same in every launch of the
/// same size, so that a piece finds its data in the cache of the processor that wrote it in the
/// launch before. A worker that has finished its share steals from the others. A claim is a
/// compare-exchange (acq_rel) on the share's next piece: an atomic range counter, so thieves and
/// the owner take chunks from the same end. The end is a countdown latch: `open_` is decremented
/// with acq_rel, and the thread that reaches 0 sees all writes of the others. It reports the end,
/// unless the worker watches that submitted the execution (an inline worker, or one that goes on
/// with a successor): commands, events and launches are made and deleted on one thread then, and do
/// not travel between the caches of processors. `watch_` says who reports, by one exchange
/// (acq_rel) of each side, of which the first is followed by the second's report.
class Execution : public support::ReferenceCounted<Execution> {
 public:
  virtual ~Execution() = default;
  /// The pieces are first … end - 1; if `has_started`, the listener has heard of the start already.
  /// `is_short`: see is_short(); all pieces are one share then. `may_wait`: see may_wait().
  struct Pieces {
    uint64_t end = 0;
    uint64_t first = 0;
    bool has_started = false;
    bool is_short = false;
    bool may_wait = false;
    Worth worth = {};
  };
  Execution(support::Ref<CpuResourceSet> where, const Pieces& pieces, Listener& listener);

  [[nodiscard]] CpuResourceSet& where() const { return *where_; }
  [[nodiscard]] uint64_t pieces() const { return pieces_.end; }
  /// Number of threads that the rest is worth, if they spin and if they sleep. It is one while the
  /// execution is short.
  [[nodiscard]] Worth worth() const;
  /// Returns true if so many threads are known to need long for it.
  [[nodiscard]] bool is_long_for(uint32_t threads) const;
  /// Returns true if so many threads end it so soon that others, which are busy, need not hear of
  /// it.
  [[nodiscard]] bool is_enough(uint32_t threads) const;
  /// Returns true if pieces may wait for each other: all threads that are free are called, now.
  [[nodiscard]] bool may_wait() const { return pieces_.may_wait; }
  [[nodiscard]] uint64_t least_claim() const { return pieces_.worth.least_claim; }
  /// Number of shares with unclaimed pieces; other threads may claim some at the same time.
  [[nodiscard]] uint32_t open_shares() const {
    return open_shares_.load(std::memory_order_relaxed);
  }

  /// Returns true if one worker is expected to finish before others could come. An estimate, which
  /// that worker may withdraw.
  [[nodiscard]] bool is_short() const { return is_short_.load(std::memory_order_relaxed); }
  void set_not_short() { is_short_.store(false, std::memory_order_relaxed); }

  /// Ends an execution of which no piece will run. Precondition: no worker knows of it.
  void end_without_running(cl_int status);

  /// The unit on whose processor an inline worker (a thread of the application) works on this
  /// execution; the unit's own worker would compete with it. No unit has the number no_unit.
  static constexpr uint32_t no_unit = UINT32_MAX;
  [[nodiscard]] uint32_t inline_unit() const {
    return inline_unit_.load(std::memory_order_relaxed);
  }
  void set_inline_unit(uint32_t unit) { inline_unit_.store(unit, std::memory_order_relaxed); }
  /// The worker, whose thread calls, is going to call report_watched_end(). Precondition: no other
  /// one knows of the execution.
  void watch(Worker& worker);
  /// Reports the end if all pieces end before that time; if not, the thread that ends the last
  /// piece will. Does nothing if the worker does not watch the execution, or has ended it itself.
  void report_watched_end(Worker& worker, std::chrono::steady_clock::time_point until);

 protected:
  virtual void run(uint64_t begin, uint64_t end, Worker& worker) = 0;
  /// Called when threads have run `pieces` pieces in `time`, which is that of all together;
  /// `alone`: no other worked on the execution meanwhile. Called before the end, and earlier by
  /// threads whose time slice is over.
  virtual void spent(std::chrono::nanoseconds time, uint64_t pieces, bool alone);
  /// Releases the objects that the pieces needed. Called once, before the listener hears of the
  /// end: a thread that waited for the end finds everything released, and nothing is destroyed
  /// later, under some lock.
  virtual void release_work() noexcept = 0;
  /// Makes the execution complete with this error; the first one counts. `reason`: see
  /// Listener::explain; nullptr: none.
  void fail(cl_int error, const char* reason = nullptr);

 private:
  friend class ChunkClaimer;
  friend class WorkerPool;
  /// Two lines, for processors that fetch lines in pairs.
  struct alignas(128) WorkerShare {
    std::atomic<uint64_t> next{0};
    uint64_t end = 0;
  };
  /// Tells the thread that ends the last piece whether to report the end.
  enum class WatchState : uint8_t {
    off,   // nobody watches: it reports the end
    on,    // the worker that watches will
    over,  // (itself, when it comes a second time: all pieces have ended)
  };
  [[nodiscard]] bool claim(WorkerShare& share, uint64_t most, uint64_t& begin, uint64_t& end);
  void begin_pieces();
  /// `is_over`: the thread has found nothing more; `alone`: as spent() takes it.
  void end_pieces(uint64_t count, std::chrono::nanoseconds time, bool is_over, bool alone,
                  Worker& worker);
  void report_end();

  support::Ref<CpuResourceSet> where_;
  support::Ref<Execution> next_ready_;  // in the ready list; guarded by the pool's mutex
  const Pieces pieces_;
  const uint32_t share_count_;
  const std::unique_ptr<WorkerShare[]> more_shares_;  // null: the only one is enough
  std::atomic<uint32_t> inline_unit_{no_unit};
  std::atomic<bool> is_started_;
  std::atomic<bool> is_short_;
  std::atomic<WorkerPool*> listed_in_{nullptr};  // a ready list; written under its mutex
  std::atomic<cl_int> error_{CL_COMPLETE};
  std::atomic<const char*> reason_{nullptr};
  Listener& listener_;
  WorkerShare* const shares_;
  // Every worker writes to these once: each in a line of its own, but for what is written together.
  alignas(64) std::atomic<uint32_t> open_shares_;
  alignas(64) std::atomic<uint64_t> open_;
  std::atomic<uint64_t> nanoseconds_{0};  // that threads spent until they found nothing more
  std::atomic<uint64_t> accounted_{0};    // pieces that spent() has heard of
  alignas(64) std::atomic<WatchState> watch_{WatchState::off};
  WorkerShare only_share_;
};

/// Claims and runs chunks of an execution for one thread, from its own share first, then from those
/// of others. Chunks count as ended when the claimer is destroyed. Used by one thread; the
/// execution outlives it.
class ChunkClaimer {
 public:
  ChunkClaimer(Execution& execution, Worker& worker);
  ~ChunkClaimer();
  ChunkClaimer(const ChunkClaimer&) = delete;
  ChunkClaimer& operator=(const ChunkClaimer&) = delete;

  /// Claims a range, large at first, small at the end of a share and never more than `most` pieces,
  /// and runs it. Returns the number of pieces; 0: every piece has been claimed.
  [[nodiscard]] uint64_t run_some(uint64_t most);

 private:
  Execution& execution_;
  Worker& worker_;
  const std::chrono::steady_clock::time_point begin_;
  const bool is_alone_;
  bool is_over_ = false;  // it found nothing more
  uint32_t share_;        // where it found something last
  uint64_t ended_ = 0;
};

}  // namespace cleave::backend::cpu::pool
