#include "disk_cache/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include "os/owned_descriptor.h"

namespace cleave::disk_cache {
namespace {

constexpr std::string_view temporary_prefix = "unfinished-";
constexpr time_t longest_write = 3600;  // seconds; what is older was left by a process that ended
// To remove 300 files that nobody has used for long took 0.6 s, for which a launch waited.
constexpr unsigned removed_at_once = 32;

bool only_owner_writes(const struct stat& status) {
  const bool ours = status.st_uid == geteuid() || status.st_uid == 0;
  return ours && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool read_all(int file, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::read(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

/// Tells processes of several machines that share a folder apart: they may have the same number. Not
/// std::random_device, which would ask for arc4random: no C library before 2.36 could load us.
uint32_t random_number() {
  uint32_t number = 0;
  if (getrandom(&number, sizeof number, GRND_NONBLOCK) < 0) return 0;
  return number;
}

std::string temporary_name() {
  static std::atomic<uint64_t> next{0};
  return std::string(temporary_prefix) + std::to_string(getpid()) + '-' +
         std::to_string(random_number()) + '-' + std::to_string(next.fetch_add(1));
}

bool used_before(const CacheFolder::File& one, const CacheFolder::File& other) {
  return std::pair(one.used.tv_sec, one.used.tv_nsec) <
         std::pair(other.used.tv_sec, other.used.tv_nsec);
}

}  // namespace

CacheFolder::CacheFolder(CacheFolder&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

CacheFolder::~CacheFolder() {
  if (descriptor_ >= 0) close(descriptor_);
}

CacheFolder CacheFolder::open_at(int parent, const char* path, std::string& problem) {
  CacheFolder folder(openat(parent, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status = {};
  if (folder.descriptor_ < 0 || fstat(folder.descriptor_, &status) != 0) {
    if (errno != ENOENT) problem = std::generic_category().message(errno);
    return {};
  }
  if (only_owner_writes(status)) return folder;
  problem = "it belongs to another user, or others may write to it";
  return {};
}

CacheFolder CacheFolder::open(const std::filesystem::path& path, std::string& problem) {
  return open_at(AT_FDCWD, path.c_str(), problem);
}

CacheFolder CacheFolder::make(const std::filesystem::path& path) {
  std::string problem;
  CacheFolder existing = open(path, problem);
  if (existing.descriptor_ >= 0 || !problem.empty()) return existing;
  std::filesystem::path made;
  for (const std::filesystem::path& part : path) {
    made /= part;
    mkdir(made.c_str(), S_IRWXU);
  }
  return open(path, problem);
}

CacheFolder CacheFolder::folder(const std::string& name) const {
  if (descriptor_ < 0) return {};
  std::string problem;
  return open_at(descriptor_, name.c_str(), problem);
}

CacheFolder CacheFolder::make_folder(const std::string& name) const {
  if (descriptor_ < 0) return {};
  mkdirat(descriptor_, name.c_str(), S_IRWXU);
  return folder(name);
}

std::optional<std::vector<std::byte>> CacheFolder::read_file(const std::string& name, size_t most,
                                                             TimeOfUse use) const {
  if (descriptor_ < 0) return std::nullopt;
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;  // a FIFO must not block
  const os::OwnedDescriptor file(openat(descriptor_, name.c_str(), flags));
  struct stat status = {};
  if (file.number() < 0 || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
      !only_owner_writes(status)) {
    return std::nullopt;
  }
  std::vector<std::byte> bytes(std::min<size_t>(most, static_cast<size_t>(status.st_size)));
  if (!read_all(file.number(), bytes)) return std::nullopt;
  // Explicitly: file systems are often mounted so that reading leaves no trace.
  const timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  if (use == TimeOfUse::updated) futimens(file.number(), times);
  return bytes;
}

bool CacheFolder::write_file(const std::string& name, std::span<const std::byte> bytes) const {
  if (descriptor_ < 0) return false;
  const std::string temporary = temporary_name();
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  const os::OwnedDescriptor file(openat(descriptor_, temporary.c_str(), flags, S_IRUSR | S_IWUSR));
  if (file.number() < 0) return false;
  const bool written = write_all(file.number(), bytes) &&
                       renameat(descriptor_, temporary.c_str(), descriptor_, name.c_str()) == 0;
  if (!written) remove_file(temporary);
  return written;
}

bool CacheFolder::remove_file(const std::string& name) const {
  return descriptor_ >= 0 && (unlinkat(descriptor_, name.c_str(), 0) == 0 || errno == ENOENT);
}

std::vector<CacheFolder::File> CacheFolder::files() const {
  std::vector<File> files;
  if (descriptor_ < 0) return files;
  // A descriptor of its own: fdopendir takes it over.
  const int copy = openat(descriptor_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (copy < 0) return files;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(fdopendir(copy), closedir);
  if (!stream) {
    close(copy);
    return files;
  }
  while (const dirent* item = readdir(stream.get())) {
    struct stat status = {};
    const bool known = fstatat(descriptor_, item->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (!known || !S_ISREG(status.st_mode)) continue;
    files.push_back({item->d_name, static_cast<uint64_t>(status.st_size), status.st_atim});
  }
  return files;
}

bool CacheFolder::is_temporary(std::string_view name) {
  return name.starts_with(temporary_prefix);
}

void CacheFolder::shrink(uint64_t limit) const {
  std::vector<File> found = files();
  const time_t now = time(nullptr);
  uint64_t size = 0;
  for (const File& file : found) {
    size += file.size;
    if (is_temporary(file.name) && now - file.used.tv_sec > longest_write) remove_file(file.name);
  }
  if (size <= limit) return;
  std::ranges::sort(found, used_before);
  const uint64_t wanted = limit - limit / 8, most = limit + limit / 8;
  unsigned removed = 0;
  for (const File& file : found) {
    if (size <= wanted || (removed >= removed_at_once && size <= most)) break;
    // One that another process has removed is gone as well.
    if (is_temporary(file.name) || !remove_file(file.name)) continue;
    size -= file.size;
    ++removed;
  }
}

}  // namespace cleave::disk_cache
