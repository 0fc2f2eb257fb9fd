// Keeps a folder of results that many processes share: bytes by key, bounded in size, the least
// recently used removed first. Entries may vanish or be damaged at any time; nothing is lost then
// but time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::disk_cache {

/// Thread-safe, and safe for any number of processes and machines on one folder: an entry appears
/// whole or not at all.
class DiskCache {
 public:
  /// A hash of everything that the bytes depend on, in 64 lower-case hexadecimal digits.
  using Key = std::string;
  /// A hash for which nobody finds two contents: each entry holds that of its whole file, the key
  /// included.
  using Digest = std::array<std::byte, 32>;
  using Digester = Digest (*)(std::span<const std::byte> bytes);

  struct Entry {
    Key key;
    std::string label;  // what it is, for people
    uint64_t bytes = 0;
    timespec used = {};  // when it was last read or written
  };

  /// The cache of this process as the options say, or nothing: it is turned off, there is no home
  /// folder, or the process runs with other privileges than its user's.
  [[nodiscard]] static std::optional<DiskCache> of_process(Digester digester);

  /// Entries of more than a sixteenth of `limit` bytes are not kept. Without a digester entries are
  /// listed and removed, but neither read nor written.
  DiskCache(std::filesystem::path folder, uint64_t limit, Digester digester);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] uint64_t limit() const { return limit_; }

  /// Why the folder is not used, or empty: it belongs to somebody else, others may write into it.
  /// One that does not exist yet is fine.
  [[nodiscard]] std::string problem() const;

  /// The bytes last written for the key. An entry that is not what was written for this key, byte
  /// by byte, is removed and not given.
  [[nodiscard]] std::optional<std::vector<std::byte>> read(const Key& key) const;
  /// Keeps the bytes, unless the folder cannot be written to. Makes room now and then: the limit
  /// may be exceeded by a few entries for each process that writes.
  void write(const Key& key, std::string_view label, std::span<const std::byte> bytes) const;

  /// All entries, in no order.
  [[nodiscard]] std::vector<Entry> list() const;
  /// Removes all entries and nothing else. False when some could not be removed.
  [[nodiscard]] bool clear() const;

 private:
  std::filesystem::path folder_;
  uint64_t limit_;
  Digester digester_;
};

/// The folder of this user for what may be kept between processes, as the options say; it need not
/// exist. Empty: there is none, or the process runs with other privileges than its user's.
[[nodiscard]] std::filesystem::path user_folder();

}  // namespace cleave::disk_cache
