#include "backend/cpu/enqueue/tree_objects.h"

#include <algorithm>
#include <cstring>

namespace cleave::backend::cpu::enqueue {
namespace {

uint64_t address_at(const ArgumentBlock& arguments, uint32_t offset) {
  uint64_t address = 0;
  std::memcpy(&address, arguments.data() + offset, sizeof address);
  return address;
}

}  // namespace

bool operator==(const CapturedObjects& one, const CapturedObjects& other) {
  return std::equal(one.list.begin(), one.list.begin() + one.count, other.list.begin(),
                    other.list.begin() + other.count);
}

TreeObjects::TreeObjects(const Launch& of_host, uint64_t streamed_bytes) {
  bool is_any_large = false;
  for (const LaunchObject& object : of_host.device_queues->objects) {
    if (object.offset == LaunchObject::no_argument || object.bytes == LaunchObject::unknown_bytes) {
      continue;
    }
    objects_.push_back({address_at(of_host.arguments, object.offset), object});
    is_any_large = is_any_large || object.bytes >= streamed_bytes;
  }
  if (!is_any_large) objects_.clear();
}

CapturedObjects TreeObjects::captured_by(const compiler::interface::KernelFacts& block,
                                         const ArgumentBlock& arguments) const {
  CapturedObjects captured;
  for (const uint32_t offset : block.pointers_in_values) {
    if (offset + sizeof(uint64_t) > arguments.size()) continue;  // a shorter literal
    const uint64_t pointer = address_at(arguments, offset);
    if (pointer == 0) continue;
    const auto found = std::ranges::find_if(objects_, [&](const AtAddress& one) {
      return pointer >= one.address && pointer - one.address < one.object.bytes;
    });
    if (found == objects_.end() || captured.count == CapturedObjects::most) return {};
    LaunchObject& object = captured.list[captured.count++];
    object = found->object;
    object.offset = offset;
  }
  return captured;
}

}  // namespace cleave::backend::cpu::enqueue
