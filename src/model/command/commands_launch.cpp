// Kernel launches: the arguments of this moment, frozen into an immutable Launch.
#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <span>
#include <utility>

#include "backend/distinct_objects.h"
#include "model/command/device_queues.h"
#include "model/command/requests.h"
#include "model/program/printf_output.h"
#include "support/short_list.h"

namespace cleave::model::command {

namespace {

using compiler::interface::ArgumentFacts;
using compiler::interface::ArgumentKind;
using compiler::interface::KernelFacts;
using compiler::interface::LocalMemoryLayout;

/// Stores the bytes of one argument in the block of arguments; for a memory object, whose address
/// the command writes when it starts, and for a queue, those of the null pointer.
void store_argument(const ArgumentFacts& facts, const program::ArgumentValue& value,
                    LocalMemoryLayout& local, std::byte* to) {
  if (facts.kind == ArgumentKind::value || facts.kind == ArgumentKind::sampler) {
    std::memcpy(to, value.bytes.data(), value.bytes.size());
  } else if (facts.kind == ArgumentKind::local_pointer) {
    const uint64_t offset = local.add(facts, value.local_size);
    std::memcpy(to, &offset, sizeof offset);
  } else {
    const uint64_t address = value.address ? value.address->value : 0;
    std::memcpy(to, &address, sizeof address);
  }
}

ObjectAccess access_of(const ArgumentFacts& facts, support::Ref<memory::MemoryObject> object) {
  const bool is_read_only = facts.read_only || object->is_read_only() ||
                            facts.access_qualifier == CL_KERNEL_ARG_ACCESS_READ_ONLY;
  const size_t bytes = object->contents_bytes();
  return {std::move(object), 0, bytes,
          is_read_only ? ObjectAccess::Kind::read : ObjectAccess::Kind::read_write, facts.offset};
}

/// Keeps a queue on the device for a launch, and returns what a queue_t of the kernel points to.
backend::DeviceQueue* keep(support::Ref<Queue> queue, Work& work) {
  backend::DeviceQueue* const on_device = queue->on_device();
  work.extra().queues.push_back(std::move(queue));
  return on_device;
}

/// Names for a launch of the kernel the queues on the device that it may use. The work keeps
/// them, those among its arguments already.
std::shared_ptr<const backend::DeviceQueueUse> use_device_queues(
    const Queue& queue, const program::KernelOnDevice& kernel,
    std::span<const backend::LaunchObject> objects, Work& work) {
  auto use = std::make_shared<backend::DeviceQueueUse>();
  use->blocks = kernel.code->blocks();
  use->requires_uniform_groups = kernel.requires_uniform_groups();
  use->objects.assign(objects.begin(), objects.end());
  auto by_default = nearest_default_queue(queue.context(), queue.device());
  if (by_default) use->default_queue = keep(std::move(by_default), work);
  for (const support::Ref<Queue>& each : work.extra().queues) {
    use->queues.push_back(each->on_device());
  }
  return use;
}

/// A pointer argument, or a pointer in a value, of a launch.
struct PointerArgument {
  uint32_t offset;    // in the argument block
  bool is_read_only;  // nothing is written through it
};

PointerArgument pointer_argument(const ArgumentFacts& argument) {
  return {argument.offset, argument.read_only};
}

/// Nobody knows what is done with what a pointer in a value points to.
PointerArgument pointer_in_value(uint32_t offset) {
  return {offset, false};
}

/// A buffer in addressed memory shares it with pointers.
const void* identity(const memory::MemoryObject& object) {
  const void* const addressed = object.addressed_memory();
  return addressed != nullptr ? addressed : &object.storage();
}

/// Gathers what a launch may access, memory objects and addressed memory, in its work.
class LaunchMemory {
 public:
  LaunchMemory(const Queue& queue, const KernelFacts& facts, Work& work)
      : queue_(queue), facts_(facts), work_(work) {}

