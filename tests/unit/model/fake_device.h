// A back end whose work ends exactly when a test says so.
#pragma once

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "backend/cpu/code/cpu_program.h"
#include "backend/cpu/pool/transfer.h"
#include "backend/hardware.h"
#include "model/command/queue.h"
#include "model/context.h"

namespace cleave::model::test {

class FakeResources final : public backend::ResourceSet {
 public:
  explicit FakeResources(topology::UnitSet units) : units_(std::move(units)) {}
  [[nodiscard]] const topology::UnitSet& units() const override { return units_; }

 private:
  topology::UnitSet units_;
};

class FakeGraph final : public backend::Graph {};

/// Runs work inside submit() while `is_immediate`, otherwise when try_run_successor() is called,
/// which may be on another thread.
class FakeHardware final : public backend::Hardware, public backend::InlineExecution {
 public:
  FakeHardware() : Hardware(this) { device_facts.local_memory_size = 64 << 10; }
  bool is_immediate = true;
  std::vector<support::Ref<backend::Launch>> launches;
  backend::DeviceFacts device_facts;
  std::atomic<size_t> allocated_bytes = 0;  // several threads may free
  bool has_memory = true;
  bool has_nodes = false;
  struct Placed {
    std::byte* memory;
    size_t bytes;
    Contents contents;
    friend bool operator==(const Placed&, const Placed&) = default;
  };
  std::vector<Placed> placed;

  [[nodiscard]] size_t waiting() const {
    std::lock_guard lock(mutex_);
    return work_.size();
  }
  /// Runs the work that has waited longest, or that at `position`.
  void try_run_successor(size_t position = 0) {
    Work work = take(position);
    run(work);
  }
  void run_all() {
    while (waiting() > 0) try_run_successor();
  }

  [[nodiscard]] const backend::DeviceFacts& facts() const override { return device_facts; }
  [[nodiscard]] const topology::Machine& machine() const override { return machine_; }
  [[nodiscard]] support::Ref<backend::ResourceSet> resources(
      const topology::UnitSet& units) override {
    return support::make_ref<FakeResources>(units);
  }
  [[nodiscard]] support::Ref<backend::ResourceSet> slice(
      const std::vector<topology::UnitSet>& slices, size_t index) override {
    return resources(slices[index]);
  }
  [[nodiscard]] support::Status start(const backend::ResourceSet&) override { return CL_SUCCESS; }
  [[nodiscard]] backend::Allocation allocate(size_t bytes, size_t alignment, Users) override {
    if (!has_memory) return {};
    allocated_bytes += bytes;
    return backend::Allocation::of_host(
        std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment), bytes);
  }
  void deallocate(const backend::Allocation& allocation, Users) noexcept override {
    allocated_bytes -= allocation.bytes;
    std::free(allocation.host_address);
  }
  [[nodiscard]] std::shared_ptr<backend::DeviceProgram> load(
      compiler::interface::CodeRequest request, std::string& error) override {
    const auto never = [](const std::function<void()>&, const topology::UnitSet&,
                          backend::cpu::code::Urgency) { return false; };
    const auto none = [](backend::DeviceKernel&, const compiler::interface::KernelFacts&,
                         const backend::Allocation&) { return false; };
    return backend::cpu::code::CpuProgram::load(std::move(request), *this, never, none, error);
  }
  [[nodiscard]] bool has_near_memory(const backend::ResourceSet&) const override {
    return has_nodes;
  }
  void place(const backend::Allocation& allocation, size_t offset, size_t bytes,
             const backend::ResourceSet&, Contents contents) noexcept override {
    placed.push_back({allocation.host_address + offset, bytes, contents});
  }
  void submit(support::Ref<backend::Launch> launch, const backend::ResourceSet&,
              backend::Listener& listener) override {
    launches.push_back(std::move(launch));
    add({[] { return CL_COMPLETE; }, &listener});
  }
  void submit(const backend::Transfer& transfer, const backend::ResourceSet&,
              backend::Listener& listener) override {
    add({[transfer]() -> cl_int {
           copy_bytes(transfer);
           return CL_COMPLETE;
         },
         &listener});
  }
  void submit(std::function<cl_int()> work, const backend::ResourceSet&,
              backend::Listener& listener) override {
    add({std::move(work), &listener});
  }
  /// Whether waiting threads may run launches inline, and those that they ran.
  bool is_inline_allowed = false;
  std::vector<support::Ref<backend::Launch>> run_inline;
  cl_int inline_status = CL_COMPLETE;
  /// Whether they may run transfers inline.
  bool is_inline_transfer_allowed = false;

