// Kernel launches: the arguments of this moment, frozen into an immutable Launch.
#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <span>
#include <utility>

#include "backend/local_size.h"
#include "model/command/device_queues.h"
#include "model/command/requests.h"
#include "model/program/group_merging.h"
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

bool is_image_only_written(const ArgumentFacts& argument) {
  return argument.kind == ArgumentKind::image &&
         argument.access_qualifier == CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
}

bool reads_images_with_rows(const KernelFacts& facts) {
  return std::ranges::any_of(
      facts.arguments, [](const compiler::interface::ArgumentFacts& argument) {
        switch (argument.image_type) {
          case CL_MEM_OBJECT_IMAGE2D:
          case CL_MEM_OBJECT_IMAGE2D_ARRAY:
          case CL_MEM_OBJECT_IMAGE3D:
            return argument.access_qualifier != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
          default:
            return false;
        }
      });
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
    const Queue& queue, const program::KernelOnDevice& kernel, Work& work) {
  auto use = std::make_shared<backend::DeviceQueueUse>();
  use->blocks = kernel.code->blocks();
  use->requires_uniform_groups = kernel.requires_uniform_groups();
  auto by_default = nearest_default_queue(queue.context(), queue.device());
  if (by_default) use->default_queue = keep(std::move(by_default), work);
  for (const support::Ref<Queue>& each : work.extra().queues) {
    use->queues.push_back(each->on_device());
  }
  return use;
}

/// Sets the local size, which work-groups are merged, and how much local memory all this takes. A
/// local size that the program leaves open may be small too: 65,521 work-items have no other
/// uniform one than 1.
void set_work_groups(const Queue& queue, const LaunchRequest& request,
                     const program::KernelOnDevice& kernel, const backend::DeviceFacts& device,
                     const LocalMemoryLayout& local, backend::Launch& launch) {
  const auto& [x, y, z] = request.global_size;
  const std::array<uint64_t, 3> chosen = local_size(queue, request, kernel);
  const program::SmallGroups groups = {.global_size = request.global_size,
                                       .local_size = chosen,
                                       .local_stride = local.stride(),
                                       .compute_units = queue.resources().units().count()};
  const auto larger = program::merge_groups(groups, kernel.facts(), device);
  if (larger && kernel.merged_sizes().admits(larger->groups, x * y * z)) {
    launch.merged = larger->groups;
    std::ranges::copy(larger->local_size, launch.local_size);
    launch.local_memory_size = larger->local_bytes;
    return;
  }
  std::ranges::copy(chosen, launch.local_size);
  launch.local_memory_size = local.bytes();
}

/// Returns the facts of a pointer in a value: nobody knows what it points to, or whether that is
/// written.
const ArgumentFacts& pointer_in_value() {
  static const ArgumentFacts facts = [] {
    ArgumentFacts made;
    made.kind = ArgumentKind::global_pointer;
    made.alignment = sizeof(uint32_t);
    return made;
  }();
  return facts;
}

/// The size of memory of the system.
constexpr size_t unknown_bytes = SIZE_MAX;

/// Memory that an argument of a launch points to.
struct ArgumentMemory {
  size_t index;      // of the argument, or behind those of arguments: pointer_index
  const void* what;  // the same for all arguments that share it
  size_t bytes;
  bool is_written;
};

/// Returns the number by which LaunchShape::streamed_arguments knows a pointer in a value.
size_t pointer_index(const KernelFacts& facts, uint32_t offset) {
  return facts.arguments.size() + offset / sizeof(uint64_t);
}

/// A buffer in addressed memory shares it with pointers.
const void* identity(const memory::MemoryObject& object) {
  const void* const addressed = object.addressed_memory();
  return addressed != nullptr ? addressed : &object.storage();
}

/// Gathers what a launch may access, memory objects and addressed memory, in its work.
class LaunchMemory {
 public:
  LaunchMemory(const Queue& queue, const LaunchRequest& request, const KernelFacts& facts,
               uint64_t streamed_bytes, Work& work)
      : queue_(queue),
        request_(request),
        facts_(facts),
        streamed_bytes_(streamed_bytes),
        work_(work) {}