  void add(size_t index, support::Ref<memory::MemoryObject> object) {
    const ArgumentFacts& argument = facts_.arguments[index];
    ObjectAccess access = access_of(argument, std::move(object));
    describe(identity(*access.object), access.bytes, access.kind == ObjectAccess::Kind::read,
             argument.offset);
    push(work_.accesses, std::move(access));
  }
  [[gnu::noinline]] void add(size_t index, const ApplicationPointer& address) {
    knows_all_ = false;  // it may be the end of memory
    is_fixed_ = false;
    if (address.value == 0) return;
    reaches_more_ = reaches_more_ || address.may_be_end;
    add_address(pointer_argument(facts_.arguments[index]), address.value,
                queue_.context().addresses().find(address));
  }
  /// Adds what pointers in the values of arguments point to. One that points to the end of memory
  /// is as good as any other in C++: all memory counts for the size of the largest one.
  [[gnu::noinline]] void add_pointers_in_values(const std::byte* arguments) {
    is_fixed_ = false;
    constexpr size_t most_at_once = 8;
    std::array<uint64_t, most_at_once> addresses;
    std::array<AddressedMemoryRef, most_at_once> found;
    const AddressTable& table = queue_.context().addresses();
    std::span<const uint32_t> offsets = facts_.pointers_in_values;
    while (!offsets.empty()) {
      const size_t count = std::min(offsets.size(), most_at_once);
      for (size_t i = 0; i < count; ++i) addresses[i] = pointer_at(arguments, offsets[i]);
      if (!table.find(std::span(addresses).first(count), found)) {
        knows_all_ = false;
        reaches_more_ = true;
      }
      for (size_t i = 0; i < count; ++i) {
        if (addresses[i] == 0) continue;
        add_address(pointer_in_value(offsets[i]), addresses[i], found[i]);
        if (in_values_.size() != most_in_values) in_values_.push_back(std::move(found[i]));
      }
      offsets = offsets.subspan(count);
    }
    describe_largest(table);
  }
  /// Adds what pointers in values point to, and the memory that the application has named. Programs in SYCL name the
  /// buffers that pointers in values point to. `known`: of the launch before, then of this one.
  [[gnu::noinline]] void add(const program::IndirectAccesses& indirect,
                             program::KnownBuffers& known, const std::byte* arguments) {
    is_fixed_ = false;
    if (known.count != 0 && add_known(known, arguments)) return;
    const uint64_t changes = queue_.context().addresses().changes();
    const size_t first = work_.accesses.size();
    add_pointers_in_values(arguments);
    bool are_in_values = true;
    for (const auto* list : {&indirect.svm, &indirect.unified, &indirect.buffers}) {
      for (const ApplicationPointer& address : *list) {
        if (is_in_values(address)) continue;
        add_indirect(address);
        reaches_more_ = true;
        are_in_values = false;
      }
    }
    known.count = 0;
    if (are_in_values && knows_all_) note_known(first, changes, known, arguments);
  }
  /// Adds all memory of these kinds, for kernels that follow pointers and for pointers that may be
  /// the end of memory: programs in SYCL ask for it, whatever the kernel.
  void add_all(AddressedKinds kinds) {
    const bool may_follow = facts_.follows_pointers || facts_.uses_device_queues;
    if (kinds == 0 || (knows_all_ && !may_follow)) return;
    reaches_more_ = true;
    work_.extra().indirect = queue_.context().addresses().access_indirectly(kinds);
  }

  /// False: a pointer of the host is passed to a device that cannot follow it.
  [[nodiscard]] bool is_valid() const { return is_valid_; }
  /// True if the memory is the same as long as the arguments are: they are memory objects.
  [[nodiscard]] bool is_fixed() const { return is_fixed_; }
  /// Returns whether the arguments lead to distinct objects and the kernel reaches no other memory.
  /// Precondition: the context has one memory, in which objects have their addresses from the
  /// beginning.
  [[nodiscard]] bool are_distinct() const;
  /// Returns what the device is told of the memory.
  [[nodiscard]] std::span<const backend::LaunchObject> objects() const {
    return {objects_.data(), objects_.size()};
  }

