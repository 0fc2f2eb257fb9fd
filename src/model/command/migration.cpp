#include "model/command/migration.h"

#include <new>

#include "model/command/queue.h"

namespace cleave::model::command {
namespace {

/// One side of a copy: the host's memory is host memory to the hardware that copies.
backend::Endpoint endpoint(const memory::Storage& storage, uint32_t memory, size_t begin) {
  const backend::Box box{.origin = {begin}};
  const backend::Allocation& allocation = storage.allocation(memory);
  return memory == host_memory_index ? backend::Endpoint::of_host(allocation.host_address, box)
                                     : backend::Endpoint::in(allocation, box);
}

}  // namespace

void Migration::begin(Command& command) {
  auto* const migration = new Migration(command);
  migration->advance();
}

void Migration::advance() {
  try {
    for (;;) {
      for (; access_index_ < command_.work_.accesses.size(); ++access_index_) {
        using enum memory::Storage::MigrationPlan::State;
        memory::Storage::MigrationPlan migration = access().object->storage().begin_migration(
            in_storage(access()), command_.work_.memory, [this] { advance(); });
        if (migration.state == waiting) return;
        if (migration.state == no_memory) return finish(CL_MEM_OBJECT_ALLOCATION_FAILURE);
        if (migration.state == current) continue;
        copies_ = std::move(migration.copies);
        copy_index_ = 0;
        return submit_copy();
      }
      if (command_.try_accesses()) break;
      access_index_ = 0;  // another command has written some of it elsewhere meanwhile
    }
  } catch (const std::bad_alloc&) {
    return finish(CL_OUT_OF_HOST_MEMORY);
  }
  finish(CL_COMPLETE);
}

void Migration::submit_copy() {
  const memory::Storage& storage = access().object->storage();
  const memory::Storage::MigrationCopy& copy = copies_[copy_index_];
  // Hardware with memory of its own reaches that of the host, but not the other way round.
  const uint32_t copying = copy.to == host_memory_index ? copy.from : copy.to;
  const ContextMemory& memory = command_.event().context().memories()[copying];
  const backend::Transfer transfer{.to = endpoint(storage, copy.to, copy.begin),
                                   .from = endpoint(storage, copy.from, copy.begin),
                                   .extent = {copy.bytes, 1, 1}};
  try {
    memory.hardware->submit(transfer, *memory.users.front(), *this);
  } catch (const std::bad_alloc&) {
    completed(CL_OUT_OF_HOST_MEMORY);
  }
}

cl_int Migration::end_copies(size_t made, cl_int status) noexcept {
  try {
    access().object->storage().end_migration(std::span(copies_).first(made));
  } catch (const std::bad_alloc&) {
    if (status == CL_COMPLETE) return CL_OUT_OF_HOST_MEMORY;
  }
  return status;
}

void Migration::completed(cl_int status) noexcept {
  if (status == CL_COMPLETE && ++copy_index_ < copies_.size()) return submit_copy();
  status = end_copies(copy_index_, status);
  if (status != CL_COMPLETE) return finish(status);
  ++access_index_;
  advance();
}

void Migration::finish(cl_int status) {
  Command& command = command_;
  delete this;
  if (status != CL_COMPLETE) return command.end(status);
  try {
    command.run(false);
  } catch (const std::bad_alloc&) {
    command.end(CL_OUT_OF_HOST_MEMORY);
  }
}

}  // namespace cleave::model::command
