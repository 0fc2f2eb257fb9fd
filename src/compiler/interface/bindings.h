// Names the formats of images and the bits of samplers that the code of a kernel may rely on.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

namespace cleave::compiler::interface {

/// The value of one argument that code may rely on.
struct Binding {
  // Its number, or that of an image which a block captures: ValuePointer::number, behind those of
  // the arguments.
  uint32_t argument = 0;
  uint64_t value = 0;  // an image's FormatWord, or a sampler's 32 bits

  friend auto operator<=>(const Binding&, const Binding&) = default;
};

/// The format of an image, and whether its rows have neighbours, as one number, which is never 0.
struct FormatWord {
  uint16_t channel_order = 0;
  uint16_t channel_type = 0;
  uint16_t texel_bytes = 0;
  uint16_t has_neighbours = 0;  // as builtins::ImageDescriptor has it

  [[nodiscard]] constexpr uint64_t pack() const {
    return uint64_t{has_neighbours} << 48 | uint64_t{texel_bytes} << 32 |
           uint64_t{channel_type} << 16 | channel_order;
  }
  [[nodiscard]] static constexpr FormatWord unpack(uint64_t word) {
    return {static_cast<uint16_t>(word), static_cast<uint16_t>(word >> 16),
            static_cast<uint16_t>(word >> 32), static_cast<uint16_t>(word >> 48)};
  }
};

/// A list of bindings, interned: a launch keeps a word and compares words. Lists live as long as
/// the process. Thread-safe.
class Bindings {
 public:
  /// Nothing is known of any argument.
  constexpr Bindings() = default;
  /// `list` is in the order of the arguments. A process that has seen `most_lists` others gets the
  /// empty one, whose code runs with any arguments. Throws std::bad_alloc.
  [[nodiscard]] static Bindings of(const std::vector<Binding>& list);
  static constexpr size_t most_lists = 4096;

  [[nodiscard]] constexpr bool are_none() const { return list_ == nullptr; }
  [[nodiscard]] const std::vector<Binding>& list() const;

  /// Driver and compiler module intern apart, so that one list may have two words.
  friend bool operator==(const Bindings& one, const Bindings& other) {
    return one.list_ == other.list_ || one.list() == other.list();
  }
  friend std::strong_ordering operator<=>(const Bindings& one, const Bindings& other) {
    if (one.list_ == other.list_) return std::strong_ordering::equal;
    return one.list() <=> other.list();
  }

 private:
  const std::vector<Binding>* list_ = nullptr;  // not empty; null: none
};

// Defined here because the driver, the module and the compiler's processes each have their own.
inline Bindings Bindings::of(const std::vector<Binding>& list) {
  // Never destroyed: launches of other threads may outlast static objects.
  static auto& mutex = *new std::mutex;
  static auto& lists = *new std::set<std::vector<Binding>>;
  Bindings bindings;
  if (list.empty()) return bindings;
  const std::scoped_lock lock(mutex);
  auto known = lists.find(list);
  if (known == lists.end()) {
    if (lists.size() >= most_lists) return bindings;
    known = lists.insert(list).first;
  }
  bindings.list_ = &*known;  // nodes of a set stay where they are
  return bindings;
}

inline const std::vector<Binding>& Bindings::list() const {
  static const auto& none = *new std::vector<Binding>;
  return list_ == nullptr ? none : *list_;
}

}  // namespace cleave::compiler::interface
