#include "model/command/work.h"

#include <cstring>
#include <utility>

#include "model/command/recording.h"
#include "model/command/semaphore.h"

namespace cleave::model::command {

memory::Storage::Access in_storage(const ObjectAccess& access) {
  const size_t begin = access.object->origin() + access.offset;
  return {begin, begin + access.bytes, access.kind != ObjectAccess::Kind::write,
          access.kind != ObjectAccess::Kind::read};
}

Extras::Extras() = default;
Extras::~Extras() = default;

Replay::Replay(support::Ref<Recording> of) : recording(std::move(of)) {}
Replay::~Replay() = default;

void write_addresses(std::span<const ObjectAccess> accesses, uint32_t memory,
                     backend::Launch& launch) {
  for (const ObjectAccess& access : accesses) {
    if (access.argument_at == ObjectAccess::no_argument) continue;
    const uint64_t value = access.object->argument(memory);
    std::memcpy(launch.arguments.data() + access.argument_at, &value, sizeof value);
  }
}

}  // namespace cleave::model::command
