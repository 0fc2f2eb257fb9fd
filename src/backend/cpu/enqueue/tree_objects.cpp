#include "backend/cpu/enqueue/tree_objects.h"

#include <algorithm>
#include <cstring>

#include "backend/cpu/code/kernel_tiers.h"
#include "compiler/interface/launch_context.h"

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
  if (!of_host.bindings.are_none()) read_images(of_host);
  is_empty_ = objects_.empty() && images_.empty();
}

void TreeObjects::read_images(const Launch& of_host) {
  const auto& facts = static_cast<const code::KernelTiers*>(of_host.kernel)->facts();
  for (const auto& [number, word] : of_host.bindings.list()) {
    const compiler::interface::ArgumentFacts& argument = facts.arguments[number];
    if (argument.kind != compiler::interface::ArgumentKind::image) continue;
    images_.push_back({address_at(of_host.arguments, argument.offset), word});
  }
}

code::BoundCaptures TreeObjects::formats_captured_by(const compiler::interface::KernelFacts& block,
                                                     const ArgumentBlock& arguments) const {
  constexpr size_t word_bytes = sizeof(uint64_t);
  code::BoundCaptures bound;
  if (images_.empty()) return bound;
  const size_t literal = block.arguments[0].offset + sizeof(compiler::interface::BlockLiteral);
  for (size_t at = literal; at + word_bytes <= arguments.size(); at += word_bytes) {
    const uint64_t address = address_at(arguments, static_cast<uint32_t>(at));
    const auto image = std::ranges::find(images_, address, &ImageFormat::address);
    if (image == images_.end() || bound.count == code::BoundCaptures::most) continue;
    const auto number = static_cast<uint32_t>(block.arguments.size() + at / word_bytes);
    bound.list[bound.count++] = {number, image->word};
  }
  return bound;
}

CapturedObjects TreeObjects::captured_by(const compiler::interface::KernelFacts& block,
                                         const ArgumentBlock& arguments) const {
  CapturedObjects captured;
  if (objects_.empty()) return captured;
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
