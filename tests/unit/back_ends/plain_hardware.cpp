#include "plain_hardware.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "backend/group_merging.h"
#include "backend/local_size.h"
#include "compiler/interface/x86_facts.h"

namespace cleave::backend::test {
namespace {

constexpr size_t memory_bytes = size_t{64} << 20;
constexpr size_t page_bytes = 4096;
constexpr size_t local_alignment = 128;

class PlainResources final : public ResourceSet {
 public:
  explicit PlainResources(topology::UnitSet units) : units_(std::move(units)) {}
  [[nodiscard]] const topology::UnitSet& units() const override { return units_; }

 private:
  topology::UnitSet units_;
};

struct PlainStep {
  Step::Work work;
  std::vector<uint32_t> follows;
};

/// Steps, which run in the order in which they were given: each after all that it follows.
struct PlainGraph final : Graph {
  std::vector<PlainStep> steps;
};

struct PlainCode final : LaunchCode {
  compiler::interface::KernelCode code;
};

/// The code of a program's kernel that has been loaded: kernel objects of one share it. For launches
/// of no particular shape but merged groups. Thread-safe.
class PlainCodes {
 public:
  PlainCodes(std::shared_ptr<compiler::interface::ProgramCode> program, std::string name,
             PlainHardware& hardware)
      : program_(std::move(program)), name_(std::move(name)), hardware_(hardware) {}
  /// Returns the code; nullptr, and why in `error`: it can only be loaded while no kernel runs, or
  /// there is none.
  [[nodiscard]] const LaunchCode* find(const compiler::interface::MergedGroups& merged,
                                       std::string& error) {
    const std::scoped_lock lock(mutex_);
    PlainCode& found = codes_[merged];
    if (found.code.entry == nullptr && hardware_.runs_kernels()) {
      error = "code cannot be loaded while a kernel runs";
    } else if (found.code.entry == nullptr) {
      compiler::interface::LaunchShape shape;
      shape.merged = merged;
      found.code = program_->kernel(name_, shape, compiler::interface::Tier::main, error);
    }
    return found.code.entry != nullptr ? &found : nullptr;
  }

 private:
  const std::shared_ptr<compiler::interface::ProgramCode> program_;
  const std::string name_;
  PlainHardware& hardware_;
  std::mutex mutex_;
  std::map<compiler::interface::MergedGroups, PlainCode> codes_;
};

class PlainKernel final : public DeviceKernel {
 public:
  PlainKernel(std::shared_ptr<PlainCodes> codes, const compiler::interface::KernelFacts& facts,
              PlainHardware& hardware)
      : codes_(std::move(codes)),
        facts_(facts),
        own_(compiler::interface::unpack(facts.of_target).value()),
        hardware_(hardware),
        device_(hardware.facts()) {}
  [[nodiscard]] const std::string& name() const override { return facts_.name; }
  [[nodiscard]] bool preload(std::string& error) override {
    hardware_.count_preload();
    return codes_->find({}, error) != nullptr;
  }
  [[nodiscard]] std::array<uint64_t, 3> local_size(const LaunchRange& range,
                                                   const ResourceSet& where) const override {
    if (range.local_size[0] != 0) return range.local_size;
    LocalSizeRequest wanted;
    wanted.global_size = range.global_size;
    std::ranges::copy(device_.maximum_work_item_sizes, wanted.maximum_item_sizes.begin());
    wanted.required = facts_.required_work_group_size;
    wanted.hint = facts_.work_group_size_hint;
    wanted.maximum_group_size =
        std::min<uint64_t>(facts_.maximum_work_group_size, device_.maximum_work_group_size);
    wanted.sub_group_size = std::max<uint64_t>(1, facts_.sub_group_size);
    wanted.compute_units = where.units().count();
    wanted.uniform = range.requires_uniform_groups;
    wanted.preferences = device_.groups;
    return choose_local_size(wanted);
  }
  [[nodiscard]] bool plan_launch(const LaunchDescription& description, const ResourceSet& where,
                                 Launch& launch, std::string& error) override {
    const LaunchRange& range = description.range;
    const std::array<uint64_t, 3> local = local_size(range, where);
    launch.kernel = this;
    launch.work_dimensions = range.work_dimensions;
    std::ranges::copy(range.global_size, launch.global_size);
    std::ranges::copy(range.global_offset, launch.global_offset);
    std::ranges::copy(local, launch.local_size);
    launch.local_memory_size = description.local_bytes;
    launch.sub_group_size = facts_.sub_group_size;
    launch.may_wait = facts_.may_wait;
    const SmallGroups small = {range.global_size, local, description.local_stride,
                               where.units().count()};
    const auto larger = merge_groups(small, facts_, own_.group_merging, device_);
    std::string no_matter;
    launch.code = larger ? codes_->find(larger->groups, no_matter) : nullptr;
    if (launch.code != nullptr) {
      launch.merged = larger->groups;
      std::ranges::copy(larger->local_size, launch.local_size);
      launch.local_memory_size = larger->local_bytes;
      return true;
    }
    launch.code = codes_->find({}, error);
    return launch.code != nullptr;
  }

