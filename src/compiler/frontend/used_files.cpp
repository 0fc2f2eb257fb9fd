#include "compiler/frontend/used_files.h"

#include <utility>

#include "compiler/cache/file_state.h"

namespace cleave::compiler::frontend {
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

class WatchedFiles final : public llvm::vfs::ProxyFileSystem {
 public:
  explicit WatchedFiles(std::vector<FileUse>& uses)
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
    // What is no file, such as a pipe, may give something else next time.
    add(path, status->isRegularFile() ? cache::state_of_contents((*contents)->getBuffer())
                                      : cache::unknown);
    return std::make_unique<ReadFile>(std::move(*status), std::move(*contents));
  }

  bool exists(const llvm::Twine& path) override { return status(path).operator bool(); }

  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& folder,
                                          std::error_code& error) override {
    add(folder, cache::unknown);
    return ProxyFileSystem::dir_begin(folder, error);
  }

 private:
  void add(const llvm::Twine& path, std::string state) {
    uses_.push_back({path.str(), std::move(state)});
  }

  std::vector<FileUse>& uses_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> watch_files(std::vector<FileUse>& uses) {
  return llvm::makeIntrusiveRefCnt<WatchedFiles>(uses);
}

}  // namespace cleave::compiler::frontend
