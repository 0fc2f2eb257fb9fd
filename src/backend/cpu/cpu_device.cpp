#include <utility>

#include "backend/cpu/facts.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/placement.h"
#include "backend/cpu/work.h"
#include "backend/cpu/worker_pool.h"
#include "backend/device.h"

namespace cleave::backend::cpu {
namespace {

using support::Ref;

/// The host's processors. The pool is never destroyed: its threads may run until the process ends.
class CpuDevice final : public Device {
 public:
  explicit CpuDevice(topology::Machine machine)
      : machine_(std::move(machine)),
        facts_(read_facts(machine_)),
        pool_(*new WorkerPool(machine_, facts_.workers_bound)) {}

  [[nodiscard]] const DeviceFacts& facts() const override { return facts_; }
  [[nodiscard]] const topology::Machine& machine() const override { return machine_; }
  [[nodiscard]] Ref<ResourceSet> resources(const topology::UnitSet& units) override {
    return support::make_ref<CpuResourceSet>(units);
  }
  [[nodiscard]] support::Status start() override { return pool_.start(); }

  [[nodiscard]] void* allocate(size_t bytes, size_t alignment) override {
    return memory_.allocate(bytes, alignment);
  }
  void deallocate(void* memory, size_t bytes) noexcept override {
    memory_.deallocate(memory, bytes);
  }

  [[nodiscard]] bool has_near_memory(const ResourceSet& where) const override {
    return node_of(machine_, where.units()).has_value();
  }
  void place(void* memory, size_t bytes, const ResourceSet& where,
             Contents contents) noexcept override {
    const auto node = node_of(machine_, where.units());
    if (!node) return;
    if (contents == Contents::undefined) forget_contents(memory, bytes);
    move_to_node(memory, bytes, *node);
  }

  void submit(Ref<Launch> launch, const ResourceSet& where, Listener& listener) override {
    pool_.submit(make_kernel_execution(std::move(launch), own(where), listener));
  }
  void submit(std::function<cl_int()> work, const ResourceSet& where, Listener& listener) override {
    pool_.submit(make_host_execution(std::move(work), own(where), listener));
  }

 private:
  /// A set is immutable for its holders; its ready list is the pool's.
  static Ref<CpuResourceSet> own(const ResourceSet& where) {
    return Ref<CpuResourceSet>(
        const_cast<CpuResourceSet*>(static_cast<const CpuResourceSet*>(&where)));
  }

  const topology::Machine machine_;
  const DeviceFacts facts_;
  WorkerPool& pool_;
  Memory memory_;
};

}  // namespace

std::unique_ptr<Device> make_device(topology::Machine machine) {
  return std::make_unique<CpuDevice>(std::move(machine));
}

}  // namespace cleave::backend::cpu