 private:
  const std::shared_ptr<PlainCodes> codes_;
  const compiler::interface::KernelFacts facts_;
  const compiler::interface::X86Facts own_;  // for whose processors its kernels are compiled
  PlainHardware& hardware_;
  const DeviceFacts& device_;
};

class PlainProgram final : public DeviceProgram {
 public:
  PlainProgram(PlainHardware& device, const std::shared_ptr<compiler::interface::ProgramCode>& code,
               const compiler::interface::CodeRequest& request)
      : device_(device), kernels_(request.kernels), scope_(request.program_scope) {
    for (const compiler::interface::KernelFacts& kernel : kernels_) {
      codes_.push_back(std::make_shared<PlainCodes>(code, kernel.name, device));
    }
  }
  [[nodiscard]] std::shared_ptr<DeviceKernel> kernel(size_t index) override {
    return std::make_shared<PlainKernel>(codes_[index], kernels_[index], device_);
  }
  [[nodiscard]] std::shared_ptr<const Allocation> make_variables() override {
    const Allocation allocation = device_.allocate(scope_.size, scope_.alignment, {});
    if (!allocation.exists()) return nullptr;
    const PlainHardware::Opened opened(device_);
    auto* const memory = reinterpret_cast<std::byte*>(allocation.device_address);
    std::memset(memory, 0, scope_.size);
    std::ranges::copy(scope_.initial, memory);
    for (const compiler::interface::ProgramScope::InitialPointer& pointer : scope_.pointers) {
      const uint64_t target = allocation.device_address + pointer.target;
      std::memcpy(memory + pointer.offset, &target, sizeof target);
    }
    return {new Allocation(allocation), [&device = device_](const Allocation* variables) {
              device.deallocate(*variables, {});
              delete variables;
            }};
  }

 private:
  PlainHardware& device_;
  std::vector<std::shared_ptr<PlainCodes>> codes_;
  const std::vector<compiler::interface::KernelFacts> kernels_;
  const compiler::interface::ProgramScope scope_;
};

/// Memory of work-groups, aligned as generated code expects it.
struct Aligned {
  explicit Aligned(size_t bytes)
      : storage(bytes + local_alignment),
        begin(storage.data() + (-reinterpret_cast<uintptr_t>(storage.data())) % local_alignment) {}
  std::vector<std::byte> storage;
  std::byte* begin;
};

uint64_t rounded_up(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

template <class Function>
void for_each_group(compiler::interface::LaunchContext& context, const Function& function) {
  auto& id = context.group_id;
  for (id[2] = 0; id[2] < context.group_count[2]; ++id[2]) {
    for (id[1] = 0; id[1] < context.group_count[1]; ++id[1]) {
      for (id[0] = 0; id[0] < context.group_count[0]; ++id[0]) function();
    }
  }
}

}  // namespace

PlainHardware::PlainHardware(const DeviceFacts& other)
    : Hardware(nullptr, this),
      facts_(other),
      machine_(topology::read_machine("core:1 pu:1").machine),
      memory_(static_cast<std::byte*>(mmap(nullptr, memory_bytes, PROT_NONE,
                                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))),
      thread_([this] { run_thread(); }) {
  facts_.name = "plain";
  facts_.groups.items = 64;
  facts_.shares_host_memory = false;
}

PlainHardware::~PlainHardware() {
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
    changed_.notify_all();
  }
  thread_.join();
  EXPECT_TRUE(used_.empty()) << "allocations that nobody gave back";
  munmap(memory_, memory_bytes);
}

PlainHardware::Counts PlainHardware::take_counts() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(counts_, {});
}

void PlainHardware::refuse_memory(bool is_refused) {
  const std::scoped_lock lock(mutex_);
  is_memory_refused_ = is_refused;
}

void PlainHardware::refuse_transfers(bool is_refused) {
  const std::scoped_lock lock(mutex_);
  are_transfers_refused_ = is_refused;
}

void PlainHardware::count_preload() {
  const std::scoped_lock lock(mutex_);
  ++counts_.preloads;
}

bool PlainHardware::runs_kernels() {
  const std::scoped_lock lock(mutex_);
  return with_kernels_ != 0;
}

