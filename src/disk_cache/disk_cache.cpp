#include "disk_cache/disk_cache.h"

#include <sys/auxv.h>
#include <sys/resource.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "disk_cache/cache_folder.h"
#include "options/options.h"

namespace cleave::disk_cache {
namespace {

constexpr size_t key_length = 64;
constexpr std::string_view shards = "0123456789abcdef";  // one folder for each first digit of a key
constexpr std::array<char, 8> magic = {'C', 'L', 'E', 'A', 'V', 'E', 'C', '2'};

// An entry's file: this, the label, the bytes.
struct EntryHeader {
  std::array<char, 8> magic;
  std::array<char, key_length> key;
  uint64_t label_size;
  uint64_t payload_size;
  DiskCache::Digest digest;  // of the whole file, with zeros in this field
};

bool is_key(std::string_view name) {
  return name.size() == key_length && name.find_first_not_of(shards) == std::string_view::npos;
}

std::string shard_of(const DiskCache::Key& key) {
  return key.substr(0, 1);
}

// Every eighth write makes room. A count of a process's own would begin with one in each folder:
// to look through 2,500 entries takes 3 to 5 ms, as long as to make code for a small kernel.
bool makes_room(const DiskCache::Key& key) {
  return key[1] == '0' || key[1] == '1';
}

// A process that lacks room for a file of this size would be sent SIGXFSZ.
bool may_write(uint64_t size) {
  rlimit limit = {};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && size <= limit.rlim_cur;
}

// The header of a file that is an entry with this key and size; nothing otherwise.
std::optional<EntryHeader> header_of(std::span<const std::byte> file, uint64_t file_size,
                                     std::string_view key) {
  EntryHeader header = {};
  if (file.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, file.data(), sizeof header);
  const uint64_t rest = file_size - sizeof header;
  if (header.magic != magic || std::string_view(header.key.data(), key_length) != key ||
      header.label_size > rest || header.payload_size != rest - header.label_size) {
    return std::nullopt;
  }
  return header;
}

// Computes the digest of an entry's file, whose digest field is set to zero first.
DiskCache::Digest digest_of(std::span<std::byte> file, DiskCache::Digester digester) {
  std::memset(file.data() + offsetof(EntryHeader, digest), 0, sizeof(DiskCache::Digest));
  return digester(file);
}

// Returns the label at the start of an entry's file.
std::string label_of(std::span<const std::byte> start, const CacheFolder::File& file) {
  const auto header = header_of(start, file.size, file.name);
  if (!header) return "damaged";
  const uint64_t size = header.value().label_size;
  if (size > start.size() - sizeof(EntryHeader)) return "damaged";
  const auto* label = reinterpret_cast<const char*>(start.data() + sizeof(EntryHeader));
  return {label, static_cast<size_t>(size)};
}

}  // namespace

std::filesystem::path user_folder() {
  if (getauxval(AT_SECURE) != 0) return {};
  const options::Options& options = options::options();
  if (!options.cache_directory.empty()) return options.cache_directory;
  const auto absolute = [](const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value == '/' ? std::filesystem::path(value)
                                             : std::filesystem::path();
  };
  if (const auto caches = absolute("XDG_CACHE_HOME"); !caches.empty()) return caches / "cleave";
  if (const auto home = absolute("HOME"); !home.empty()) return home / ".cache" / "cleave";
  return {};
}

std::optional<DiskCache> DiskCache::of_process(Digester digester) {
  constexpr uint64_t mebibyte = uint64_t{1} << 20;
  const options::Options& options = options::options();
  if (!options.cache || options.cache_size == 0) return std::nullopt;
  const std::filesystem::path folder = user_folder();
  if (folder.empty()) return std::nullopt;
  return DiskCache(folder, options.cache_size * mebibyte, digester);
}

DiskCache::DiskCache(std::filesystem::path folder, uint64_t limit, Digester digester)
    : folder_(std::move(folder)), limit_(limit), digester_(digester) {}

std::string DiskCache::problem() const {
  std::string problem;
  const CacheFolder opened = CacheFolder::open(folder_, problem);
  return problem;
}

std::optional<std::vector<std::byte>> DiskCache::read(const Key& key) const {
  if (digester_ == nullptr) return std::nullopt;
  std::string problem;
  const CacheFolder shard = CacheFolder::open(folder_, problem).folder(shard_of(key));
  // No more than may be kept: the rest of a longer file says only that it is none of ours.
  std::optional<std::vector<std::byte>> file = shard.read_file(key, limit_ / shards.size() + 1);
  if (!file) return std::nullopt;
  const auto header = header_of(*file, file->size(), key);
  if (!header || header->digest != digest_of(*file, digester_)) {
    shard.remove_file(key);
    return std::nullopt;
  }
  const auto payload = file->end() - static_cast<std::ptrdiff_t>(header->payload_size);
  return std::vector<std::byte>(payload, file->end());
}

void DiskCache::write(const Key& key, std::string_view label,
                      std::span<const std::byte> bytes) const {
  const uint64_t share = limit_ / shards.size();
  const uint64_t size = sizeof(EntryHeader) + label.size() + bytes.size();
  if (digester_ == nullptr || size > share || !may_write(size)) return;
  std::vector<std::byte> file(size);
  std::byte* const label_at = file.data() + sizeof(EntryHeader);
  if (!label.empty()) std::memcpy(label_at, label.data(), label.size());
  if (!bytes.empty()) std::memcpy(label_at + label.size(), bytes.data(), bytes.size());
  EntryHeader header = {magic, {}, label.size(), bytes.size(), {}};
  key.copy(header.key.data(), key_length);
  std::memcpy(file.data(), &header, sizeof header);
  header.digest = digest_of(file, digester_);
  std::memcpy(file.data(), &header, sizeof header);

  const CacheFolder shard = CacheFolder::make(folder_).make_folder(shard_of(key));
  if (shard.write_file(key, file) && makes_room(key)) shard.shrink(share);
}

std::vector<DiskCache::Entry> DiskCache::list() const {
  std::vector<Entry> entries;
  std::string problem;
  const CacheFolder root = CacheFolder::open(folder_, problem);
  for (const char digit : shards) {
    const CacheFolder shard = root.folder(std::string(1, digit));
    for (const CacheFolder::File& file : shard.files()) {
      if (!is_key(file.name)) continue;
      constexpr size_t longest_start = 4096;
      const auto start =
          shard.read_file(file.name, longest_start, CacheFolder::TimeOfUse::unchanged);
      Entry entry = {file.name, start ? label_of(*start, file) : "damaged", file.size, file.used};
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

bool DiskCache::clear() const {
  std::string problem;
  const CacheFolder root = CacheFolder::open(folder_, problem);
  bool all = problem.empty();
  for (const char digit : shards) {
    const CacheFolder shard = root.folder(std::string(1, digit));
    for (const CacheFolder::File& file : shard.files()) {
      if (is_key(file.name) || CacheFolder::is_temporary(file.name)) {
        all &= shard.remove_file(file.name);
      }
    }
  }
  return all;
}

}  // namespace cleave::disk_cache
