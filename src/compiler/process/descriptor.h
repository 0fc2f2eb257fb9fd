// Owns file descriptors.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace cleave::compiler::process {

/// Closes the descriptor that it holds; -1: holds none.
class OwnedDescriptor {
 public:
  OwnedDescriptor() = default;
  explicit OwnedDescriptor(int number) : number_(number) {}
  OwnedDescriptor(OwnedDescriptor&& other) noexcept : number_(other.release()) {}
  OwnedDescriptor& operator=(OwnedDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~OwnedDescriptor() {
    if (number_ >= 0) ::close(number_);
  }

  [[nodiscard]] int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// Gives the descriptor to the caller, who must close it.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

/// Owns a descriptor among those of an application, which may close it (daemons close all they
/// find) and get its number for a file of its own: that is then left alone.
class KeptDescriptor {
 public:
  KeptDescriptor() = default;
  explicit KeptDescriptor(OwnedDescriptor descriptor)
      : descriptor_(std::move(descriptor)), identity_(identity()) {}
  KeptDescriptor(KeptDescriptor&&) = default;
  KeptDescriptor& operator=(KeptDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(identity_, other.identity_);
    return *this;
  }
  ~KeptDescriptor() {
    if (!is_open()) static_cast<void>(descriptor_.release());
  }

  [[nodiscard]] int number() const { return descriptor_.number(); }
  /// False when there is none, and when the application has closed it.
  [[nodiscard]] bool is_open() const { return descriptor_ && identity() == identity_; }

 private:
  using Identity = std::pair<dev_t, ino_t>;
  [[nodiscard]] Identity identity() const {
    struct stat status = {};
    if (fstat(descriptor_.number(), &status) != 0) return {};
    return {status.st_dev, status.st_ino};
  }

  OwnedDescriptor descriptor_;
  Identity identity_ = {};
};

}  // namespace cleave::compiler::process