void PlainHardware::hold(bool is_held) {
  const std::scoped_lock lock(mutex_);
  is_held_ = is_held;
  changed_.notify_all();
}

support::Ref<ResourceSet> PlainHardware::resources(const topology::UnitSet& units) {
  return support::make_ref<PlainResources>(units);
}

// First fit, in whole pages, so that no page belongs to two objects.
Allocation PlainHardware::allocate(size_t bytes, size_t alignment, Users) {
  EXPECT_LE(alignment, page_bytes);
  const std::scoped_lock lock(mutex_);
  if (is_memory_refused_ || bytes > memory_bytes) return {};
  const size_t size = rounded_up(bytes, page_bytes);
  size_t offset = 0;
  for (const auto& [begin, used] : used_) {
    if (begin - offset >= size) break;
    offset = begin + used;
  }
  if (memory_bytes - offset < size) return {};
  used_[offset] = size;
  ++counts_.allocations;
  return {reinterpret_cast<uint64_t>(memory_ + offset), nullptr, bytes};
}

void PlainHardware::deallocate(const Allocation& allocation, Users) noexcept {
  const std::scoped_lock lock(mutex_);
  const auto offset =
      static_cast<size_t>(reinterpret_cast<std::byte*>(allocation.device_address) - memory_);
  EXPECT_EQ(1U, used_.erase(offset));
}

PlainHardware::Opened::Opened(PlainHardware& device) : device_(device), lock_(device.opening_) {
  EXPECT_EQ(0, mprotect(device_.memory_, memory_bytes, PROT_READ | PROT_WRITE));
}

PlainHardware::Opened::~Opened() {
  EXPECT_EQ(0, mprotect(device_.memory_, memory_bytes, PROT_NONE));
}

std::shared_ptr<DeviceProgram> PlainHardware::load(compiler::interface::CodeRequest request,
                                                   std::string& error) {
  compiler::interface::Compiler* const compiler = compiler::interface::load_compiler(error);
  if (compiler == nullptr) return nullptr;
  const std::shared_ptr<compiler::interface::ProgramCode> code = compiler->load(request, error);
  if (!code) return nullptr;
  return std::make_shared<PlainProgram>(*this, code, request);
}

void PlainHardware::submit(support::Ref<Launch> launch, const ResourceSet&, Listener& listener) {
  add(work_of(std::move(launch), listener));
}

void PlainHardware::submit(const Transfer& transfer, const ResourceSet&, Listener& listener) {
  add(work_of(transfer, listener));
}

void PlainHardware::submit(std::function<cl_int()> work, const ResourceSet&, Listener& listener) {
  add({std::move(work), &listener});
}

support::Ref<const Graph> PlainHardware::prepare(std::span<const Step> steps) {
  auto graph = support::make_ref<PlainGraph>();
  for (const Step& step : steps) {
    graph->steps.push_back({step.work, {step.follows.begin(), step.follows.end()}});
  }
  return graph;
}

support::Ref<const Graph> PlainHardware::replace(const Graph& graph,
                                                 std::span<const Substitute> launches) {
  auto replaced = support::make_ref<PlainGraph>();
  replaced->steps = static_cast<const PlainGraph&>(graph).steps;
  for (const Substitute& each : launches) {
    Step::Work& work = replaced->steps[each.step].work;
    work = each.launch ? Step::Work(each.launch) : std::monostate();
  }
  return replaced;
}

void PlainHardware::patch(const Graph& graph, std::span<const ArgumentPatch> patches) noexcept {
  for (const ArgumentPatch& each : patches) {
    const PlainStep& step = static_cast<const PlainGraph&>(graph).steps[each.step];
    Launch& launch = **std::get_if<support::Ref<Launch>>(&step.work);
    std::memcpy(launch.arguments.data() + each.offset, each.bytes.data(), each.bytes.size());
  }
}

void PlainHardware::submit(GraphRun run, Listener& listener) {
  add(work_of(std::move(run), {}, listener));
}

PlainHardware::Work PlainHardware::work_of(support::Ref<Launch> launch, Listener& listener) {
  return {[this, launch] { return run(*launch); }, &listener, true};
}

PlainHardware::Work PlainHardware::work_of(const Transfer& transfer, Listener& listener) {
  return {[this, transfer] { return run(transfer); }, &listener};
}

PlainHardware::Work PlainHardware::work_of(GraphRun run, std::span<const CopyNeed> needs,
                                           Listener& listener) {
  return {[this, run = std::move(run), kept = std::vector(needs.begin(), needs.end()), &listener] {
            return this->run(run, kept, listener);
          },
          &listener, true};
}

