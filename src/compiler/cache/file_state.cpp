#include "compiler/cache/file_state.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/cache/content_hash.h"

namespace cleave::compiler::cache {

bool mentions_time(std::string_view text) {
  return text.find("__DATE__") != std::string_view::npos ||
         text.find("__TIME") != std::string_view::npos;
}

std::string state_of_contents(std::string_view contents) {
  return mentions_time(contents) ? unknown : content_hash(contents);
}

bool is_unchanged(const interface::FileUse& use) {
  if (use.state == unknown) return false;
  llvm::sys::fs::file_status status;
  const bool exists = !llvm::sys::fs::status(use.path, status);
  if (!exists || use.state == absent) return !exists && use.state == absent;
  const bool is_folder = llvm::sys::fs::is_directory(status);
  if (is_folder || use.state == folder) return is_folder && use.state == folder;
  if (use.state == file) return true;
  const auto contents = llvm::MemoryBuffer::getFile(use.path);
  return contents && state_of_contents((*contents)->getBuffer()) == use.state;
}

}  // namespace cleave::compiler::cache