  [[nodiscard]] bool may_run_inline(const backend::ResourceSet&) override {
    return is_inline_allowed;
  }
  [[nodiscard]] bool try_run_inline(const support::Ref<backend::Launch>& launch,
                                    const backend::ResourceSet&,
                                    backend::Listener& listener) override {
    run_inline.push_back(launch);
    listener.started();
    listener.completed(inline_status);
    return true;
  }
  [[nodiscard]] bool try_run_inline(const backend::Transfer& transfer, const backend::ResourceSet&,
                                    backend::Listener& listener) override {
    if (!is_inline_transfer_allowed) return false;
    listener.started();
    copy_bytes(transfer);
    listener.completed(CL_COMPLETE);
    return true;
  }
  [[nodiscard]] bool try_run_successor(const backend::Transfer&, const backend::ResourceSet&,
                                       backend::Listener&) override {
    return false;
  }
  [[nodiscard]] bool try_run_successor(const support::Ref<backend::Launch>&,
                                       const backend::ResourceSet&, backend::Listener&) override {
    return false;
  }
  [[nodiscard]] support::Ref<const backend::Graph> prepare(
      std::span<const backend::Step>) override {
    return support::make_ref<FakeGraph>();
  }
  [[nodiscard]] support::Ref<const backend::Graph> replace(
      const backend::Graph&, std::span<const backend::Substitute>) override {
    return support::make_ref<FakeGraph>();
  }
  void submit(backend::GraphRun, backend::Listener& listener) override {
    add({[] { return CL_COMPLETE; }, &listener});
  }
  /// No launch is changed in place here.
  void patch(const backend::Graph&, std::span<const backend::ArgumentPatch>) noexcept override {
    ADD_FAILURE() << "a launch is changed in place";
  }
  [[nodiscard]] bool try_run_inline(backend::GraphRun&, backend::Listener&) override {
    return false;
  }
  [[nodiscard]] bool try_run_successor(backend::GraphRun&, backend::Listener&) override {
    return false;
  }
  [[nodiscard]] std::vector<uint32_t> compilation_processors(Users) const override { return {}; }

 private:
  struct Work {
    std::function<cl_int()> function;
    backend::Listener* listener;
  };
  static void copy_bytes(const backend::Transfer& transfer) {
    backend::cpu::pool::run_transfer(transfer, 0, backend::cpu::pool::transfer_pieces(transfer),
                                     backend::never_streamed);
  }
  void add(Work work) {
    if (is_immediate) {
      run(work);
    } else {
      std::lock_guard lock(mutex_);
      work_.push_back(std::move(work));
    }
  }
  Work take(size_t position) {
    std::lock_guard lock(mutex_);
    Work work = std::move(work_[position]);
    work_.erase(work_.begin() + static_cast<std::ptrdiff_t>(position));
    return work;
  }
  static void run(Work& work) {
    work.listener->started();
    work.listener->completed(work.function());
  }
  topology::Machine machine_;
  mutable std::mutex mutex_;  // of work_
  std::deque<Work> work_;
};

/// Hardware, a device and a context: what most tests begin with.
struct Fixture {
  FakeHardware hardware;
  support::Ref<Device> device =
      Device::make(hardware, support::Ref<Device>(), topology::UnitSet::range(0, 4), nullptr);
  support::Ref<Context> context = make_context();