  void add(size_t index, support::Ref<memory::MemoryObject> object) {
    const ArgumentFacts& argument = facts_.arguments[index];
    const size_t bytes = object->contents_bytes();
    largest_bytes_ = std::max(largest_bytes_, bytes);
    object_bytes_ += bytes;
    only_writes_image_ = only_writes_image_ || is_image_only_written(argument);
    push(work_.accesses, access_of(argument, std::move(object)));
  }
  [[gnu::noinline]] void add(size_t index, const ApplicationPointer& address) {
    knows_all_ = false;  // it may be the end of memory
    if (address.value == 0) return;
    add_address(index, address.value, queue_.context().addresses().find(address),
                facts_.arguments[index]);
  }
  /// Adds what pointers in the values of arguments point to. One that points to the end of memory
  /// is as good as any other in C++: all memory counts for the size of the largest one.
  [[gnu::noinline]] void add_pointers_in_values(const std::byte* arguments) {
    constexpr size_t most_at_once = 8;
    std::array<uint64_t, most_at_once> addresses;
    std::array<AddressedMemoryRef, most_at_once> found;
    const AddressTable& table = queue_.context().addresses();
    std::span<const uint32_t> offsets = facts_.pointers_in_values;
    while (!offsets.empty()) {
      const size_t count = std::min(offsets.size(), most_at_once);
      for (size_t i = 0; i < count; ++i) addresses[i] = pointer_at(arguments, offsets[i]);
      if (!table.find(std::span(addresses).first(count), found)) knows_all_ = false;
      for (size_t i = 0; i < count; ++i) {
        if (addresses[i] == 0) continue;
        add_address(pointer_index(facts_, offsets[i]), addresses[i], found[i], pointer_in_value());
        if (in_values_.size() != most_in_values) in_values_.push_back(std::move(found[i]));
      }
      largest_bytes_ = std::max(largest_bytes_, table.most_bytes());
      offsets = offsets.subspan(count);
    }
  }
  /// Adds what pointers in values point to, and the memory that the application has named. Programs in SYCL name the
  /// buffers that pointers in values point to. `known`: of the launch before, then of this one.
  [[gnu::noinline]] void add(const program::IndirectAccesses& indirect,
                             program::KnownBuffers& known, const std::byte* arguments) {
    if (known.count != 0 && add_known(known, arguments)) return;
    const uint64_t changes = queue_.context().addresses().changes();
    const size_t first = work_.accesses.size();
    add_pointers_in_values(arguments);
    bool are_in_values = true;
    for (const auto* list : {&indirect.svm, &indirect.unified, &indirect.buffers}) {
      for (const ApplicationPointer& address : *list) {
        if (is_in_values(address)) continue;
        add_indirect(address);
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
    work_.extra().indirect = queue_.context().addresses().access_indirectly(kinds);
  }

  /// False: a pointer of the host is passed to a device that cannot follow it.
  [[nodiscard]] bool is_valid() const { return is_valid_; }
  [[nodiscard]] uint64_t largest_bytes() const { return largest_bytes_; }
  /// LaunchShape::streamed_arguments.
  [[nodiscard]] uint64_t streamed_arguments() const {
    const bool may_stream_images = only_writes_image_ && object_bytes_ >= streamed_bytes_;
    return largest_bytes_ < streamed_bytes_ && !may_stream_images ? 0 : choose_streamed();
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
  void add_address(size_t index, uint64_t address, const AddressedMemoryRef& memory,
                   const ArgumentFacts& argument) {
    support::Ref<memory::MemoryObject> buffer =
        memory ? memory::MemoryObject::find(memory->buffer()) : nullptr;
    if (buffer) return add_buffer(index, argument, std::move(buffer));
    is_valid_ = is_valid_ && queue_.device().hardware().facts().shares_host_memory;
    const size_t bytes = memory ? memory->allocation().bytes : unknown_bytes;
    largest_bytes_ = std::max(largest_bytes_, bytes);
    note(index, argument, memory ? memory.get() : reinterpret_cast<const void*>(address), bytes);
    if (memory) push(work_.extra().memory, AddressedMemoryRef(memory));
  }
  /// Adds a buffer that an argument names by its address.
  void add_buffer(size_t index, const ArgumentFacts& argument,
                  support::Ref<memory::MemoryObject> buffer) {
    note(index, argument, identity(*buffer), buffer->size());
    largest_bytes_ = std::max(largest_bytes_, buffer->size());
    ObjectAccess access = access_of(argument, std::move(buffer));
    access.argument_at = ObjectAccess::no_argument;  // whose value is the address as it was given
    push(work_.accesses, std::move(access));
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
  /// Notes memory of an argument if it, and the launch, may be large enough for streaming.
  void note(size_t index, const ArgumentFacts& argument, const void* what, size_t bytes) {
    if (bytes < streamed_bytes_ || !may_stream(bytes, largest_type_bytes)) return;
    by_address_.push_back({index, what, bytes, !argument.read_only});
  }
  /// Images are read along any lines, in no order that a processor foresees: what is written to one
  /// must not take the caches away from the others. 2048×2048 texels of four bytes, 16 MiB, with
  /// 32 MiB of cache: a rotation takes 2.5 ms instead of 8, a copy 0.75 instead of 0.95.
  [[nodiscard]] bool leaves_caches(const ArgumentMemory& image) const {
    return object_bytes_ >= streamed_bytes_ && image.bytes >= streamed_bytes_ / 4;
  }
  [[nodiscard]] std::vector<ArgumentMemory> of_arguments() const;
  [[nodiscard]] bool may_stream(size_t bytes, uint64_t element_bytes) const;
  [[nodiscard, gnu::noinline]] uint64_t choose_streamed() const;

  const Queue& queue_;
  const LaunchRequest& request_;
  const KernelFacts& facts_;
  const uint64_t streamed_bytes_;
  Work& work_;
  bool is_valid_ = true;
  bool knows_all_ = true;  // that arguments and pointers in their values point to
  uint64_t largest_bytes_ = 0;
  size_t object_bytes_ = 0;  // of all memory objects
  bool only_writes_image_ = false;
  std::vector<ArgumentMemory> by_address_;  // large memory that arguments name by addresses
  static constexpr uint32_t most_in_values = 4;
  support::ShortList<AddressedMemoryRef, most_in_values>
      in_values_;  // to which pointers in values point
  std::array<support::Ref<memory::MemoryObject>, program::KnownBuffers::most>
      found_;  // of add_known()
};

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
    add_buffer(pointer_index(facts_, offsets[i]), pointer_in_value(), std::move(found_[i]));
  }
  largest_bytes_ = std::max(largest_bytes_, table.most_bytes());
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

std::vector<ArgumentMemory> LaunchMemory::of_arguments() const {
  std::vector<ArgumentMemory> all = by_address_;
  for (const ObjectAccess& access : work_.accesses) {
    if (access.argument_at == ObjectAccess::no_argument) continue;
    const auto argument =
        std::ranges::find(facts_.arguments, access.argument_at, &ArgumentFacts::offset);
    all.push_back({static_cast<size_t>(argument - facts_.arguments.begin()),
                   identity(*access.object), access.bytes,
                   access.kind != ObjectAccess::Kind::read});
  }
  return all;
}

/// True if the launch may write so much to memory of that size that it leaves the caches: it has at
/// least as many work-items as that takes where each stores `most_stores` elements. Where nobody
/// knows how large the memory is, that each stores one is what is known of it.
bool LaunchMemory::may_stream(size_t bytes, uint64_t element_bytes) const {
  const uint64_t most_stores = bytes == unknown_bytes ? 1 : 16;
  const auto [x, y, z] = request_.global_size;
  return streamed_bytes_ / (most_stores * element_bytes) <= uint64_t{x} * y * z;
}

uint64_t LaunchMemory::choose_streamed() const {
  constexpr size_t most_arguments = 64;
  const std::vector<ArgumentMemory> all = of_arguments();
  uint64_t streamed = 0;
  for (const ArgumentMemory& memory : all) {
    if (memory.index >= most_arguments || !memory.is_written) continue;
    const ArgumentFacts& argument = memory.index < facts_.arguments.size()
                                        ? facts_.arguments[memory.index]
                                        : pointer_in_value();
    const bool is_large_enough = argument.kind == ArgumentKind::image
                                     ? is_image_only_written(argument) && leaves_caches(memory)
                                     : memory.bytes >= streamed_bytes_;
    if (!is_large_enough || !may_stream(memory.bytes, argument.alignment)) continue;
    const auto users = std::ranges::count(all, memory.what, &ArgumentMemory::what);
    if (users == 1) streamed |= uint64_t{1} << memory.index;
  }
  return streamed;
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
  if (request.local_size[0] != 0) {
    return {request.local_size[0], request.local_size[1], request.local_size[2]};
  }
  // One work-item leaves nothing to choose, which takes 160 instructions; sizes that the source
  // requires are the request's.
  if (request.global_size == std::array<size_t, 3>{1, 1, 1}) return {1, 1, 1};
  const KernelFacts& facts = kernel.facts();
  const backend::DeviceFacts& device = queue.device().hardware().facts();
  backend::LocalSizeRequest wanted;
  std::ranges::copy(request.global_size, wanted.global_size.begin());
  std::ranges::copy(device.maximum_work_item_sizes, wanted.maximum_item_sizes.begin());
  wanted.required = facts.required_work_group_size;
  wanted.hint = facts.work_group_size_hint;
  wanted.maximum_group_size =
      std::min<uint64_t>(facts.maximum_work_group_size, device.maximum_work_group_size);
  wanted.sub_group_size = std::max<uint64_t>(1, facts.sub_group_size);
  wanted.compute_units = queue.resources().units().count();
  wanted.uniform = kernel.requires_uniform_groups();
  wanted.has_tiles = request.global_size[1] > 1 && reads_images_with_rows(facts);
  return backend::choose_local_size(wanted);
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
  const backend::DeviceFacts& device = queue.device().hardware().facts();

  auto launch = support::make_ref<backend::Launch>();
  launch->program_variables = version.program_variables();
  launch->work_dimensions = request.work_dimensions;
  std::ranges::copy(request.global_size, launch->global_size);
  std::ranges::copy(request.global_offset, launch->global_offset);
  launch->sub_group_size = facts.sub_group_size;
  launch->may_wait = facts.may_wait;
  launch->arguments.resize(facts.argument_block_size);

  LocalMemoryLayout local(facts);
  LaunchMemory reached(queue, request, facts, device.streamed_bytes, work);
  bool has_queues = true;  // all that the arguments name
  const std::optional<compiler::interface::Bindings> bindings =
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
  if (!bindings || !has_queues) return CL_INVALID_KERNEL_ARGS;
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
    launch->device_queues = use_device_queues(queue, version, work);
  }
  launch->largest_object_bytes = facts.follows_pointers ? UINT64_MAX : reached.largest_bytes();
  launch->streamed_arguments = reached.streamed_arguments();
  launch->bindings = *bindings;
  set_work_groups(queue, request, version, device, local, *launch);
  // Set anew by another thread since it was checked.
  if (local.bytes() > device.local_memory_size) return CL_OUT_OF_RESOURCES;
  auto code = kernel.code(version, *launch, queue.resources());
  if (!code.ok()) return code.status();
  launch->code_owner = version.code;
  launch->kernel = version.code.get();
  launch->code = code.value();
  if (facts.prints) print_at_end(std::span(&launch, 1), queue.context(), work.extra());
  work.action = support::Ref<backend::Launch>(std::move(launch));
  return work;
}

}  // namespace cleave::model::command