cl_int PlainHardware::run(const GraphRun& run, std::span<const CopyNeed> needs,
                          Listener& listener) {
  const auto& steps = static_cast<const PlainGraph&>(*run.graph).steps;
  cl_int first_failure = CL_COMPLETE;
  std::vector<bool> has_failed(steps.size());
  size_t need = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    cl_int status = CL_COMPLETE;
    for (; need < needs.size() && needs[need].step == i; ++need) {
      const cl_int of_copy = end_of_copy(needs[need].copy);
      if (status == CL_COMPLETE) status = of_copy;
    }
    const auto failed_before = [&](uint32_t before) { return has_failed[before]; };
    if (std::ranges::any_of(steps[i].follows, failed_before)) {
      has_failed[i] = true;
      continue;
    }
    const auto* transfer = std::get_if<const Transfer*>(&steps[i].work);
    const auto* launch = std::get_if<support::Ref<Launch>>(&steps[i].work);
    if (status == CL_COMPLETE && transfer != nullptr) status = this->run(**transfer);
    if (status == CL_COMPLETE && launch != nullptr) {
      status = this->run(**launch);
      if (status != CL_COMPLETE) listener.failed_in(*(*launch)->kernel);
    }
    has_failed[i] = status != CL_COMPLETE;
    if (first_failure == CL_COMPLETE) first_failure = status;
  }
  return first_failure;
}

void PlainHardware::submit(std::span<OrderedWork> works) noexcept {
  const std::scoped_lock lock(mutex_);
  counts_.spans.push_back(works.size());
  for (OrderedWork& each : works) {
    Ordered ordered{each.ticket, {each.after.begin(), each.after.end()}, {}, {}};
    auto* run = std::get_if<GraphRun>(&each.work);
    if (auto* launch = std::get_if<support::Ref<Launch>>(&each.work)) {
      ordered.work = work_of(std::move(*launch), *each.listener);
    } else if (run != nullptr) {
      ordered.work = work_of(std::move(*run), each.needs, *each.listener);
    } else {
      ordered.work = work_of(*std::get<const Transfer*>(each.work), *each.listener);
    }
    for (const CopyNeed& need : each.needs) {
      EXPECT_NE(0U, need.copy.number);
      if (run == nullptr) ordered.needs.push_back(need.copy);
    }
    with_kernels_ += ordered.work.has_kernels ? 1 : 0;
    for (const Ticket& before : ordered.after) EXPECT_NE(0U, before.number);
    open_.insert(each.ticket.number);
    ordered_.push_back(std::move(ordered));
  }
  changed_.notify_all();
}

std::optional<PlainHardware::Ordered> PlainHardware::take() {
  if (!work_.empty()) {
    Ordered taken{{}, {}, {}, std::move(work_.front())};
    work_.pop_front();
    return taken;
  }
  const auto is_open = [this](Ticket before) { return open_.contains(before.number); };
  const auto may_run = [&](const Ordered& each) {
    return std::ranges::none_of(each.after, is_open) && std::ranges::none_of(each.needs, is_open);
  };
  const auto last = std::find_if(ordered_.rbegin(), ordered_.rend(), may_run);
  if (last == ordered_.rend()) return std::nullopt;
  Ordered taken = std::move(*last);
  ordered_.erase(std::next(last).base());
  return taken;
}

void PlainHardware::add(Work work) {
  const std::scoped_lock lock(mutex_);
  with_kernels_ += work.has_kernels ? 1 : 0;
  work_.push_back(std::move(work));
  changed_.notify_all();
}

void PlainHardware::run_thread() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto has_work = [this] { return !work_.empty() || !ordered_.empty(); };
    changed_.wait(lock, [&] { return is_ending_ || (has_work() && !is_held_); });
    if (!has_work()) return;
    std::optional<Ordered> taken = take();
    if (!taken) {
      ADD_FAILURE() << "work follows work that nobody submitted";
      return;
    }
    lock.unlock();
    run(*std::move(taken));
    lock.lock();
  }
}

void PlainHardware::run(Ordered taken) {
  cl_int status = CL_COMPLETE;
  {
    const std::scoped_lock lock(mutex_);
    for (const Ticket& copy : taken.needs) {
      if (status == CL_COMPLETE) status = status_of(copy);
    }
  }
  Work& work = taken.work;
  if (status == CL_COMPLETE) {
    work.listener->started();
    status = work.function();
  }
  work.function = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    with_kernels_ -= work.has_kernels ? 1 : 0;
    if (status != CL_COMPLETE && taken.ticket.number != 0) failed_[taken.ticket.number] = status;
  }
  work.listener->completed(status);
  const std::scoped_lock lock(mutex_);
  open_.erase(taken.ticket.number);
}

