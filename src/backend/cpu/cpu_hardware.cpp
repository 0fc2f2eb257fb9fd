#include "backend/cpu/cpu_hardware.h"

#include <algorithm>
#include <utility>

#include "backend/cpu/code/cpu_program.h"
#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/cpu/facts.h"
#include "backend/cpu/graph/cpu_graph.h"
#include "backend/cpu/graph/running_graph.h"
#include "backend/cpu/inline_runner.h"
#include "backend/cpu/memory/memory.h"
#include "backend/cpu/memory/numa_memory.h"
#include "backend/cpu/pool/background.h"
#include "backend/cpu/pool/calling_thread.h"
#include "backend/cpu/pool/inline_worker.h"
#include "backend/cpu/pool/transfer.h"
#include "backend/cpu/pool/work.h"
#include "backend/cpu/pool/worker_pool.h"
#include "backend/cpu/pool/worth.h"
#include "backend/cpu/slices/slices.h"

namespace cleave::backend::cpu {
namespace {

using support::Ref;

/// The part of the device that is made first, since Hardware takes a pointer into it.
struct CpuHost {
  explicit CpuHost(topology::Machine machine)
      : machine_(std::move(machine)),
        facts_(read_facts(machine_)),
        pool_(*new pool::WorkerPool(machine_, facts_.workers_bound)),
        calling_thread_(machine_, facts_, pool_),
        runners_{facts_, pool_, calling_thread_},
        inline_runner_(runners_) {}

  const topology::Machine machine_;
  const DeviceFacts facts_;
  pool::WorkerPool& pool_;
  pool::CallingThread calling_thread_;
  const graph::Runners runners_;
  InlineRunner inline_runner_;
};

/// The host's processors. The pool is never destroyed: its threads may run until the process ends.
/// The background threads and the slices, which queues give back late, live as long.
class CpuHardware final : private CpuHost, public Hardware {
 public:
  explicit CpuHardware(topology::Machine machine)
      : CpuHost(std::move(machine)),
        Hardware(&inline_runner_),
        background_(*new pool::Background(machine_, facts_.workers_bound)),
        slices_(*new slices::Slices(machine_)) {}

  [[nodiscard]] const DeviceFacts& facts() const override { return facts_; }
  [[nodiscard]] const topology::Machine& machine() const override { return machine_; }
  [[nodiscard]] Ref<ResourceSet> resources(const topology::UnitSet& units) override {
    return support::make_ref<pool::CpuResourceSet>(units);
  }
  [[nodiscard]] Ref<ResourceSet> slice(const std::vector<topology::UnitSet>& slices,
                                       size_t index) override {
    // A forked child runs nothing: it is not to keep a slice from processes that do.
    if (!pool_.is_running()) return support::make_ref<pool::CpuResourceSet>(slices[index]);
    return slices_.use(slices, index);
  }
  [[nodiscard]] Ref<ResourceSet> with_priority(const ResourceSet& set, Priority priority) override {
    return support::make_ref<pool::CpuResourceSet>(set.units(), priority,
                                                   Ref<const ResourceSet>(&set));
  }
  [[nodiscard]] support::Status start(const ResourceSet& where) override {
    return pool_.start(where.units());
  }

  [[nodiscard]] Allocation allocate(size_t bytes, size_t alignment, Users users) override {
    return Allocation::of_host(
        memory_.allocate(bytes, alignment, memory::home_for(machine_, users)), bytes);
  }
  void deallocate(const Allocation& allocation, Users users) noexcept override {
    memory_.deallocate(allocation.host_address, allocation.bytes,
                       memory::home_for(machine_, users));
  }

  [[nodiscard]] bool has_near_memory(const ResourceSet& where) const override {
    return memory::node_of(machine_, where.units()).has_value();
  }
  void place(const Allocation& allocation, size_t offset, size_t bytes, const ResourceSet& where,
             Contents contents) noexcept override {
    const auto node = memory::node_of(machine_, where.units());
    if (!node) return;
    std::byte* const memory = allocation.host_address + offset;
    if (contents == Contents::undefined) memory::forget_contents(memory, bytes);
    memory::move_to_node(memory, bytes, *node);
  }

