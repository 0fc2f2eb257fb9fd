// Opens files of a folder that only its owner can change, by descriptors, so that no other user can
// exchange the folder meanwhile.
#pragma once

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

/// An open folder, or none: then there are no files, and nothing can be written.
class CacheFolder {
 public:
  struct File {
    std::string name;
    uint64_t size = 0;
    timespec used = {};  // when it was last read or written
  };
  enum class TimeOfUse : uint8_t {
    updated,
    unchanged
  };  // whether reading makes a file recently used

  CacheFolder() = default;
  CacheFolder(CacheFolder&& other) noexcept;
  CacheFolder& operator=(CacheFolder&&) = delete;
  ~CacheFolder();

  /// An existing folder that belongs to this user or to root and that nobody else may write to.
  /// None otherwise; `problem` says why, unless it just does not exist.
  [[nodiscard]] static CacheFolder open(const std::filesystem::path& path, std::string& problem);
  /// The same, made first with all folders above it where it does not exist.
  [[nodiscard]] static CacheFolder make(const std::filesystem::path& path);
  /// A folder in this one, under the same conditions.
  [[nodiscard]] CacheFolder folder(const std::string& name) const;
  [[nodiscard]] CacheFolder make_folder(const std::string& name) const;

  /// The first `most` bytes of a regular file that nobody else may write to.
  [[nodiscard]] std::optional<std::vector<std::byte>> read_file(
      const std::string& name, size_t most = SIZE_MAX, TimeOfUse use = TimeOfUse::updated) const;
  /// Writes the file whole or not at all; it replaces one of that name. False: not at all.
  [[nodiscard]] bool write_file(const std::string& name, std::span<const std::byte> bytes) const;
  bool remove_file(const std::string& name) const;
  /// Its regular files, those half written too.
  [[nodiscard]] std::vector<File> files() const;
  /// Whether write_file gives such a name to a file that it has not finished.
  [[nodiscard]] static bool is_temporary(std::string_view name);
  /// If the files have more than `limit` bytes, removes those that were not used for longest, until
  /// an eighth of it is free or a few are gone, but as many as leave no more than an eighth above
  /// it; and what writers that ended in the middle have left.
  void shrink(uint64_t limit) const;

 private:
  explicit CacheFolder(int descriptor) : descriptor_(descriptor) {}
  [[nodiscard]] static CacheFolder open_at(int parent, const char* path, std::string& problem);

  int descriptor_ = -1;
};

}  // namespace cleave::disk_cache