cl_int PlainHardware::status_of(Ticket ended) const {
  const auto found = failed_.find(ended.number);
  return found == failed_.end() ? CL_COMPLETE : found->second;
}

cl_int PlainHardware::end_of_copy(Ticket copy) {
  std::unique_lock lock(mutex_);
  const auto found = std::ranges::find(ordered_, copy.number,
                                       [](const Ordered& each) { return each.ticket.number; });
  if (found != ordered_.end()) {
    Ordered taken = std::move(*found);
    ordered_.erase(found);
    lock.unlock();
    run(std::move(taken));
    lock.lock();
  }
  EXPECT_FALSE(open_.contains(copy.number)) << "a copy that nobody has submitted";
  return status_of(copy);
}

std::byte* PlainHardware::address_of(const Endpoint& endpoint) const {
  if (endpoint.allocation == nullptr) return endpoint.host + endpoint.box.first_byte();
  auto* const begin = reinterpret_cast<std::byte*>(endpoint.allocation->device_address);
  EXPECT_TRUE(memory_ <= begin && begin < memory_ + memory_bytes) << "memory of another device";
  return begin + endpoint.box.first_byte();
}

cl_int PlainHardware::run(const Transfer& transfer) {
  const bool is_fill = transfer.pattern_bytes != 0;
  const bool is_in = transfer.from.allocation == nullptr && !is_fill;
  const bool is_out = transfer.to.allocation == nullptr;
  const auto [bytes, rows, slices] = transfer.extent;
  {
    const std::scoped_lock lock(mutex_);
    if (are_transfers_refused_) return CL_OUT_OF_RESOURCES;
    counts_.order += is_in ? 'i' : is_out ? 'o' : 't';
    counts_.copies_in += is_in ? 1 : 0;
    counts_.copies_out += is_out ? 1 : 0;
    counts_.bytes_in += is_in ? bytes * rows * slices : 0;
    counts_.bytes_out += is_out ? bytes * rows * slices : 0;
  }
  const Opened opened(*this);
  std::byte* const to = address_of(transfer.to);
  const std::byte* const from = is_fill ? nullptr : address_of(transfer.from);
  for (size_t slice = 0; slice < slices; ++slice) {
    for (size_t row = 0; row < rows; ++row) {
      std::byte* const to_row =
          to + slice * transfer.to.box.slice_pitch + row * transfer.to.box.row_pitch;
      for (size_t at = 0; is_fill && at < bytes; ++at) {
        to_row[at] = transfer.pattern[at % transfer.pattern_bytes];
      }
      if (is_fill) continue;
      std::memmove(to_row,
                   from + slice * transfer.from.box.slice_pitch + row * transfer.from.box.row_pitch,
                   bytes);
    }
  }
  return CL_COMPLETE;
}

cl_int PlainHardware::run(const Launch& launch) {
  if (launch.may_wait || launch.printf_ring != nullptr) return CL_OUT_OF_RESOURCES;
  {
    const std::scoped_lock lock(mutex_);
    ++counts_.launches;
    counts_.order += 'k';
  }
  const compiler::interface::KernelCode& code = static_cast<const PlainCode*>(launch.code)->code;
  const uint64_t items = launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
  const Aligned local_memory(launch.local_memory_size);
  const Aligned frames(rounded_up(items, launch.sub_group_size) * code.frame_bytes_per_item);
  compiler::interface::LaunchContext context{};
  context.work_dimensions = launch.work_dimensions;
  for (unsigned d = 0; d < 3; ++d) {
    context.global_size[d] = launch.global_size[d];
    context.global_offset[d] = launch.global_offset[d];
    context.enqueued_local_size[d] = launch.local_size[d];
    context.group_count[d] =
        (launch.global_size[d] + launch.local_size[d] - 1) / launch.local_size[d];
  }
  context.arguments = launch.arguments.data();
  if (launch.program_variables) {
    context.program_scope = reinterpret_cast<std::byte*>(launch.program_variables->device_address);
  }
  context.local_memory = local_memory.begin;
  context.frames = frames.begin;
  const Opened opened(*this);
  for_each_group(context, [&] {
    for (unsigned d = 0; d < 3; ++d) {
      const uint64_t first = context.group_id[d] * context.enqueued_local_size[d];
      context.local_size[d] =
          std::min(context.enqueued_local_size[d], context.global_size[d] - first);
    }
    code.entry(&context);
  });
  return CL_COMPLETE;
}

}  // namespace cleave::backend::test
