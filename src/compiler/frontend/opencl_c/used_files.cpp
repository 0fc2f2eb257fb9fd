#include "compiler/frontend/opencl_c/used_files.h"

#include <string>
#include <system_error>
#include <utility>

#include "compiler/cache/file_state.h"

namespace cleave::compiler::frontend::opencl_c {
namespace {

// A file whose contents were read when it was opened.
class ReadFile final : public llvm::vfs::File {
 public:
  ReadFile(llvm::vfs::Status status, std::unique_ptr<llvm::MemoryBuffer> contents)
      : status_(std::move(status)), contents_(std::move(contents)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t,
                                                               bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(contents_->getBuffer(), name);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status status_;
  std::unique_ptr<llvm::MemoryBuffer> contents_;
};

/// Returns true for files that a source may not include: it never ends, keeps the build waiting, or
/// takes all memory.
enum class Refusal : uint8_t { no_regular_file = 1, too_large };

/// Tables that are included are some mebibytes long.
constexpr uint64_t largest_file_bytes = uint64_t{256} << 20;

class RefusalCategory final : public std::error_category {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "included file"; }
  [[nodiscard]] std::string message(int condition) const override {
    if (condition == static_cast<int>(Refusal::no_regular_file)) return "not a regular file";
    return "larger than " + std::to_string(largest_file_bytes >> 20) + " MiB";
  }
  static std::error_code code(Refusal refusal) {
    static const RefusalCategory& instance = *new RefusalCategory;
    return {static_cast<int>(refusal), instance};
  }
};

class WatchedFiles final : public llvm::vfs::ProxyFileSystem {
 public:
  explicit WatchedFiles(std::vector<interface::FileUse>& uses)
      : ProxyFileSystem(llvm::vfs::getRealFileSystem()), uses_(uses) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    auto found = ProxyFileSystem::status(path);
    if (found) {
      add(path, found->isDirectory() ? cache::folder : cache::file);
    } else {
      add(path, cache::absent);
    }
    return found;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
      const llvm::Twine& path) override {
    // Before it is opened: a pipe would wait for somebody who writes.
    if (const std::error_code refused = refusal_of(path)) {
      add(path, cache::unknown);
      return refused;
    }
    auto opened = ProxyFileSystem::openFileForRead(path);
    if (!opened) {
      const bool is_absent = opened.getError() == std::errc::no_such_file_or_directory;
      add(path, is_absent ? cache::absent : cache::unknown);
      return opened.getError();
    }
    auto status = (*opened)->status();
    auto contents = (*opened)->getBuffer(path);
    if (!status || !contents) {
      add(path, cache::unknown);
      return !status ? status.getError() : contents.getError();
    }
    add(path, cache::state_of_contents((*contents)->getBuffer()));
    return std::make_unique<ReadFile>(std::move(*status), std::move(*contents));
  }

  /// A working folder that has been removed has no name; what is relative to it is not found.
  [[nodiscard]] llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override {
    auto folder = ProxyFileSystem::getCurrentWorkingDirectory();
    if (!folder) return std::string("/");
    return folder;
  }

  bool exists(const llvm::Twine& path) override { return status(path).operator bool(); }

  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& folder,
                                          std::error_code& error) override {
    add(folder, cache::unknown);
    return ProxyFileSystem::dir_begin(folder, error);
  }

 private:
  [[nodiscard]] std::error_code refusal_of(const llvm::Twine& path) {
    const auto found = ProxyFileSystem::status(path);
    if (!found || found->isDirectory()) return {};  // opening it says what is wrong
    if (!found->isRegularFile()) return RefusalCategory::code(Refusal::no_regular_file);
    if (found->getSize() > largest_file_bytes) return RefusalCategory::code(Refusal::too_large);
    return {};
  }

  void add(const llvm::Twine& path, std::string state) {
    uses_.push_back({path.str(), std::move(state)});
  }

  std::vector<interface::FileUse>& uses_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> watch_files(std::vector<interface::FileUse>& uses) {
  return llvm::makeIntrusiveRefCnt<WatchedFiles>(uses);
}

}  // namespace cleave::compiler::frontend::opencl_c
