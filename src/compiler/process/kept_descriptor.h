// Owns file descriptors that an application may close.
#pragma once

#include <sys/stat.h>

#include <utility>

#include "os/owned_descriptor.h"

namespace cleave::compiler::process {

/// Owns a descriptor among those of an application, which may close it (daemons close all they
/// find) and get its number for a file of its own: that is then left alone.
class KeptDescriptor {
 public:
  KeptDescriptor() = default;
  explicit KeptDescriptor(os::OwnedDescriptor descriptor)
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

  os::OwnedDescriptor descriptor_;
  Identity identity_ = {};
};

}  // namespace cleave::compiler::process