  [[nodiscard]] std::shared_ptr<DeviceProgram> load(compiler::interface::CodeRequest request,
                                                    std::string& error) override {
    const auto run_in_background = [this](std::function<void()> work, const topology::UnitSet& on,
                                          code::Urgency urgency) {
      return background_.run(std::move(work), on, urgency);
    };
    const auto run_alone =
        [this](DeviceKernel& kernel, const compiler::interface::KernelFacts& facts,
               const Allocation& variables) { return this->run_alone(kernel, facts, variables); };
    request.mode = codegen_mode();
    return code::CpuProgram::load(std::move(request), *this, run_in_background, run_alone, error);
  }

  void submit(Ref<Launch> launch, const ResourceSet& where, Listener& listener) override {
    Ref<pool::CpuResourceSet> set = pool::CpuResourceSet::of(where);
    if (launch->device_queues != nullptr) {
      return pool_.submit(
          enqueue::LaunchTree::make(std::move(launch), std::move(set), pool_, facts_, listener)
              .execution);
    }
    const pool::Expectation expected = pool::expectation(*launch);
    pool_.submit(pool::make_whole_execution(std::move(launch), expected, std::move(set), listener),
                 calling_thread_.unit_here(where));
  }
  void submit(const Transfer& transfer, const ResourceSet& where, Listener& listener) override {
    pool_.submit(pool::make_transfer_execution(transfer, pool::worth_of(transfer),
                                               pool::CpuResourceSet::of(where), listener,
                                               facts_.streamed_bytes),
                 calling_thread_.unit_here(where));
  }
  void submit(std::function<cl_int()> work, const ResourceSet& where, Listener& listener) override {
    pool_.submit(
        pool::make_host_execution(std::move(work), pool::CpuResourceSet::of(where), listener),
        calling_thread_.unit_here(where));
  }

  [[nodiscard]] Ref<const Graph> prepare(std::span<const Step> steps) override {
    return support::make_ref<graph::CpuGraph>(steps);
  }
  [[nodiscard]] Ref<const Graph> replace(const Graph& graph,
                                         std::span<const Substitute> launches) override {
    return static_cast<const graph::CpuGraph&>(graph).with(launches);
  }
  void patch(const Graph& graph, std::span<const ArgumentPatch> patches) noexcept override {
    static_cast<const graph::CpuGraph&>(graph).patch(patches);
  }
  void submit(GraphRun run, Listener& listener) override {
    graph::RunningGraph::submit(std::move(run), runners_, listener);
  }

  [[nodiscard]] std::vector<uint32_t> compilation_processors(Users users) const override;

 private:
  /// See RunAlone: programs begin and end with it.
  [[nodiscard]] bool run_alone(DeviceKernel& kernel, const compiler::interface::KernelFacts& facts,
                               const Allocation& variables);

  pool::Background& background_;
  slices::Slices& slices_;
  memory::Memory memory_;
};

std::vector<uint32_t> CpuHardware::compilation_processors(Users users) const {
  std::vector<uint32_t> processors;
  if (!facts_.workers_bound) return processors;
  for (const ResourceSet* const user : users) {
    for (const uint32_t unit : user->units()) {
      processors.push_back(machine_.units[unit].os_processor);
    }
  }
  std::ranges::sort(processors);
  const auto repeated = std::ranges::unique(processors);
  processors.erase(repeated.begin(), repeated.end());
  return processors;
}

bool CpuHardware::run_alone(DeviceKernel& kernel, const compiler::interface::KernelFacts& facts,
                            const Allocation& variables) {
  const auto launch = support::make_ref<Launch>();
  launch->program_variables = {std::shared_ptr<void>(), &variables};  // the caller's
  // Its objects may be anywhere.
  constexpr LaunchObject any_memory;
  LaunchDescription description;
  description.range.local_size = {1, 1, 1};
  description.local_bytes = facts.local_memory_size;
  description.objects = std::span(&any_memory, 1);
  std::string error;
  const pool::CpuResourceSet all(machine_.all_units());
  if (!kernel.plan_launch(description, all, *launch, error)) return false;
  const pool::DefaultFloatingPoint modes;
  // Not the thread's own worker: this may be a launch's end, in the middle of the next one's start.
  pool::Worker worker(pool::Execution::no_unit);
  pool::WorkGroups groups(*launch, pool::code_of(*launch), worker);
  if (groups.lacking() == nullptr) groups.run(0, 1);
  return groups.lacking() == nullptr;
}

}  // namespace

std::unique_ptr<Hardware> make_hardware(topology::Machine machine) {
  return std::make_unique<CpuHardware>(std::move(machine));
}

}  // namespace cleave::backend::cpu