 private:
  [[nodiscard]] bool add_known(const program::KnownBuffers& known, const std::byte* arguments);
  void note_known(size_t first, uint64_t changes, program::KnownBuffers& known,
                  const std::byte* arguments) const;
  [[nodiscard]] static uint64_t pointer_at(const std::byte* arguments, uint32_t offset) {
    uint64_t address = 0;
    std::memcpy(&address, arguments + offset, sizeof address);
    return address;
  }
  /// True if the memory is what one of the first pointers in values was found in.
  [[nodiscard]] bool is_in_values(const ApplicationPointer& address) const {
    return std::ranges::any_of(in_values_, [&](const AddressedMemoryRef& memory) {
      return memory && !memory.owner_before(address.memory) && !address.memory.owner_before(memory);
    });
  }
  /// Adds the memory that an address which is not null was found in; none: that of the system.
  void add_address(PointerArgument argument, uint64_t address, const AddressedMemoryRef& memory) {
    support::Ref<memory::MemoryObject> buffer =
        memory ? memory::MemoryObject::find(memory->buffer()) : nullptr;
    if (buffer) return add_buffer(argument, std::move(buffer));
    reaches_more_ = reaches_more_ || !memory;
    is_valid_ = is_valid_ && queue_.device().hardware().facts().shares_host_memory;
    // Memory of the system is of unknown size.
    describe(memory ? memory.get() : reinterpret_cast<const void*>(address),
             memory ? memory->allocation().bytes : backend::LaunchObject::unknown_bytes,
             argument.is_read_only, argument.offset);
    if (memory) push(work_.extra().memory, AddressedMemoryRef(memory));
  }
  /// Adds a buffer that an argument names by its address.
  void add_buffer(PointerArgument argument, support::Ref<memory::MemoryObject> buffer) {
    const size_t bytes = buffer->size();
    const bool is_read_only = argument.is_read_only || buffer->is_read_only();
    describe(identity(*buffer), bytes, is_read_only, argument.offset);
    // The argument's value is the address as it was given.
    push(work_.accesses,
         ObjectAccess{std::move(buffer), 0, bytes,
                      is_read_only ? ObjectAccess::Kind::read : ObjectAccess::Kind::read_write});
  }
  void add_indirect(const ApplicationPointer& address) {
    AddressedMemoryRef memory = queue_.context().addresses().find(address);
    if (!memory) return;
    if (auto buffer = memory::MemoryObject::find(memory->buffer())) {
      const size_t bytes = buffer->size();
      push(work_.accesses, ObjectAccess{std::move(buffer), 0, bytes});
    } else {
      push(work_.extra().memory, std::move(memory));
    }
  }
  /// Most launches have memory of one kind: one allocation.
  template <class Entry>
  void push(std::vector<Entry>& all, Entry&& entry) {
    if (all.empty()) all.reserve(facts_.arguments.size() + facts_.pointers_in_values.size());
    all.push_back(std::move(entry));
  }
  void describe(const void* identity, uint64_t bytes, bool is_only_read, uint32_t offset) {
    using backend::LaunchObject;
    const auto access =
        is_only_read ? LaunchObject::Access::read : LaunchObject::Access::read_write;
    objects_.push_back({identity, bytes, access, offset});
  }
  /// All addressed memory counts for the size of the largest one.
  void describe_largest(const AddressTable& table) {
    describe(nullptr, table.most_bytes(), false, backend::LaunchObject::no_argument);
  }

