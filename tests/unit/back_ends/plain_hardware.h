// Implements a second back end for tests: one thread, memory that the host cannot touch, counters.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "backend/hardware.h"

namespace cleave::backend::test {

/// Hardware with memory of its own: nobody can read or write it, on pain of a segmentation fault,
/// but the thread's work while it runs. Kernels are compiled for the processor of this process and
/// run work-group by work-group. Code is loaded while no kernel has been submitted that has not
/// ended. Kernels that may wait, or print, fail. Thread-safe.
///
/// It orders work itself: of what may run it takes what came last, so that an order which nobody
/// asked for is none. A copy that a step of a graph needs runs right before the first such step, if
/// it has not run by then.
class PlainHardware final : public Hardware, private WorkOrder {
 public:
  struct Counts {
    int allocations = 0;
    int launches = 0;
    int preloads = 0;
    int copies_in = 0;  // from the host's memory
    int copies_out = 0;
    size_t bytes_in = 0;
    size_t bytes_out = 0;
    std::vector<size_t> spans = {};  // how much work came at once
    // A letter for each that has run: i and o, a copy from and to the host's memory, t, another
    // transfer, k, a launch.
    std::string order = {};
  };

  /// Understands the same language as `other`, for whose processor its kernels are compiled.
  explicit PlainHardware(const DeviceFacts& other);
  ~PlainHardware() override;

  /// Returns what the device has been asked for since the last call.
  [[nodiscard]] Counts take_counts();
  /// Allocations and transfers fail from now on, or do no longer.
  void refuse_memory(bool is_refused);
  void refuse_transfers(bool is_refused);
  /// For its kernels.
  void count_preload();
  /// Some work with kernels has been submitted and has not ended: no code can be loaded.
  [[nodiscard]] bool runs_kernels();
  /// Work that has been submitted waits until it is let go.
  void hold(bool is_held);

  [[nodiscard]] const DeviceFacts& facts() const override { return facts_; }
  [[nodiscard]] const topology::Machine& machine() const override { return machine_; }
  [[nodiscard]] support::Ref<ResourceSet> resources(const topology::UnitSet& units) override;
  [[nodiscard]] support::Ref<ResourceSet> slice(const std::vector<topology::UnitSet>& slices,
                                                size_t index) override {
    return resources(slices[index]);
  }
  [[nodiscard]] support::Status start(const ResourceSet&) override { return CL_SUCCESS; }
  [[nodiscard]] Allocation allocate(size_t bytes, size_t alignment, Users users) override;
  void deallocate(const Allocation& allocation, Users users) noexcept override;
  [[nodiscard]] bool has_near_memory(const ResourceSet&) const override { return false; }
  void place(const Allocation&, size_t, size_t, const ResourceSet&, Contents) noexcept override {}
  [[nodiscard]] std::shared_ptr<DeviceProgram> load(compiler::interface::CodeRequest request,
                                                    std::string& error) override;
  void submit(support::Ref<Launch> launch, const ResourceSet& where, Listener& listener) override;
  void submit(const Transfer& transfer, const ResourceSet& where, Listener& listener) override;
  void submit(std::function<cl_int()> work, const ResourceSet& where, Listener& listener) override;
  [[nodiscard]] support::Ref<const Graph> prepare(std::span<const Step> steps) override;
  [[nodiscard]] support::Ref<const Graph> replace(const Graph& graph,
                                                  std::span<const Substitute> launches) override;
  void patch(const Graph& graph, std::span<const ArgumentPatch> patches) noexcept override;
  void submit(GraphRun run, Listener& listener) override;
  [[nodiscard]] std::vector<uint32_t> compilation_processors(Users) const override { return {}; }

  /// While it lives, the thread may use the memory.
  class Opened {
   public:
    explicit Opened(PlainHardware& device);
    ~Opened();
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

   private:
    PlainHardware& device_;
    std::scoped_lock<std::mutex> lock_;
  };

 private:
  struct Work {
    std::function<cl_int()> function;
    Listener* listener;
    bool has_kernels = false;
  };
  /// Work that runs behind other work.
  struct Ordered {
    Ticket ticket;
    std::vector<Ticket> after;
    std::vector<Ticket> needs;  // of a launch or a transfer
    Work work;
  };
  void submit(std::span<OrderedWork> works) noexcept override;
  [[nodiscard]] Work work_of(support::Ref<Launch> launch, Listener& listener);
  [[nodiscard]] Work work_of(const Transfer& transfer, Listener& listener);
  [[nodiscard]] Work work_of(GraphRun run, std::span<const CopyNeed> needs, Listener& listener);
  [[nodiscard]] cl_int run(const GraphRun& run, std::span<const CopyNeed> needs,
                           Listener& listener);
  /// Under the mutex: gives work that may run; nothing if there is none.
  [[nodiscard]] std::optional<Ordered> take();
  /// Runs work that has been taken.
  void run(Ordered taken);
  /// Returns the status of a copy, which runs now if it has not.
  [[nodiscard]] cl_int end_of_copy(Ticket copy);
  /// Under the mutex: returns the status of work that has ended.
  [[nodiscard]] cl_int status_of(Ticket ended) const;
  void add(Work work);
  void run_thread();
  [[nodiscard]] std::byte* address_of(const Endpoint& endpoint) const;
  [[nodiscard]] cl_int run(const Transfer& transfer);
  [[nodiscard]] cl_int run(const Launch& launch);

  DeviceFacts facts_;
  topology::Machine machine_;
  std::byte* const memory_;
  std::mutex opening_;  // one user of the memory at a time
  std::mutex mutex_;    // of what follows
  std::condition_variable changed_;
  Counts counts_;
  bool is_memory_refused_ = false;
  bool are_transfers_refused_ = false;
  bool is_held_ = false;
  size_t with_kernels_ = 0;  // work that has been submitted and has not ended
  bool is_ending_ = false;
  std::map<size_t, size_t> used_;      // bytes by offset
  std::deque<Work> work_;              // which runs in the order in which it came
  std::vector<Ordered> ordered_;       // what came last is the last
  std::set<uint64_t> open_;            // tickets of work that has not ended
  std::map<uint64_t, cl_int> failed_;  // by ticket
  std::thread thread_;
};

}  // namespace cleave::backend::test
