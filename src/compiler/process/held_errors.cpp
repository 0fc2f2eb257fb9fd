#include "compiler/process/held_errors.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include "options/options.h"

namespace cleave::compiler::process {
namespace {

/// Memory that a process may fill; what it writes beyond is lost.
constexpr off_t most_error_bytes = 1 << 20;
constexpr size_t most_last_bytes = 2000;

/// A file in memory that never grows beyond its size, on a number that is no standard stream's.
/// Pages are taken as they are written.
os::OwnedDescriptor make_file() {
  os::OwnedDescriptor file(memfd_create("cleave-errors", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file && file.number() <= STDERR_FILENO) {
    file = os::OwnedDescriptor(fcntl(file.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }
  const bool is_made = file && ftruncate(file.number(), most_error_bytes) == 0 &&
                       fcntl(file.number(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0;
  return is_made ? std::move(file) : os::OwnedDescriptor();
}

/// False when the stream takes no more.
bool write_all(const char* bytes, size_t count) {
  while (count != 0) {
    const ssize_t taken = write(STDERR_FILENO, bytes, count);
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) return false;
    bytes += taken;
    count -= static_cast<size_t>(taken);
  }
  return true;
}

}  // namespace

HeldErrors::HeldErrors() {
  if (options::options().dump_passes.empty()) file_ = make_file();
}

int HeldErrors::descriptor() const {
  return file_ ? file_.number() : STDERR_FILENO;
}

size_t HeldErrors::written() const {
  // The process has the same open file, and so the same position.
  const off_t position = file_ ? lseek(file_.number(), 0, SEEK_CUR) : 0;
  return position < 0 ? 0 : static_cast<size_t>(std::min(position, most_error_bytes));
}

void HeldErrors::pass_on() const {
  std::array<char, 4096> part = {};
  const size_t end = written();
  for (size_t at = 0; at < end;) {
    const ssize_t count =
        pread(file_.number(), part.data(), std::min(part.size(), end - at), static_cast<off_t>(at));
    if (count <= 0 || !write_all(part.data(), static_cast<size_t>(count))) return;
    at += static_cast<size_t>(count);
  }
}

std::string HeldErrors::last_words() const {
  const size_t end = written();
  std::string text(std::min(end, most_last_bytes), '\0');
  const ssize_t count =
      pread(file_.number(), text.data(), text.size(), static_cast<off_t>(end - text.size()));
  text.resize(count < 0 ? 0 : static_cast<size_t>(count));
  while (text.ends_with('\n')) text.pop_back();
  std::ranges::replace_if(
      text, [](char letter) { return letter >= 0 && letter < ' ' && letter != '\n'; }, ' ');
  return text;
}

}  // namespace cleave::compiler::process