  const Queue& queue_;
  const KernelFacts& facts_;
  Work& work_;
  bool is_valid_ = true;
  bool knows_all_ = true;      // that arguments and pointers in their values point to
  bool reaches_more_ = false;  // than the accesses and the memory of its work, or may
  bool is_fixed_ = true;
  support::ShortList<backend::LaunchObject, 8> objects_;
  static constexpr uint32_t most_in_values = 4;
  support::ShortList<AddressedMemoryRef, most_in_values>
      in_values_;  // to which pointers in values point
  std::array<support::Ref<memory::MemoryObject>, program::KnownBuffers::most>
      found_;  // of add_known()
};

bool LaunchMemory::are_distinct() const {
  if (reaches_more_) return false;
  support::ShortList<backend::ReachedRange, 8> ranges;
  for (const ObjectAccess& access : work_.accesses) {
    ranges.push_back({access.object->device_address(work_.memory), access.bytes,
                      access.kind == ObjectAccess::Kind::read});
  }
  if (work_.extras) {
    for (const AddressedMemoryRef& memory : work_.extras->memory) {
      ranges.push_back({memory->begin(), memory->allocation().bytes, false});
    }
  }
  return backend::are_distinct({ranges.data(), ranges.size()});
}

/// Adds the buffers of the launch before if pointers in values are the same, and point into them still: a buffer that is
/// no more has been taken out of the table, whose number of changes is read when all are held. False: nothing was added;
/// what was found goes when the kernel's lock is free, as the end of a buffer may call user code.
bool LaunchMemory::add_known(const program::KnownBuffers& known, const std::byte* arguments) {
  const std::span<const uint32_t> offsets = facts_.pointers_in_values;
  if (offsets.size() != known.count) return false;
  for (size_t i = 0; i < known.count; ++i) {
    if (pointer_at(arguments, offsets[i]) != known.addresses[i]) return false;
  }
  for (size_t i = 0; i < known.count; ++i) {
    found_[i] = memory::MemoryObject::find_in(known.buffers[i]);
    if (!found_[i]) return false;
  }
  const AddressTable& table = queue_.context().addresses();
  if (table.changes() != known.changes || table.is_lost_by_fork()) return false;
  for (size_t i = 0; i < known.count; ++i) {
    add_buffer(pointer_in_value(offsets[i]), std::move(found_[i]));
  }
  describe_largest(table);
  return true;
}

/// Notes the buffers of the accesses from `first` on, if each pointer in a value has one of them.
void LaunchMemory::note_known(size_t first, uint64_t changes, program::KnownBuffers& known,
                              const std::byte* arguments) const {
  const std::span<const uint32_t> offsets = facts_.pointers_in_values;
  if (offsets.size() > program::KnownBuffers::most ||
      work_.accesses.size() != first + offsets.size()) {
    return;
  }
  for (size_t i = 0; i < offsets.size(); ++i) {
    known.addresses[i] = pointer_at(arguments, offsets[i]);
    known.buffers[i] = Slab::header(work_.accesses[first + i].object.get());
  }
  known.count = offsets.size();
  known.changes = changes;
}

/// Finds out for the arguments of a launch, and those that follow with the same ones, whether they
/// lead to distinct objects. In a context with several memories an object may have no address yet.
[[gnu::noinline]] bool ask_for_distinct_objects(const LaunchMemory& reached,
                                                const program::Kernel& kernel, uint64_t changes) {
  const bool are_distinct = kernel.context().has_one_memory() && reached.are_distinct();
  if (reached.is_fixed()) kernel.note_distinct_objects(changes, are_distinct);
  return are_distinct;
}

backend::LaunchRange range_of(const LaunchRequest& request, const program::KernelOnDevice& kernel) {
  return {.work_dimensions = request.work_dimensions,
          .global_offset = request.global_offset,
          .global_size = request.global_size,
          .local_size = request.local_size,
          .requires_uniform_groups = kernel.requires_uniform_groups()};
}

}  // namespace

void print_at_end(std::span<const support::Ref<backend::Launch>> launches, Context& context,
                  Extras& extras) {
  struct Printing {
    // The format strings lie in the code, which ends with the launch, before this, where the
    // application has released its kernel and program.
    std::shared_ptr<const void> code_owner;
    program::PrintfOutput output;
  };
  auto all = std::make_shared<std::deque<Printing>>();
  for (const support::Ref<backend::Launch>& launch : launches) {
    launch->printf_ring = all->emplace_back(launch->code_owner).output.ring();
  }
  extras.at_end = [all, context = support::Ref<Context>(&context)] {
    for (const Printing& each : *all) each.output.print(*context);
  };
}

std::array<uint64_t, 3> local_size(const Queue& queue, const LaunchRequest& request,
                                   const program::KernelOnDevice& kernel) {
  return kernel.code->local_size(range_of(request, kernel), queue.resources());
}

support::Result<Work> launch_work(const Queue& queue, const LaunchRequest& request) {
  Work work;
  work.type = request.type;
  work.memory = queue.memory();
  // An empty range is a command that does nothing (OpenCL 2.1 and later) and reads no arguments.
  if (std::ranges::find(request.global_size, size_t{0}) != request.global_size.end()) {
    if (find_unset_argument(*request.kernel)) return CL_INVALID_KERNEL_ARGS;
    return work;
  }
  program::Kernel& kernel = *request.kernel;
  const program::KernelOnDevice& version = kernel.on(queue.device());
  const KernelFacts& facts = version.facts();

  auto launch = support::make_ref<backend::Launch>();
  launch->program_variables = version.program_variables();
  launch->arguments.resize(facts.argument_block_size);

  LocalMemoryLayout local(facts);
  LaunchMemory reached(queue, facts, work);
  bool has_queues = true;  // all that the arguments name
  const std::optional<program::VisitedArguments> visited =
      kernel.visit_arguments([&](size_t index, const program::ArgumentValue& value,
                                 support::Ref<memory::MemoryObject> memory) {
        const ArgumentFacts& argument = facts.arguments[index];
        std::byte* to = launch->arguments.data() + argument.offset;
        store_argument(argument, value, local, to);
        if (argument.kind == ArgumentKind::queue) {
          support::Ref<Queue> named = find_device_queue(value, kernel.context());
          has_queues = has_queues && named;
          backend::DeviceQueue* on_device = named ? keep(std::move(named), work) : nullptr;
          std::memcpy(to, &on_device, sizeof on_device);
        }
        if (memory) reached.add(index, std::move(memory));
        if (value.address) reached.add(index, *value.address);
      });
  if (!visited || !has_queues) return CL_INVALID_KERNEL_ARGS;
  if (kernel.has_indirect_addresses()) {
    kernel.visit_indirect_accesses(
        [&](const program::IndirectAccesses& indirect, program::KnownBuffers& known) {
          reached.add(indirect, known, launch->arguments.data());
        });
  } else if (!facts.pointers_in_values.empty()) {
    reached.add_pointers_in_values(launch->arguments.data());
  }
  reached.add_all(kernel.indirect_kinds());
  if (!reached.is_valid()) return CL_INVALID_OPERATION;
  if (facts.uses_device_queues) {
    launch->device_queues = use_device_queues(queue, version, reached.objects(), work);
  }
  // Set anew by another thread since it was checked.
  if (local.bytes() > queue.device().hardware().facts().local_memory_size) {
    return CL_OUT_OF_RESOURCES;
  }
  const bool distinct_objects =
      facts.gains_by_distinct_objects &&
      (visited->distinct_objects ? *visited->distinct_objects
                                 : ask_for_distinct_objects(reached, kernel, visited->changes));
  launch->code_owner = version.code;
  const backend::LaunchDescription description = {.range = range_of(request, version),
                                                  .local_bytes = local.bytes(),
                                                  .local_stride = local.stride(),
                                                  .bindings = visited->bindings,
                                                  .objects = reached.objects(),
                                                  .distinct_objects = distinct_objects};
  const support::Status planned = kernel.plan(version, description, queue.resources(), *launch);
  if (!planned.ok()) return planned;
  if (facts.prints) print_at_end(std::span(&launch, 1), queue.context(), work.extra());
  work.action = support::Ref<backend::Launch>(std::move(launch));
  return work;
}

}  // namespace cleave::model::command
