#include "backend/cpu/code/streams.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace cleave::backend::cpu::code {
namespace {

using compiler::interface::ArgumentFacts;
using compiler::interface::ArgumentKind;
using compiler::interface::KernelFacts;

/// Streams of one launch.
class StreamChoice {
 public:
  StreamChoice(std::span<const LaunchObject> objects, const KernelFacts& kernel,
               const std::array<uint64_t, 3>& global_size, uint64_t streamed_bytes)
      : objects_(objects),
        kernel_(kernel),
        items_(global_size[0] * global_size[1] * global_size[2]),
        streamed_bytes_(streamed_bytes) {
    for (const LaunchObject& object : objects) {
      const bool is_known = object.bytes != LaunchObject::unknown_bytes;
      if (is_known && object.offset != LaunchObject::no_argument) all_bytes_ += object.bytes;
    }
  }

  [[nodiscard]] uint64_t choose() const {
    constexpr size_t most_numbers = 64;
    uint64_t streamed = 0;
    for (const LaunchObject& object : objects_) {
      if (object.offset == LaunchObject::no_argument ||
          object.access == LaunchObject::Access::read) {
        continue;
      }
      const ArgumentFacts* const argument = argument_at(object.offset);
      const size_t number = argument != nullptr
                                ? static_cast<size_t>(argument - kernel_.arguments.data())
                                : kernel_.arguments.size() + object.offset / sizeof(uint64_t);
      if (number < most_numbers && gains(object, argument)) streamed |= uint64_t{1} << number;
    }
    return streamed;
  }

 private:
  /// Returns the argument whose value is the address at that offset; nullptr: it lies in a value.
  [[nodiscard]] const ArgumentFacts* argument_at(uint32_t offset) const {
    const auto found = std::ranges::find(kernel_.arguments, offset, &ArgumentFacts::offset);
    const bool is_address = found != kernel_.arguments.end() &&
                            found->kind != ArgumentKind::value &&
                            found->kind != ArgumentKind::literal;
    return is_address ? &*found : nullptr;
  }
  [[nodiscard]] bool gains(const LaunchObject& object, const ArgumentFacts* argument) const {
    const bool is_image = argument != nullptr && argument->kind == ArgumentKind::image;
    const bool is_large_enough = is_image ? is_only_written(*argument) && leaves_caches(object)
                                          : object.bytes >= streamed_bytes_;
    // Nobody knows to what a pointer in a value points.
    const uint64_t element_bytes = argument != nullptr ? argument->alignment : sizeof(uint32_t);
    return is_large_enough && is_filled(object, element_bytes) &&
           std::ranges::count(objects_, object.identity, &LaunchObject::identity) == 1;
  }
  /// Images are read along any lines, in no order that a processor foresees: what is written to one
  /// must not take the caches away from the others. 2048×2048 texels of four bytes, 16 MiB, with
  /// 32 MiB of cache: a rotation takes 2.5 ms instead of 8, a copy 0.75 instead of 0.95.
  [[nodiscard]] bool leaves_caches(const LaunchObject& image) const {
    return all_bytes_ >= streamed_bytes_ && image.bytes >= streamed_bytes_ / 4;
  }
  /// True if the launch may write so much to the memory that it leaves the caches: it has at least
  /// as many work-items as that takes where each stores `most_stores` elements. Where nobody knows
  /// how large the memory is, that each stores one is what is known of it.
  [[nodiscard]] bool is_filled(const LaunchObject& object, uint64_t element_bytes) const {
    const uint64_t most_stores = object.bytes == LaunchObject::unknown_bytes ? 1 : 16;
    return streamed_bytes_ / (most_stores * element_bytes) <= items_;
  }

  const std::span<const LaunchObject> objects_;
  const KernelFacts& kernel_;
  const uint64_t items_;
  const uint64_t streamed_bytes_;
  uint64_t all_bytes_ = 0;  // of all memory of known size
};

}  // namespace

uint64_t choose_streams(std::span<const LaunchObject> objects, const KernelFacts& kernel,
                        const std::array<uint64_t, 3>& global_size, uint64_t streamed_bytes) {
  return StreamChoice(objects, kernel, global_size, streamed_bytes).choose();
}

}  // namespace cleave::backend::cpu::code