  support::Ref<Context> make_context() {
    Context::Request request;
    request.devices = {device};
    return std::move(Context::create(std::move(request))).value();
  }
  support::Ref<command::Queue> make_queue(cl_command_queue_properties properties = 0) {
    command::Queue::Request request;
    request.context = context;
    request.device = device;
    request.properties = properties;
    return std::move(command::Queue::create(std::move(request))).value();
  }
  support::Ref<command::Event> make_user_event() {
    return std::move(command::Event::create_user_event(context)).value();
  }
  support::Ref<memory::MemoryObject> make_buffer(size_t size,
                                                 cl_mem_flags flags = CL_MEM_READ_WRITE,
                                                 void* host_pointer = nullptr) {
    memory::MemoryObject::Request request;
    request.context = context;
    request.flags = flags;
    request.size = size;
    request.host_pointer = host_pointer;
    return std::move(memory::MemoryObject::create(std::move(request))).value();
  }
};

/// Work, and when it runs.
struct Submission {
  command::Work work = {};
  std::vector<support::Ref<command::Event>> wait_list = {};
  command::Event::Handle handle = command::Event::Handle::wanted;
  command::Queue::Order order = command::Queue::Order::normal;
};
inline support::Result<support::Ref<command::Event>> try_enqueue(command::Queue& queue,
                                                                 Submission submission) {
  return command::Queue::submit(support::Ref(&queue), std::move(submission.work),
                                {.wait_list = std::move(submission.wait_list),
                                 .handle = submission.handle,
                                 .order = submission.order});
}

/// Host work that does `function`.
template <class Function>
Submission work(Function function, std::vector<support::Ref<command::Event>> wait_list = {}) {
  Submission submission;
  submission.work.type = CL_COMMAND_FILL_BUFFER;
  submission.wait_list = std::move(wait_list);
  submission.work.action = command::host_work([function]() -> cl_int {
    function();
    return CL_COMPLETE;
  });
  return submission;
}

inline Submission marker(command::Queue::Order order,
                         std::vector<support::Ref<command::Event>> wait_list = {}) {
  Submission submission;
  submission.work.type =
      order == command::Queue::Order::barrier ? CL_COMMAND_BARRIER : CL_COMMAND_MARKER;
  submission.order = order;
  submission.wait_list = std::move(wait_list);
  return submission;
}

/// A kernel that has a name alone.
class KernelByName final : public backend::DeviceKernel {
 public:
  const std::string& name() const override { return name_; }
  bool preload(std::string&) override { return true; }
  std::array<uint64_t, 3> local_size(const backend::LaunchRange&,
                                     const backend::ResourceSet&) const override {
    return {1, 1, 1};
  }
  bool plan_launch(const backend::LaunchDescription&, const backend::ResourceSet&, backend::Launch&,
                   std::string&) override {
    return false;
  }

 private:
  const std::string name_ = "by_name";
};

/// A launch that does nothing.
inline Submission launch(std::vector<support::Ref<command::Event>> wait_list = {}) {
  Submission submission;
  submission.work.type = CL_COMMAND_NDRANGE_KERNEL;
  submission.wait_list = std::move(wait_list);
  static const KernelByName kernel;
  auto made = support::make_ref<backend::Launch>();
  made->kernel = &kernel;
  submission.work.action = std::move(made);
  return submission;
}

/// Enqueues, and leaves it at that.
inline support::Ref<command::Event> enqueue(command::Queue& queue, Submission submission) {
  return std::move(try_enqueue(queue, std::move(submission))).value();
}

/// Enqueues and flushes.
inline support::Ref<command::Event> submit(command::Queue& queue, Submission submission) {
  auto event = std::move(try_enqueue(queue, std::move(submission))).value();
  queue.flush();
  return event;
}

inline support::Ref<command::Event> submit(command::Queue& queue, command::Work work) {
  return submit(queue, Submission{.work = std::move(work)});
}

}  // namespace cleave::model::test
