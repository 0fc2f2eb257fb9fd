// Commands on memory that the application names by addresses: copies, fills, maps, migrations and
// frees.
#include <algorithm>
#include <chrono>
#include <future>

#include "model/command/requests.h"

namespace cleave::model::command {
namespace {

using backend::Endpoint;

uint64_t address_of(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// Makes the command keep the memory that the pointer points into, where that is known.
void keep(const Queue& queue, const void* pointer, Work& work) {
  AddressedMemoryRef memory = queue.context().addresses().find(address_of(pointer));
  if (!memory) return;
  work.extra().memory.push_back(std::move(memory));
}

/// A transfer to host memory. Precondition: there are bytes to be transferred.
std::unique_ptr<PooledTransfer> transfer(void* to, size_t bytes) {
  auto transfer = std::make_unique<PooledTransfer>();
  transfer->to = Endpoint::of_host(to);
  transfer->extent = {bytes, 1, 1};
  return transfer;
}

/// Starts the commands that have gathered in these queues and may access the memory.
void start_users(const std::vector<const HandleHeader*>& queues, const AddressedMemory& memory) {
  for (const HandleHeader* handle : queues) {
    if (const auto queue = Queue::find(handle)) queue->flush_for(memory);
  }
}

}  // namespace

Work note_address_work(const Queue& queue, cl_command_type type, const void* pointer) {
  Work work;
  work.type = type;
  keep(queue, pointer, work);
  return work;
}

Work copy_addresses_work(const Queue& queue, cl_command_type type, void* to, const void* from,
                         size_t bytes) {
  Work work = note_address_work(queue, type, to);
  keep(queue, from, work);
  if (bytes == 0) return work;
  auto copying = transfer(to, bytes);
  copying->from = Endpoint::of_host(from);
  work.action = std::move(copying);
  return work;
}

Work fill_address_work(const Queue& queue, cl_command_type type, void* to,
                       const std::vector<std::byte>& pattern, size_t bytes) {
  Work work = note_address_work(queue, type, to);
  if (bytes == 0) return work;
  auto filling = transfer(to, bytes);
  filling->pattern_bytes = pattern.size();
  std::ranges::copy(pattern, filling->pattern);
  work.action = std::move(filling);
  return work;
}

Work migrate_addresses_work(const Queue& queue, cl_command_type type,
                            std::vector<AddressedRange> ranges, cl_mem_migration_flags flags) {
  Work work;
  work.type = type;
  if (ranges.empty()) return work;
  for (const AddressedRange& range : ranges) work.extra().memory.push_back(range.memory);
  // The host has no processors of its own that any of its memory would be nearer to.
  const bool is_to_host = (flags & CL_MIGRATE_MEM_OBJECT_HOST) != 0;
  Device& device = queue.device();
  if (is_to_host || !device.hardware().has_near_memory(device.resources())) return work;
  const bool is_undefined = (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) != 0;
  work.action = host_work([&device, is_undefined, ranges = std::move(ranges)]() -> cl_int {
    using Contents = backend::Hardware::Contents;
    for (const auto& [memory, offset, bytes] : ranges) {
      device.hardware().place(memory->allocation(), offset, bytes, device.resources(),
                              is_undefined ? Contents::undefined : Contents::kept);
    }
    return CL_COMPLETE;
  });
  return work;
}

Work free_work(const Queue& queue, FreeRequest request) {
  Work work;
  work.type = CL_COMMAND_SVM_FREE;
  work.action = host_work([&queue, request = std::move(request)]() mutable -> cl_int {
    auto& [pointers, function, user_data] = request;
    if (function != nullptr) {
      function(handle_of<cl_command_queue>(const_cast<Queue*>(&queue)),
               static_cast<cl_uint>(pointers.size()), pointers.data(), user_data);
      return CL_COMPLETE;
    }
    for (const void* pointer : pointers) {
      static_cast<void>(
          queue.context().addresses().take(address_of(pointer), only(AddressedMemory::Kind::svm)));
    }
    return CL_COMPLETE;
  });
  return work;
}

support::Status free_unified_memory(Context& context, const void* pointer, FreeWaits waits) {
  if (context.addresses().is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  std::promise<void> promise;
  std::future<void> gone = promise.get_future();
  const std::vector<const HandleHeader*> queues = context.queues();
  AddressedMemoryRef memory = context.addresses().take(address_of(pointer), unified_kinds);
  if (!memory) return CL_INVALID_VALUE;
  if (waits == FreeWaits::no) return CL_SUCCESS;
  memory->tell_when_gone(std::move(promise));
  const std::weak_ptr<AddressedMemory> kept = memory;
  // A command that another thread is about to enqueue, and which has the memory already, joins its
  // queue after the first look.
  constexpr auto next_look = std::chrono::milliseconds(1);
  do {
    if (!memory) memory = kept.lock();
    if (memory) start_users(queues, *memory);
    memory.reset();
  } while (gone.wait_for(next_look) == std::future_status::timeout);
  return CL_SUCCESS;
}

}  // namespace cleave::model::command
