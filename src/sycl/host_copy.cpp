// Keeps memory of copies for later ones.
#include "sycl/host_copy.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "support/rounding.h"

namespace cleave::sycl {
namespace {

constexpr size_t page = 4096;
constexpr size_t least_kept = size_t{64} << 10;
constexpr size_t most_kept = size_t{64} << 20;  // of all together

/// Memory of large copies that have gone, by its rounded size. Thread-safe.
class KeptMemory {
 public:
  /// Null: there is none of this size.
  [[nodiscard]] void* take(size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(blocks_, bytes, &Block::bytes);
    if (found == blocks_.end()) return nullptr;
    void* const memory = found->memory;
    *found = blocks_.back();
    blocks_.pop_back();
    kept_ -= bytes;
    return memory;
  }
  /// Returns false where enough is kept.
  [[nodiscard]] bool keep(void* memory, size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    if (bytes > most_kept - kept_) return false;
    try {
      blocks_.push_back({memory, bytes});
    } catch (const std::bad_alloc&) {
      return false;
    }
    kept_ += bytes;
    return true;
  }

 private:
  struct Block {
    void* memory;
    size_t bytes;
  };
  std::mutex mutex_;
  std::vector<Block> blocks_;
  size_t kept_ = 0;
};

/// Static objects may have buffers that go after all else.
KeptMemory& kept_memory() {
  static auto* const made = new KeptMemory;
  return *made;
}

void* allocate(size_t bytes) {
  if (bytes < least_kept) return std::malloc(std::max<size_t>(bytes, 1));
  const size_t rounded = support::rounded_up(bytes, page);
  void* const kept = kept_memory().take(rounded);
  return kept != nullptr ? kept : std::aligned_alloc(page, rounded);
}

void release(void* memory, size_t bytes) noexcept {
  if (memory == nullptr) return;
  if (bytes < least_kept || !kept_memory().keep(memory, support::rounded_up(bytes, page))) {
    std::free(memory);
  }
}

}  // namespace

HostCopy::HostCopy(const void* data, size_t bytes) : data_(allocate(bytes)), bytes_(bytes) {
  if (data_ == nullptr) throw std::bad_alloc();
  std::memcpy(data_, data, bytes);
}

HostCopy::HostCopy(HostCopy&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}

HostCopy& HostCopy::operator=(HostCopy&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

HostCopy::~HostCopy() {
  release(data_, bytes_);
}

}  // namespace cleave::sycl
